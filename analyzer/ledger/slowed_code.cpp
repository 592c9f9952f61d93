// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/slowed_code.h"

namespace tare {

bool isSlowedCode(const Table &table) {
  constexpr double least_times = 3, least_share = 0.1;
  const OwnCost &own = table.own_cost;
  double most = own.observed_high_s, whole = table.parallel_time.time_s;
  return own.approximated && whole > 0 && own.measured_low_s > most &&
         own.measured_s > least_times * most && own.measured_s - most > least_share * whole;
}

} // namespace tare
