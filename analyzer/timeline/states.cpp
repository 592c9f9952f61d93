// SPDX-License-Identifier: Apache-2.0
#include "analyzer/timeline/timeline.h"

#include <algorithm>

namespace tare {

const std::vector<TimelineState> timeline_states = {
    {"fork", TimelineGroup::Runtime, "starting the region"},
    {"set_up", TimelineGroup::Runtime, "set-up of the measurement"},
    {"work", TimelineGroup::Work, "work in constructs"},
    {"region_code", TimelineGroup::Work, "other code of the region"},
    {"unprobed", TimelineGroup::Work, "code that was timed from outside only"},
    {"nested", TimelineGroup::Work, "nested regions"},
    {"lock", TimelineGroup::Wait, "waiting for a lock"},
    {"flag", TimelineGroup::Wait, "spinning on a flag"},
    {"scheduling", TimelineGroup::Runtime, "handing out iterations"},
    {"task_creation", TimelineGroup::Runtime, "creating tasks"},
    {"task_fetching", TimelineGroup::Runtime, "idle although a task was ready"},
    {"lack_of_tasks", TimelineGroup::Wait, "no task was ready"},
    {"load_imbalance", TimelineGroup::Wait, "load imbalance"},
    {"partly_parallel", TimelineGroup::Wait, "work for fewer threads than the team has"},
    {"late_by_lock", TimelineGroup::Wait, "the last thread had waited for a lock"},
    {"late_by_flag", TimelineGroup::Wait, "the last thread had spun on a flag"},
    {"late_without_cpu", TimelineGroup::Wait, "the last thread had no CPU"},
    {"late_start", TimelineGroup::Wait, "the last thread had begun late"},
    {"unknown", TimelineGroup::Wait, "the log does not tell for whom"},
    {"no_cpu", TimelineGroup::Wait, "waiting for a CPU"},
    {"release", TimelineGroup::Runtime, "leaving the barrier"},
    {"join", TimelineGroup::Runtime, "ending the region"},
};

const TimelineState *timelineState(std::string_view name) {
  auto found = std::ranges::find(timeline_states, name, &TimelineState::name);
  return found == timeline_states.end() ? nullptr : &*found;
}

std::string_view orderInside(const Timeline &timeline) {
  for (const TimelineInstance &instance : timeline.instances)
    for (const TimelineRow &row : instance.rows)
      if (!row.recorded.empty())
        return order_of_events;
  return order_not_recorded;
}

static double sumOf(const std::vector<TimelinePart> &parts, TimelineGroup group) {
  double sum = 0;
  for (const TimelinePart &part : parts)
    if (const TimelineState *state = timelineState(part.state); state && state->group == group)
      sum += part.time_s;
  return sum;
}

double waitIn(const TimelineSegment &segment) { return sumOf(segment.waited, TimelineGroup::Wait); }

double timeIn(const TimelineInstance &instance, TimelineGroup group) {
  double sum = 0;
  for (const TimelineRow &row : instance.rows)
    for (const TimelineSegment &segment : row.segments)
      sum += sumOf(segment.spent, group) + sumOf(segment.waited, group);
  return sum;
}

} // namespace tare
