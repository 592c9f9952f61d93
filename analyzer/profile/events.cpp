// SPDX-License-Identifier: Apache-2.0
#include "analyzer/profile/events.h"

#include "runtime/tare_abi.h"

namespace tare {

namespace {

static_assert(static_cast<unsigned>(EventKind::TaskCreated) == tare_event_task_created);
static_assert(static_cast<unsigned>(EventKind::TaskBegun) == tare_event_task_begun);
static_assert(static_cast<unsigned>(EventKind::TaskEnded) == tare_event_task_ended);
static_assert(static_cast<unsigned>(EventKind::TaskWaits) == tare_event_task_waits);
static_assert(static_cast<unsigned>(EventKind::TaskGoesOn) == tare_event_task_goes_on);
static_assert(static_cast<unsigned>(EventKind::LockWanted) == tare_event_lock_wanted);
static_assert(static_cast<unsigned>(EventKind::LockGot) == tare_event_lock_got);
static_assert(static_cast<unsigned>(EventKind::LockReleased) == tare_event_lock_released);
static_assert(event_kinds == tare_event_lock_released + 1);

uint32_t waitDetail(const Node &node) {
  switch (node.kind) {
  case NodeKind::Taskgroup:
    return wait_for_group;
  case NodeKind::Taskyield:
    return wait_yields;
  default:
    return wait_for_children;
  }
}

} // namespace

Result<std::vector<Event>> readEvents(const ProfileContents &contents, const ThreadBlocks &thread,
                                      uint64_t start_tick, Ticks window) {
  std::vector<Event> events;
  events.reserve(thread.events.size() / sizeof(tare_pf_event));
  uint64_t last = start_tick;
  for (size_t at = 0; at + sizeof(tare_pf_event) <= thread.events.size();
       at += sizeof(tare_pf_event)) {
    auto raw = recordAt<tare_pf_event>(thread.events, at);
    const Node *node = contents.node(raw.node);
    bool is_right = node && raw.kind < event_kinds && raw.instance > 0 && raw.tick >= last;
    if (!is_right)
      return Error{"corrupted: an event is of no construct, of no kind, or out of order", "",
                   "measure again"};
    last = raw.tick;
    if (raw.tick - start_tick > static_cast<uint64_t>(window))
      break;
    Event event;
    event.tick = static_cast<Ticks>(raw.tick - start_tick);
    event.instance = raw.instance;
    event.object = raw.object;
    event.peer = raw.peer;
    event.node = raw.node;
    event.kind = static_cast<EventKind>(raw.kind);
    event.detail = raw.detail & created_with_dependences;
    if (event.kind == EventKind::TaskWaits || event.kind == EventKind::TaskGoesOn)
      event.detail = waitDetail(*node);
    events.push_back(event);
  }
  return events;
}

} // namespace tare
