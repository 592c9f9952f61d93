// SPDX-License-Identifier: Apache-2.0
// Numbers that are about the run and not its result: times, speeds, numbers of threads. They stand
// beside a unit ("0.5 s", "12 MB/s", "2 threads") or behind a label ("Elapsed time: 0.5").
#pragma once

#include "driver/outputs/output_line.h"

namespace tare {

enum class UnitKind {
  None,
  Run,      // of time, speed or threads
  Doubtful, // may be of a result, too: %, MB
};

/// Of a word behind a number.
UnitKind unitKind(std::string_view word);

/// For each piece of a line whether it is a number about the run. `doubtful`: also those beside a
/// unit of that kind.
std::vector<bool> numbersAboutRun(const OutputLine &line, bool doubtful);

/// Columns of numbers under a line of names: "threads time sum", with commas between, or with names
/// of several words ("Avg/Call (s)  % Loop"). Rows may have a name in front. Rows with signs
/// ("0: 1.09  1: 1.10") are told by what stands below which name.
class Headings {
public:
  /// The flags of numbersAboutRun(), and those of columns whose name is a label of the run. Lines
  /// must be read in order.
  std::vector<bool> numbersAboutRun(const OutputLine &line, bool doubtful);

private:
  // Whether each column of the last line of names is about the run. Names are one word each, or
  // two blanks stand between them.
  std::vector<bool> columns_, spaced_columns_;
  struct Extent {
    size_t begin = 0, end = 0; // bytes of the line
  };
  std::vector<Extent> extents_; // of the names with two blanks between

  void addBelow(const OutputLine &line, std::vector<bool> &about) const;
};

/// The whole line is about the run, so one program may print it and another not: all its numbers
/// are, or it has none and speaks of threads or OpenMP, or it is an ornament ("-----"), or its
/// label is about how the program was built ("CFLAGS: -O3").
bool isAboutRun(const OutputLine &line);

/// Equal, or both say of what kind the program is ("serial", "OpenMP"), or both are units about the
/// run ("ms" and "s", "thread" and "threads").
bool isSameWord(std::string_view left, std::string_view right);

} // namespace tare
