// SPDX-License-Identifier: Apache-2.0
// Loops over the blocks of another loop: for (i = ii; i < min(ii + b, n); i++) in a loop over ii by
// steps of b. The lengths of the blocks are one symbol, and its sum over the blocks is n. So
// formulas stay as short as without blocks.
#include "instrumenter/counting/counter.h"

#include <algorithm>

namespace tare {

using symbolic::Formula;
using symbolic::Piece;

/// Nothing: it is no such loop.
std::optional<OperationCounter::LoopCases>
OperationCounter::loopOverBlock(const LoopHeader &header, const Cases &first, const Cases &last) {
  if (first.size() != 1 || !first[0].where.empty() || last.size() != 2 || header.down ||
      header.step != Polynomial(1))
    return std::nullopt;
  for (Frame &frame : frames_) {
    if (!frame.block || frame.block->begin != first[0].value)
      continue;
    Block &block = *frame.block;
    Polynomial end = block.begin + block.step - 1;
    bool begins_with_end = last[0].value == end && last[1].value == block.last;
    if (!begins_with_end && !(last[1].value == end && last[0].value == block.last))
      continue;
    // It is the least of both, and not the greatest.
    for (size_t i : {0, 1}) {
      symbolic::Conditions known = known_;
      known.insert(known.end(), last[i].where.begin(), last[i].where.end());
      if (!follows(last[1 - i].value - last[i].value, known))
        return std::nullopt;
    }
    if (!block.length)
      block.length = symbolic::newVariable("block");
    Polynomial length = Polynomial::of(*block.length);
    LoopCases cases;
    cases.variable = symbolic::newVariable(header.counter->getNameAsString());
    Polynomial variable = Polynomial::of(cases.variable);
    cases.counter = block.begin + variable;
    cases.ranges.push_back({{variable, length - 1 - variable}, {0, length - 1}});
    cases.inside = {variable, length - 1 - variable, block.step - length, length - 1,
                    block.last - cases.counter};
    return cases;
  }
  return std::nullopt;
}

/// What is proportional to a block's length is summed for all blocks at once. Else there is a case
/// for whole blocks and one for the last.
Result<Formula> OperationCounter::sumOverBlocks(const LoopCases &cases, const Block &block,
                                                const Formula &times, const Conditions &known) {
  Formula sum;
  Polynomial all = block.last - block.first + 1;
  const Conditions &range = cases.ranges.front().first;
  for (const Piece &piece : times.pieces()) {
    std::vector<Polynomial> powers = piece.value.powersOf(*block.length);
    Conditions where;
    for (const Polynomial &condition : piece.where) // a block is not empty
      if (condition != Polynomial::of(*block.length))
        where.push_back(condition);
    bool simple =
        powers.size() <= 2 && std::ranges::none_of(where, [&](const Polynomial &condition) {
          return condition.dependsOn(*block.length) || condition.dependsOn(cases.variable);
        });
    for (const Polynomial &power : powers)
      simple = simple && !power.dependsOn(*block.length);
    if (simple && (powers.size() < 2 || !powers[1].dependsOn(cases.variable))) {
      TARE_TRY(Formula rest, sumOver(cases.variable, range, Formula(where, powers[0]), known));
      sum += rest;
      Conditions whole = where;
      whole.push_back(all);
      if (!block.step.isConstant())
        whole.push_back(block.step - 1);
      if (powers.size() == 2)
        sum += Formula(whole, powers[1] * all);
      continue;
    }
    Polynomial left = block.last - block.begin + 1;
    for (bool full : {true, false}) {
      const Polynomial &length = full ? block.step : left;
      Polynomial fits = left - block.step;
      Conditions here = {full ? fits : -fits - 1};
      for (const Polynomial &condition : piece.where)
        here.push_back(substituted(condition, *block.length, length));
      TARE_TRY(Formula part,
               sumOver(cases.variable, range,
                       Formula(here, substituted(piece.value, *block.length, length)), known));
      sum += part;
    }
  }
  return simplified(sum, known);
}

} // namespace tare
