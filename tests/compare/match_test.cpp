// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compare/match.h"
#include "catch.hpp"

#include <map>
#include <random>

using namespace tare;

namespace {

using Constructs = std::vector<ConstructLines>;

/// `exact` and `shape` are the hashes; the header's is that of the shape's last digit.
ConstructLines construct(const std::string &path, const std::string &function,
                         const std::string &kind, int ordinal, int line, uint64_t exact,
                         uint64_t shape = 0, uint64_t header = 0) {
  ConstructLines c;
  c.id = path + "#" + function + "#" + kind + "#" + std::to_string(ordinal);
  c.kind = kind;
  c.file = path;
  c.line = line;
  c.directive = kind;
  c.hashes = {exact, shape, header};
  return c;
}

/// base index -> head index
std::map<int, int> pairsOf(const Constructs &base, const Constructs &head) {
  std::map<int, int> found;
  for (const ConstructMatch &pair : matchConstructs(base, head))
    if (pair.base >= 0 && pair.head >= 0)
      found[pair.base] = pair.head;
  return found;
}

MatchedBy by(const Constructs &base, const Constructs &head, int which) {
  for (const ConstructMatch &pair : matchConstructs(base, head))
    if (pair.base == which)
      return pair.by;
  return MatchedBy::None;
}

} // namespace

TEST_CASE("moved lines change nothing") {
  Constructs base = {construct("a.c", "f", "for", 0, 10, 11),
                     construct("a.c", "f", "for", 1, 20, 12)};
  Constructs head = {construct("a.c", "f", "for", 0, 110, 11),
                     construct("a.c", "f", "for", 1, 95, 12)};
  head[1].line = 120;
  CHECK(pairsOf(base, head) == std::map<int, int>{{0, 0}, {1, 1}});
  CHECK(by(base, head, 0) == MatchedBy::Exact);
}

TEST_CASE("a loop put in front of others shifts their ordinals, not their match") {
  Constructs base = {construct("a.c", "f", "for", 0, 10, 11),
                     construct("a.c", "f", "for", 1, 20, 12)};
  Constructs head = {construct("a.c", "f", "for", 0, 5, 99),
                     construct("a.c", "f", "for", 1, 15, 11),
                     construct("a.c", "f", "for", 2, 25, 12)};
  CHECK(pairsOf(base, head) == std::map<int, int>{{0, 1}, {1, 2}});
  CHECK(matchConstructs(base, head).back().base == -1);
  CHECK(matchConstructs(base, head).back().head == 0);
}

TEST_CASE("renamed variables, another body and another loop are told apart") {
  Constructs base = {construct("a.c", "f", "for", 0, 10, 11, 21, 31)};
  CHECK(by(base, {construct("a.c", "f", "for", 0, 10, 91, 21, 31)}, 0) == MatchedBy::Shape);
  CHECK(by(base, {construct("a.c", "f", "for", 0, 10, 91, 92, 31)}, 0) == MatchedBy::Header);
  CHECK(by(base, {construct("a.c", "f", "for", 0, 10, 91, 92, 93)}, 0) == MatchedBy::Directive);
  Constructs other = {construct("a.c", "f", "for", 0, 10, 91, 92, 93)};
  other[0].directive = "for schedule(dynamic)";
  CHECK(by(base, other, 0) == MatchedBy::Order);
  other[0].kind = "critical";
  CHECK(by(base, other, 0) == MatchedBy::None);
}

TEST_CASE("an edited construct is found between the anchors on either side") {
  Constructs base = {construct("a.c", "f", "for", 0, 10, 11),
                     construct("a.c", "f", "for", 1, 20, 12),
                     construct("a.c", "f", "for", 2, 30, 13)};
  Constructs head = {construct("a.c", "f", "for", 0, 10, 11),
                     construct("a.c", "f", "for", 1, 22, 92),
                     construct("a.c", "f", "for", 2, 33, 13)};
  CHECK(pairsOf(base, head) == std::map<int, int>{{0, 0}, {1, 1}, {2, 2}});
  CHECK(by(base, head, 1) == MatchedBy::Directive);
}

TEST_CASE("a renamed file, and a file moved into a folder") {
  Constructs base = {construct("a.c", "f", "for", 0, 10, 11),
                     construct("a.c", "g", "for", 0, 20, 12)};
  Constructs head = {construct("src/b.c", "f", "for", 0, 10, 11),
                     construct("src/b.c", "g", "for", 0, 20, 92)};
  CHECK(pairsOf(base, head) == std::map<int, int>{{0, 0}, {1, 1}});
}

TEST_CASE("a renamed function is known by its code, one that is only like it is not") {
  Constructs base = {construct("a.c", "f", "for", 0, 10, 11),
                     construct("a.c", "f", "for", 1, 20, 12)};
  Constructs head = {construct("a.c", "g", "for", 0, 10, 11),
                     construct("a.c", "g", "for", 1, 20, 92)};
  CHECK(pairsOf(base, head) == std::map<int, int>{{0, 0}, {1, 1}});
  Constructs strange = {construct("a.c", "g", "for", 0, 10, 71)};
  CHECK(pairsOf(base, strange).empty());
}

TEST_CASE("a loop taken out into a function of its own, and loops that change places") {
  Constructs base = {construct("a.c", "f", "for", 0, 10, 11),
                     construct("a.c", "f", "for", 1, 20, 12),
                     construct("a.c", "f", "for", 2, 30, 13)};
  Constructs head = {construct("a.c", "f", "for", 0, 10, 11),
                     construct("a.c", "f", "for", 1, 20, 13),
                     construct("a.c", "taken", "for", 0, 40, 12)};
  CHECK(pairsOf(base, head) == std::map<int, int>{{0, 0}, {1, 2}, {2, 1}});
  Constructs swapped = {construct("a.c", "f", "for", 0, 10, 12),
                        construct("a.c", "f", "for", 1, 20, 11),
                        construct("a.c", "f", "for", 2, 30, 13)};
  CHECK(pairsOf(base, swapped) == std::map<int, int>{{0, 1}, {1, 0}, {2, 2}});
}

TEST_CASE("two functions of one name in two files stay apart when one file is renamed") {
  Constructs base = {construct("a.c", "f", "for", 0, 10, 11),
                     construct("b.c", "f", "for", 0, 10, 12)};
  Constructs head = {construct("a.c", "f", "for", 0, 10, 11),
                     construct("c.c", "f", "for", 0, 10, 12)};
  CHECK(pairsOf(base, head) == std::map<int, int>{{0, 0}, {1, 1}});
}

TEST_CASE("constructs without code of their own keep their order") {
  Constructs base = {construct("a.c", "f", "barrier", 0, 10, 0),
                     construct("a.c", "f", "for", 0, 20, 12),
                     construct("a.c", "f", "barrier", 1, 30, 0)};
  Constructs head = {construct("a.c", "f", "for", 0, 20, 12),
                     construct("a.c", "f", "barrier", 0, 30, 0)};
  CHECK(pairsOf(base, head) == std::map<int, int>{{1, 0}, {2, 1}});
  CHECK(by(base, head, 2) == MatchedBy::Exact);
  CHECK(by({base[0]}, {construct("a.c", "f", "barrier", 0, 10, 0), base[1]}, 0) ==
        MatchedBy::Exact);
}

TEST_CASE("random versions: every construct once, and unchanged ones find themselves") {
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    auto upTo = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n + 1)); };
    Constructs base;
    std::vector<int> origin;
    for (int i = 0; i < 20; ++i)
      base.push_back(
          construct("a.c", "f" + std::to_string(i / 5), "for", i % 5, 10 * i, 1000 + uint64_t(i)));
    Constructs head;
    std::map<std::string, int> ordinals;
    auto add = [&](const std::string &function, uint64_t code, int from) {
      int ordinal = ordinals[function]++;
      head.push_back(
          construct("a.c", function, "for", ordinal, 7 * static_cast<int>(head.size()), code));
      origin.push_back(from);
    };
    for (int i = 0; i < 20; ++i) {
      std::string function = "f" + std::to_string(i / 5);
      if (upTo(9) == 0)
        add(function, 5000 + random() % 1000, -1); // a new one
      if (upTo(9) > 0)
        add(function, 1000 + uint64_t(i), i); // else it went
    }
    std::vector<int> times_base(base.size()), times_head(head.size());
    for (const ConstructMatch &pair : matchConstructs(base, head)) {
      if (pair.base >= 0)
        times_base[size_t(pair.base)] += 1;
      if (pair.head >= 0)
        times_head[size_t(pair.head)] += 1;
      INFO("seed " << seed << " base " << pair.base << " head " << pair.head);
      if (pair.head >= 0 && origin[size_t(pair.head)] >= 0)
        CHECK(pair.base == origin[size_t(pair.head)]);
    }
    CHECK(times_base == std::vector<int>(base.size(), 1));
    CHECK(times_head == std::vector<int>(head.size(), 1));
  }
}
