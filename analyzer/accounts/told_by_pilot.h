// SPDX-License-Identifier: Apache-2.0
// A repetition that was run with a plan, and the pilot runs that were made before it: what these
// tell goes into its balances, and how far it can be trusted into its account.
//
//   Repetition, RunBalances -> [told by pilot] -> RunBalances -> closeBalances -> [doubt] ->
//   RepetitionAccount
#pragma once

#include "analyzer/accounts/close.h"
#include "analyzer/books/planned_out.h"

namespace tare {

/// Nothing is changed where the repetition has no pilot run, or its programs have all probes.
class ToldByPilot {
public:
  ToldByPilot(const Repetition &repetition, const KeyTable &keys)
      : repetition_(repetition), keys_(keys) {}

  void tellMany(RunBalance &many);
  void tellOne(RunBalance &one);
  /// Balances::known, once it told all runs.
  std::set<int> known() const;

  /// A pilot run is one run: what it took more or less than the repetition's own is in doubt, in
  /// proportion, of all that it told; and so is the uncertain part of what its probes cost. Error:
  /// the books do not close without what it told.
  Result<void> addDoubt(const Balances &balances, RepetitionAccount &account) const;

private:
  Result<RepetitionAccount> closeWith(const Balances &balances, bool measured) const;

  const Repetition &repetition_;
  const KeyTable &keys_;
  RunBalance many_, one_; // before it told anything
  PlannedOut planned_, planned_one_;
};

} // namespace tare
