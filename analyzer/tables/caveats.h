// SPDX-License-Identifier: Apache-2.0
// Notes on lines of a table that are not what they seem: lines whose band is wide (with what the
// overhead says of itself, Overhead::wrong_when), lines that are void because probes made the code
// slower, and lines that hold the time of constructs without probes.
//
//   Table, overheads, Coverage -> [caveats] -> Table::notes
#pragma once

#include "analyzer/ledger/ledger.h"

#include <vector>

namespace tare {

/// At most one note of a kind, but two of wide bands: those of the lines that may be largest. A
/// band is wide when its half is at least a quarter of the line and 2 % of T_p; one repetition has
/// no bands. `alone`: the table of one thread. `tells_run_queue`: the system told some run's delay,
/// so the line without a core lacks nothing.
std::vector<Note> caveatsOf(const Table &table, const Table *alone = nullptr,
                            bool tells_run_queue = false);

/// What the constructs that a plan left without probes mean for the lines of every table: a note
/// each for tasks, for constructs inside measured ones, and for all others. `is_told`: a pilot run
/// stands for them, so one note for all.
std::vector<Note> caveatsOf(const std::vector<UnprobedConstruct> &unprobed, bool is_told);

bool isToldByPilot(const Table &table);

/// Whether a good part of the serial code may be work of threads that took part in no measured
/// region. Their CPU time bounds it, and so does the length of the serial code.
bool mayBeTheirs(double other_cpu_s, double serial_s, double parallel_s);

} // namespace tare
