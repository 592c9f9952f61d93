// SPDX-License-Identifier: Apache-2.0
// The identity (BOOKS section 3): balances of a repetition -> every overhead, exactly. The postings
// sum to p*T_p - T_s in ticks.
//
//   Balances -> [close balances] -> account
#pragma once

#include "analyzer/accounts/repetition_account.h"
#include "base/result.h"

namespace tare {

/// Error: the postings do not sum to p*T_p - T_s, a defect of ours.
Result<RepetitionAccount> closeBalances(const Balances &balances);

} // namespace tare
