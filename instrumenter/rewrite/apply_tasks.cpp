// SPDX-License-Identifier: Apache-2.0
// Tasks, and waits that are not barriers.
#include "instrumenter/rewrite/applier.h"

namespace tare {

std::string Applier::taskProbe(const std::string &name, int task) const {
  return request_.module + ".probes->" + name + "(&tare_t" + std::to_string(task) + ");";
}

/// Created | begun, ended | created. An untied task that creates it is left in its place.
void Applier::applyTask() {
  bool leaves = verdict_->leaves_task >= 0;
  if (leaves)
    around({"{", taskProbe("task_suspend", verdict_->leaves_task)},
           {taskProbe("task_resume", verdict_->leaves_task), "}"});
  else
    around({"{", probe("task_create")}, {probe("task_created"), "}"});
  replacePragma("");
  const std::string variable = "tare_t" + std::to_string(index_);
  const std::string cleanup =
      verdict_->by_cleanup ? " __attribute__((cleanup(tare_left_task)))" : "";
  inside(
      construct_->body,
      {"{", "struct tare_task " + variable + cleanup + ";", probe("task_begin", ", &" + variable)},
      verdict_->by_cleanup ? Pieces{"}"} : Pieces{taskProbe("task_end", index_), "}"});
}

/// Its body is code of what is around it; the wait is from the body's end on.
void Applier::applyGroupWait() {
  inside(construct_->body, {"{"}, {probe("wait_begin"), "}"});
  around({"{"}, {probe("wait_end"), "}"});
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
