// SPDX-License-Identifier: Apache-2.0
// Reviews for the tests of their forms.
#pragma once

#include "analyzer/review/review.h"
#include "as_prediction.h"
#include "fake_ledger.h"

namespace tare::test {

/// Names that would be markup or control a terminal, and a construct that has moved and was edited.
inline std::pair<Ledger, Ledger> disguised(Ledger base, Ledger head) {
  for (Ledger *ledger : {&base, &head}) {
    ledger->program = "fa|ke<b>\x1b[31m @someone";
    ConstructLines &second = ledger->tables[0].constructs[1];
    second.file = "src dir/x.c";
    second.id = "src dir/x.c#second#for#0";
    second.directive = "critical(`a|b`)";
    second.column = 3;
  }
  head.tables[0].constructs[1].line += 7;
  head.tables[0].constructs[1].hashes[0] += 2;
  return {base, head};
}

/// A lock that grew by `share` of T_p at its construct.
inline std::pair<Ledger, Ledger> versions(double share, int repetitions = 5, uint32_t seed = 1,
                                          double noise = 0.003) {
  FakeWeigher weigher(seed, {.line = noise}, repetitions);
  FakeProgram after = usualProgram();
  after.constructs[1].lines[0].second += share;
  Ledger base = weigher.weigh(usualProgram()), head = weigher.weigh(after);
  return disguised(base, head);
}

/// Everything takes a fifth longer, the serial program too: T_p grew, and no overhead did.
inline std::pair<Ledger, Ledger> slower() {
  FakeWeigher weigher(1, {.line = 0.003});
  FakeProgram after = usualProgram();
  after.parallel_s *= 1.2;
  after.serial_s *= 1.2;
  Ledger base = weigher.weigh(usualProgram()), head = weigher.weigh(after);
  return disguised(base, head);
}

/// The first as a prediction with bands of +-`half` of T_p, the second measured after it.
inline std::pair<Ledger, Ledger> prediction(double growth, double half = 0.02) {
  std::pair<Ledger, Ledger> pair = versions(growth);
  Table &table = pair.first.tables[0];
  auto mean = [](const std::vector<double> &values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
  };
  pair.first.predicted = "N = 3000 on 2 threads";
  asPrediction(table, mean(table.serial_repetitions_s), mean(table.parallel_repetitions_s), half);
  return pair;
}

inline Review reviewOf(const std::pair<Ledger, Ledger> &pair,
                       const std::vector<std::string> &gates = {}) {
  Review review;
  review.base = "base.json";
  review.head = "head.json";
  review.comparison = compareLedgers(pair.first, pair.second).value();
  for (const std::string &gate : gates)
    review.gates.push_back(evaluateGate(parseGate(gate).value(), review.comparison));
  return review;
}

} // namespace tare::test
