// SPDX-License-Identifier: Apache-2.0
// The programs of an experiment, by the part that they play in it.
#pragma once

#include "analyzer/ledger/run_size.h"

#include <string>

namespace tare {

namespace role {
inline constexpr const char *serial = "serial";
inline constexpr const char *parallel = "parallel"; // plain
inline constexpr const char *instrumented = "instrumented";
inline constexpr const char *serial_instrumented =
    "serial_instrumented";                        // probes at the counterparts
inline constexpr const char *ignored = "ignored"; // OpenMP source, its pragmas ignored
inline constexpr const char *null = "null";       // the instrumented program, its probes off
} // namespace role

/// "instrumented serial program": what messages call it.
std::string programTitle(const std::string &role);

/// "parallel program with 2 threads"; of programs without OpenMP the title alone.
std::string programWithThreads(const std::string &role, RunSize size);

} // namespace tare
