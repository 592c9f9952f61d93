// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/run_books.h"

namespace tare {

void RunBooks::add(const InstrumentedRun &run) {
  if (runs_.contains(run.profile.get()))
    return;
  std::shared_ptr<const Teams> teams = teamsOf(run);
  add(run.profile, teams);
  if (run.measured)
    add(run.measured, teams);
}

void RunBooks::add(const std::shared_ptr<const Profile> &profile,
                   const std::shared_ptr<const Teams> &teams) {
  runs_.try_emplace(profile.get(), Run{profile, teams, table_.add(*profile), {}});
}

Result<BalancedRun> RunBooks::balance(const Profile &profile, int threads) {
  Run &run = runs_.at(&profile);
  auto found = run.balances.find(threads);
  if (found == run.balances.end()) {
    TARE_TRY(BalancedRun made, balanceRun(profile, *run.teams, threads, table_, run.keys));
    found = run.balances.emplace(threads, std::move(made)).first;
  }
  BalancedRun balanced = found->second;
  balanced.balance.nodes.resize(table_.size());
  return balanced;
}

} // namespace tare
