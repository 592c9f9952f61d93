// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/counts.h"

namespace tare {

namespace {

using Count = std::optional<double> RunCounts::*;
constexpr Count all_counts[] = {&RunCounts::faults,     &RunCounts::switches,
                                &RunCounts::migrations, &RunCounts::instructions,
                                &RunCounts::cycles,     &RunCounts::reference_cycles};

/// `counts_of`: Repetition -> its counts; null: not run. A count that one repetition lacks stays
/// absent.
template <typename CountsOf>
RunCounts meanOf(const std::vector<Repetition> &repetitions, CountsOf counts_of) {
  RunCounts mean;
  for (Count count : all_counts) {
    double sum = 0;
    bool all = !repetitions.empty();
    for (const Repetition &repetition : repetitions) {
      const RunCounts *counts = counts_of(repetition);
      all = all && counts && (counts->*count).has_value();
      sum += all ? *(counts->*count) : 0;
    }
    if (all)
      mean.*count = sum / static_cast<double>(repetitions.size());
  }
  return mean;
}

auto plain(std::optional<PlainRun> Repetition::*run) {
  return [run](const Repetition &repetition) {
    return repetition.*run ? &(repetition.*run)->counts : nullptr;
  };
}

} // namespace

void fillCounts(Table &table, const std::vector<Repetition> &repetitions) {
  table.serial_counts = meanOf(repetitions, plain(&Repetition::serial));
  table.one_counts = meanOf(repetitions, plain(&Repetition::plain_one));
  table.parallel_counts = meanOf(repetitions, plain(&Repetition::parallel));
  table.instrumented_counts = meanOf(
      repetitions, [](const Repetition &repetition) { return &repetition.instrumented.counts; });
}

RunCounts probedSerialCounts(const std::vector<Repetition> &repetitions) {
  return meanOf(repetitions, [](const Repetition &repetition) {
    return repetition.serial_instrumented ? &repetition.serial_instrumented->counts : nullptr;
  });
}

} // namespace tare
