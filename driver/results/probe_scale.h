// SPDX-License-Identifier: Apache-2.0
// Takes the probes' own cost out of an experiment's profiles. The costs of this machine are kept in
// <results>/probe_costs.json, so that a table made later or elsewhere uses the same ones.
//
//   calibration -> [probe scale] <- profiles -> experiment
#pragma once

#include "analyzer/notes/note.h"
#include "analyzer/perturbation/approximate.h"

#include <array>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tare {

class ProbeScale {
public:
  struct Known {
    ProbeCosts costs;
    std::vector<std::string> warnings; // about the costs
  };
  /// Costs of the probes beside an OpenMP runtime with so many threads, on this machine.
  using Calibrator = std::function<Result<Known>(const std::string &runtime, int threads)>;

  /// Costs that are not known yet are asked of the calibrator, each once.
  explicit ProbeScale(Calibrator calibrate) : calibrate_(std::move(calibrate)) {}
  /// With the costs that were kept, and no others. A folder without any is no error.
  static Result<ProbeScale> read(const std::string &folder);
  Result<void> write(const std::string &folder) const;

  /// The profile in approximated time. Without costs it stays as it was measured, with a warning.
  Approximation operator()(Profile measured, const Teams &teams);

  /// Unsettled costs are among them only if their probes took enough time to matter.
  std::vector<Note> warnings() const;

private:
  ProbeScale() = default;
  using Key = std::pair<std::string, int>; // OpenMP runtime, number of threads
  using Kinds = std::array<bool, cost_kinds>;
  Key keyOf(const Profile &profile);
  const Known *costsFor(const Key &key);

  Calibrator calibrate_;
  std::map<Key, Known> known_;
  std::map<Key, std::string> missing_; // and why
  std::map<Key, Kinds> mattered_;
  std::string runtime_; // in the last profile of a parallel program
  std::vector<Note> warnings_;
};

} // namespace tare
