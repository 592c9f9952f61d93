// SPDX-License-Identifier: Apache-2.0
// Z + B_skew after a release: from the last arrival until each thread goes on, and waits at the
// next barrier that come from leaving this one unevenly.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

extern const Overhead barriers_overhead;
const Overhead barriers_overhead = {
    .category = category::barriers,
    .states = {State::Release, State::SkewRelease},
    .wrong_when = "there are more threads than CPUs: a release then waits for a CPU, and counts "
                  "here as far as the run-queue delay does not cover it",
};

} // namespace tare
