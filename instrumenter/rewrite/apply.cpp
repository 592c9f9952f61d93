// SPDX-License-Identifier: Apache-2.0
// Every construct becomes one braced block, so that it stays one statement: under an unbraced if,
// after a label, in C89.
#include "instrumenter/rewrite/apply.h"

#include "instrumenter/rewrite/layout.h"
#include "instrumenter/rewrite/pragmas.h"

namespace tare {

namespace {

using Pieces = std::vector<std::string>;

constexpr const char *unknown_units = "~0ul";

class Applier {
public:
  explicit Applier(const ApplyRequest &request)
      : request_(request), layout_(request.text, request.lines),
        holds_probes_(request.constructs.size(), false) {}

  std::vector<Edit> run() {
    markHolders();
    for (size_t i = 0; i < request_.constructs.size(); ++i) {
      index_ = int(i);
      construct_ = &request_.constructs[i];
      verdict_ = &request_.verdicts[i];
      applyOne();
    }
    return std::move(edits_);
  }

private:
  /// Constructs that hold a probe may not forbid our names with default(none).
  void markHolders() {
    for (size_t i = 0; i < request_.constructs.size(); ++i) {
      Action action = request_.verdicts[i].action;
      if (action == Action::LeaveAlone)
        continue;
      bool only_around = action == Action::RegionOutside || action == Action::Count;
      int first = only_around ? request_.constructs[i].parent : int(i);
      for (int at = first; at >= 0; at = request_.constructs[size_t(at)].parent)
        holds_probes_[size_t(at)] = true;
    }
  }

  void applyOne() {
    switch (verdict_->action) {
    case Action::LeaveAlone:
      return replacePragma("");
    case Action::Region:
      return applyRegion();
    case Action::SplitRegion:
      return applySplitRegion();
    case Action::RegionOutside:
      around({"{", regionVariable(), fork("tare_region_opaque")}, {join(), "}"});
      return replacePragma("");
    case Action::Work:
    case Action::SerialLoop:
      return applyWork();
    case Action::Body:
      return applyBody();
    case Action::Critical:
      return applyCritical();
    case Action::Barrier:
      return around({"{", probe("barrier_arrive")}, {probe("barrier_leave"), "}"});
    case Action::Count:
      around({"{", probe("count", ", 1ul")}, {"}"});
      return replacePragma("");
    }
  }

  void applyRegion() {
    around({"{", regionVariable(), fork("0u")}, {join(), "}"});
    replacePragma(" shared(" + region() + ")");
    inside(construct_->body, {"{", regionProbe("region_start")},
           {regionProbe("region_finish"), "}"});
  }

  void applySplitRegion() {
    SplitPragma split = splitPragma(*construct_);
    std::string node = std::to_string(construct_->inner_node) + "u";
    bool nowait = split.worksharing.find(" nowait") != std::string::npos;
    around({"{", regionVariable(), fork("0u")}, {probeOf(node, "work_end", ", " + units()), "}",
                                                 regionProbe("region_finish"), "}", join(), "}"});
    Pieces pieces = {split.parallel + " shared(" + region() + ")", "{", regionProbe("region_start"),
                     "{"};
    if (verdict_->count_iterations)
      pieces.push_back(counterVariable());
    pieces.push_back(probeOf(node, "work_begin"));
    pieces.push_back(split.worksharing + (nowait ? "" : " nowait"));
    insertInstead(construct_->pragma, pieces);
    countIterations();
  }

  void applyWork() {
    Pieces before = {"{"};
    if (verdict_->count_iterations)
      before.push_back(counterVariable());
    before.push_back(probe("work_begin"));
    Pieces after = {probe("work_end", ", " + units())};
    addBarrier(after);
    after.push_back("}");
    around(before, after);
    replacePragma(verdict_->timed_barrier ? " nowait" : "");
    countIterations();
  }

  void applyBody() {
    Pieces first = {"{", probe("work_begin")};
    Pieces last = {probe("work_end", ", 1ul"), "}"};
    if (construct_->pragma.empty()) // the first section, without its pragma
      return around(first, last);
    inside(construct_->body, first, last);
    replacePragma(verdict_->timed_barrier ? " nowait" : "");
    if (!verdict_->timed_barrier)
      return;
    Pieces after;
    addBarrier(after);
    after.push_back("}");
    around({"{"}, after);
  }

  void applyCritical() {
    around({"{", probe("lock_wait")}, {probe("lock_done"), "}"});
    inside(construct_->body, {"{", probe("lock_held")}, {probe("lock_release"), "}"});
  }

  void addBarrier(Pieces &pieces) const {
    if (!verdict_->timed_barrier)
      return;
    pieces.push_back(probe("barrier_arrive"));
    pieces.push_back("#pragma omp barrier");
    pieces.push_back(probe("barrier_leave"));
  }

  void countIterations() {
    if (verdict_->count_iterations)
      inside(construct_->loop_body, {"{", "++" + counter() + ";"}, {"}"});
  }

  /// The pragma with its `default` opened when probes lie inside, and with `added` clauses.
  void replacePragma(const std::string &added) {
    const Clause *fallback = nullptr;
    for (const Clause &clause : construct_->clauses)
      if (clause.name == "default" && clause.modifier != "shared" && holds_probes_[size_t(index_)])
        fallback = &clause;
    if (fallback)
      edits_.push_back({fallback->span.begin, fallback->span.end - fallback->span.begin,
                        openDefault(*fallback, request_.module), Edit::Order::Replace,
                        construct_->depth, 0});
    if (!added.empty())
      edits_.push_back({construct_->pragma.end, 0, added, Edit::Order::End, 1 << 20, 0});
  }

  void around(const Pieces &before, const Pieces &after) {
    insert(construct_->whole.begin, before, Edit::Order::Begin, 0);
    insert(construct_->whole.end, after, Edit::Order::End, 2);
  }

  void inside(Span span, const Pieces &first, const Pieces &last) {
    insert(span.begin, first, Edit::Order::Begin, 1);
    insert(span.end, last, Edit::Order::End, 1);
  }

  void insert(uint32_t offset, const Pieces &pieces, Edit::Order order, int rank) {
    edits_.push_back({offset, 0, layout_.at(offset, pieces), order, construct_->depth, rank});
  }

  void insertInstead(Span span, const Pieces &pieces) {
    edits_.push_back({span.begin, span.end - span.begin,
                      layout_.instead(span.begin, span.end, pieces), Edit::Order::Replace,
                      construct_->depth, 0});
  }

  std::string probe(const std::string &name, const std::string &more = "") const {
    return probeOf(std::to_string(construct_->node) + "u", name, more);
  }
  std::string probeOf(const std::string &node, const std::string &name,
                      const std::string &more = "") const {
    return request_.module + ".probes->" + name + "(&" + request_.module + ", " + node + more +
           ");";
  }
  std::string regionProbe(const std::string &name) const {
    return request_.module + ".probes->" + name + "(&" + region() + ");";
  }
  std::string fork(const std::string &flags) const {
    return probe("region_fork", ", &" + region() + ", " + flags);
  }
  std::string join() const { return regionProbe("region_join"); }
  std::string region() const { return "tare_r" + std::to_string(index_); }
  std::string regionVariable() const { return "struct tare_region " + region() + ";"; }
  std::string counter() const { return "tare_n" + std::to_string(index_); }
  std::string counterVariable() const { return "unsigned long " + counter() + " = 0;"; }
  std::string units() const {
    return verdict_->count_iterations ? counter() : std::string(unknown_units);
  }

  const ApplyRequest &request_;
  Layout layout_;
  std::vector<char> holds_probes_;
  std::vector<Edit> edits_;
  const Construct *construct_ = nullptr;
  const Verdict *verdict_ = nullptr;
  int index_ = 0;
};

} // namespace

std::vector<Edit> makeEdits(const ApplyRequest &request) { return Applier(request).run(); }

} // namespace tare
