// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/teams.h"

#include <algorithm>

namespace tare {

bool isMoreThan(double mean_threads, int threads) { return mean_threads > 1.01 * threads; }

bool makesOwnTeams(const Table &table) {
  return isMoreThan(table.mean_threads_in_regions, table.threads);
}

bool sharesCores(const Table &table, const Machine &machine) {
  double at_once = std::max<double>(table.threads, table.mean_threads_in_regions);
  return machine.cores > 0 && isMoreThan(at_once, machine.cores);
}

bool coversAllThreads(const std::vector<Table> &tables) {
  return std::ranges::all_of(tables, [](const Table &table) {
    return table.foreign_regions == 0 && table.other_threads_s == 0;
  });
}

bool isLimitKnown(const Table &table, const std::vector<Table> &tables) {
  return coversAllThreads(tables) && table.serial_fraction <= 1 && table.ranks <= 1;
}

} // namespace tare
