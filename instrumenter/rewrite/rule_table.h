// SPDX-License-Identifier: Apache-2.0
// The rules as tables: one row for every directive, and one for every clause that changes an
// action. A new directive or clause is a new row.
#pragma once

#include "instrumenter/plan/plan.h"
#include "instrumenter/text/construct.h"

namespace tare {

enum class Action {
  LeaveAlone,
  Region,        // fork | start, finish | join
  SplitRegion,   // the same, and its inner half on its own
  RegionOutside, // fork and join only
  Work,          // work around the construct
  Body,          // work inside the associated statement
  Lock,          // wait | held, release | done
  Barrier,       // arrive | leave
  OwnBarrier,    // only the barrier at its end: the body is code of the construct around it
  Wait,          // a wait around it
  GroupWait,     // a wait from the end of its body on
  Task,          // create | begin, end | created
  Taskloop,      // create | begin, end of each iteration | created, a wait for all
  Count,         // counted only
  SerialLoop,    // work around a loop that every thread runs
  SerialCode,    // serial around a statement outside regions
  WaitingCall,   // an expression: a wait around the call
  CountedCall,   // an expression: the call is counted
};

/// The probes that a plan must want for it.
ProbeKind probeOf(Action action);

struct DirectiveRule {
  const char *name; // as spelled; of the inner half of a split too
  Action action;
  const char *reason; // why it is not measured
  const char *opaque; // what its time holds that cannot be told apart; see Node::opaque
};

inline constexpr const char *hidden_tasks = "no probe can stand around the tasks of a loop";

/// The row for a construct. Constructs without a row of their own share a few common ones.
const DirectiveRule &ruleFor(const Construct &construct);

/// Null when the table has no row of exactly this name.
const DirectiveRule *findRule(const std::string &directive);

enum class Effect {
  KeepsBarrier, // nowait may not be added
  NotSplit,     // of a combined form: timed from outside
  Waits,        // the action is Wait, and not the one in the directive's row
  LeftAlone,
};

struct ClauseRule {
  const char *directive; // any, or the last words of its name: "for", "ordered"
  const char *clause;
  const char *word;     // modifier or keyword; "": any; "()": it has an argument
  const char *compiler; // "": any
  Effect effect;
  const char *reason;
};

/// The first row for this effect that the construct meets, or null.
const ClauseRule *findClauseRule(const Construct &construct, const std::string &compiler,
                                 Effect effect);

/// Where a clause of a combined directive goes when it is split (OpenMP 5.2, 17.2).
enum class Half { Unknown, Parallel, Inner, Both };
Half halfOf(const Clause &clause, const Construct &construct);

/// default(private) or default(firstprivate).
bool defaultsToPrivate(const Clause &clause);

/// Its variables must be shared around the half that it goes to.
bool needsShared(const Clause &clause);

} // namespace tare
