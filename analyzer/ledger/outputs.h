// SPDX-License-Identifier: Apache-2.0
// Whether the programs of an experiment print the same, as data.
#pragma once

#include "analyzer/ledger/run_size.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tare {

/// From best to worst, but for the last.
enum class OutputStatus {
  Same,
  SameWithin, // but for rounding: `largest_difference`
  OtherOrder, // the same lines
  Differs,
  NotCompared,
};

/// As JSON has it: "same_within".
std::string_view statusName(OutputStatus status);
std::optional<OutputStatus> statusNamed(std::string_view name);

/// Where what a program prints differs first.
struct OutputDifference {
  std::string role, expected_role;
  int threads = 0, expected_threads = 0; // of all ranks of a job
  int64_t line = 0;                      // of the program's output, from 1; 0: compared by hash
  /// The lines, or the part around the difference. Nothing: that output has ended.
  std::optional<std::string> expected, found;
  double relative = 0; // between two numbers; 0: it is not one number that differs
  /// Of a program with probes that differs alone: so many runs of the plain one with as many
  /// threads print the same.
  int plain_runs = 0;
  int runs = 0, of_runs = 0; // runs of this program and number of threads that differ, and all
  int ranks = 0, expected_ranks = 0; // 0: no job

  RunSize size() const { return {threads, ranks}; }
  RunSize expectedSize() const { return {expected_threads, expected_ranks}; }
};

/// What all runs print, compared with a run of the reference: of the serial program, or where there
/// is none of the parallel program with one thread; jobs of more ranks with as many ranks of the
/// fewest threads. The worst run decides.
struct Outputs {
  OutputStatus status = OutputStatus::NotCompared;
  std::string reason; // why it is not compared, or not number by number; empty: neither
  int runs = 0;       // that were compared with the reference
  int differing = 0;  // of them, those that differ, in more than order
  // Of the reference's numbers, and which were not compared.
  int64_t compared = 0;
  int64_t varying = 0;   // they differ from one run of the reference to the next
  int64_t about_run = 0; // beside a unit of time or speed, or a number of threads
  int64_t tiny = 0;      // they differ, and are so small that they are what rounding leaves
  /// Lines about times and threads that only one of two outputs has; the most of any run.
  int64_t extra_lines = 0;
  double largest_difference = 0; // between numbers that count as the same, relative

  /// Numbers that were not compared.
  int64_t passedOver() const { return varying + about_run + tiny; }

  using Difference = OutputDifference;
  /// The first one, of the plain program if it differs.
  std::optional<Difference> difference;
  /// Of jobs of several numbers of ranks, which are compared each with its own: where more ranks
  /// first print something else than the fewest. No verdict: jobs print how they are divided.
  std::optional<Difference> between_ranks;
};

} // namespace tare
