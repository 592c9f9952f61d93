// SPDX-License-Identifier: Apache-2.0
// What is made once of a run, however many repetitions and numbers of threads it serves: the keys
// of its nodes, who met whom in it, its balance. (The run on one thread is a part of every table.)
//
//   InstrumentedRun -> [run books] -> closeRepetition, paths
#pragma once

#include "analyzer/accounts/experiment.h"
#include "analyzer/books/balance_run.h"
#include "analyzer/ledger/run_size.h"
#include "base/result.h"

#include <map>
#include <memory>
#include <vector>

namespace tare {

class RunBooks {
public:
  explicit RunBooks(KeyTable &table) : table_(table) {}

  const KeyTable &table() const { return table_; }

  /// Gives the nodes of a run their keys, in the order of these calls. To be called for all runs
  /// before the first balance: what one run shows of a construct holds for the balances of all.
  void add(const InstrumentedRun &run);

  /// Of a run that was added, as it was measured too. They live as long as this.
  const std::vector<int> &keys(const Profile &profile) const { return known(profile).keys; }
  const Teams &teams(const Profile &profile) const { return *known(profile).teams; }

  /// Error: the states do not sum to p*T (balanceRun).
  Result<BalancedRun> balance(const Profile &profile, int threads);
  /// Of a process or a job; `as_measured`: from InstrumentedRun::measured, where there is such.
  Result<BalancedRun> balance(const InstrumentedRun &run, RunSize size, bool as_measured = false);

private:
  struct Run {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<const Teams> teams;
    std::vector<int> keys;
    std::map<int, BalancedRun> balances; // by p
  };
  void add(const std::shared_ptr<const Profile> &profile,
           const std::shared_ptr<const Teams> &teams);
  const Run &known(const Profile &profile) const { return runs_.at(&profile); }

  KeyTable &table_;
  std::map<const Profile *, Run> runs_;
};

} // namespace tare
