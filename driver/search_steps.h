// SPDX-License-Identifier: Apache-2.0
// One step of a search in the real world: a plan of the places that get no probes, the programs
// with probes built anew, an experiment in a folder of its own, its table.
//
//   StepRequest -> plan, build, runs, table -> [search steps] -> Evidence
#pragma once

#include "driver/options.h"
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
  /// Of the last step that was made here; none when all came from an earlier search.
  const std::optional<Ledger> &ledger() const { return ledger_; }
  const Manifest &manifest() const { return manifest_; }
  int status() const { return status_; } // exit status of what went wrong

private:
  Result<void> writeStepPlan(const StepRequest &step);
  Result<void> build(const std::string &plan);
  Result<void> run(const std::string &folder, int tuples);
  Result<void> addUse(const std::string &folder, Evidence &evidence) const;
  Result<void> addUnprobed(const StepRequest &step, Evidence &evidence) const;
  Error failed(Error error, int status);
  std::string stepFolder(int number) const;
  int threads() const { return manifest_.threads.front(); }

  SearchOptions options_;
  std::string folder_;
  BuildRequest request_;
  Manifest manifest_;
  Programs programs_;
  std::vector<NodeTree> trees_; // of the program with every probe
  Places places_;
  ProbeScale::Calibrator calibrate_;
  std::map<std::string, std::string> environment_; // of programs with probes
  std::optional<Ledger> ledger_;
  int status_ = exit_ok;
};

/// Results of the step with this number: <folder>/steps/<number>.
std::string stepFolderIn(const std::string &folder, int number);

} // namespace tare
