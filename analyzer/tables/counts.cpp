// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/counts.h"

namespace tare {

namespace {

using Count = std::optional<double> RunCounts::*;
constexpr Count all_counts[] = {&RunCounts::faults,     &RunCounts::switches,
                                &RunCounts::migrations, &RunCounts::instructions,
                                &RunCounts::cycles,     &RunCounts::reference_cycles};

/// `counts_of`: Tuple -> its counts; null: not run. A count that one tuple lacks stays absent.
template <typename CountsOf>
RunCounts meanOf(const std::vector<Tuple> &tuples, CountsOf counts_of) {
  RunCounts mean;
  for (Count count : all_counts) {
    double sum = 0;
    bool all = !tuples.empty();
    for (const Tuple &tuple : tuples) {
      const RunCounts *counts = counts_of(tuple);
      all = all && counts && (counts->*count).has_value();
      sum += all ? *(counts->*count) : 0;
    }
    if (all)
      mean.*count = sum / static_cast<double>(tuples.size());
  }
  return mean;
}

auto plain(std::optional<PlainRun> Tuple::*run) {
  return [run](const Tuple &tuple) { return tuple.*run ? &(tuple.*run)->counts : nullptr; };
}

} // namespace

void fillCounts(Table &table, const std::vector<Tuple> &tuples) {
  table.serial_counts = meanOf(tuples, plain(&Tuple::serial));
  table.one_counts = meanOf(tuples, plain(&Tuple::plain_one));
  table.parallel_counts = meanOf(tuples, plain(&Tuple::parallel));
  table.instrumented_counts =
      meanOf(tuples, [](const Tuple &tuple) { return &tuple.instrumented.counts; });
}

RunCounts probedSerialCounts(const std::vector<Tuple> &tuples) {
  return meanOf(tuples, [](const Tuple &tuple) {
    return tuple.serial_instrumented ? &tuple.serial_instrumented->counts : nullptr;
  });
}

} // namespace tare
