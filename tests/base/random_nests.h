// SPDX-License-Identifier: Apache-2.0
// Random nests of loops. Bounds depend on outer counters and two sizes; there are steps, minima,
// maxima, quotients and guards.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace tare {

/// A sum of counters and sizes, in whole or divided by a constant (rounded down).
struct AffineSum {
  std::vector<std::pair<int, int>> terms; // which name, factor
  int constant = 0, divisor = 1;
};

/// Counters are names 0, 1, ...; the sizes n and m are names -1 and -2.
struct RandomLoop {
  std::vector<AffineSum> first, last; // the greatest and the least of these
  int step = 1;
  bool down = false;
  std::vector<AffineSum> guards;  // of its body: >= 0
  int modulus = 1, remainder = 0; // of its counter, in the body
};

struct NestDraw {
  std::mt19937 engine;
  int to(int most) { return int(engine() % unsigned(most + 1)); }
  bool chance(int of) { return to(of - 1) == 0; }

  AffineSum affine(int counters, bool with_size) {
    AffineSum sum;
    sum.constant = to(5) - 2;
    if (with_size)
      sum.terms.emplace_back(chance(3) ? -2 : -1, 1);
    if (counters > 0 && chance(2))
      sum.terms.emplace_back(to(counters - 1), chance(4) ? -1 : chance(4) ? 2 : 1);
    if (chance(12))
      sum.divisor = 2 + to(1);
    return sum;
  }

  RandomLoop loop(int counters) {
    RandomLoop made;
    made.first.push_back(affine(counters, false));
    made.last.push_back(affine(counters, !chance(5)));
    if (chance(6))
      made.first.push_back(affine(counters, chance(2)));
    if (chance(5))
      made.last.push_back(affine(counters, true));
    made.step = chance(4) ? 2 + to(1) : 1;
    made.down = chance(6);
    if (chance(4))
      made.guards.push_back(affine(counters + 1, chance(2)));
    if (chance(16)) {
      made.modulus = 2 + to(1);
      made.remainder = to(made.modulus - 1);
    }
    return made;
  }

  std::vector<RandomLoop> nest() {
    std::vector<RandomLoop> loops;
    int depth = 1 + to(2) + (chance(10) ? 1 : 0);
    for (int i = 0; i < depth; ++i)
      loops.push_back(loop(i));
    return loops;
  }
};

} // namespace tare
