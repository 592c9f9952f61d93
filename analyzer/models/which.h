// SPDX-License-Identifier: Apache-2.0
// The program, compiler, machine or number of threads that takes least at a size, or that they
// cannot be told apart.
//
//   ledgers -> [which] -> text, JSON
#pragma once

#include "analyzer/models/table_model.h"

#include <string>
#include <vector>

namespace tare {

struct WhichChoice {
  LedgerKeys keys;
  int threads = 0;
  OrRefused<Estimate> time;
};

/// Groups of equal keys, each with every measured number of threads, the shortest time first; then
/// those without a prediction. `at`: sizes. `function`: only the constructs of this function count,
/// by their own time; empty: the whole program.
std::vector<WhichChoice> choicesAt(const std::vector<NamedLedger> &ledgers, const ModelPoint &at,
                                   const std::string &function, const TableQuestion &question);

/// Whether the band of the first lies below those of all others.
bool isToldApart(const std::vector<WhichChoice> &choices);

std::string whichText(const std::vector<WhichChoice> &choices, const ModelPoint &at,
                      const std::string &function, int width);
/// tare.which/1 (docs/schema/tare.which-1.schema.json).
std::string whichJson(const std::vector<WhichChoice> &choices, const ModelPoint &at,
                      const std::string &function);

} // namespace tare
