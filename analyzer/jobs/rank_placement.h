// SPDX-License-Identifier: Apache-2.0
// Where the ranks of a job are to be, as users of MPI write it:
//
//   "nodes=2"            blocks of ranks on two nodes     "nodes=2,cyclic"   in turns
//   "per-node=4"         four ranks on each node          "0-3:a,4-7:b"      ranks to named nodes
//   "all:a"              all on one
#pragma once

#include "analyzer/jobs/durations.h"

#include <optional>
#include <string>

namespace tare {

/// By rank of the job, not by lane.
struct AskedPlacement {
  std::vector<uint32_t> node_of; // by rank
  size_t nodes = 0;
};

/// For so many ranks. Error: what is wrong with the text; a rank that no part places, or two.
Result<AskedPlacement> readPlacement(const std::string &text, size_t ranks);

/// Ranks of a node share its `cores`.
JobPlacement placementOn(const Job &job, const AskedPlacement &asked, double cores);

/// As it was measured. Where a host has more threads than `cores` (0: not known), its ranks shared
/// them; else each rank had processors of its own.
JobPlacement placementSeen(const Job &job, double cores);

/// Ranks stay where they are, and share the `cores` of their node.
JobPlacement onSameNodes(const Job &job, double cores);

/// "2 nodes, 2 ranks on each", "2 nodes, 1 to 3 ranks on each".
std::string placementText(const Job &job, const JobPlacement &placement);

} // namespace tare
