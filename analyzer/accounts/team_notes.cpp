// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/team_notes.h"

#include "analyzer/ledger/teams.h"

namespace tare {

std::string moreThreadsText(double mean_threads_in_regions, int threads) {
  if (!isMoreThan(mean_threads_in_regions, threads))
    return {};
  std::string text = "the program sets its number of threads itself: started with " +
                     std::to_string(threads) +
                     ", there were more in its regions on average (if its command says how many, "
                     "write {threads} there)";
  if (threads == 1)
    text += "; what is called work on one thread was not done by one";
  return text;
}

std::string surplusText(const RunBalance &run, int threads) {
  Ticks beyond = 0;
  for (const NodeBalance &node : run.nodes)
    beyond += node[State::Surplus];
  double share = run.window > 0 ? static_cast<double>(beyond) / static_cast<double>(run.window) : 0;
  if (share < 0.02 * threads)
    return {};
  return "threads ran beyond the " + std::to_string(threads) +
         " asked for (teams inside teams, or of the program's own size): their time is taken off "
         "'without a core', which may be negative, and other lines may exceed 100 %";
}

} // namespace tare
