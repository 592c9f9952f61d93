// SPDX-License-Identifier: Apache-2.0
// Tasks, and waits that are not barriers.
#include "instrumenter/rewrite/applier.h"

namespace tare {

std::string Applier::taskProbe(const std::string &name, int task) const {
  return request_.module + ".probes->" + name + "(&tare_t" + std::to_string(task) + ");";
}

/// A wait in which a thread may run tasks.
bool Applier::runsTasks() const {
  return construct_->kind == NodeKind::Taskwait || construct_->kind == NodeKind::Taskyield;
}

/// Why it is not like other tasks; empty: it is. Which taskgroup a task is in is not in the text:
/// where the unit cancels one, it may be in that.
std::string Applier::taskFlags() const {
  bool depends = hasClause(construct_->clauses, "depend");
  if (depends && discards_tasks_)
    return ", tare_task_depends | tare_task_discardable";
  return depends ? ", tare_task_depends" : discards_tasks_ ? ", tare_task_discardable" : "";
}

/// Created | begun, ended | created. An untied task that creates it is left in its place; so the
/// creation has no length, but is counted.
void Applier::applyTask() {
  bool leaves = verdict_->leaves_task >= 0;
  const std::string flags = taskFlags(), family = flags.empty() ? "task_" : "tasks_";
  const std::string create = probe(family + "create", flags);
  const std::string created = probe(family + "created", flags);
  if (leaves)
    around({"{", taskProbe("task_suspend", verdict_->leaves_task)},
           {taskProbe("task_resume", verdict_->leaves_task), create, created, "}"});
  else
    around({"{", create}, {created, "}"});
  replacePragma("");
  const std::string variable = "tare_t" + std::to_string(index_);
  const std::string cleanup =
      verdict_->by_cleanup ? " __attribute__((cleanup(tare_left_task)))" : "";
  inside(construct_->body,
         {"{", "struct tare_task " + variable + cleanup + ";",
          probe(family + "begin", ", &" + variable + flags)},
         verdict_->by_cleanup ? Pieces{"}"} : Pieces{taskProbe("task_end", index_), "}"});
}

/// Created; each iteration; created | a wait for all of them. Without nogroup a taskloop is by
/// definition one with nogroup in a taskgroup (OpenMP 5.2, 12.6): so its creation and its wait are
/// told apart.
void Applier::applyTaskloop() {
  const std::string flags = ", tare_task_chunk", variable = "tare_t" + std::to_string(index_);
  const bool waits = !hasClause(construct_->clauses, "nogroup");
  Pieces before = {"{", probe("tasks_create", flags)};
  Pieces after = {probe("tasks_created", flags), "}"};
  if (waits) {
    before = {"{", "#pragma omp taskgroup", "{", probe("tasks_create", flags)};
    after = {probe("tasks_created", flags), probe("task_wait_begin"), "}", probe("task_wait_end"),
             "}"};
  }
  around(before, after);
  replacePragma(waits ? " nogroup" : "");
  inside(construct_->loop_body,
         {"{", "struct tare_task " + variable + " __attribute__((cleanup(tare_left_task)));",
          probe("tasks_begin", ", &" + variable + flags)},
         {"}"});
}

/// Its body is code of what is around it; the wait is from the body's end on.
void Applier::applyGroupWait() {
  inside(construct_->body, {"{"}, {probe("task_wait_begin"), "}"});
  around({"{"}, {probe("task_wait_end"), "}"});
  replacePragma("");
}

void Applier::applyPair(const char *before, const char *after) {
  around({"{", probe(before)}, {probe(after), "}"});
  replacePragma("");
}

/// A scheduling point of an untied task: its thread may be another one behind it.
void Applier::applyLeavingTask() {
  const std::string leave = taskProbe("task_suspend", verdict_->leaves_task);
  const std::string go_on = taskProbe("task_resume", verdict_->leaves_task);
  if (verdict_->action == Action::Task)
    return applyTask();
  if (construct_->kind == NodeKind::Taskgroup) {
    inside(construct_->body, {"{"}, {leave, "}"});
    around({"{"}, {go_on, "}"});
  } else {
    around({"{", leave}, {go_on, "}"});
  }
  replacePragma("");
}

/// Calls are expressions and stay expressions.
void Applier::applyCall(const std::string &before, const std::string &after) {
  insert(construct_->whole.begin, {"(" + before + ","}, Edit::Order::Begin, 0);
  insert(construct_->whole.end, {(after.empty() ? "" : ", " + after) + ")"}, Edit::Order::End, 2);
}

} // namespace tare
