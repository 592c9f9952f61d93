// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/run_books.h"

#include "analyzer/books/job_balance.h"

#include <algorithm>

namespace tare {

void RunBooks::add(const InstrumentedRun &run) {
  forEachRank(run, [&](const InstrumentedRun &rank) {
    if (runs_.contains(rank.profile.get()))
      return;
    std::shared_ptr<const Teams> teams = teamsOf(rank);
    add(rank.profile, teams);
    if (rank.measured)
      add(rank.measured, teams);
  });
}

Result<BalancedRun> RunBooks::balance(const InstrumentedRun &run, RunSize size, bool as_measured) {
  auto of = [&](const InstrumentedRun &rank) -> const Profile & {
    return as_measured && rank.measured ? *rank.measured : *rank.profile;
  };
  if (size.ranks == 0)
    return balance(of(run), size.threads);
  std::vector<RankBalance> ranks;
  std::optional<Error> error;
  forEachRank(run, [&](const InstrumentedRun &rank) {
    if (error)
      return;
    Result<BalancedRun> balanced = balance(of(rank), size.threadsOfRank());
    if (!balanced.ok())
      error = balanced.error();
    else
      ranks.push_back({std::move(balanced).value(), rank.before,
                       as_measured ? rank.mpi_measured.get() : rank.mpi.get(), &keys(of(rank))});
  });
  return error ? Result<BalancedRun>(*error) : jobBalance(std::move(ranks));
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
