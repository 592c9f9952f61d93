// SPDX-License-Identifier: Apache-2.0
// Which rank ended a job before its time? Its launcher says that on its error output, each in its
// own words; all other ranks are ended then, too, and leave the same traces.
//
//   error output -> [lost ranks] -> run_once
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// A rank that did not end in peace by itself.
struct LostRank {
  int rank = 0;         // -1: not known, as it had not begun to measure
  std::string how;      // "signal 9 (Killed)", "exit status 3"; empty: not told
  uint64_t process = 0; // where the rank is not known
  bool operator==(const LostRank &) const = default;
};

/// What Open MPI, MPICH, and Slurm print. MPICH names processes: `ranks` are theirs, by number.
/// Each rank once, in the order of the text.
std::vector<LostRank> lostRanks(std::string_view text, const std::map<uint64_t, int> &ranks);

/// The same of the end of a file.
std::vector<LostRank> lostRanksIn(const std::string &path, const std::map<uint64_t, int> &ranks);

/// "rank 1 by signal 9 (Killed)", "process 77 (before it measured anything) by ...".
std::string lostText(const LostRank &rank);

} // namespace tare
