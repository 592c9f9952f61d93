// SPDX-License-Identifier: Apache-2.0
// sum over barriers of B_load + B_offcpu: the last thread to arrive against the mean, as far as
// loops and region code (B_load) or time without a core (B_offcpu) made it late. The paper's
// max_j t_j - mean_j t_j, for every barrier instance and placed at the cause.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

extern const Overhead load_imbalance_overhead;
const Overhead load_imbalance_overhead = {
    .category = category::load_imbalance,
    .states = {State::WaitLoad, State::WaitOffCpu},
    .wrong_when = "the log was sampled, and the barriers that were kept are not like the others",
};

} // namespace tare
