// SPDX-License-Identifier: Apache-2.0
// Tasks, and waits that are not barriers.
#include "instrumenter/rewrite/applier.h"

namespace tare {

std::string Applier::taskProbe(const std::string &name, int task) const {
  return request_.module + ".probes->" + name + "(&tare_t" + std::to_string(task) + ");";
}

/// An event of this construct, as an expression; and as a statement, or nothing without events.
std::string Applier::eventCall(const char *what, const std::string &object,
                               const std::string &detail) const {
  return call(node(), "event", std::string(", tare_event_") + what + ", " + object + ", " + detail);
}

std::string Applier::event(const char *what) const {
  return request_.events ? " " + eventCall(what) + ";" : "";
}

/// A wait in which a thread may run tasks.
bool Applier::runsTasks() const {
  return construct_->kind == NodeKind::Taskwait || construct_->kind == NodeKind::Taskyield;
}

/// Flags for tasks that differ from plain ones; empty: a plain task. The text does not show in
/// which taskgroup a task is. If the unit cancels one, the task may be in it.
std::string Applier::taskFlags() const {
  bool depends = hasClause(construct_->clauses, "depend");
  if (depends && discards_tasks_)
    return ", tare_task_depends | tare_task_discardable";
  return depends ? ", tare_task_depends" : discards_tasks_ ? ", tare_task_discardable" : "";
}

/// Create | begin, end | created. Inside an untied task, that task is suspended here instead. Then
/// the creation is counted, but its time is 0.
void Applier::applyTask() {
  bool leaves = verdict_->leaves_task >= 0;
  const bool numbers = request_.events && !leaves;
  const std::string number = "tare_i" + std::to_string(index_);
  const std::string flags = taskFlags(), family = flags.empty() ? "task_" : "tasks_";
  const std::string create = probe(family + "create", flags);
  const std::string created = probe(family + "created", flags);
  if (leaves)
    around({"{", taskProbe("task_suspend", verdict_->leaves_task)},
           {taskProbe("task_resume", verdict_->leaves_task), create, created, "}"});
  else if (numbers)
    around({"{",
            "unsigned long " + number + " = " +
                eventCall("task_created", "0ul", flags.empty() ? "0" : flags.substr(2)) + ";",
            create},
           {created, "}"});
  else
    around({"{", create}, {created, "}"});
  replacePragma(numbers ? " firstprivate(" + number + ")" : "");
  const std::string variable = "tare_t" + std::to_string(index_);
  const std::string cleanup =
      verdict_->by_cleanup ? " __attribute__((cleanup(tare_left_task)))" : "";
  Pieces first = {"{", "struct tare_task " + variable + cleanup + ";",
                  probe(family + "begin", ", &" + variable + flags)};
  if (numbers)
    first.push_back(request_.module + ".probes->task_known(&" + variable + ", " + number + ");");
  Pieces last;
  declareGathered(first);
  tellGathered(last);
  if (!verdict_->by_cleanup)
    last.push_back(taskProbe("task_end", index_));
  last.push_back("}");
  inside(construct_->body, first, last);
}

/// Create; each iteration; created | a wait for all tasks. By definition a taskloop without nogroup
/// is one with nogroup in a taskgroup (OpenMP 5.2, 12.6). It is written so, to time the creation
/// and the wait apart.
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

/// The body counts as code of the construct around it. The wait begins at the body's end.
void Applier::applyGroupWait() {
  inside(construct_->body, {"{"}, {probe("task_wait_begin") + event("task_waits"), "}"});
  around({"{"}, {event("task_goes_on") + probe("task_wait_end"), "}"});
  replacePragma("");
}

void Applier::applyTaskWait() {
  around({"{", probe("task_wait_begin") + event("task_waits")},
         {event("task_goes_on") + probe("task_wait_end"), "}"});
  replacePragma("");
}

void Applier::applyPair(const char *before, const char *after) {
  around({"{", probe(before)}, {probe(after), "}"});
  replacePragma("");
}

/// A scheduling point of an untied task: another thread may go on behind it.
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

/// The lock that a call of a routine is given, for a second evaluation: 0 where that could do
/// something, or is none that can be read from the text.
std::string Applier::lockObject() const {
  const std::string text = request_.text.substr(construct_->whole.begin, construct_->whole.size());
  size_t open = text.find('('), close = text.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close <= open + 1)
    return "0ul";
  const std::string argument = text.substr(open + 1, close - open - 1);
  const std::string plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ &*.[]->+";
  bool is_plain = argument.find_first_not_of(plain) == std::string::npos &&
                  argument.find("++") == std::string::npos &&
                  argument.find("--") == std::string::npos;
  return is_plain ? "(unsigned long)(" + argument + ")" : "0ul";
}

/// Calls are expressions and stay expressions.
void Applier::applyCall(const std::string &before, const std::string &after) {
  insert(construct_->whole.begin, {"(" + before + ","}, Edit::Order::Begin, 0);
  insert(construct_->whole.end, {(after.empty() ? "" : ", " + after) + ")"}, Edit::Order::End, 2);
}

} // namespace tare
