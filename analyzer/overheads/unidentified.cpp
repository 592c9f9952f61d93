// SPDX-License-Identifier: Apache-2.0
// What has no name: p (T_plain - (T_instrumented - P_S)) [agreement], less the same of the run on
// one thread where the plain one is T_s [reference], constructs without a counterpart in the serial
// program, or that one of the two runs lacks, in one that no probe can see into [unpaired], and the
// inflation of nodes with something inside that no probe can bracket, barrier waits among them that
// no log explains [opaque].
#include "analyzer/books/counts.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/additional_split.h"
#include "analyzer/overheads/moved_work.h"
#include "analyzer/overheads/work_inflation.h"

namespace tare {

static Ticks unpairedAt(const Balances &b, int key) {
  const NodeBalance &one = b.one.nodes[key], &many = b.many.nodes[key];
  if (countRatio(b, key).paired || isOpaque(b, key) || movedAt(b, key))
    return 0;
  return many.sum(work_states) - one.sum(work_states);
}

static Ticks opaqueAt(const Balances &b, int key) {
  const NodeBalance &one = b.one.nodes[key], &many = b.many.nodes[key];
  Ticks ticks = many[State::WaitUnknown] + many[State::Opaque] - one[State::Opaque];
  if (isOpaque(b, key))
    ticks += many.sum(work_states) - one.sum(work_states);
  return ticks;
}

static Ticks agreement(const Balances &b) {
  Ticks compensated = b.many.window - b.many.serial_probe;
  return b.plain == 0 ? 0 : b.threads() * (b.plain - compensated);
}

UnidentifiedTicks unidentifiedParts(const Balances &b) {
  UnidentifiedTicks parts{agreement(b), splitAdditional(b).unpaired, 0, -b.plain_one_longer};
  for (size_t key = 0; key < b.many.nodes.size(); ++key) {
    parts.unpaired += unpairedAt(b, static_cast<int>(key));
    parts.opaque += opaqueAt(b, static_cast<int>(key));
  }
  return parts;
}

static void postUnidentified(const Balances &b, std::vector<Posting> &out) {
  out.push_back(
      {Posting::program, agreement(b) - b.plain_one_longer + splitAdditional(b).unpaired});
  postEach(b.many, out,
           [&](const NodeBalance &, int key) { return unpairedAt(b, key) + opaqueAt(b, key); });
}

extern const Overhead unidentified_overhead;
const Overhead unidentified_overhead = {
    .category = category::unidentified,
    .states = {State::Work, State::Region, State::Opaque, State::WaitUnknown},
    .wrong_when = "another row is wrong: this is the rest, so an error there appears here with the "
                  "sign reversed",
    .formula = postUnidentified,
    .needs_too = "SP",
};

} // namespace tare
