// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "driver/search/places.h"

#include <algorithm>

using namespace tare;

namespace {

/// A tree by hand: every node measured.
class Tree {
public:
  explicit Tree(const std::string &unit) { tree.unit = unit; }

  int add(NodeKind kind, int parent, const std::string &function,
          const std::string &directive = "") {
    Node node;
    node.kind = kind;
    node.parent = parent;
    node.id = {tree.unit, function, kindName(kind), static_cast<int>(tree.nodes.size())};
    node.directive = directive;
    node.treatment = isOpenMP(kind) ? Treatment::Measured : Treatment::None;
    tree.nodes.push_back(node);
    return static_cast<int>(tree.nodes.size()) - 1;
  }
  Node &operator[](int index) { return tree.nodes[size_t(index)]; }
  std::string id(int index) const { return tree.nodes[size_t(index)].id.text(); }

  NodeTree tree;
};

bool holds(const Places &places, const std::string &outer, const std::string &inner) {
  const std::vector<int> &inside = places.all[size_t(places.find(outer))].inside;
  return std::ranges::count(inside, places.find(inner)) == 1;
}

bool together(const Places &places, const std::string &place, const std::string &with) {
  const std::vector<int> &list = places.all[size_t(places.find(place))].together;
  return std::ranges::count(list, places.find(with)) == 1;
}

} // namespace

TEST_CASE("a construct lies inside of the one next around it; regions cannot be left out") {
  Tree tree("a.c");
  int main = tree.add(NodeKind::Function, -1, "main");
  int region = tree.add(NodeKind::Parallel, main, "main");
  int block = tree.add(NodeKind::BasicBlock, region, "main");
  int loop = tree.add(NodeKind::For, block, "main");
  int critical = tree.add(NodeKind::Critical, loop, "main");
  Places places = placesOf({tree.tree});
  CHECK(places.all.size() == 3);
  CHECK(holds(places, tree.id(region), tree.id(loop)));
  CHECK(holds(places, tree.id(loop), tree.id(critical)));
  CHECK_FALSE(holds(places, tree.id(region), tree.id(critical)));
  CHECK_FALSE(places.all[size_t(places.find(tree.id(region)))].can_ask);
  CHECK(places.all[size_t(places.find(tree.id(loop)))].can_ask);
}

TEST_CASE("a construct in a function lies inside of whatever calls that, through others too") {
  Tree tree("a.c");
  int main = tree.add(NodeKind::Function, -1, "main");
  int region = tree.add(NodeKind::Parallel, main, "main");
  int other = tree.add(NodeKind::Parallel, main, "main");
  tree.add(NodeKind::Call, region, "main", "work");
  int work = tree.add(NodeKind::Function, -1, "work");
  tree.add(NodeKind::Call, work, "work", "deep");
  int deep = tree.add(NodeKind::Function, -1, "deep");
  int critical = tree.add(NodeKind::Critical, deep, "deep");
  Places places = placesOf({tree.tree});
  CHECK(holds(places, tree.id(region), tree.id(critical)));
  CHECK_FALSE(holds(places, tree.id(other), tree.id(critical)));
}

TEST_CASE("calls that are noted only by name count as well, also from another unit") {
  Tree caller("a.c"), callee("b.c");
  int main = caller.add(NodeKind::Function, -1, "main");
  int region = caller.add(NodeKind::Parallel, main, "main");
  int loop = caller.add(NodeKind::For, region, "main");
  caller[loop].calls.push_back({"work", {}});
  int work = callee.add(NodeKind::Function, -1, "work");
  int lock = callee.add(NodeKind::Lock, work, "work", "omp_set_lock");
  Places places = placesOf({caller.tree, callee.tree});
  CHECK(holds(places, caller.id(loop), callee.id(lock)));
}

TEST_CASE("nobody known calls it: it may lie in any region") {
  Tree tree("a.c");
  int main = tree.add(NodeKind::Function, -1, "main");
  int one = tree.add(NodeKind::Parallel, main, "main");
  int two = tree.add(NodeKind::Parallel, main, "main");
  int task = tree.add(NodeKind::Function, -1, "callback");
  int critical = tree.add(NodeKind::Critical, task, "callback");
  Places places = placesOf({tree.tree});
  CHECK(holds(places, tree.id(one), tree.id(critical)));
  CHECK(holds(places, tree.id(two), tree.id(critical)));
  CHECK(places.all[size_t(places.find(tree.id(critical)))].unknown_caller);
}

TEST_CASE("a loop of a region's code is a part of what it stands in") {
  Tree tree("a.c");
  int main = tree.add(NodeKind::Function, -1, "main");
  int region = tree.add(NodeKind::Parallel, main, "main");
  int steps = tree.add(NodeKind::Loop, region, "main");
  tree.add(NodeKind::For, steps, "main");
  tree.add(NodeKind::Call, steps, "main", "once");
  for (int i = 0; i < 2; ++i)
    tree.add(NodeKind::Call, region, "main", "helper");
  int helper = tree.add(NodeKind::Function, -1, "helper");
  int called = tree.add(NodeKind::Loop, helper, "helper");
  int second = tree.add(NodeKind::Parallel, main, "main");
  int shared = tree.add(NodeKind::Function, -1, "shared");
  tree.add(NodeKind::Loop, shared, "shared");
  for (int caller : {region, second})
    tree.add(NodeKind::Call, caller, "main", "shared"); // of which of them, nobody knows
  Places places = placesOf({tree.tree});
  CHECK(places.all[size_t(places.find(tree.id(region)))].parts ==
        std::vector<std::string>{tree.id(steps), tree.id(called)});
  CHECK(places.all[size_t(places.find(tree.id(second)))].parts.empty());
}

TEST_CASE("functions that call each other do not make it run for ever") {
  Tree tree("a.c");
  int f = tree.add(NodeKind::Function, -1, "f");
  tree.add(NodeKind::Call, f, "f", "g");
  int g = tree.add(NodeKind::Function, -1, "g");
  tree.add(NodeKind::Call, g, "g", "f");
  int critical = tree.add(NodeKind::Critical, g, "g");
  CHECK(placesOf({tree.tree}).find(tree.id(critical)) >= 0);
}

TEST_CASE("all tasks of a region have probes or none; what is in a task needs it") {
  Tree tree("a.c");
  int main = tree.add(NodeKind::Function, -1, "main");
  int region = tree.add(NodeKind::Parallel, main, "main");
  int one = tree.add(NodeKind::Task, region, "main");
  int two = tree.add(NodeKind::Task, region, "main");
  int critical = tree.add(NodeKind::Critical, one, "main");
  Places places = placesOf({tree.tree});
  CHECK(together(places, tree.id(one), tree.id(two)));
  CHECK(together(places, tree.id(two), tree.id(one)));
  CHECK(together(places, tree.id(critical), tree.id(one)));
  CHECK_FALSE(together(places, tree.id(one), tree.id(critical)));
}

TEST_CASE("sections go together") {
  Tree tree("a.c");
  int main = tree.add(NodeKind::Function, -1, "main");
  int region = tree.add(NodeKind::Parallel, main, "main");
  int sections = tree.add(NodeKind::Sections, region, "main");
  int one = tree.add(NodeKind::Section, sections, "main");
  int two = tree.add(NodeKind::Section, sections, "main");
  Places places = placesOf({tree.tree});
  CHECK(together(places, tree.id(one), tree.id(two)));
  CHECK(together(places, tree.id(one), tree.id(sections)));
  CHECK(together(places, tree.id(sections), tree.id(one)));
}

TEST_CASE("without probes anyway: told where that hides waits, counted ones are no question") {
  Tree tree("a.c");
  int main = tree.add(NodeKind::Function, -1, "main");
  int region = tree.add(NodeKind::Parallel, main, "main");
  int critical = tree.add(NodeKind::Critical, region, "main");
  int simd = tree.add(NodeKind::Simd, region, "main");
  int atomic = tree.add(NodeKind::Atomic, region, "main");
  tree[critical].treatment = tree[simd].treatment = Treatment::LeftAlone;
  tree[critical].reason = "a jump leaves it";
  tree[atomic].treatment = Treatment::Counted;
  Places places = placesOf({tree.tree});
  CHECK(places.all[size_t(places.find(tree.id(critical)))].without_probes == "a jump leaves it");
  CHECK(places.all[size_t(places.find(tree.id(simd)))].without_probes.empty());
  const Place &counted = places.all[size_t(places.find(tree.id(atomic)))];
  CHECK(counted.only_counted);
  CHECK_FALSE(counted.can_ask);
}
