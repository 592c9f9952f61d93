// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/counts.h"

namespace tare {

namespace {

using Count = std::optional<double> RunCounts::*;
constexpr Count all_counts[] = {&RunCounts::faults,     &RunCounts::switches,
                                &RunCounts::migrations, &RunCounts::instructions,
                                &RunCounts::cycles,     &RunCounts::reference_cycles};

RunCounts meanOf(const std::vector<Tuple> &tuples, std::optional<PlainRun> Tuple::*run) {
  RunCounts mean;
  for (Count count : all_counts) {
    double sum = 0;
    bool all = !tuples.empty();
    for (const Tuple &tuple : tuples) {
      const std::optional<PlainRun> &plain = tuple.*run;
      all = all && plain && (plain->counts.*count).has_value();
      sum += all ? *(plain->counts.*count) : 0;
    }
    if (all)
      mean.*count = sum / static_cast<double>(tuples.size());
  }
  return mean;
}

} // namespace

void fillCounts(Table &table, const std::vector<Tuple> &tuples) {
  table.serial_counts = meanOf(tuples, &Tuple::serial);
  table.one_counts = meanOf(tuples, &Tuple::plain_one);
  table.parallel_counts = meanOf(tuples, &Tuple::parallel);
}

} // namespace tare
