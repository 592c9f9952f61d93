// SPDX-License-Identifier: Apache-2.0
// From earlier runs, or from tables alone, to a prediction and its two forms. Nothing is measured.
#include "base/text.h"
#include "catch.hpp"
#include "driver/results/schedule.h"
#include "driver/show_prediction.h"
#include "tests/accounts/fake_run.h"
#include "tests/runner/fakes.h"

#include <algorithm>
#include <nlohmann/json.hpp>

using namespace tare;
using namespace tare::test;
using Catch::Contains;

namespace {

/// Two sides of 1 microsecond for each execution of any kind.
ProbeScale::Calibrator fakeCalibrator(std::vector<std::pair<std::string, int>> *asked = nullptr) {
  return [asked](const std::string &runtime, int threads) -> Result<ProbeScale::Known> {
    if (asked)
      asked->emplace_back(runtime, threads);
    ProbeCosts costs;
    costs.ticks_per_second = 1e6;
    for (ProbeCost &cost : costs.costs)
      cost.inside = cost.outside = {0.5, 1, 2};
    return ProbeScale::Known{costs, {"the pairs disagree"}};
  };
}

/// A region with `barriers` barriers.
Profile profileOf(int threads, int barriers) {
  FakeRun run(threads);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t barrier = run.node(NodeKind::Barrier, "");
  run.node(NodeKind::Critical, ""); // not executed
  std::vector<Ticks> each(static_cast<size_t>(threads), 5);
  run.serial(100);
  run.fork(region, each);
  for (int i = 0; i < barriers; ++i)
    run.barrier(barrier, each);
  run.join(5);
  Profile profile = run.finish();
  profile.openmp_runtime = "libomp";
  profile.cores_allowed = 64;
  return profile;
}

/// The tables of the same program, with a construct more.
NodeTree treeOf(const Profile &profile) {
  NodeTree tree = profile.modules[0].tree;
  for (Node &node : tree.nodes) {
    node.place = {"fake.c", 3, 1, 4};
    node.parent = node.kind == NodeKind::Parallel ? -1 : 0;
  }
  tree.compiler = "clang";
  Node fresh = tree.nodes[2];
  fresh.id.ordinal = 7;
  tree.nodes.push_back(fresh);
  return tree;
}

EarlierRuns runsOf(const Profile &profile, double time_s) {
  EarlierRuns runs;
  runs.role = role::instrumented;
  runs.threads = static_cast<int>(profile.threads_asked);
  runs.runs = 1;
  runs.openmp_runtime = profile.openmp_runtime;
  runs.cores_allowed = static_cast<int>(profile.cores_allowed);
  runs.time_s = time_s;
  runs.frequencies = countedFrequencies(profile);
  for (const Node &node : profile.modules[0].tree.nodes)
    runs.known.insert(node.id.text());
  return runs;
}

Prediction predicted(const PredictionRequest &request) {
  Result<Prediction> prediction = predict(request, fakeCalibrator());
  if (!prediction.ok())
    FAIL(prediction.error().text());
  return prediction.value();
}

/// Lines may break anywhere.
std::string inOneLine(const std::string &text) {
  std::string joined;
  for (char c : text)
    if (c != '\n' && !(c == ' ' && endsWith(joined, " ")))
      joined += c;
    else if (!endsWith(joined, " "))
      joined += ' ';
  return joined;
}

const ConstructCost *of(const PredictedRun &run, const std::string &kind, int ordinal = 0) {
  for (const ConstructCost &construct : run.constructs)
    if (endsWith(construct.frequency.id, kind + "#" + std::to_string(ordinal)))
      return &construct;
  return nullptr;
}

} // namespace

TEST_CASE("from earlier runs: what was counted, times what it costs, a p-th of the threads' time") {
  Profile profile = profileOf(2, 10);
  EarlierResults earlier{"results", {runsOf(profile, 0.01)}, {}};
  PredictionRequest request;
  request.program = "fake";
  request.parallel = {profile.modules[0].tree};
  request.earlier = &earlier;
  Prediction prediction = predicted(request);
  REQUIRE(prediction.runs.size() == 1);
  const PredictedRun &run = prediction.runs[0];
  CHECK(run.threads == 2);
  CHECK(run.time_s == 0.01);
  REQUIRE(of(run, "barrier"));
  CHECK(of(run, "barrier")->cost.direct == Approx(20 * 2e-6 / 2));
  CHECK(of(run, "barrier")->cost.low == Approx(20 * 1e-6 / 2));
  CHECK(of(run, "barrier")->cost.high == Approx(20 * 4e-6 / 2));
  CHECK(of(run, "barrier")->frequency.counted);
  CHECK(of(run, "critical") == nullptr);
  double sum = 0;
  for (const ConstructCost &construct : run.constructs)
    sum += construct.cost.direct;
  CHECK(run.total.direct == Approx(sum));
  CHECK(run.total.direct ==
        Approx(observedCost(profile, fakeCalibrator()("", 2).value().costs).direct / 1e6 / 2));
  CHECK(std::ranges::is_sorted(run.constructs, std::greater<>(),
                               [](const ConstructCost &c) { return c.cost.direct; }));
  CHECK(prediction.warnings == std::vector<std::string>{"the pairs disagree"});
}

TEST_CASE("constructs that came, went, or lost their probes since then") {
  Profile profile = profileOf(2, 10);
  EarlierResults earlier{"results", {runsOf(profile, 0.01)}, {}};
  PredictionRequest request;
  request.earlier = &earlier;
  request.parallel = {treeOf(profile)};
  Prediction more = predicted(request);
  const ConstructCost *fresh = of(more.runs[0], "critical", 7);
  REQUIRE(fresh);
  CHECK_FALSE(fresh->frequency.counted);
  CHECK(of(more.runs[0], "critical") == nullptr); // it was there and was not executed
  REQUIRE(more.runs[0].notes.size() == 1);
  CHECK_THAT(more.runs[0].notes[0], Contains("lack them: 1 construct"));
  request.parallel[0].nodes[1].treatment = Treatment::Counted;
  Prediction counted = predicted(request);
  CHECK(of(counted.runs[0], "barrier"));
  CHECK_THAT(joinText(counted.runs[0].notes, "; "), !Contains("none now"));
  request.parallel[0].nodes[1].treatment = Treatment::LeftAlone;
  Prediction less = predicted(request);
  CHECK(of(less.runs[0], "barrier") == nullptr);
  CHECK_THAT(joinText(less.runs[0].notes, "; "), Contains("had probes then and has none now: 1"));
  request.parallel[0].nodes[1].id.ordinal = 5;
  Prediction gone = predicted(request);
  CHECK(of(gone.runs[0], "barrier") == nullptr);
  CHECK_THAT(joinText(gone.runs[0].notes, "; "),
             Contains("gone since the earlier results: 1 construct"));
}

TEST_CASE("what only a library holds is kept, and said") {
  Profile profile = profileOf(2, 10);
  EarlierResults earlier{"results", {runsOf(profile, 0.01)}, {}};
  Frequency &moved = earlier.programs[0].frequencies[1];
  moved.id = "lib.c#f#barrier#0";
  moved.path = "lib.c";
  PredictionRequest request;
  request.earlier = &earlier;
  request.parallel = {profile.modules[0].tree};
  Prediction prediction = predicted(request);
  CHECK(std::ranges::any_of(prediction.runs[0].constructs,
                            [](const ConstructCost &c) { return c.frequency.path == "lib.c"; }));
  CHECK_THAT(joinText(prediction.runs[0].notes, "; "), Contains("library"));
}

TEST_CASE("without tables the earlier runs tell it all") {
  Profile profile = profileOf(2, 3);
  EarlierResults earlier{"results", {runsOf(profile, 0.01)}, {}};
  PredictionRequest request;
  request.earlier = &earlier;
  CHECK(of(predicted(request).runs[0], "barrier"));
}

TEST_CASE("results of another program, or without such a run, are an error") {
  Profile profile = profileOf(2, 10);
  EarlierResults earlier{"results", {runsOf(profile, 0.01)}, {}};
  PredictionRequest request;
  request.earlier = &earlier;
  request.parallel = {treeOf(profile)};
  for (Node &node : request.parallel[0].nodes)
    node.id.path = "other.c";
  Result<Prediction> other = predict(request, fakeCalibrator());
  REQUIRE_FALSE(other.ok());
  CHECK_THAT(other.error().text(), Contains("another program"));
  CHECK_THAT(other.error().text(), Contains("results"));
  request.parallel = {treeOf(profile)};
  request.threads = {2, 8};
  Result<Prediction> more = predict(request, fakeCalibrator());
  REQUIRE_FALSE(more.ok());
  CHECK_THAT(more.error().text(), Contains("p = 8"));
  CHECK_THAT(more.error().text(), Contains("there are runs with p = 2"));
}

TEST_CASE("without earlier runs all is from the tables, and no share is known") {
  PredictionRequest request;
  request.parallel = {treeOf(profileOf(2, 1))};
  request.serial = {NodeTree()};
  request.threads = {1, 2};
  std::vector<std::pair<std::string, int>> asked;
  Result<Prediction> prediction = predict(request, fakeCalibrator(&asked));
  REQUIRE(prediction.ok());
  REQUIRE(prediction.value().runs.size() == 3);
  CHECK(prediction.value().runs[2].role == role::serial_instrumented);
  for (const PredictedRun &run : prediction.value().runs) {
    CHECK(run.time_s == 0);
    CHECK(run.counted_runs == 0);
    CHECK(run.openmp_runtime == "libomp");
  }
  CHECK(std::ranges::all_of(asked, [](const auto &one) { return one.first == "libomp"; }));
  CHECK(std::ranges::count(asked, std::pair<std::string, int>{"libomp", 1}) == 1);
}

TEST_CASE("a calibration that fails is the error") {
  PredictionRequest request;
  request.parallel = {treeOf(profileOf(2, 1))};
  request.threads = {2};
  auto fails = [](const std::string &, int) -> Result<ProbeScale::Known> {
    return Error{"there is no calibration program"};
  };
  Result<Prediction> prediction = predict(request, fails);
  REQUIRE_FALSE(prediction.ok());
  CHECK(prediction.error().message == "there is no calibration program");
}

TEST_CASE("the text fits 80 columns, marks guesses and folds what is small") {
  PredictionRequest request;
  request.program = "a\x1b[31mprogram";
  request.threads = {2};
  NodeTree tree = treeOf(profileOf(2, 1));
  tree.nodes[1].hidden = {1, 3, 1};
  for (int i = 0; i < 30; ++i) {
    Node node = tree.nodes[2];
    node.id.ordinal = 100 + i;
    node.id.path = "a folder/with a long name/and another one/" + std::string(200, 'x') + ".c";
    node.directive = std::string(300, 'd');
    tree.nodes.push_back(node);
  }
  request.parallel = {tree};
  std::string text = predictionText(predicted(request), 10);
  for (const std::string &line : splitText(text, '\n'))
    CHECK(line.size() <= 80);
  CHECK_THAT(text, !Contains("\x1b"));
  text = inOneLine(text);
  CHECK_THAT(text, Contains("other (24)"));
  CHECK_THAT(text, Contains("? "));
  CHECK_THAT(text, Contains("xx~.c:3 critical"));
  CHECK_THAT(text, Contains("a loop without constant bounds has 100 iterations"));
  CHECK_THAT(text, Contains("branches are taken"));
  CHECK_THAT(text, !Contains("calls itself"));
  CHECK_THAT(text, !Contains("% of T"));
  CHECK_THAT(predictionText(predicted(request), 0), Contains("other (34)"));
}

TEST_CASE("what was counted has a share of the program's time, and no mark") {
  Profile profile = profileOf(2, 10);
  EarlierResults earlier{"tare-results/one", {runsOf(profile, 0.01)}, {"a warning"}};
  PredictionRequest request;
  request.earlier = &earlier;
  std::string text = inOneLine(predictionText(predicted(request), 20));
  CHECK_THAT(text, Contains("% of T"));
  CHECK_THAT(text, Contains("frequencies counted in 1 run of tare-results/one"));
  CHECK_THAT(text, Contains("warning: a warning"));
  CHECK_THAT(text, !Contains("guess"));
  CHECK_THAT(text, !Contains("note: T is"));
  earlier.programs[0].is_plain = false;
  CHECK_THAT(inOneLine(predictionText(predicted(request), 20)),
             Contains("note: T is the time of the instrumented runs"));
}

TEST_CASE("the JSON holds every construct, and sums to its total") {
  PredictionRequest request;
  request.program = "fake";
  request.parallel = {treeOf(profileOf(2, 1))};
  request.parallel[0].nodes[1].hidden = {1, 1, 0};
  request.threads = {2};
  auto json = nlohmann::json::parse(predictionJson(predicted(request)));
  CHECK(json["schema"] == "tare.prediction/1");
  CHECK_FALSE(json.contains("from"));
  const auto &run = json["runs"][0];
  CHECK_FALSE(run.contains("share"));
  CHECK(run["constructs"].size() == 4);
  double sum = 0;
  for (const auto &construct : run["constructs"])
    sum += construct["cost"]["time_s"].get<double>();
  CHECK(sum == Approx(run["cost"]["time_s"].get<double>()));
  for (const auto &construct : run["constructs"])
    if (construct["kind"] == "barrier") {
      CHECK(construct["guesses"].size() >= 1);
      CHECK(construct["probes"]["barrier"] == 200);
    }
}

TEST_CASE("earlier results: the mean of the accepted runs of each program") {
  tare::testing::FakeExperiment experiment;
  experiment.manifest.threads = {2};
  experiment.processes.script = [](const Command &command, size_t) {
    tare::testing::Act act;
    bool instrumented = endsWith(command.argv[0], "i");
    act.seconds = instrumented ? 3 : 2;
    return act;
  };
  REQUIRE(experiment.run().ending == Ending::complete);
  int number = 0;
  auto read = [&](const std::string &) -> Result<Profile> { return profileOf(2, ++number); };
  Result<EarlierResults> earlier = earlierResults(experiment.folder.path(), read);
  REQUIRE(earlier.ok());
  const EarlierRuns *two = earlier.value().of(role::instrumented, 2);
  REQUIRE(two);
  CHECK(two->runs == 2); // without the warm-up
  CHECK(two->time_s == Approx(2));
  CHECK(two->is_plain);
  CHECK(earlier.value().threads() == std::vector<int>{1, 2});
  for (const Frequency &frequency : two->frequencies)
    if (frequency.kind == NodeKind::Barrier)
      CHECK(frequency.entries() == 2 * (number - 1 + number) / 2.0);
}

TEST_CASE("earlier results: no folder, nothing in it, several experiments, a broken profile") {
  tare::testing::Scratch folder;
  Result<EarlierResults> missing = earlierResults(folder.path() + "/none");
  REQUIRE_FALSE(missing.ok());
  CHECK_THAT(missing.error().text(), Contains("/none"));
  Result<EarlierResults> empty = earlierResults(folder.path());
  REQUIRE_FALSE(empty.ok());
  CHECK_THAT(empty.error().text(), Contains("no instrumented run left a profile"));
  for (const char *name : {"/tare-a", "/tare-b"}) {
    REQUIRE(makeFolder(folder.path() + name).ok());
    REQUIRE(writeFileAtomic(folder.path() + name + "/manifest.json", "{}").ok());
  }
  Result<EarlierResults> several = earlierResults(folder.path());
  REQUIRE_FALSE(several.ok());
  CHECK_THAT(several.error().text(), Contains("2 experiments"));
  CHECK_THAT(several.error().text(), Contains("tare-b"));
  Result<EarlierResults> broken = earlierResults(folder.path() + "/tare-a");
  REQUIRE_FALSE(broken.ok());
  CHECK_THAT(broken.error().text(), Contains("manifest"));
  REQUIRE(makeFolder(folder.path() + "/by-hand/tare-p-1").ok());
  REQUIRE(writeFileAtomic(folder.path() + "/by-hand/tare-p-1/profile.tare", "no profile").ok());
  CHECK_FALSE(earlierResults(folder.path() + "/by-hand").ok());
}

TEST_CASE("earlier results: profiles of runs by hand know their program, their time is their own") {
  tare::testing::Scratch folder;
  std::string run = folder.path() + "/tare-p-1";
  REQUIRE(makeFolder(run).ok());
  REQUIRE(writeFileAtomic(run + "/profile.tare", "x").ok());
  auto read = [](const std::string &) -> Result<Profile> { return profileOf(4, 2); };
  Result<EarlierResults> earlier = earlierResults(folder.path(), read);
  REQUIRE(earlier.ok());
  CHECK(earlier.value().threads() == std::vector<int>{4});
  CHECK_FALSE(earlier.value().programs[0].is_plain);
  CHECK(earlier.value().programs[0].time_s == Approx(double(profileOf(4, 2).window) / 1e6));
}
