// SPDX-License-Identifier: Apache-2.0
// Teams that the program makes itself (num_threads, omp_set_num_threads, nested regions), against
// what it was started with and what the machine has.
#pragma once

#include "analyzer/ledger/ledger.h"

namespace tare {

/// Whether a mean size of teams is above `threads` by more than a rare larger team explains.
bool isMoreThan(double mean_threads, int threads);

/// Whether the regions had more threads on average than the program was started with.
bool makesOwnTeams(const Table &table);

/// Whether its threads must take turns on the machine's cores. False: no, or the cores are not
/// known.
bool sharesCores(const Table &table, const Machine &machine);

/// Whether only threads of regions take part, in every table: a library may start threads of its
/// own only when there are several.
bool coversAllThreads(const std::vector<Table> &tables);

/// Whether serial code bounds the speed-up. It does not where threads of the program's own may
/// share it, nor where it takes longer than the serial program, nor in a job of several ranks: each
/// has serial code of its own, at the same time.
bool isLimitKnown(const Table &table, const std::vector<Table> &tables);

} // namespace tare
