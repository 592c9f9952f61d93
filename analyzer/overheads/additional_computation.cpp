// SPDX-License-Identifier: Apache-2.0
// T_ignored - (T_s - Y_s): what the source of the OpenMP program computes beyond the serial program
// when its pragmas are ignored; 0 where one source makes both. Plus work that there is more of on p
// threads, sum over u of (W_p(u) + R_p(u)/q) (1 - 1/c), c and q of counts.h, and what only one of
// the two runs executed (moved_work.h). Without the program whose pragmas are ignored, all
// additional computation: see additional_split.h.
#include "analyzer/books/counts.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/additional_split.h"
#include "analyzer/overheads/moved_work.h"
#include "analyzer/overheads/work_inflation.h"

namespace tare {

static void postAdditionalComputation(const Balances &b, std::vector<Posting> &out) {
  out = splitAdditional(b).implementation;
  if (b.moved.serial)
    out.push_back({Posting::program, b.moved.serial});
  postEach(b.many, out, [&](const NodeBalance &n, int key) -> Ticks {
    if (Ticks serial = serialOfOtherCount(b, key))
      return serial;
    Ticks moved = movedAt(b, key);
    CountRatio ratio = countRatio(b, key);
    if (!ratio.paired || isOpaque(b, key))
      return moved;
    Ticks each = n[State::Work] + withoutRepetition(n[State::Region], ratio);
    return moved + each - comparable(n, ratio);
  });
}

extern const Overhead additional_computation_overhead;
const Overhead additional_computation_overhead = {
    .category = category::additional_computation,
    .states = work_states,
    .wrong_when =
        "the time of the serial program, or of the run on one thread, drifted between the runs; a "
        "serial counterpart found by shape or header also holds compiler effects",
    .formula = postAdditionalComputation,
    .needs_too = "S",
};

} // namespace tare
