// SPDX-License-Identifier: Apache-2.0
// Which level of the memory holds the data of kernels: a coupling is used again within the same
// levels, and never across.
// Source: Geisler and Taylor (1999): couplings change where another level of the caches begins to
// hold the data, and stay alike in between.
//
//   footprints, caches -> [levels] -> the key of a coupling
#pragma once

#include "analyzer/ledger/experiment_facts.h"

#include <string>
#include <vector>

namespace tare {

/// "L2", "memory"; empty: not known. `bytes` of all threads together, 0: not known. Threads fill
/// the cores of one cache first, then the cores of the next.
std::string memoryLevel(const std::vector<Cache> &caches, double bytes, int threads);

/// "L2, L2 -> L3": what holds the data of each kernel, and the data of all together. Empty: one
/// of them is not known.
std::string couplingLevels(const std::vector<Cache> &caches, const std::vector<double> &alone,
                           double together, int threads);

} // namespace tare
