// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/state_of.h"

namespace tare {

bool waitsAtBarrier(NodeKind kind) {
  return kind != NodeKind::Critical && kind != NodeKind::Lock && kind != NodeKind::Ordered &&
         kind != NodeKind::Spin && !runsTasksInWaits(kind);
}

State stateOf(Spent spent, NodeKind kind, bool may_hide_tasks) {
  switch (spent) {
  case Spent::Fork:
    return State::Fork;
  case Spent::Scheduling:
    return State::Scheduling;
  case Spent::Creation:
    return State::Creation;
  case Spent::Fetching:
    return may_hide_tasks ? State::Opaque : State::Fetching;
  case Spent::Wait:
    if (runsTasksInWaits(kind))
      return may_hide_tasks ? State::Opaque : State::LackOfTasks;
    return kind == NodeKind::Spin ? State::UserWait : State::Lock;
  default:
    if (kind == NodeKind::Parallel || kind == NodeKind::Loop)
      return State::Region;
    return kind == NodeKind::Sections ? State::Scheduling : State::Work;
  }
}

} // namespace tare
