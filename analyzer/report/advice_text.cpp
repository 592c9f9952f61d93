// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/advice_text.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "base/quantity.h"

namespace tare {

std::string adviceText(const Advice &advice, const Table &table) {
  if (!advice.predicted)
    return advice.sentence;
  const Estimate &time = advice.predicted->time;
  std::string band = timeBandText(time.time_s, (time.high_s - time.low_s) / 2);
  std::string now = " in place of " + timeText(table.parallel_time.time_s);
  return advice.sentence + (advice.predicted->is_bound ? " Predicted at best: " : " Predicted: ") +
         band + now + ".";
}

std::string savingText(const Advice &advice, const Table &table) {
  bool is_of_machine = advice.category == category::off_cpu;
  if (advice.predicted || !(advice.gain_s > 0) || is_of_machine)
    return "";
  std::string of = " of " + timeText(table.parallel_time.time_s);
  const LedgerLine *line = lineOf(table.overheads, advice.category);
  if (line && line->is_void)
    return timeText(advice.gain_s) + of +
           " or more are lost by it. How much of them can be saved "
           "is not known.";
  return "It may save at most " + timeText(advice.gain_s) + of + ".";
}

} // namespace tare
