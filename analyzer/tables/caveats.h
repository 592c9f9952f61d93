// SPDX-License-Identifier: Apache-2.0
// When the large lines of a table that are known badly are wrong: what each overhead says of itself
// (Overhead::wrong_when), said where it matters; which lines are void because the probes made the
// code slower; and where the time of constructs without probes
// is.
//
//   Table, overheads, Coverage -> [caveats] -> Table::notes
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>
#include <vector>

namespace tare {

/// One sentence where the probes made the code slower (isSlowedCode), and one where threads beside
/// the teams were busy. Of the lines whose band is wide, the two that may be largest by it, one
/// sentence each. Wide: the band's half is at least a quarter of the line and 2 % of T_p. One tuple
/// has no bands: none. `alone`: the table of one thread. `tells_run_queue`: the system told some
/// run's delay, so that of a line without a core nothing is missing.
std::vector<std::string> caveatsOf(const Table &table, const Table *alone = nullptr,
                                   bool tells_run_queue = false);

/// What a plan's left-out constructs mean for the lines of every table: none, or a sentence each
/// for tasks, for those inside constructs that are measured, and for those that are not; one for
/// all where a pilot run stands for them.
std::vector<std::string> caveatsOf(const std::vector<LeftOutLine> &left_out, bool is_told);

bool isToldByPilot(const Table &table);

/// Whether a good part of the serial code may be work of threads that took part in no measured
/// region: of what they had of CPU time, no more than the serial code is long can be in it.
bool mayBeTheirs(double other_cpu_s, double serial_s, double parallel_s);

} // namespace tare
