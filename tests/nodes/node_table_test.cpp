// SPDX-License-Identifier: Apache-2.0
// The node table survives a round trip, and no text makes its reader do anything but refuse.
#include "catch.hpp"
#include "instrumenter/nodes/node_table.h"

#include <algorithm>

using namespace tare;

namespace {

Node makeNode(NodeKind kind, int parent, int ordinal) {
  Node node;
  node.kind = kind;
  node.id = {"src/a.c", "outer::f", kindName(kind), ordinal};
  node.parent = parent;
  node.place = {"../src/a.c", 12, 3, 20};
  return node;
}

NodeTree makeTree() {
  NodeTree tree;
  tree.unit = "../src/a.c";
  tree.compiler = "gcc";
  tree.sources = {{"src/a.c", "00000000000000ff"}};
  tree.nodes.push_back(makeNode(NodeKind::Function, -1, 0));
  tree.nodes.push_back(makeNode(NodeKind::Parallel, 0, 0));
  tree.nodes.push_back(makeNode(NodeKind::For, 1, 1));
  Node &loop = tree.nodes[2];
  loop.directive = "for schedule(static) // \"quoted\" \\ \xc3\xa9";
  loop.clauses = {{"schedule", {"monotonic", "static"}, {}, "2 * 2", 4},
                  {"reduction", {}, {{"sum", 8}, {"a[0:n]", 0}}, "+", {}},
                  {"private", {}, {{"\xc3\xa9", 0x123456789abcdefull}}, "", {}},
                  {"collapse", {}, {}, "2", 2},
                  {"if", {"simd"}, {}, "-1", -1},
                  {"nowait", {}, {}, "", {}}};
  loop.treatment = Treatment::Measured;
  loop.opaque = "spin";
  loop.counted_iterations = true;
  loop.uses_thread_num = true;
  loop.locking_calls = "rand, printf";
  loop.hashes = {1, 0xffffffffffffffffull, 0};
  loop.code = {"i in 0..n \"- 1\"", 0xfedcba9876543210ull, {0, 1, 0xffffffffu}};
  loop.trips = {1100, 0, 0};
  loop.hidden = {Trips::times_most, 2, 3, 1};
  loop.calls = {{"outer::f", {}}, {"inner::g", {12, 3, 4}}};
  tree.nodes.push_back(makeNode(NodeKind::Task, 1, 0));
  tree.nodes[3].treatment = Treatment::LeftAlone;
  tree.nodes[3].reason = "tasks are not measured yet";
  tree.nodes.push_back(makeNode(NodeKind::Call, 0, 0));
  tree.nodes[4].serial = true;
  tree.nodes.push_back(makeNode(NodeKind::Loop, 0, 2));
  tree.nodes[5].counterpart = "p/a.c#f#for#0";
  tree.nodes[5].counterpart_by = "shape";
  tree.nodes.push_back(makeNode(NodeKind::Critical, 1, 0));
  tree.nodes[6].treatment = Treatment::Unprobed;
  tree.nodes[6].reason = "3 times what it takes itself";
  return tree;
}

bool same(const Node &a, const Node &b) {
  return a.id == b.id && a.kind == b.kind && a.parent == b.parent && a.place.file == b.place.file &&
         a.place.line == b.place.line && a.place.column == b.place.column &&
         a.place.end_line == b.place.end_line && a.directive == b.directive &&
         a.treatment == b.treatment && a.reason == b.reason && a.opaque == b.opaque &&
         a.counted_iterations == b.counted_iterations && a.uses_thread_num == b.uses_thread_num &&
         a.hashes == b.hashes && a.code == b.code && a.serial == b.serial &&
         a.counterpart == b.counterpart && a.counterpart_by == b.counterpart_by &&
         a.trips == b.trips && a.hidden == b.hidden && a.calls == b.calls && a.clauses == b.clauses;
}

std::string replaced(std::string text, const std::string &what, const std::string &with) {
  size_t at = text.find(what);
  REQUIRE(at != text.npos);
  return text.replace(at, what.size(), with);
}

} // namespace

TEST_CASE("a table is read back as it was written") {
  NodeTree tree = makeTree();
  tree.fallback = true;
  tree.fallback_reason = "the rewritten text did not compile";
  std::string text = writeNodeTable(tree);
  REQUIRE(text.starts_with(node_table_magic));
  REQUIRE(text.find('\n') == text.npos);
  Result<NodeTree> read = readNodeTable(text);
  REQUIRE(read.ok());
  CHECK(read.value().unit == tree.unit);
  CHECK(read.value().compiler == tree.compiler);
  CHECK(read.value().sources == tree.sources);
  CHECK(read.value().fallback);
  CHECK(read.value().fallback_reason == tree.fallback_reason);
  REQUIRE(read.value().nodes.size() == tree.nodes.size());
  for (size_t i = 0; i < tree.nodes.size(); ++i)
    CHECK(same(read.value().nodes[i], tree.nodes[i]));
}

TEST_CASE("clauses take little room in a table") {
  NodeTree tree;
  tree.nodes.push_back(makeNode(NodeKind::For, -1, 0));
  size_t without = writeNodeTable(tree).size();
  tree.nodes[0].clauses = {{"nowait", {}, {}, "", {}}, {"private", {}, {{"i", 4}}, "", {}}};
  CHECK(writeNodeTable(tree).size() == without + std::string(R"(,"j":[[3],[4,[5,4]]])").size() +
                                           std::string(R"(,"nowait","private","i")").size());
}

TEST_CASE("of a table of version 1 the clauses are read from the text") {
  NodeTree tree = makeTree();
  tree.nodes[2].directive = "for reduction(+ : s) schedule(dynamic, 16) nowait";
  tree.nodes[4].directive = "schedule(static)"; // of a call it is the callee
  for (Node &node : tree.nodes)
    node.clauses.clear();
  Result<NodeTree> read =
      readNodeTable(replaced(writeNodeTable(tree), "{\"tare_nodes\":2,", "{\"tare_nodes\":1,"));
  REQUIRE(read.ok());
  const std::vector<Clause> &clauses = read.value().nodes[2].clauses;
  REQUIRE(findClause(clauses, "schedule"));
  CHECK(*findClause(clauses, "schedule") == Clause{"schedule", {"dynamic"}, {}, "16", 16});
  CHECK(hasClause(clauses, "reduction"));
  CHECK(hasClause(clauses, "nowait"));
  CHECK(read.value().nodes[4].clauses.empty());
  read = readNodeTable(writeNodeTable(tree)); // of version 2 they are not
  REQUIRE(read.ok());
  CHECK(read.value().nodes[2].clauses.empty());
}

TEST_CASE("versions that are not known are refused as such") {
  std::string text = writeNodeTable(makeTree());
  for (const std::string version : {"0", "3", "-1", "99999999999", "null", "[2]", "\"2\""}) {
    INFO(version);
    Result<NodeTree> read =
        readNodeTable(replaced(text, "{\"tare_nodes\":2,", "{\"tare_nodes\":" + version + ","));
    REQUIRE_FALSE(read.ok());
    bool is_number = version == "0" || version == "3";
    CHECK(read.error().message.starts_with(
        is_number ? "node table: 'tare_nodes' is another version: this node table was written by"
                  : "node table: 'tare_nodes' is not a whole number"));
  }
}

TEST_CASE("long strings are not copied without end") {
  NodeTree tree;
  for (int i = 0; i < 100; ++i)
    tree.nodes.push_back(makeNode(NodeKind::For, -1, i));
  const std::string name = tree.nodes[0].id.function, text = writeNodeTable(tree);
  REQUIRE(readNodeTable(text).ok());
  Result<NodeTree> read =
      readNodeTable(replaced(text, '"' + name + '"', '"' + std::string(1 << 20, 'f') + '"'));
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().message ==
        "node table: 'nodes[64].f' refers to more text than a table may hold");
}

TEST_CASE("more clauses, items or words than a table holds are left out") {
  NodeTree tree = makeTree();
  std::vector<Clause> &clauses = tree.nodes[2].clauses;
  clauses[0].words.assign(Clause::most_words + 1, "monotonic");
  clauses[1].items.assign(Clause::most_items + 1, {"a", 8});
  clauses.resize(Clause::most + 1);
  Result<NodeTree> read = readNodeTable(writeNodeTable(tree));
  REQUIRE(read.ok());
  REQUIRE(read.value().nodes[2].clauses.size() == Clause::most);
  CHECK(read.value().nodes[2].clauses[0].words.size() == Clause::most_words);
  CHECK(read.value().nodes[2].clauses[1].items.size() == Clause::most_items);
}

TEST_CASE("malformed clauses are refused as such") {
  NodeTree tree;
  tree.nodes.push_back(makeNode(NodeKind::For, -1, 0));
  tree.nodes[0].clauses = {{"schedule", {"static"}, {{"i", 4}}, "n", 4}};
  const std::string text = writeNodeTable(tree), good = "[[3,[4,4],[5],6,4]]";
  REQUIRE(text.find("\"j\":" + good) != text.npos);
  auto many = [](size_t count, const std::string &element) {
    std::string list = "[" + element;
    for (size_t i = 1; i < count; ++i)
      list += "," + element;
    return list + "]";
  };
  const std::string malformed[] = {
      "3, {}, [3], [[]], [{}], [[-1]], [[99]], [[\"x\"]], [[3,3]], [[3,[4]]], [[3,[4,-4]]]",
      "[[3,[4,4.5]]], [[3,[\"i\",4]]], [[3,[],3]], [[3,[],[99]]], [[3,[],[],null]]",
      "[[3,[],[],\"n\"]], [[3,[],[],99]], [[3,[],[],6,4.5]], [[3,[],[],6,\"4\"]]",
      "[[3,[],[],6,18446744073709551615]], [[3,[],[],6,4,4]]",
      many(Clause::most + 1, "[3]"),
      "[[3," + many(2 * Clause::most_items + 2, "4") + "]]",
      "[[3,[]," + many(Clause::most_words + 1, "5") + "]]"};
  for (const std::string &line : malformed)
    for (size_t at = 0, end; at < line.size(); at = end + 2) {
      end = std::min(line.find(", ", at), line.size());
      INFO(line.substr(at, 80));
      Result<NodeTree> read = readNodeTable(replaced(text, good, line.substr(at, end - at)));
      REQUIRE_FALSE(read.ok());
      CHECK(read.error().message.starts_with("node table: 'nodes[0].j"));
    }
}

TEST_CASE("an empty tree is a table too") {
  Result<NodeTree> read = readNodeTable(writeNodeTable(NodeTree()));
  REQUIRE(read.ok());
  CHECK(read.value().nodes.empty());
}

TEST_CASE("names that are not UTF-8 do not break the table") {
  NodeTree tree = makeTree();
  tree.unit = "a\xff.c";
  CHECK(readNodeTable(writeNodeTable(tree)).ok());
}

TEST_CASE("every kind has a name of its own") {
  for (int i = 0; i <= int(NodeKind::Other); ++i) {
    NodeKind kind = NodeKind::Root;
    REQUIRE(kindFromName(kindName(NodeKind(i)), kind));
    CHECK(int(kind) == i);
  }
}

TEST_CASE("what is wrong in a table is refused") {
  std::string text = writeNodeTable(makeTree());
  CHECK_FALSE(readNodeTable("").ok());
  CHECK_FALSE(readNodeTable("{}").ok());
  CHECK_FALSE(readNodeTable("[1]").ok());
  CHECK_FALSE(readNodeTable(text + "x").ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"k\":\"for\"", "\"k\":\"nonsense\"")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"k\":\"for\"", "\"k\":4")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"u\":1", "\"u\":2")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"u\":1", "\"u\":-2")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"u\":1", "\"u\":99999999999999999999")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"p\":0", "\"p\":77")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"p\":0", "\"p\":-1")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"t\":1", "\"t\":6")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"l\":[12,3,20]", "\"l\":[12,3]")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"m\":[1100,0,0]", "\"m\":[1100,0]")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"m\":[1100,0,0]", "\"m\":1100")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"m\":[1100,0,0]", "\"m\":[-1,0,0]")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"m\":[1100,0,0]", "\"m\":[1e300,0,0]")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "[9007199254740992,2", "[9007199254740993,2")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "[12,3,4]", "[12,-3,4]")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "[12,3,4]", "[12,3,4],0")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "ffffffffffffffff", "fffffffffffffffg")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"a\":\"fe", "\"a\":\"f")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"q\":\"00", "\"q\":\"0")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"q\":\"00", "\"q\":\"0z")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"q\":\"", "\"q\":\"" + std::string(1024, '0'))).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"nodes\":[", "\"nodes\":{}, \"x\":[")).ok());
  std::string deep = replaced(text, "\"nodes\":[", "\"nodes\":[" + std::string(100000, '['));
  CHECK_FALSE(readNodeTable(deep).ok());
}

TEST_CASE("declarations come back, and only numbers are taken") {
  NodeTree tree = makeTree();
  tree.declarations = {{"declare reduction", 2}, {"threadprivate", 1}};
  std::string text = writeNodeTable(tree);
  Result<NodeTree> read = readNodeTable(text);
  REQUIRE(read.ok());
  CHECK(read.value().declarations == tree.declarations);
  CHECK_FALSE(readNodeTable(replaced(text, "\"threadprivate\":1", "\"threadprivate\":-1")).ok());
  CHECK_FALSE(readNodeTable(replaced(text, "\"threadprivate\":1", "\"threadprivate\":[]")).ok());
  CHECK_FALSE(
      readNodeTable(replaced(text, "\"declarations\":{", "\"declarations\":[],\"x\":{")).ok());
}

TEST_CASE("a table that is cut anywhere is refused") {
  std::string text = writeNodeTable(makeTree());
  for (size_t length = 0; length < text.size(); ++length)
    CHECK_FALSE(readNodeTable(std::string_view(text).substr(0, length)).ok());
}

TEST_CASE("a table with one byte changed is read or refused, never worse") {
  std::string text = writeNodeTable(makeTree());
  if (GENERATE(false, true))
    text = replaced(text, "{\"tare_nodes\":2,", "{\"tare_nodes\":1,");
  for (size_t i = 0; i < text.size(); ++i)
    for (char byte : {'\0', '"', '9', '[', '-', '\xff'}) {
      std::string changed = text;
      changed[i] = byte;
      Result<NodeTree> read = readNodeTable(changed);
      if (!read.ok())
        continue;
      for (size_t n = 0; n < read.value().nodes.size(); ++n)
        REQUIRE(read.value().nodes[n].parent < int(n));
    }
}

TEST_CASE("code inside of code is repeated by both, and never more than fits") {
  CHECK(nested({10, 1, 0}, {20, 2, 3}) == Trips{200, 3, 3});
  CHECK(nested({1, 0, 2, 1}, {1, 0, 3, 2}) == Trips{1, 0, 5, 3});
  CHECK(nested({0, 0, 0}, {20, 1, 0}) == Trips{0, 1, 0});
  const uint64_t most = Trips::times_most;
  CHECK(nested({most, UINT32_MAX, 1}, {most, 1, UINT32_MAX}) ==
        Trips{most, UINT32_MAX, UINT32_MAX});
}
