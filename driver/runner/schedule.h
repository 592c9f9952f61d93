// SPDX-License-Identifier: Apache-2.0
// Which runs are made, in which order: pure data, no process is started here.
//
// A tuple (BOOKS section 6) is one run of everything, close together in time, so that a drift of
// the machine hits all its runs alike; every other tuple goes the other way round.
#pragma once

#include <string>
#include <vector>

namespace tare {

namespace role {
inline constexpr const char *serial = "serial";
inline constexpr const char *parallel = "parallel"; // plain
inline constexpr const char *instrumented = "instrumented";
inline constexpr const char *serial_instrumented = "serial_instrumented"; // probes at the twins
inline constexpr const char *ignored = "ignored"; // OpenMP source, its pragmas ignored
} // namespace role

struct PlannedRun {
  int tuple = 0; // 0: warm-up, not counted
  std::string role;
  int threads = 1;
};

/// Every program once. The instrumented one comes before the plain one: if the program crashes,
/// there is a profile of how far it came.
std::vector<PlannedRun> warmUpRuns(bool has_serial, const std::vector<int> &threads);

/// Serial, instrumented with 1 thread (always), and plain and instrumented for every p.
std::vector<PlannedRun> runsOfTuple(int tuple, bool has_serial, const std::vector<int> &threads);

} // namespace tare
