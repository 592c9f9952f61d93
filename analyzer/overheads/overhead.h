// SPDX-License-Identifier: Apache-2.0
// One overhead = one file of this folder: what it needs, its formula, and when it is wrong.
// docs/ARCHITECTURE.md says what else belongs to a new one.
//
//   balances -> [overhead] -> postings -> close
#pragma once

#include "analyzer/books/balances.h"

#include <string_view>
#include <vector>

namespace tare {

/// An amount of thread time (ticks, sum over threads) at a construct. Divide by p for the table.
struct Posting {
  int key = program; // node, or `program` when it has no place
  Ticks ticks = 0;
  static constexpr int program = -1;
};

struct Overhead {
  std::string_view category;
  /// The states of a node, in the p-thread run, that its amounts come from: they say how an amount
  /// divides over the call paths to that node. None: it is of serial code, or of the whole program.
  StateSet states = {};
  /// One sentence without its end, after "it is wrong when". It stands in
  /// docs/reference/overheads.md, and in the report of a table in which the line has a wide band
  /// (tables/caveats.h).
  std::string_view wrong_when;
  /// Null: the sum of its states at each node.
  void (*formula)(const Balances &balances, std::vector<Posting> &out) = nullptr;
  /// What must have been measured beside its states: letters of StateTraits. instrumenter/plan
  /// knows the probes of each; tests/overheads holds all of it against both.
  std::string_view needs_too = "";
  /// Whether the runs of a repetition tell it; null: always. Where they do not, its amount is in
  /// another line, and its own postings are none.
  bool (*applies)(const Balances &balances) = nullptr;

  std::vector<Posting> postings(const Balances &balances) const;
};

/// Every overhead, each once, in the order of allCategories().
const std::vector<const Overhead *> &allOverheads();

/// Posts value(node balance, key) for every node where it is not zero.
template <class Value>
void postEach(const RunBalance &run, std::vector<Posting> &out, Value value) {
  for (size_t key = 0; key < run.nodes.size(); ++key)
    if (Ticks ticks = value(run.nodes[key], static_cast<int>(key)))
      out.push_back({static_cast<int>(key), ticks});
}

/// The sum of these states at each node.
inline void postStates(const RunBalance &run, StateSet states, std::vector<Posting> &out) {
  postEach(run, out, [&](const NodeBalance &n, int) { return n.sum(states); });
}

/// A row of MPI: of the program, and of a state at each node, less the same of the reference if T_s
/// is the time of a job.
inline void postMpi(const Balances &b, Ticks MpiRows::*row, State state,
                    std::vector<Posting> &out) {
  Ticks elsewhere = b.many.mpi_elsewhere.*row;
  if (b.one_is_reference)
    elsewhere -= b.one.mpi_elsewhere.*row;
  if (elsewhere)
    out.push_back({Posting::program, elsewhere});
  postEach(b.many, out, [&](const NodeBalance &n, int key) {
    return n[state] - (b.one_is_reference ? b.one.nodes[static_cast<size_t>(key)][state] : 0);
  });
}

/// What unidentified is made of; the parts sum to its line.
struct UnidentifiedTicks {
  Ticks agreement = 0; // p * (plain - instrumented), the latter without its serial set-up
  Ticks unpaired = 0;
  Ticks opaque = 0;
  Ticks reference = 0; // agreement on one thread, where T_s is the plain run's, with a minus
};
UnidentifiedTicks unidentifiedParts(const Balances &balances);

} // namespace tare
