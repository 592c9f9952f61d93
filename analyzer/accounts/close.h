// SPDX-License-Identifier: Apache-2.0
// One repetition of runs -> its account.
//
//   Repetition -> RunBooks, pilot -> Balances -> [close] -> closeBalances -> RepetitionAccount
#pragma once

#include "analyzer/accounts/close_balances.h"
#include "analyzer/accounts/experiment.h"
#include "analyzer/accounts/run_books.h"

namespace tare {

/// The runs that closeRepetition makes balances of.
void addRuns(const Repetition &repetition, RunBooks &books);

/// Books one repetition. `books` gets its runs, if it has not got them yet. Without a 1-thread run
/// the run is its own reference (BOOKS section 1, `none`); without a serial one the 1-thread runs
/// are
/// (`omp_1`). `same_source`: one source made both programs.
Result<RepetitionAccount> closeRepetition(const Repetition &repetition, RunBooks &books,
                                          bool same_source = false);

} // namespace tare
