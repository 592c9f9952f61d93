// SPDX-License-Identifier: Apache-2.0
// How often code is repeated, as far as its text tells: trips of loops, what lies around a node,
// calls.
#include "catch.hpp"

#include "instrumenter/clang/parse.h"

#include <string>

using namespace tare;

namespace {

NodeTree treeOf(const std::string &code, bool cplusplus = false, bool whole_tree = false) {
  const std::string text = "# 1 \"/home/a.c\"\n" + code;
  LineMap lines(text);
  UserFiles files(lines, "");
  ParseRequest request;
  request.unit = "/home/a.c";
  request.compiler = "clang";
  request.cplusplus = cplusplus;
  request.whole_tree = whole_tree;
  Result<ParsedUnit> unit = parseUnit(text, request, files);
  REQUIRE(unit.ok());
  return unit.value().tree;
}

const Node &nodeOf(const NodeTree &tree, NodeKind kind, int ordinal = 0) {
  for (const Node &node : tree.nodes)
    if (node.kind == kind && ordinal-- == 0)
      return node;
  FAIL("no such node");
  return tree.nodes.front();
}

/// Of a worksharing loop with this header, behind these declarations.
Trips tripsOf(const std::string &header, const std::string &before = "", bool cplusplus = false) {
  NodeTree tree =
      treeOf(before + "\nvoid f(int m) {\n#pragma omp for\nfor (" + header + ") ;\n}\n", cplusplus);
  return nodeOf(tree, NodeKind::For).trips;
}

const Trips unknown = {1, 1, 0};

Trips times(uint64_t count) { return {count, 0, 0}; }

} // namespace

TEST_CASE("constant bounds give the number of iterations") {
  CHECK(tripsOf("int i = 0; i < 100; i++") == times(100));
  CHECK(tripsOf("int i = 0; i <= 100; ++i") == times(101));
  CHECK(tripsOf("int i = 100; i > 0; i--") == times(100));
  CHECK(tripsOf("int i = 100; i >= 0; i -= 1") == times(101));
  CHECK(tripsOf("int i = 0; 100 > i; i += 3") == times(34));
  CHECK(tripsOf("int i = 99; i >= 0; i -= 10") == times(10));
  CHECK(tripsOf("int i = 0; i != 12; i += 4") == times(3));
  CHECK(tripsOf("int i = 5; i < 5; i++") == times(0));
  CHECK(tripsOf("long i = -3; i < 3; i = i + 1") == times(6));
  CHECK(tripsOf("unsigned long i = 0; i < 1000000; i++") == times(1000000));
}

TEST_CASE("constants of constants are constant, in C too") {
  const std::string constants = "enum { rows = 40 }; static const int n = 10;";
  CHECK(tripsOf("int i = 0; i < rows; i++", constants) == times(40));
  CHECK(tripsOf("int i = 1; i < n - 1; i++", constants) == times(8));
  CHECK(tripsOf("int i = 0; i < n * rows / 2; i++", constants) == times(200));
  CHECK(tripsOf("int i = 0; i < n; i++", "constexpr int n = sizeof(int[7]) / sizeof(int);", true) ==
        times(7));
}

TEST_CASE("what the text does not tell is a loop of unknown length") {
  CHECK(tripsOf("int i = 0; i < m; i++") == unknown);
  CHECK(tripsOf("int i = m; i < 10; i++") == unknown);
  CHECK(tripsOf("int i = 0; i < n; i++", "int n = 10;") == unknown);
  CHECK(tripsOf("int i = 0; i < n; i++", "extern const int n;") == unknown);
  CHECK(tripsOf("int i = 0; i < 10; i += m") == unknown);
}

TEST_CASE("the loops that a directive binds are its own") {
  NodeTree tree = treeOf("void g(void);\nvoid f(int m) {\n"
                         "#pragma omp parallel for collapse(2)\n"
                         "for (int i = 0; i < 10; i++)\nfor (int j = 0; j < 20; j++)\n"
                         "for (int k = 0; k < m; k++) {\n#pragma omp critical\ng();\n}\n}\n");
  CHECK(nodeOf(tree, NodeKind::For).trips == times(200));
  CHECK(nodeOf(tree, NodeKind::For).hidden == times(1));
  CHECK(nodeOf(tree, NodeKind::Parallel).trips == times(1));
  CHECK(nodeOf(tree, NodeKind::Critical).hidden == unknown);
}

TEST_CASE("loops and branches without a node of their own are told of what is inside") {
  NodeTree tree = treeOf("void f(int m) {\n#pragma omp for\nfor (int i = 0; i < 5; i++)\n"
                         "for (int j = 0; j < 7; j++)\nif (m)\nwhile (m--) {\n"
                         "#pragma omp atomic\nm += 1;\n"
                         "for (int k = 0; k < 3; k++) {\n#pragma omp critical\nm++;\n}\n}\n"
                         "#pragma omp flush\n}\n");
  CHECK(nodeOf(tree, NodeKind::Atomic).hidden == Trips{7, 1, 1});
  CHECK(nodeOf(tree, NodeKind::Critical).hidden == Trips{21, 1, 1});
  CHECK(nodeOf(tree, NodeKind::Flush).hidden == times(1));
}

TEST_CASE("cases and other branches may pass a construct by") {
  NodeTree tree = treeOf("void f(int m) {\nif (m) ; else {\n#pragma omp barrier\n}\n"
                         "switch (m) {\ncase 1: {\n#pragma omp taskwait\n}\n}\n}\n");
  CHECK(nodeOf(tree, NodeKind::Barrier).hidden.branches == 1);
  CHECK(nodeOf(tree, NodeKind::Taskwait).hidden.branches == 1);
}

TEST_CASE("of two sides with directives one is executed") {
  NodeTree tree = treeOf("void f(int m) {\nif (m) {\n#pragma omp barrier\n} else if (m > 1) {\n"
                         "#pragma omp taskwait\n} else {\n#pragma omp flush\n}\n"
                         "if (m) {\n#pragma omp taskyield\n} else {\nm++;\n}\n}\n");
  CHECK(nodeOf(tree, NodeKind::Barrier).hidden == Trips{1, 0, 1, 1});
  CHECK(nodeOf(tree, NodeKind::Taskwait).hidden == Trips{1, 0, 2, 2});
  CHECK(nodeOf(tree, NodeKind::Flush).hidden == Trips{1, 0, 2, 2});
  CHECK(nodeOf(tree, NodeKind::Taskyield).hidden == Trips{1, 0, 1});
}

TEST_CASE("loops with a node tell their own trips") {
  NodeTree tree = treeOf("void g(void);\nint main(void) {\nfor (int t = 0; t < 30; t++) {\n"
                         "#pragma omp parallel\n{\nfor (int i = 0; i < 6; i++) {\n"
                         "#pragma omp single\ng();\n}\n}\n}\nreturn 0;\n}\n");
  const Node &serial = nodeOf(tree, NodeKind::Loop), &region = nodeOf(tree, NodeKind::Loop, 1);
  REQUIRE(serial.serial);
  CHECK(serial.trips == times(30));
  CHECK(region.trips == times(6));
  CHECK(nodeOf(tree, NodeKind::Parallel).hidden == times(1));
  CHECK(nodeOf(tree, NodeKind::Single).hidden == times(1));
}

TEST_CASE("calls of functions that the table knows are told where they are made") {
  NodeTree tree = treeOf("static void locked(int *n) {\n#pragma omp critical\n++*n;\n}\n"
                         "static void plain(int *n) { ++*n; }\n"
                         "void f(int *n) {\n#pragma omp parallel\n{\n"
                         "for (int i = 0; i < 4; i++)\nfor (int j = 0; j < 8; j++)\nlocked(n);\n"
                         "plain(n);\nif (*n)\nlocked(n);\n}\n}\n");
  const Node &loop = nodeOf(tree, NodeKind::Loop);
  REQUIRE(loop.calls.size() == 1);
  CHECK(loop.calls[0] == FunctionCall{"locked", times(8)});
  const Node &region = nodeOf(tree, NodeKind::Parallel);
  REQUIRE(region.calls.size() == 1);
  CHECK(region.calls[0] == FunctionCall{"locked", {1, 0, 1}});
}

TEST_CASE("calls before a function's first construct are its own") {
  NodeTree tree = treeOf("static void locked(int *n) {\n#pragma omp critical\n++*n;\n}\n"
                         "void f(int *n) {\nlocked(n);\nlocked(n);\n#pragma omp barrier\n}\n");
  const Node &function = nodeOf(tree, NodeKind::Function, 1);
  REQUIRE(function.id.function == "f");
  CHECK(function.calls.size() == 2);
}

TEST_CASE("in a whole tree every loop has a node with its trips, one that a directive binds too") {
  NodeTree tree = treeOf("void f(int *a) {\n#pragma omp for\nfor (int i = 0; i < 9; i++)\n"
                         "for (int j = 0; j < 2; j++) {\n#pragma omp atomic\na[0] += 1;\n}\n}\n",
                         false, true);
  CHECK(nodeOf(tree, NodeKind::For).trips == times(9));
  CHECK(nodeOf(tree, NodeKind::Loop).trips == times(9));
  CHECK(nodeOf(tree, NodeKind::Loop, 1).trips == times(2));
  CHECK(nodeOf(tree, NodeKind::Atomic).hidden == times(1));
}

TEST_CASE("a loop over an array has as many iterations as that has elements") {
  NodeTree tree = treeOf("void f() {\nint a[6] = {};\nfor (int &x : a) {\n"
                         "#pragma omp critical\nx++;\n}\n}\n",
                         true);
  CHECK(nodeOf(tree, NodeKind::Critical).hidden == times(6));
}
