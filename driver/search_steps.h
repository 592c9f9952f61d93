// SPDX-License-Identifier: Apache-2.0
// One step of a search in the real world: a plan of the places that get no probes, the programs
// with probes built anew, an experiment in a folder of its own, its table.
//
//   StepRequest -> plan, build, runs, table -> [search steps] -> Evidence
#pragma once

#include "driver/budget.h"
#include "driver/options.h"
#include "driver/prediction.h"
#include "driver/program_request.h"
#include "driver/results/probe_scale.h"
#include "driver/search/search.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

class SearchSteps {
public:
  /// `folder`: results; `request` names the programs in it.
  SearchSteps(const SearchOptions &options, std::string folder, BuildRequest request);

  /// Builds every program, with all probes. Then `places` and `guesses` are known.
  Result<void> begin();
  Result<Evidence> measure(const StepRequest &step);

  const Places &places() const { return places_; }
  /// What every probe will take, from the text.
  Result<Guesses> guesses();
  /// The last step's; none when all steps came from an earlier search.
  const std::optional<Ledger> &ledger() const { return ledger_; }
  const Manifest &manifest() const { return manifest_; }

private:
  std::vector<UnprobedNode> planOf(const StepRequest &step) const;
  Result<void> build(const StepRequest &step, const std::string &folder);
  Result<void> run(const std::string &folder, int repetitions);
  Result<Evidence> evidence(const StepRequest &step, const std::string &folder) const;
  Result<Prediction> predicted(const EarlierResults *earlier) const;
  Result<std::vector<NodeTree>> tables() const;
  int threads() const { return manifest_.threads.front(); }

  SearchOptions options_;
  std::string folder_;
  BuildRequest request_;
  Manifest manifest_;
  Programs programs_;
  std::vector<NodeTree> trees_; // tables of the program with every probe
  Places places_;
  ProbeScale::Calibrator calibrate_;
  std::optional<Ledger> ledger_;
};

/// Results of the step with this number: <folder>/steps/<number>.
std::string stepFolderIn(const std::string &folder, int number);

} // namespace tare
