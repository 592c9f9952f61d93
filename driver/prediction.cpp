// SPDX-License-Identifier: Apache-2.0
#include "driver/prediction.h"

#include "analyzer/cost/static_frequencies.h"
#include "base/lists.h"
#include "base/quantity.h"
#include "base/system.h"
#include "base/text.h"
#include "driver/results/schedule.h"
#include "instrumenter/nodes/shown_file.h"

#include <algorithm>
#include <map>

namespace tare {
namespace {

/// The nodes of a program: with probes, all, and the files that they lie in.
struct Known {
  std::set<std::string> probed, all, paths;
};

/// Counting probes have a cost as well.
bool hasProbe(Treatment treatment) {
  return treatment == Treatment::Measured || treatment == Treatment::Outside ||
         treatment == Treatment::Counted;
}

Known knownOf(const std::vector<NodeTree> &trees) {
  Known known;
  for (const NodeTree &tree : trees)
    for (const Node &node : tree.nodes) {
      known.all.insert(node.id.text());
      known.paths.insert(node.id.path);
      if (!tree.fallback && hasProbe(node.treatment))
        known.probed.insert(node.id.text());
    }
  return known;
}

/// Frequencies of earlier runs for the program as it is now.
class Merge {
public:
  Merge(const std::vector<NodeTree> &trees, const EarlierRuns *earlier)
      : trees_(trees), earlier_(earlier), known_(knownOf(trees)) {}

  bool isOtherProgram() const {
    return earlier_ && !known_.all.empty() &&
           std::ranges::none_of(
               known_.all, [this](const std::string &id) { return earlier_->known.count(id) > 0; });
  }

  std::vector<Frequency> frequencies(int threads, std::vector<std::string> &notes) const {
    std::vector<Frequency> merged = earlier_ ? stillThere(notes) : std::vector<Frequency>();
    int fresh = 0;
    for (Frequency &frequency : staticFrequencies(trees_, threads)) {
      if (earlier_ && earlier_->known.count(frequency.id) > 0)
        continue; // it was there, and counted
      ++fresh;
      merged.push_back(std::move(frequency));
    }
    if (earlier_ && fresh > 0)
      notes.push_back("guessed, as the earlier results lack them: " + numberOf(fresh, "construct"));
    return merged;
  }

private:
  /// A construct in a file that the program's tables do not name may lie in a library.
  std::vector<Frequency> stillThere(std::vector<std::string> &notes) const {
    std::vector<Frequency> there;
    int elsewhere = 0, without = 0, gone = 0;
    for (const Frequency &frequency : earlier_->frequencies) {
      bool is_elsewhere = known_.paths.count(frequency.path) == 0;
      if (known_.probed.count(frequency.id) > 0 || is_elsewhere)
        there.push_back(frequency);
      else
        ++(known_.all.count(frequency.id) > 0 ? without : gone);
      elsewhere += is_elsewhere;
    }
    if (elsewhere > 0 && !known_.all.empty())
      notes.push_back("in files that the program's own tables do not name, so taken to be in a "
                      "library: " +
                      numberOf(elsewhere, "construct"));
    if (without > 0)
      notes.push_back("had probes then and has none now: " + numberOf(without, "construct"));
    if (gone > 0)
      notes.push_back("gone since the earlier results: " + numberOf(gone, "construct"));
    return there;
  }

  const std::vector<NodeTree> &trees_;
  const EarlierRuns *earlier_;
  Known known_;
};

/// The runtime that a compiler links with -fopenmp.
std::string usualRuntime(const std::vector<NodeTree> &trees) {
  bool is_clang =
      std::ranges::any_of(trees, [](const NodeTree &tree) { return tree.compiler == "clang"; });
  return is_clang ? "libomp" : "libgomp";
}

std::string programOf(const std::string &role) { return "the " + programTitle(role); }

/// Predicts one program after the other; costs are looked up once for each runtime and number of
/// cores.
class Predictor {
public:
  Predictor(const PredictionRequest &request, const ProbeScale::Calibrator &calibrate)
      : request_(request), calibrate_(calibrate) {
    prediction_.program = request.program;
    if (!request.earlier)
      return;
    prediction_.from = request.earlier->folder;
    prediction_.warnings = request.earlier->warnings;
  }

  Result<Prediction> run() {
    warnAboutUnits();
    for (int p : threads()) {
      const EarlierRuns *earlier =
          request_.earlier ? request_.earlier->of(role::instrumented, p) : nullptr;
      if (request_.earlier && !earlier)
        return noSuchRun(p);
      TARE_DO(add(role::instrumented, p, request_.parallel, earlier));
    }
    const EarlierRuns *serial =
        request_.earlier ? request_.earlier->of(role::serial_instrumented, 1) : nullptr;
    if (serial || !request_.serial.empty())
      TARE_DO(add(role::serial_instrumented, 1, request_.serial, serial));
    return std::move(prediction_);
  }

private:
  /// Those asked for, else those of the earlier results.
  std::vector<int> threads() const {
    bool asked = !request_.threads.empty() || !request_.earlier;
    return asked ? request_.threads : request_.earlier->threads();
  }

  /// Names the numbers of threads that there are.
  Error noSuchRun(int p) const {
    std::vector<std::string> has;
    for (int threads : request_.earlier->threads())
      has.push_back(std::to_string(threads));
    return {"no instrumented run with p = " + std::to_string(p) + " is among these results",
            request_.earlier->folder,
            has.empty() ? "they are of a serial program"
                        : "there are runs with p = " + joinText(has, ", ") + ": see --threads"};
  }

  /// One program with one number of threads.
  Result<void> add(const std::string &role, int p, const std::vector<NodeTree> &trees,
                   const EarlierRuns *earlier) {
    Merge merge(trees, earlier);
    if (merge.isOtherProgram())
      return Error{"these results are of another program: none of its constructs is in " +
                       programOf(role),
                   request_.earlier->folder, "name results of this program with --from"};
    PredictedRun run;
    run.role = role;
    run.threads = p;
    run.openmp_runtime = runtimeFor(trees, earlier);
    if (earlier) {
      run.counted_runs = earlier->runs;
      run.set_up_s = earlier->set_up_s;
      run.time_s = earlier->time_s;
      run.time_is_plain = earlier->is_plain;
    }
    TARE_TRY(ProbeScale::Known known, costsFor(run.openmp_runtime, p, earlier));
    for (const std::string &warning : known.warnings)
      warn(warning);
    const ProbeCosts &costs = known.costs;
    std::vector<Frequency> frequencies = merge.frequencies(p, run.notes);
    warnOfUnsettled(costs, frequencies);
    run.constructs = predictedCost(std::move(frequencies), costs, p, run.time_s);
    for (ConstructCost &construct : run.constructs)
      construct.cost = construct.cost.in(costs.ticks_per_second * p);
    run.total = sumOf(run.constructs);
    prediction_.runs.push_back(std::move(run));
    return {};
  }

  /// A serial program links no OpenMP runtime; use the parallel program's.
  std::string runtimeFor(const std::vector<NodeTree> &trees, const EarlierRuns *earlier) const {
    bool told = earlier && startsWith(earlier->openmp_runtime, "lib");
    if (told)
      return earlier->openmp_runtime;
    if (!prediction_.runs.empty())
      return prediction_.runs.front().openmp_runtime;
    return usualRuntime(trees.empty() ? request_.parallel : trees);
  }

  /// More threads than cores take turns: a probe then costs as much as with one thread on each
  /// core.
  Result<ProbeScale::Known> costsFor(const std::string &runtime, int p,
                                     const EarlierRuns *earlier) {
    int cores = earlier && earlier->cores_allowed > 0 ? earlier->cores_allowed : coresAllowed();
    std::pair key{runtime, std::max(1, std::min(p, cores))};
    auto found = costs_.find(key);
    if (found != costs_.end())
      return found->second;
    Result<ProbeScale::Known> known = calibrate_(key.first, key.second);
    if (known.ok())
      costs_[key] = known.value();
    return known;
  }

  /// Names only kinds that are expected to be executed.
  void warnOfUnsettled(const ProbeCosts &costs, const std::vector<Frequency> &frequencies) {
    auto isExpected = [&](CostKind kind) {
      return std::ranges::any_of(frequencies,
                                 [&](const Frequency &its) { return its.executions.of(kind) > 0; });
    };
    if (std::string text = unsettledText(costs, isExpected); !text.empty())
      warn(text);
  }

  /// Units that were compiled without probes.
  void warnAboutUnits() {
    for (const NodeTree &tree : request_.parallel)
      if (tree.fallback)
        warn("no probes in " + shownUnit(tree) + ": " + tree.fallback_reason);
  }

  void warn(const std::string &warning) { addOnce(prediction_.warnings, warning); }

  const PredictionRequest &request_;
  const ProbeScale::Calibrator &calibrate_;
  std::map<std::pair<std::string, int>, ProbeScale::Known> costs_;
  Prediction prediction_;
};

} // namespace

Result<Prediction> predict(const PredictionRequest &request,
                           const ProbeScale::Calibrator &calibrate) {
  return Predictor(request, calibrate).run();
}

} // namespace tare
