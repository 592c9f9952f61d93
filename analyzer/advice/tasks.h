// SPDX-License-Identifier: Apache-2.0
// How large the tasks of a run are, and whether they can run at the same time, by the ledger's
// figures and by where they stand in the source.
#pragma once

#include "analyzer/advice/rule.h"

#include <string>

namespace tare {

/// Mean time in the body of a task, of this construct's tasks or of all. 0: not known.
double taskSeconds(const Situation &situation);

/// Whether tasks may be so short that creating and fetching them costs much: some 0.5 us each.
bool haveSmallTasks(const Situation &situation);
/// Whether they are known to be shorter than what one costs.
bool haveTinyTasks(const Situation &situation);
/// "Create fewer and larger tasks, ...": what to do and why.
std::string coarserTasksText(const Situation &situation);

/// Whether nearly every task is waited for before another one is created: a taskwait stands right
/// behind it, is executed as often, and no other task is between it and the taskwait before.
bool areWaitedForAtOnce(const Situation &situation);
std::string waitLaterText(const Situation &situation);

} // namespace tare
