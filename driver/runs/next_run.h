// SPDX-License-Identifier: Apache-2.0
// Which run an experiment makes next, and when it has enough. Pure: it looks at the runs so far,
// so an experiment that was interrupted goes on where it stood.
//
//   Manifest (runs so far), limits -> [next run] -> driver/runs/experiment_run
//
// Every program is run a few times. More repetitions are made of those whose time is not known
// well enough, while that takes little time.
#pragma once

#include "driver/results/results.h"
#include "driver/results/schedule.h"

#include <optional>

namespace tare {

/// Repetitions of a long program: of the programs that a table compares, and of those that only
/// split its rows.
inline constexpr int fewest_runs = 3, fewest_of_refinements = 2;

struct RunLimits {
  /// Half the 95 % band of T_s and of every T_p, as a part of it, that is narrow enough.
  double precision = 0.01;
  int usual = 5, most = 15; // repetitions of a short program
  int most_null = 12;       // pairs of null runs; cheap_s holds for them, too
  double cheap_s = 20;      // counted runs take so long at most, once there are the fewest
  double long_s = 5;        // a first run that takes so long is no warm-up: it counts
  bool fixed = false;       // `usual` repetitions of everything, whatever they take
  bool insists = false;     // the precision is the user's: time does not end it, `most` does
};

/// The limits that a manifest asks for: --repeat, --precision, --quick.
RunLimits limitsOf(const Manifest &manifest);

/// Manifest::null_from says that null runs are next. Nothing: the experiment has what it needs, or
/// it gave up, because repetitions go on to be left out. Runs of missing roles are passed over. A
/// failed run that did not end the experiment was made: it is not made again. The first run may
/// become repetition 1 (isLong).
std::optional<PlannedRun> nextRun(const Manifest &manifest, const OtherRoles &roles,
                                  const RunLimits &limits);

/// Whether the only run so far, a warm-up, takes so long that it has to count.
bool isLong(const Manifest &manifest, const RunLimits &limits);

/// Half the 95 % band of a mean, as a part of it (Student's t). Infinite: fewer than two values.
double relativeHalfWidth(const std::vector<double> &seconds);

/// How many more runs are to come, and how long they take, judged by the runs so far. Absent:
/// nothing is known yet.
struct Outlook {
  int runs = 0;
  double seconds = 0;
  bool all_known = false; // every program that is to come was run before
};
std::optional<Outlook> outlookOf(const Manifest &manifest, const OtherRoles &roles,
                                 const RunLimits &limits);

} // namespace tare
