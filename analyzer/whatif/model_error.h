// SPDX-License-Identifier: Apache-2.0
// What a model may be wrong by, by kind of question: beside the noise of the runs, and what the
// prediction itself says that it does not know.
#pragma once

#include "analyzer/whatif/scenario.h"

#include <string>
#include <vector>

namespace tare {

/// Kinds of questions: an error is known of each.
enum class Question : uint8_t { Threads, Cores, Waiting, Schedule, Work, Locks, Barrier, Tasks };
inline constexpr size_t questions = 8;
/// "threads", "schedule": as the calibration's file names it.
const char *questionName(Question question);

/// Those that a scenario asks.
std::vector<Question> questionsIn(const Scenario &scenario);

/// Half of a band of 90 %: of the predicted time, and of what the scenario changes.
struct ModelError {
  double of_time = 0, of_change = 0;
};
/// As docs/accuracy.md has measured them.
ModelError errorOf(Question question);

/// Half of a band of 90 % of a predicted time, seconds.
double modelError(const Scenario &scenario, double predicted_s, double change_s);

} // namespace tare
