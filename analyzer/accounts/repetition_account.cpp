// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/repetition_account.h"

#include <algorithm>

namespace tare {

std::vector<double> disturbances(const std::vector<RepetitionAccount> &accounts) {
  std::vector<double> worst(accounts.size(), 1);
  for (Ticks RepetitionAccount::*run : {&RepetitionAccount::serial, &RepetitionAccount::parallel,
                                        &RepetitionAccount::instrumented}) {
    auto quickest = std::ranges::min_element(accounts, {}, run);
    if (quickest == accounts.end() || (*quickest).*run <= 0)
      continue;
    for (size_t i = 0; i < accounts.size(); ++i)
      worst[i] = std::max(worst[i], double(accounts[i].*run) / double((*quickest).*run));
  }
  return worst;
}

std::vector<std::vector<int>> sharedRuns(const std::vector<RepetitionAccount> &accounts) {
  std::vector<std::vector<int>> shared;
  for (const RepetitionAccount &account : accounts)
    shared.push_back(account.shared_runs);
  bool known = std::ranges::all_of(shared, [&](const std::vector<int> &runs) {
    return !runs.empty() && runs.size() == shared.front().size();
  });
  return known ? shared : std::vector<std::vector<int>>();
}

} // namespace tare
