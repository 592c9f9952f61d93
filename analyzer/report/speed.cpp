// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/speed.h"

#include "analyzer/ledger/lines.h"
#include "analyzer/report/figures.h"
#include "base/quantity.h"

#include <cstdio>

namespace tare {

static std::string oneDecimal(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.1f", bounded(value));
  return text;
}

std::string percentBandText(const Estimate &estimate, double whole) {
  double half = whole > 0 ? 50 * (estimate.high_s - estimate.low_s) / whole : 0;
  return half > 0 ? " ± " + oneDecimal(half) : "";
}

double comparedSeconds(const Table &table, const Ledger &ledger) {
  double ranks = ledger.same_ranks && table.ranks > 0 ? table.ranks : 1;
  return table.serial_time.time_s / ranks;
}

std::string speedText(const Table &table, const Ledger &ledger) {
  double parallel_s = table.parallel_time.time_s, serial_s = comparedSeconds(table, ledger);
  if (!(parallel_s > 0 && serial_s > 0))
    return "0 times as fast";
  bool slow = parallel_s > serial_s;
  std::string ratio = ratioText(slow ? parallel_s / serial_s : serial_s / parallel_s);
  return ratio == "1" ? "as fast" : ratio + " times as " + (slow ? "slow" : "fast");
}

std::string efficiencyText(const Table &table) {
  return "efficiency " + oneDecimal(100 * table.efficiency.time_s) + " %" +
         percentBandText(table.efficiency, 1);
}

std::string comparedText(const Ledger &ledger) {
  if (ledger.same_ranks)
    return "the same ranks with one thread each";
  return ledger.reference == "omp_1"  ? "the same program on " + oneText(ledger)
         : ledger.reference == "none" ? "its own work, as there is no serial program"
                                      : "the serial program";
}

std::string speedSentence(const Table &table, const Ledger &ledger) {
  std::string threads = sizeText(sizeOf(table));
  if (ledger.same_ranks && table.ranks > 0 && table.threads == table.ranks)
    return "on " + threads + ", one thread each, it took " + timeText(table.parallel_time.time_s) +
           ". That is what more threads are compared with, as in --threads 1,2";
  if (ledger.reference == "none") {
    double lost_s = table.total_overhead.time_s, whole_s = table.parallel_time.time_s;
    return "on " + threads + " it took " + timeText(whole_s) + ", and " +
           tenthPercent(whole_s > 0 ? lost_s / whole_s : 0) +
           " of that went beyond its own work (there is no serial program to compare with)";
  }
  return "on " + threads + " " + speedText(table, ledger) + " as " + comparedText(ledger) + " (" +
         efficiencyText(table) + "; " + timeText(comparedSeconds(table, ledger)) + " became " +
         timeText(table.parallel_time.time_s) + ")";
}

} // namespace tare
