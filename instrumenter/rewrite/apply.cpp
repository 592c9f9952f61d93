// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/applier.h"

#include "base/text.h"
#include "instrumenter/rewrite/pragmas.h"

namespace tare {

std::vector<Edit> Applier::run() {
  noteGathered();
  markHolders();
  for (size_t i = 0; i < request_.constructs.size(); ++i) {
    index_ = int(i);
    construct_ = &request_.constructs[i];
    verdict_ = &request_.verdicts[i];
    applyOne();
  }
  return std::move(edits_);
}

namespace {

/// Whether all probes stand around the construct and none inside.
bool standsAround(Action action) {
  return action == Action::RegionOutside || action == Action::Count || action == Action::Wait ||
         action == Action::LeaveAlone;
}

} // namespace

void Applier::noteGathered() {
  for (size_t i = 0; i < request_.verdicts.size(); ++i)
    if (int by = request_.verdicts[i].gathered_by; by >= 0)
      gathered_[by].push_back(int(i));
}

/// Constructs that hold a probe may not forbid our names with default(none).
void Applier::markHolders() {
  for (size_t i = 0; i < request_.constructs.size(); ++i) {
    const Verdict &verdict = request_.verdicts[i];
    if (verdict.action == Action::LeaveAlone && verdict.leaves_task < 0)
      continue;
    int first = standsAround(verdict.action) ? request_.constructs[i].parent : int(i);
    for (int at = first; at >= 0 && !holds_probes_[size_t(at)]; // else those around it are, too
         at = request_.constructs[size_t(at)].parent)
      holds_probes_[size_t(at)] = true;
  }
}

void Applier::applyOne() {
  if (verdict_->leaves_task >= 0)
    return applyLeavingTask();
  switch (verdict_->action) {
  case Action::LeaveAlone:
    return replacePragma("");
  case Action::Region:
    return applyRegion();
  case Action::SplitRegion:
    return applySplitRegion();
  case Action::RegionOutside:
    return applyRegionOutside();
  case Action::Work:
  case Action::SerialLoop:
    return applyWork();
  case Action::SerialCode:
    return applySerialCode();
  case Action::Body:
    return applyBody();
  case Action::OwnBarrier:
    return applyOwnBarrier();
  case Action::Lock:
    return applyLock();
  case Action::Barrier:
    return applyPair("barrier_arrive", "barrier_leave");
  case Action::Wait:
    return runsTasks() ? applyTaskWait()
                       : applyPair("wait_begin", "wait_end");
  case Action::GroupWait:
    return applyGroupWait();
  case Action::Task:
    return applyTask();
  case Action::Taskloop:
    return applyTaskloop();
  case Action::Count:
    around({"{", verdict_->gathered_by < 0 ? probe("count", ", 1ul") : "++" + sampling('a') + ";"},
           {"}"});
    return replacePragma("");
  case Action::WaitingCall:
    return applyWaitingCall();
  case Action::CountedCall:
    return applyCall(call(node(), "count", ", 1ul"), "");
  }
}

void Applier::applyWork() {
  Pieces before = {"{"};
  declareCounters(before);
  declareGathered(before);
  if (verdict_->by_cleanup)
    before.push_back("struct tare_loop tare_w" + std::to_string(index_) +
                     " __attribute__((cleanup(tare_left_loop))) = {" + node() + ", &" + counter() +
                     "};");
  before.push_back(probe("work_begin"));
  Pieces after;
  useCounters(after);
  tellGathered(after);
  if (!verdict_->by_cleanup)
    after.push_back(probe("work_end", ", " + units()));
  addBarrier(after);
  after.push_back("}");
  around(before, after);
  replacePragma(verdict_->timed_barrier ? " nowait" : "");
  countIterations();
}

void Applier::applyBody() {
  Pieces first = {"{", probe("work_begin")};
  Pieces last = {probe("work_end", ", 1ul"), "}"};
  if (construct_->pragma.empty()) // the first section, without its pragma
    return around(first, last);
  inside(construct_->body, first, last);
  if (verdict_->barrier_around)
    return applyPair("barrier_arrive", "barrier_leave");
  applyOwnBarrier();
}

void Applier::applyOwnBarrier() {
  replacePragma(verdict_->timed_barrier ? " nowait" : "");
  if (!verdict_->timed_barrier)
    return;
  Pieces after;
  addBarrier(after);
  after.push_back("}");
  around({"{"}, after);
}

void Applier::applyLock() {
  if (verdict_->gathered_by >= 0)
    return applySampledLock();
  around({"{", probe("lock_wait") + event("lock_wanted")}, {probe("lock_done"), "}"});
  inside(construct_->body, {"{", probe("lock_held") + event("lock_got")},
         {probe("lock_release") + event("lock_released"), "}"});
}

/// omp_set_lock and the like; one that releases a lock waits for nobody.
void Applier::applyWaitingCall() {
  const std::string begin = call(node(), "wait_begin"), end = call(node(), "wait_end");
  if (!request_.events || construct_->kind != NodeKind::Lock)
    return applyCall(begin, end);
  const std::string object = lockObject();
  if (startsWith(construct_->name, "omp_unset"))
    return applyCall(eventCall("lock_released", object) + ", " + begin, end);
  applyCall(begin + ", " + eventCall("lock_wanted", object),
            end + ", " + eventCall("lock_got", object));
}

/// Only the acquisition that the runtime asked for has probes.
void Applier::applySampledLock() {
  const std::string passed = sampling('a'), next = sampling('d'), chosen = sampling('k');
  const std::string when = "if (" + chosen + ") ";
  around({"{", "int " + chosen + " = __builtin_expect(++" + passed + " == " + next + ", 0);",
          when + probe("lock_wait_sampled")},
         {when + "{ " + probe("lock_done") + " " + next + " = " + passed + " + " +
              call(node(), "lock_again") + "; }",
          "}"});
  inside(construct_->body, {"{", when + probe("lock_held")},
         {when + probe("lock_release"), "}"});
}

void Applier::addBarrier(Pieces &pieces) const {
  if (!verdict_->timed_barrier)
    return;
  pieces.push_back(probe("barrier_arrive"));
  pieces.push_back("#pragma omp barrier");
  pieces.push_back(probe("barrier_leave"));
}

/// Opens the pragma's `default` clause if probes lie inside, and appends `added` clauses.
void Applier::replacePragma(const std::string &added) {
  const WrittenClause *fallback = nullptr;
  for (const WrittenClause &clause : construct_->clauses)
    if (clause.name == "default" && !clause.hasWord("shared") && holds_probes_[size_t(index_)])
      fallback = &clause;
  if (fallback)
    edits_.push_back({fallback->span.begin, fallback->span.size(),
                      openDefault(*fallback, request_.module), Edit::Order::Replace,
                      construct_->depth, 0});
  if (!added.empty())
    edits_.push_back({construct_->pragma.end, 0, added, Edit::Order::End, 1 << 20, 0});
}

void Applier::around(const Pieces &before, const Pieces &after) {
  insert(construct_->whole.begin, before, Edit::Order::Begin, 0);
  insert(construct_->whole.end, after, Edit::Order::End, 2);
}

void Applier::inside(Span span, const Pieces &first, const Pieces &last) {
  insert(span.begin, first, Edit::Order::Begin, 1);
  insert(span.end, last, Edit::Order::End, 1);
}

void Applier::insert(uint32_t offset, const Pieces &pieces, Edit::Order order, int rank) {
  edits_.push_back({offset, 0, layout_.at(offset, pieces), order, construct_->depth, rank});
}

void Applier::insertInstead(Span span, const Pieces &pieces) {
  edits_.push_back({span.begin, span.size(), layout_.instead(span.begin, span.end, pieces),
                    Edit::Order::Replace, construct_->depth, 0});
}

std::string Applier::call(const std::string &node, const std::string &name,
                          const std::string &more) const {
  return request_.module + ".probes->" + name + "(&" + request_.module + ", " + node + more + ")";
}

std::string Applier::probe(const std::string &name, const std::string &more) const {
  return call(node(), name, more) + ";";
}

std::string Applier::innerProbe(const std::string &name, const std::string &more) const {
  return call(std::to_string(construct_->inner_node) + "u", name, more) + ";";
}

std::vector<Edit> makeEdits(const ApplyRequest &request) { return Applier(request).run(); }

} // namespace tare
