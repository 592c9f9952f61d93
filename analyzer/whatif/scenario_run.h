// SPDX-License-Identifier: Apache-2.0
// A run as it would have been under a scenario: the profile that it would have written, so that the
// same accounts make its table.
//
//   Profile (approximated), Scenario -> [scenario run] -> Profile -> accounts
#pragma once

#include "analyzer/machine/measured_machine.h"
#include "analyzer/teams/teams.h"
#include "analyzer/whatif/construct_changes.h"
#include "analyzer/whatif/on_cores.h"
#include "analyzer/whatif/scenario.h"
#include "analyzer/whatif/team_size.h"
#include "base/result.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// What the run itself does not tell. Without it the doubt is larger.
struct RunKnowledge {
  double cores = 0;      // that the program may use; 0: not known
  DispatchCost dispatch; // of a loop that no run has dispatched
  double wake_s = 5e-6;  // until a thread that sleeps runs again
  Waiting waiting = Waiting::AsMeasured;          // as it was measured
  std::shared_ptr<const MeasuredMachine> machine; // null: it was not measured
  /// By how much longer work takes where q threads run at once than in this run; none: not at all.
  std::function<TeamSizeKnowledge::Inflation(const std::string &construct, int running)> inflation;
  /// The same of waits for a lock; none: not known.
  std::function<std::optional<double>(const std::string &construct, int running)> lock_waits;
  /// Whether threads share out what the text of a construct repeats; none: never.
  std::function<bool(const std::string &construct)> shared;
  /// Ticks of one empty execution of a construct by so many threads, as `tare calibrate` measures
  /// them ("barrier", "parallel"); none, or 0: not known.
  std::function<double(const char *construct, int threads)> primitive;
  /// Ticks for which a lock is held each time, where the log does not tell; none: as that says.
  std::function<double(const std::string &construct)> hold;
  TimeWithoutCore without_core; // in this run; none: no thread ever lacked one
};

struct ScenarioRun {
  std::shared_ptr<const Profile> profile;
  std::shared_ptr<const Teams> teams;
  double doubt = 0; // half of a 90 % band of the model's error, ticks of the window
  std::vector<std::string> lacks; // what the data do not tell, each a clause
};

/// `profile` holds by checkConservation, or comes from approximate(). An error says why the data
/// cannot answer: it is a refusal, with its reason.
Result<ScenarioRun> predictRun(const Profile &profile, const Teams &teams,
                                const Scenario &scenario, const RunKnowledge &knowledge);

} // namespace tare
