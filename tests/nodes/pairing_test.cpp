// SPDX-License-Identifier: Apache-2.0
// What pairs with what, on trees made by hand, and what must not be guessed.
#include "catch.hpp"
#include "instrumenter/nodes/alignment.h"
#include "instrumenter/nodes/mixer.h"
#include "instrumenter/nodes/pairing.h"
#include "instrumenter/nodes/stem.h"

using namespace tare;

namespace {

/// A tree that is written statement by statement. Hashes are small numbers: a loop with body 7 has
/// exact hash 7, shape 107 and, unless told otherwise, header 207.
class TreeMaker {
public:
  explicit TreeMaker(std::string path) : path_(std::move(path)) {}

  TreeMaker &function(const std::string &name, uint64_t hash = 0) {
    name_ = name;
    function_ = add(NodeKind::Function, -1, hash);
    return *this;
  }
  int statement(uint64_t hash, int parent = -1) { return add(NodeKind::Statement, parent, hash); }
  int loop(uint64_t hash, int parent = -1, const std::string &range = "") {
    int node = add(NodeKind::Loop, parent, hash);
    tree_.nodes[size_t(node)].hashes[2] = 200 + hash;
    tree_.nodes[size_t(node)].directive = range;
    return node;
  }
  int construct(NodeKind kind, uint64_t hash, int parent = -1) {
    int node = add(kind, parent, hash);
    tree_.nodes[size_t(node)].treatment = Treatment::Measured;
    return node;
  }
  /// omp for and its loop.
  int worksharing(uint64_t hash, int parent = -1, const std::string &range = "") {
    int node = construct(NodeKind::For, hash, parent);
    tree_.nodes[size_t(node)].hashes[2] = 200 + hash;
    return loop(hash, node, range);
  }
  Node &at(int node) { return tree_.nodes[size_t(node)]; }
  std::vector<NodeTree> trees() const { return {tree_}; }

private:
  int add(NodeKind kind, int parent, uint64_t hash) {
    Node node;
    node.kind = kind;
    int ordinal = 0;
    for (const Node &other : tree_.nodes)
      ordinal += other.kind == kind && other.id.function == name_;
    node.id = {path_, name_, kindName(kind), ordinal};
    node.parent = kind == NodeKind::Function ? -1 : parent < 0 ? function_ : parent;
    node.place = {path_, ++line_, 1, line_};
    if (hash != 0)
      node.hashes = {hash, 100 + hash, 0};
    tree_.nodes.push_back(node);
    return int(tree_.nodes.size()) - 1;
  }

  std::string path_, name_;
  NodeTree tree_;
  int function_ = -1;
  int line_ = 0;
};

/// Parallel node -> serial node, or -1.
int counterpartOf(const Pairing &pairing, int node, PairedBy by) {
  for (const ConstructPair &pair : pairing.pairs)
    if (pair.parallel.node == node && pair.by == by)
      return pair.serial.node;
  return -1;
}

} // namespace

TEST_CASE("the same construct of the same source is found by its identity") {
  TreeMaker source("a.c");
  source.function("f");
  int loop = source.worksharing(7);
  Pairing pairing = pairPrograms(source.trees(), source.trees());
  REQUIRE(pairing.pairs.size() == 1);
  CHECK(counterpartOf(pairing, loop - 1, PairedBy::Identity) == loop - 1);
}

TEST_CASE("what was paired when the serial program was built stays so") {
  TreeMaker serial("a.c"), parallel("a.c");
  serial.function("f");
  serial.worksharing(7);
  int second = serial.worksharing(7) - 1; // no telling by their code
  parallel.function("f");
  int only = parallel.worksharing(7) - 1;
  std::vector<NodeTree> trees = serial.trees();
  Node &counterpart = trees[0].nodes[size_t(second)];
  counterpart.counterpart = parallel.trees()[0].nodes[size_t(only)].id.text();
  counterpart.counterpart_by = "header";
  Pairing pairing = pairPrograms(trees, parallel.trees());
  CHECK(counterpartOf(pairing, only, PairedBy::Header) == second);
}

TEST_CASE("an identity with other code is no twin") {
  TreeMaker serial("a.c"), parallel("a.c");
  serial.function("f").worksharing(8);
  parallel.function("f").worksharing(7);
  Pairing pairing = pairPrograms(serial.trees(), parallel.trees());
  CHECK(pairing.pairs.empty());
  REQUIRE(pairing.unpaired.size() == 1);
  CHECK(pairing.unpaired[0].reason.find("no loop") != std::string::npos);
}

TEST_CASE("loops pair by code, in order, past what was inserted") {
  TreeMaker serial("s.c"), parallel("p.c");
  serial.function("f");
  int first = serial.loop(1);
  serial.loop(50); // only here
  int second = serial.loop(2);
  parallel.function("new").worksharing(9);
  parallel.function("f");
  int a = parallel.worksharing(1), b = parallel.worksharing(2);
  Pairing pairing = pairPrograms(serial.trees(), parallel.trees());
  CHECK(counterpartOf(pairing, a - 1, PairedBy::Exact) == first);
  CHECK(counterpartOf(pairing, b - 1, PairedBy::Exact) == second);
  REQUIRE(pairing.unpaired.size() == 1);
  CHECK(pairing.unpaired[0].reason == "the serial program has no function new");
}

TEST_CASE("a moved block is found where it went") {
  TreeMaker serial("a.c"), parallel("a.c");
  serial.function("f");
  int moved = serial.loop(1), second = serial.loop(2), third = serial.loop(3);
  parallel.function("f");
  int b = parallel.worksharing(2), c = parallel.worksharing(3), a = parallel.worksharing(1);
  Pairing pairing = pairPrograms(serial.trees(), parallel.trees());
  CHECK(counterpartOf(pairing, a - 1, PairedBy::Exact) == moved);
  CHECK(counterpartOf(pairing, b - 1, PairedBy::Exact) == second);
  CHECK(counterpartOf(pairing, c - 1, PairedBy::Exact) == third);
}

TEST_CASE("equal loops of unequal number are not guessed") {
  TreeMaker serial("s.c"), parallel("p.c");
  serial.function("f");
  serial.loop(1);
  serial.loop(1);
  parallel.function("f").worksharing(1);
  Pairing pairing = pairPrograms(serial.trees(), parallel.trees());
  CHECK(pairing.pairs.empty());
  REQUIRE(pairing.unpaired.size() == 1);
  CHECK(pairing.unpaired[0].reason.find("2 times") != std::string::npos);
}

TEST_CASE("equal loops of equal number pair in order") {
  TreeMaker serial("s.c"), parallel("p.c");
  serial.function("f");
  int first = serial.loop(1), second = serial.loop(1);
  parallel.function("f");
  int a = parallel.worksharing(1), b = parallel.worksharing(1);
  Pairing pairing = pairPrograms(serial.trees(), parallel.trees());
  CHECK(counterpartOf(pairing, a - 1, PairedBy::Exact) == first);
  CHECK(counterpartOf(pairing, b - 1, PairedBy::Exact) == second);
}

TEST_CASE("renamed variables pair by shape") {
  TreeMaker serial("s.c"), parallel("p.c");
  serial.function("f");
  int counterpart = serial.loop(1);
  parallel.function("f");
  int loop = parallel.worksharing(2);
  parallel.at(loop).hashes[1] = 101;
  Pairing pairing = pairPrograms(serial.trees(), parallel.trees());
  CHECK(counterpartOf(pairing, loop - 1, PairedBy::Shape) == counterpart);
}

TEST_CASE("of several loops with one header the one that is alike is the twin") {
  TreeMaker serial("s.c"), parallel("p.c");
  serial.function("f");
  int other = serial.loop(1);
  serial.statement(11, other);
  serial.statement(12, other);
  int counterpart = serial.loop(2);
  serial.statement(21, counterpart);
  serial.statement(22, counterpart);
  serial.at(other).hashes[2] = serial.at(counterpart).hashes[2] = 203;
  parallel.function("f");
  int loop = parallel.worksharing(3);
  parallel.statement(21, loop);
  parallel.statement(99, loop);
  CHECK(counterpartOf(pairPrograms(serial.trees(), parallel.trees()), loop - 1, PairedBy::Header) ==
        counterpart);
}

TEST_CASE("a header that fits several loops unlike it pairs with none") {
  TreeMaker serial("s.c"), parallel("p.c");
  serial.function("f");
  int first = serial.loop(1), second = serial.loop(2);
  serial.at(first).hashes[2] = serial.at(second).hashes[2] = 203;
  parallel.function("f").worksharing(3);
  CHECK(pairPrograms(serial.trees(), parallel.trees()).pairs.empty());
}

TEST_CASE("a loop that runs the other way pairs by its range, if nothing else has it") {
  TreeMaker serial("s.c"), parallel("p.c");
  serial.function("f");
  int counterpart = serial.loop(1, -1, "j in a..b");
  parallel.function("f");
  int loop = parallel.worksharing(2, -1, "j in a..b");
  Pairing pairing = pairPrograms(serial.trees(), parallel.trees());
  CHECK(counterpartOf(pairing, loop - 1, PairedBy::Fallback) == counterpart);

  serial.loop(3, -1, "j in a..b");
  CHECK(pairPrograms(serial.trees(), parallel.trees()).pairs.empty());
}

TEST_CASE("a task pairs with its statement, a block with its run of statements") {
  TreeMaker serial("s.c"), parallel("p.c");
  serial.function("f");
  int call = serial.statement(1), first = serial.statement(2), last = serial.statement(3);
  parallel.function("f");
  int task = parallel.construct(NodeKind::Task, 1);
  parallel.statement(1, task);
  int block = parallel.construct(NodeKind::Task, 55);
  parallel.statement(2, block);
  parallel.statement(3, block);
  int wait = parallel.construct(NodeKind::Taskwait, 0);
  Pairing pairing = pairPrograms(serial.trees(), parallel.trees());
  CHECK(counterpartOf(pairing, task, PairedBy::Exact) == call);
  CHECK(counterpartOf(pairing, block, PairedBy::Exact) == first);
  CHECK(pairing.pairs[1].end_line == serial.at(last).place.line);
  REQUIRE(pairing.without_code.size() == 1);
  CHECK(pairing.without_code[0].node == wait);
}

TEST_CASE("a block with little of its code left has no twin") {
  TreeMaker serial("s.c"), parallel("p.c");
  serial.function("f").statement(2);
  parallel.function("f");
  int task = parallel.construct(NodeKind::Task, 55);
  for (uint64_t hash : {2, 30, 31})
    parallel.statement(hash, task);
  CHECK(pairPrograms(serial.trees(), parallel.trees()).pairs.empty());
}

TEST_CASE("tables, which know no statements, pair with whole trees") {
  TreeMaker serial("s.c"), parallel("p.c");
  serial.function("f");
  int loop = serial.loop(4), first = serial.statement(2);
  serial.statement(3);
  parallel.function("f");
  int region = parallel.construct(NodeKind::Parallel, 4);
  int inner = parallel.construct(NodeKind::For, 4, region);
  int single = parallel.construct(NodeKind::Single, hashOfSequence({2, 3}));
  Pairing pairing = pairPrograms(serial.trees(), parallel.trees());
  CHECK(counterpartOf(pairing, region, PairedBy::Exact) == loop);
  CHECK(counterpartOf(pairing, inner, PairedBy::Exact) == loop);
  CHECK(counterpartOf(pairing, single, PairedBy::Exact) == first);
}

TEST_CASE("a table tells which of several loops with one header is meant") {
  TreeMaker serial("s.c"), parallel("p.c");
  serial.function("f");
  int counterpart = serial.loop(4);
  serial.statement(40, counterpart);
  serial.statement(41, counterpart);
  int other = serial.loop(5);
  serial.statement(50, other);
  serial.at(other).hashes[2] = serial.at(counterpart).hashes[2];
  parallel.function("f");
  int region = parallel.construct(NodeKind::Parallel, 6);
  int loop = parallel.construct(NodeKind::For, 6, region);
  for (int node : {region, loop})
    parallel.at(node).hashes[2] = serial.at(counterpart).hashes[2];
  SECTION("by the statements inside") {
    parallel.at(loop).code.shapes = {140, 141, 150}; // the other's was fused in
    CHECK(counterpartOf(pairPrograms(serial.trees(), parallel.trees()), loop, PairedBy::Header) ==
          counterpart);
  }
  SECTION("not, when they are others") {
    parallel.at(loop).code.shapes = {160, 161};
    CHECK(pairPrograms(serial.trees(), parallel.trees()).pairs.empty());
  }
}

TEST_CASE("a table's loop that runs the other way pairs by its range and calls") {
  TreeMaker serial("s.c"), parallel("p.c");
  serial.function("f");
  int counterpart = serial.loop(4, -1, "j in a..b");
  parallel.function("f");
  int loop = parallel.construct(NodeKind::For, 6);
  parallel.at(loop).hashes[2] = 1;
  parallel.at(loop).code.range = "j in a..b";
  CHECK(counterpartOf(pairPrograms(serial.trees(), parallel.trees()), loop, PairedBy::Fallback) ==
        counterpart);
  parallel.at(loop).code.calls = 77; // it calls what the serial one does not
  CHECK(pairPrograms(serial.trees(), parallel.trees()).pairs.empty());
}

TEST_CASE("functions pair across files and names") {
  TreeMaker serial("serial/s.c"), parallel("omp/p.c");
  serial.function("fib_seq", 70);
  int counterpart = serial.statement(1);
  serial.function("old_name", 80);
  int renamed = serial.statement(2);
  parallel.function("fib_par", 71);
  int a = parallel.construct(NodeKind::Task, 1);
  parallel.statement(1, a);
  parallel.function("new_name", 80);
  int b = parallel.construct(NodeKind::Task, 2);
  parallel.statement(2, b);
  Pairing pairing = pairPrograms(serial.trees(), parallel.trees());
  CHECK(counterpartOf(pairing, a, PairedBy::Exact) == counterpart);
  CHECK(counterpartOf(pairing, b, PairedBy::Exact) == renamed);
}

TEST_CASE("of functions with one name in several files, the one in the file of that name") {
  TreeMaker other("serial/y.c"), same("serial/x.c"), parallel("omp/x.c");
  other.function("f").loop(1);
  int counterpart = (same.function("f"), same.loop(1));
  parallel.function("f");
  int loop = parallel.worksharing(1);
  std::vector<NodeTree> serial = {other.trees()[0], same.trees()[0]};
  Pairing pairing = pairPrograms(serial, parallel.trees());
  REQUIRE(counterpartOf(pairing, loop - 1, PairedBy::Exact) == counterpart);
  CHECK(pairing.pairs[0].serial.unit == 1);
}

TEST_CASE("a construct that two units hold is paired once") {
  TreeMaker header("h.h");
  header.function("f").worksharing(1);
  std::vector<NodeTree> both = {header.trees()[0], header.trees()[0]};
  CHECK(pairPrograms(header.trees(), both).pairs.size() == 1);
}

TEST_CASE("stems") {
  CHECK(stemOf("fib_seq") == "fib");
  CHECK(stemOf("parTreeSearch") == "TreeSearch");
  CHECK(stemOf("partition") == "partition");
  CHECK(stemOf("task") == "");
}

TEST_CASE("an alignment is rising, and takes what is unique first") {
  using Pairs = std::vector<std::pair<int, int>>;
  CHECK(alignSequences({1, 2, 3}, {1, 9, 3}) == Pairs{{0, 0}, {2, 2}});
  CHECK(alignSequences({}, {1}).empty());
  CHECK(alignSequences({0, 0}, {0, 0}).empty());
  CHECK(alignSequences({5, 5, 7, 5}, {7, 5}) == Pairs{{2, 0}, {3, 1}});
  CHECK(alignSequences({1, 2, 1, 2}, {2, 1, 2, 1}).size() == 3);
}
