// SPDX-License-Identifier: Apache-2.0
// Conditions that all formulas of a page have are said once.
#pragma once

#include "base/symbolic/formula_text.h"
#include "base/text.h"
#include "instrumenter/operations/operations.h"

#include <algorithm>
#include <string>
#include <vector>

namespace tare {

/// Conditions of every piece of every formula: they are said once.
class SharedConditions {
public:
  void add(const symbolic::Formula &formula) {
    for (const symbolic::Piece &piece : formula.pieces()) {
      if (!any_) {
        shared_ = piece.where;
        any_ = true;
      }
      std::erase_if(shared_, [&](const auto &condition) {
        return std::ranges::find(piece.where, condition) == piece.where.end();
      });
    }
  }

  void add(const CountRange &range) {
    add(range.certain);
    add(range.possible);
  }

  symbolic::Formula without(const symbolic::Formula &formula) const {
    symbolic::Formula rest;
    for (const symbolic::Piece &piece : formula.pieces()) {
      symbolic::Conditions where = piece.where;
      std::erase_if(where, [&](const auto &condition) {
        return std::ranges::find(shared_, condition) != shared_.end();
      });
      rest += symbolic::Formula(std::move(where), piece.value);
    }
    return rest;
  }

  std::string text() const {
    std::vector<std::string> all;
    for (const auto &condition : shared_)
      all.push_back(conditionText(condition));
    return joinText(all, ", ");
  }

private:
  symbolic::Conditions shared_;
  bool any_ = false;
};

} // namespace tare
