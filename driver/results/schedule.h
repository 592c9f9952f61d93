// SPDX-License-Identifier: Apache-2.0
// Which runs are made, in which order: pure data, no process is started here.
//
// A repetition (BOOKS section 6) is one run of everything, close together in time, so that a drift
// of the machine hits all its runs alike; every other repetition goes the other way round.
#pragma once

#include "analyzer/ledger/roles.h"
#include "analyzer/ledger/run_size.h"

#include <string>
#include <vector>

namespace tare {

bool isRole(const std::string &name);

/// Optional roles, which refine a table: without them it has fewer lines and places, not other
/// sums. The experiment goes on if one cannot be built or run.
bool isExtra(const std::string &role);

/// Roles that leave a profile.
bool isProbed(const std::string &role);

/// What an experiment has beside the plain and the instrumented OpenMP program.
struct OtherRoles {
  bool serial = false, ignored = false, serial_instrumented = false;
  bool same_source = false; // the serial program is the OpenMP one without its pragmas
  bool quick = false;       // without what only splits rows: refinements, and runs on one thread
  bool same_ranks = false;  // a job is compared with as many ranks of one thread each
};

struct PlannedRun {
  int repetition = 0; // 0: warm-up, not counted
  std::string role;
  RunSize size = 1;
};

/// The run that one of this size is compared with: one thread in all, or in each rank.
RunSize referenceSize(RunSize size, bool same_ranks);

/// Every program once. The instrumented one comes before the plain one: if the program crashes, its
/// profile shows how far it came. Optional roles come last. A program without its pragmas may wait
/// for ever, so the others come before it and show how long is normal.
std::vector<PlannedRun> warmUpRuns(const OtherRoles &roles, const std::vector<RunSize> &sizes);

/// Serial ones, instrumented with 1 thread (always), plain with 1 thread where there is no serial
/// program, and plain and instrumented for every size.
std::vector<PlannedRun> runsOfRepetition(int repetition, const OtherRoles &roles,
                                         const std::vector<RunSize> &sizes);

/// A repetition of null runs: the plain program and the instrumented one with its probes off, for
/// every size and for one thread.
std::vector<PlannedRun> nullRunsOfRepetition(int repetition, const OtherRoles &roles,
                                             std::vector<RunSize> sizes);

} // namespace tare
