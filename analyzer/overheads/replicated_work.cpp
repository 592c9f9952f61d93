// SPDX-License-Identifier: Apache-2.0
// sum over u of R_p(u) (1 - 1/q): region code that q threads of a team execute each time. Of code
// that divides its iterations by thread number, or calls what does so, q is 1: see counts.h. What
// is done more or less often than on one thread is additional computation.
#include "analyzer/books/counts.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static void postReplicatedWork(const Balances &b, std::vector<Posting> &out) {
  postEach(b.many, out, [&](const NodeBalance &n, int key) -> Ticks {
    CountRatio ratio = countRatio(b, key);
    if (!ratio.paired || isOpaque(b, key))
      return 0;
    return n[State::Region] - withoutRepetition(n[State::Region], ratio);
  });
}

extern const Overhead replicated_work_overhead;
const Overhead replicated_work_overhead = {
    .category = category::replicated_work,
    .states = {State::Region},
    .wrong_when =
        "a function that region code calls shares out part of its work by thread number and "
        "repeats the rest; or it waits in a unit without a directive, where no probe stands",
    .formula = postReplicatedWork,
};

} // namespace tare
