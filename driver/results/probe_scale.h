// SPDX-License-Identifier: Apache-2.0
// Takes the probes' own cost out of an experiment's profiles, with the costs of this machine, which
// are kept beside the profiles as <results>/probe_costs.json: a table that is made again later, or
// elsewhere, is made with the same ones.
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
    std::vector<std::string> warnings; // about them; told where the probes took enough to matter
  };
  /// Costs of the probes beside an OpenMP runtime with so many threads, on this machine.
  using Calibrator = std::function<Result<Known>(const std::string &runtime, int threads)>;

  /// Costs that are not known yet are asked of the calibrator, each once.
  explicit ProbeScale(Calibrator calibrate) : calibrate_(std::move(calibrate)) {}
  /// Those that were kept, and no others. A folder without any is no error.
  static Result<ProbeScale> read(const std::string &folder);
  Result<void> write(const std::string &folder) const;

  /// In approximated time; as it was measured when no cost is known, with a warning.
  Approximation operator()(Profile measured, const Teams &teams);

  /// Costs that did not settle are told where their probes took enough to matter.
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
  std::string runtime_; // of the last profile of a parallel program
  std::vector<Note> warnings_;
};

} // namespace tare
