// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/unadvised.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/report/sentences.h"
#include "analyzer/report/speed.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>

namespace tare {

std::string whyUnadvised(const LedgerLine &line, const Table &table) {
  double whole_s = table.parallel_time.time_s, share = whole_s > 0 ? line.time.time_s / whole_s : 0;
  if (std::abs(share) < advised_share || std::ranges::any_of(table.advice, [&](const Advice &each) {
        return each.category == line.category;
      }))
    return "";
  std::string row = capitalised(labelOf(line.category)) + " (" + tenthPercent(share) + " of T_p" +
                    percentBandText(line.time, whole_s) + "): ";
  if (line.is_void)
    return row + "only its range is known.";
  if (share < 0)
    return row + "it is a gain.";
  if (line.time.high_s > line.time.low_s && line.time.low_s <= 0)
    return row + "its band includes 0. More repetitions (--repeat), or a quieter machine, make it "
                 "narrower.";
  if (line.category == category::unidentified)
    return row + "nobody knows what it is, so nothing is advised.";
  return row + "no rule fits it, or what it is follows from another row.";
}

} // namespace tare
