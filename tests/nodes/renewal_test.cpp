// SPDX-License-Identifier: Apache-2.0
// A run's node table against that of the source as it is now: what is the same, has changed, is
// gone or new, and which table the run's data are read with.
#include "catch.hpp"
#include "instrumenter/nodes/renewal.h"

using namespace tare;

namespace {

/// One function with constructs whose code is a number; lines follow each other.
class UnitMaker {
public:
  UnitMaker() {
    tree_.unit = "x.c";
    tree_.compiler = "clang";
    node(NodeKind::Function, 0, -1);
  }
  UnitMaker &has(NodeKind kind, uint64_t code, const std::string &directive = "", int parent = 0) {
    node(kind, code, parent);
    tree_.nodes.back().directive = directive;
    tree_.nodes.back().treatment = Treatment::Measured;
    return *this;
  }
  /// The next node stands so many lines further down.
  UnitMaker &below(int lines) {
    line_ += lines;
    return *this;
  }
  NodeTree tree() const { return tree_; }

private:
  void node(NodeKind kind, uint64_t code, int parent) {
    Node node;
    node.kind = kind;
    int ordinal = 0;
    for (const Node &other : tree_.nodes)
      ordinal += other.kind == kind;
    node.id = {"x.c", "f", kindName(kind), ordinal};
    node.parent = parent;
    node.place = {"x.c", ++line_, 1, line_ + 1};
    node.hashes = {code, code, 0};
    tree_.nodes.push_back(node);
  }

  NodeTree tree_;
  int line_ = 0;
};

constexpr NodeFate as_run = NodeFate::Same, changed = NodeFate::Changed, gone = NodeFate::Gone;
using Fates = std::vector<NodeFate>;

constexpr NodeKind region = NodeKind::Parallel, loop = NodeKind::For, lock = NodeKind::Critical;

NodeTree usualUnit() {
  return UnitMaker().has(region, 7).has(loop, 8, "for", 1).has(lock, 9).has(lock, 10).tree();
}

} // namespace

TEST_CASE("the same source is the source's table, node by node") {
  NodeTree run = usualUnit(), now = usualUnit();
  run.nodes[1].place.file = "as the run spelt it";
  TableMatch match = matchTables(run, now);
  CHECK(match.fates == Fates(5, as_run));
  CHECK(match.added.empty());
  CHECK(renewedTable(run, now, match).nodes[1].place.file == "x.c");
}

TEST_CASE("code that moved by lines only is the same, at its new place") {
  NodeTree run = usualUnit();
  NodeTree now = UnitMaker()
                     .below(5)
                     .has(region, 7)
                     .has(loop, 8, "for", 1)
                     .below(2)
                     .has(lock, 9)
                     .has(lock, 10)
                     .tree();
  TableMatch match = matchTables(run, now);
  CHECK(match.fates == Fates(5, as_run));
  NodeTree renewed = renewedTable(run, now, match);
  CHECK(renewed.nodes[1].place.line == run.nodes[1].place.line + 5);
  CHECK(renewed.nodes[3].place.line == run.nodes[3].place.line + 7);
}

TEST_CASE("other code, another directive, other clauses: changed, and read as it was run") {
  NodeTree run = usualUnit(), now = usualUnit();
  now.nodes[3].hashes[0] = 99;
  now.nodes[2].directive = "for schedule(dynamic)";
  now.nodes[4].clauses = {{"hint", {}, {}, "1", 1}};
  now.nodes[2].place.line = 77;
  run.nodes[4].clauses = {{"hint", {}, {}, "2", 2}};
  TableMatch match = matchTables(run, now);
  CHECK(match.fates == Fates{as_run, as_run, changed, changed, changed});
  NodeTree renewed = renewedTable(run, now, match);
  CHECK(renewed.nodes[2].directive == "for");
  CHECK(renewed.nodes[2].place.line == 77);
  CHECK(renewed.nodes[3].hashes[0] == 9);
}

TEST_CASE("a table of version 1 knows of clauses what the directive's text says") {
  NodeTree run = usualUnit(), now = usualUnit();
  run.nodes[2].directive = now.nodes[2].directive = "for schedule(static, 4)";
  run.nodes[2].clauses = clausesIn(run.nodes[2].directive);
  now.nodes[2].clauses = {{"schedule", {"static"}, {}, "4", 4}};
  CHECK(matchTables(run, now).fates == Fates(5, as_run));
}

TEST_CASE("one that is gone takes no other's identity with it") {
  NodeTree run = usualUnit();
  NodeTree now = UnitMaker().has(region, 7).has(loop, 8, "for", 1).has(lock, 10).tree();
  TableMatch match = matchTables(run, now); // the second lock is now the first
  CHECK(match.fates == Fates{as_run, as_run, as_run, gone, as_run});
  CHECK(match.now[4] == 3);
  NodeTree renewed = renewedTable(run, now, match);
  REQUIRE(renewed.nodes.size() == 5); // the data name nodes by their index
  CHECK(renewed.nodes[4].id.ordinal == 1);
  CHECK(renewed.nodes[4].place.line == now.nodes[3].place.line);
  CHECK(renewed.nodes[3].place.line == run.nodes[3].place.line);
}

TEST_CASE("a new one in front of others of its kind leaves them the same") {
  NodeTree run = usualUnit();
  NodeTree now = UnitMaker()
                     .has(region, 7)
                     .has(loop, 8, "for", 1)
                     .has(lock, 50)
                     .has(lock, 9)
                     .has(lock, 10)
                     .tree();
  TableMatch match = matchTables(run, now);
  CHECK(match.fates == Fates(5, as_run));
  CHECK(match.added == std::vector<int>{3});
  CHECK(renewedTable(run, now, match).nodes.size() == 5);
}

TEST_CASE("a function that is gone, or has another name, takes its constructs with it") {
  NodeTree run = usualUnit(), now = usualUnit();
  for (Node &node : now.nodes)
    node.id.function = "g";
  TableMatch match = matchTables(run, now);
  CHECK(match.fates == Fates(5, gone));
  CHECK(match.added.size() == 5);
  CHECK(renewedTable(run, now, match).nodes[1].id.function == "f");
}

TEST_CASE("the same code with other probes is read with those that it had") {
  NodeTree run = usualUnit(), now = usualUnit();
  now.nodes[3].treatment = Treatment::Counted;
  now.nodes[3].place.line = 50;
  TableMatch match = matchTables(run, now);
  CHECK(match.fates == Fates(5, as_run));
  NodeTree renewed = renewedTable(run, now, match);
  CHECK(renewed.nodes[3].treatment == Treatment::Measured);
  CHECK(renewed.nodes[3].place.line == 50);
}

TEST_CASE("constructs without code are known by their kind and directive") {
  NodeTree run = UnitMaker().has(NodeKind::Barrier, 0, "barrier").has(NodeKind::Taskwait, 0).tree();
  NodeTree now = UnitMaker().has(NodeKind::Taskwait, 0).has(NodeKind::Barrier, 0, "barrier").tree();
  TableMatch match = matchTables(run, now); // they changed places: one of them is another one
  CHECK(std::ranges::count(match.fates, gone) == 1);
  CHECK(match.added.size() == 1);
}
