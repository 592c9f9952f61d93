// SPDX-License-Identifier: Apache-2.0
// A loop at a size that was not measured: kernels' times by their models, couplings by their key.
#include "analyzer/coupling/coupling_level.h"
#include "analyzer/coupling/loop_prediction.h"

#include "tests/catch.hpp"

#include <cmath>

using namespace tare;

namespace {

const std::vector<Cache> caches = {{1, 32e3, 1}, {2, 1e6, 1}, {3, 32e6, 8}};

/// Kernels a, b and c take n, 2 n and 3 n nanoseconds alone. Each touches 100 n bytes, two of them
/// 150 n. Pairs interact by what holds them together.
double couplingIn(const std::string &level) {
  return level == "L2" ? 0.8 : level == "L3" ? 1.1 : level == "memory" ? 1.4 : 1;
}

struct Machine3 {
  std::string host = "host", compiler = "gcc -O2";
  std::vector<std::string> order = {"a", "b", "c"};
  double half = 0.002; // of couplings
  bool alone = false, blind = false;
  int passes = 10;
};

double secondsOf(const std::string &kernel, double n) { return 1e-9 * n * (1 + (kernel[0] - 'a')); }

NamedCouplings measuredAt(double n, const Machine3 &made = {}, int threads = 1) {
  CouplingTable table;
  table.threads = threads;
  table.passes = made.passes + 1;
  table.pass = 2;
  double sum = 0;
  auto cycle = made.order.size();
  for (size_t k = 0; k < cycle; ++k) {
    double time = secondsOf(made.order[k], n), noise = 1e-3 * time;
    CoupledKernel kernel{positionNames(made.order)[k], made.order[k], "x.c", "main", 7, {}, {}};
    kernel.alone = {time, time - noise, time + noise};
    kernel.runs_s = {time - noise, time, time + noise};
    kernel.footprint = made.blind ? 0 : 100 * n;
    table.kernels.push_back(kernel);
    sum += time;
  }
  for (size_t k = 0; k < cycle && !made.alone; ++k) {
    CouplingWindow window;
    window.kernels = {table.kernels[k].name, table.kernels[(k + 1) % cycle].name};
    window.footprint = made.blind ? 0 : 150 * n;
    double c = couplingIn(memoryLevel(caches, 150 * n, threads));
    window.apart_s = table.kernels[k].alone.time_s + table.kernels[(k + 1) % cycle].alone.time_s;
    window.time = {c * window.apart_s, c * window.apart_s, c * window.apart_s};
    window.coupling = {c, c - made.half, c + made.half};
    table.pairs.push_back(window);
  }
  double between = 1e-11 * n * made.passes;
  table.loop = LoopComposition{
      made.alone ? 1 : 2,         made.passes, {between, between, between}, {}, {}, {},
      {between, between, between}};
  double total = made.passes * sum + between;
  table.loop->measured = table.loop->plain_sum = table.loop->composed = {total, total, total};
  CouplingReport report{"solver", "", made.host, "cpu", made.compiler, {table}};
  report.parameters = {{"n", std::to_string(n)}};
  report.caches = caches;
  return {std::to_string(static_cast<int>(n)), std::make_shared<CouplingReport>(report)};
}

std::vector<NamedCouplings> measuredAtAll(const std::vector<double> &sizes,
                                          const Machine3 &made = {}, int threads = 1) {
  std::vector<NamedCouplings> all;
  for (double n : sizes)
    all.push_back(measuredAt(n, made, threads));
  return all;
}

OrRefused<LoopPrediction> predicted(const std::vector<NamedCouplings> &results,
                                    LoopQuestion question) {
  Result<OrRefused<LoopPrediction>> made = predictLoop(results, question);
  REQUIRE(made.ok());
  return made.value();
}

std::string refusalOf(const std::vector<NamedCouplings> &results, const LoopQuestion &question) {
  OrRefused<LoopPrediction> made = predicted(results, question);
  return made.ok() ? "" : made.refusal().text();
}

// Sizes with a pair in L2 are up to 6666, in L3 up to 213333. With a kernel in L2: up to 10000.
const std::vector<double> in_l2 = {700, 1000, 1500, 2200, 3300, 5000};
const std::vector<double> in_l3 = {11000, 16000, 24000, 36000, 54000, 80000};

} // namespace

TEST_CASE("the levels of a coupling") {
  CHECK(memoryLevel(caches, 900e3, 1) == "L2");
  CHECK(memoryLevel(caches, 1.9e6, 1) == "L3");
  CHECK(memoryLevel(caches, 1.9e6, 2) == "L2"); // each of two cores has one
  CHECK(memoryLevel(caches, 40e6, 8) == "memory");
  CHECK(memoryLevel(caches, 0, 1).empty());
  CHECK(memoryLevel({}, 100, 1).empty());
  CHECK(couplingLevels(caches, {600e3, 600e3}, 1.2e6, 1) == "L2, L2 -> L3");
  CHECK(couplingLevels(caches, {600e3, 0}, 1.2e6, 1).empty());
}

TEST_CASE("a size in between, with the couplings of its level") {
  for (const auto &[sizes, n, c] :
       {std::tuple(in_l2, 2800.0, 0.8), std::tuple(in_l3, 45000.0, 1.1)}) {
    OrRefused<LoopPrediction> made = predicted(measuredAtAll(sizes), {.at = {{"n", n}}});
    INFO((made.ok() ? "" : made.refusal().text()));
    REQUIRE(made.ok());
    const LoopPrediction &loop = made.value();
    double sum = secondsOf("a", n) + secondsOf("b", n) + secondsOf("c", n);
    double between = 1e-11 * n * 10;
    CHECK(loop.plain_sum.time_s == Approx(10 * sum + between).epsilon(1e-3));
    // All pairs have one coupling, so that every weight is that coupling.
    CHECK(loop.composed.time_s == Approx(10 * c * sum + between).epsilon(1e-3));
    CHECK(loop.composed.low_s < loop.composed.time_s);
    CHECK(loop.composed.high_s > loop.composed.time_s);
    CHECK(loop.passes == 10);
    for (const PredictedWindow &window : loop.windows) {
      CHECK(window.sizes == 6);
      CHECK_FALSE(window.is_there);
      CHECK_FALSE(window.is_one);
    }
    CHECK_FALSE(loop.measured);
  }
}

TEST_CASE("a coupling is never used in another level") {
  // Kernels' data are in L2 still, two together in L3.
  std::string text = refusalOf(measuredAtAll(in_l2), {.at = {{"n", 8000}}});
  CHECK(text.find(
            "never-measured: the pair a, b was never measured with its data in the L3 cache") == 0);
  CHECK(text.find("L2, L2 -> L2") != std::string::npos);
  // Models of the kernels do not reach over the border either.
  text = refusalOf(measuredAtAll(in_l2), {.at = {{"n", 19000}}});
  CHECK(text.find("too-few-points: a: 0 points") == 0);
  CHECK(text.find("6 tables left out, with its data not in the L3 cache") != std::string::npos);
}

TEST_CASE("kernels that were measured there, and couplings from elsewhere") {
  std::vector<NamedCouplings> results = measuredAtAll(in_l3);
  results.push_back(measuredAt(150000, {.alone = true}));
  OrRefused<LoopPrediction> made = predicted(results, {.at = {{"n", 150000}}});
  INFO((made.ok() ? "" : made.refusal().text()));
  REQUIRE(made.ok());
  CHECK(made.value().kernels[0].basis == "measured there");
  CHECK(made.value().windows[0].sizes == 6);
  REQUIRE(made.value().measured);
  // More than the last cache holds: nobody measured a coupling there.
  results.push_back(measuredAt(400000, {.alone = true}));
  std::string text = refusalOf(results, {.at = {{"n", 400000}}});
  CHECK(text.find("the pair a, b was never measured with its data in main memory (more than the "
                  "last cache holds)") != std::string::npos);
}

TEST_CASE("one size with couplings is enough for another where its kernels were measured") {
  std::vector<NamedCouplings> results = {measuredAt(16000), measuredAt(100000, {.alone = true})};
  OrRefused<LoopPrediction> made = predicted(results, {.at = {{"n", 100000}}});
  INFO((made.ok() ? "" : made.refusal().text()));
  REQUIRE(made.ok());
  CHECK(made.value().windows[0].sizes == 1);
  // Between 18 MB and 36 MB: L3 or memory.
  results.push_back(measuredAt(180000, {.alone = true}));
  CHECK(refusalOf({measuredAt(16000), measuredAt(180000, {.alone = true})}, {.at = {{"n", 180000}}})
            .find("regime: which level of the memory holds the data of a, b") == 0);
}

TEST_CASE("couplings that hold 1 are added plainly") {
  Machine3 wide{.half = 0.25}; // 0.8 +- 0.25 is not known, and not 1
  OrRefused<LoopPrediction> made = predicted(measuredAtAll(in_l2, wide), {.at = {{"n", 2800}}});
  REQUIRE(made.ok());
  CHECK_FALSE(made.value().windows[0].is_one);
  // In L1 all couplings are 1.
  made = predicted(measuredAtAll({10, 20, 40, 80, 160, 200}), {.at = {{"n", 120}}});
  INFO((made.ok() ? "" : made.refusal().text()));
  REQUIRE(made.ok());
  CHECK(made.value().windows[0].is_one);
  CHECK(made.value().composed.time_s == Approx(made.value().plain_sum.time_s));
  CHECK(loopPredictionText(made.value(), 200).find("All couplings hold 1 within their bands") !=
        std::string::npos);
}

TEST_CASE("another order of the kernels") {
  LoopQuestion question{.at = {{"n", 2800}}, .order = {"b", "c", "a"}};
  CHECK(predicted(measuredAtAll(in_l2), question).ok());
  question.order = {"b", "a", "c"}; // b, a was never called so
  CHECK(refusalOf(measuredAtAll(in_l2), question) ==
        "never-measured: the pair b, a was never measured");
  question.order = {"a", "d"};
  CHECK(refusalOf(measuredAtAll(in_l2), question) == "never-measured: d was never measured");
}

TEST_CASE("results that differ in more than the size are refused") {
  std::vector<NamedCouplings> results = measuredAtAll(in_l2);
  const LoopQuestion question{.at = {{"n", 2800}}};
  results.push_back(measuredAt(6000, {.host = "other"}));
  CHECK(refusalOf(results, question).find("mixed-keys: the machine is host") == 0);
  results.back() = measuredAt(6000, {.compiler = "clang -O3"});
  CHECK(refusalOf(results, question).find("mixed-keys: the compiler is 'gcc -O2'") == 0);
  CouplingReport moved = *measuredAt(6000).report;
  moved.tables[0].kernels[1].file = "y.c";
  results.back() = {"y", std::make_shared<CouplingReport>(moved)};
  CHECK(refusalOf(results, question).find("mixed-keys: the function b is of x.c") == 0);
  results.back() = measuredAt(6000, {.order = {"a", "c", "b"}});
  CHECK(refusalOf(results, question).find("mixed-keys: a pass calls a, b, c") == 0);
  results.back() = measuredAt(6000, {.passes = 20});
  CHECK(refusalOf(results, question).find("regime: the loop has 10 to 20 passes") == 0);
  CHECK(refusalOf(measuredAtAll(in_l2), {.at = {{"n", 2800}}, .threads = 4}) ==
        "never-measured: no loop over kernels was measured with 4 threads");
}

TEST_CASE("sizes that are not recorded, or not said, are errors") {
  auto errorOf = [](const std::vector<NamedCouplings> &results, const ModelPoint &at) {
    Result<OrRefused<LoopPrediction>> made = predictLoop(results, {.at = at});
    return made.ok() ? std::string() : made.error().message;
  };
  CHECK(errorOf({measuredAt(1000)}, {{"m", 2}}) ==
        "the value of m is not recorded in these couplings");
  CHECK(errorOf({measuredAt(1000)}, {}).empty()); // the size that was measured
  CHECK(errorOf(measuredAtAll(in_l2), {}) == "the results differ in n, and its value is not said");
  CouplingReport one = *measuredAt(1000).report, two = *measuredAt(2000).report;
  one.parameters.clear(), two.parameters.clear();
  two.arguments = "2000";
  CHECK(errorOf({{"1", std::make_shared<CouplingReport>(one)},
                 {"2", std::make_shared<CouplingReport>(two)}},
                {}) == "the results differ in the program's arguments, and no size is recorded");
}

TEST_CASE("without footprints a coupling is for its size alone") {
  std::vector<NamedCouplings> results = measuredAtAll(in_l2, {.blind = true});
  CHECK(refusalOf(results, {.at = {{"n", 2800}}}).find("regime: which level") == 0);
  CHECK(predicted(results, {.at = {{"n", 2200}}}).ok());
}
