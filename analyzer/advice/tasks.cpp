// SPDX-License-Identifier: Apache-2.0
#include "analyzer/advice/tasks.h"

#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

bool areTogether(const ConstructLines &a, const ConstructLines &b) {
  return a.file == b.file && a.function == b.function;
}

/// Whether `other` stands between the taskwait before `wait` and `wait` itself, `first` left out.
bool hasTaskBetween(const Table &table, const ConstructLines &first, const ConstructLines &wait) {
  int since = 0;
  for (const ConstructLines &other : table.constructs)
    if (other.kind == "taskwait" && areTogether(other, wait) && other.line < wait.line)
      since = std::max(since, other.line);
  return std::ranges::any_of(table.constructs, [&](const ConstructLines &other) {
    return other.kind == "task" && &other != &first && areTogether(other, wait) &&
           other.line > since && other.line < wait.line;
  });
}

/// The taskwait that waits for nothing but this task, which has just been created. Null: none.
const ConstructLines *waitRightBehind(const Table &table, const ConstructLines &task) {
  constexpr double alike = 0.05;
  if (task.end_line == 0)
    return nullptr;
  for (const ConstructLines &wait : table.constructs)
    if (wait.kind == "taskwait" && areTogether(wait, task) && wait.line == task.end_line + 1 &&
        std::fabs(wait.instances - task.instances) <= alike * task.instances &&
        !hasTaskBetween(table, task, wait))
      return &wait;
  return nullptr;
}

} // namespace

double taskSeconds(const Situation &s) {
  double work_s = 0, tasks = 0;
  auto add = [&](const ConstructLines &construct) {
    if (construct.kind == "task" && construct.work)
      work_s += construct.work->many_s, tasks += construct.instances;
  };
  if (isKind(s, "task"))
    add(*s.construct);
  else
    std::ranges::for_each(s.table.constructs, add);
  return tasks > 0 ? work_s / tasks : 0;
}

bool haveSmallTasks(const Situation &s) {
  constexpr double large_s = 20e-6;
  return taskSeconds(s) < large_s;
}

bool haveTinyTasks(const Situation &s) {
  constexpr double tiny_s = 0.5e-6;
  double each_s = taskSeconds(s);
  return each_s > 0 && each_s < tiny_s;
}

std::string coarserTasksText(const Situation &s) {
  double each_s = taskSeconds(s);
  bool is_task = isKind(s, "task") && isMany(s);
  std::string why = (is_task ? countText(s.construct->instances) + " tasks" : "The tasks") +
                    " are small for what one costs" +
                    (each_s > 0 ? ": they take " + timeText(each_s) + " each on average." : ".");
  if (hasIf(s))
    return "Create fewer and larger tasks, by plain calls below some depth. " + why +
           " An if clause that is false spares little of that.";
  return "Create fewer and larger tasks, by a cut-off (plain calls below some depth, or final) or "
         "a "
         "taskloop with grainsize. " +
         why;
}

bool areWaitedForAtOnce(const Situation &s) {
  constexpr double nearly_all = 0.9, enough = 2;
  double tasks = 0, waited_for = 0;
  for (const ConstructLines &construct : s.table.constructs) {
    if (construct.kind != "task")
      continue;
    tasks += construct.instances;
    waited_for += waitRightBehind(s.table, construct) ? construct.instances : 0;
  }
  return tasks >= enough && waited_for >= nearly_all * tasks;
}

std::string waitLaterText(const Situation &s) {
  double tasks = 0;
  const ConstructLines *first = nullptr;
  for (const ConstructLines &construct : s.table.constructs)
    if (construct.kind == "task") {
      tasks += construct.instances;
      const ConstructLines *wait = waitRightBehind(s.table, construct);
      if (wait && (!first || wait->line < first->line))
        first = wait;
    }
  return "Wait for several tasks at once: remove the taskwait at " + printable(first->file) + ":" +
         std::to_string(first->line) + ", if what follows does not need its result. Each of " +
         countText(tasks) +
         " tasks is waited for as soon as it is created, so no two run at the same time.";
}

} // namespace tare
