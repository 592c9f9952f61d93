// SPDX-License-Identifier: Apache-2.0
// Teams that the program makes itself (num_threads, omp_set_num_threads, nested regions), against
// what it was started with and what the machine has.
#pragma once

#include "analyzer/ledger/ledger.h"

namespace tare {

/// A mean of teams above `threads`, by more than a rare larger team makes.
bool isMoreThan(double mean_threads, int threads);

/// Whether the regions had more threads on average than the program was started with.
bool makesOwnTeams(const Table &table);

/// Whether its threads must take turns on the machine's cores. False where these are not known.
bool sharesCores(const Table &table, const Machine &machine);

/// Whether no threads but those of regions take part, for any number of threads: a library that
/// starts none of its own with one may do so with several.
bool coversAllThreads(const std::vector<Table> &tables);

/// Whether serial code tells how much faster the program can become: not where threads of the
/// program's own may share it, nor where it takes longer than all of the serial program.
bool isLimitKnown(const Table &table, const std::vector<Table> &tables);

} // namespace tare
