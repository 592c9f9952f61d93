// SPDX-License-Identifier: Apache-2.0
// The level of the memory that holds what a program works on: times step where it changes.
//
//   footprint, machine -> [cache levels] -> segments
#pragma once

#include "analyzer/ledger/experiment_facts.h"
#include "analyzer/models/term.h"

#include <compare>
#include <string>
#include <vector>

namespace tare {

/// Bytes that all threads together work on: `factor` times the sum of `footprint`. Without terms or
/// caches nothing is known of levels.
struct MemoryQuestion {
  std::vector<ModelTerm> footprint;
  double factor = 1;
  std::vector<Cache> caches; // ascending; `cores` 0: one cache for all threads

  bool isKnown() const { return !footprint.empty() && !caches.empty(); }
};

/// Index of the first cache that holds so many bytes of all threads; caches.size(): main memory.
size_t cacheHolding(const std::vector<Cache> &caches, double bytes, int threads);

double footprintAt(const MemoryQuestion &question, const ModelPoint &at);

/// Indices in MemoryQuestion::caches of the first cache that holds the footprint; one more than the
/// last: main memory. T_s has the caches of one core, T_p the caches of p cores.
struct CacheCell {
  size_t serial = 0, parallel = 0;

  auto operator<=>(const CacheCell &) const = default;
};

/// Where each thread has a core, and threads fill the cores of one cache before the next.
CacheCell cacheCell(const MemoryQuestion &question, const ModelPoint &at, int threads);

/// "data in the L2 cache", "data in the L3 cache for one thread, in the L2 caches for 4".
std::string cellText(const MemoryQuestion &question, const CacheCell &cell, int threads);

} // namespace tare
