// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/cache_levels.h"

#include <cmath>

namespace tare {
namespace {

double capacityOf(const Cache &cache, int threads) {
  return cache.cores > 0 ? cache.bytes * std::ceil(double(threads) / cache.cores) : cache.bytes;
}

std::string levelText(const MemoryQuestion &question, size_t level, int threads) {
  if (level == question.caches.size())
    return "in main memory";
  const Cache &cache = question.caches[level];
  bool are_several = cache.cores > 0 && threads > cache.cores;
  return "in the L" + std::to_string(cache.level) + (are_several ? " caches" : " cache");
}

} // namespace

size_t cacheHolding(const std::vector<Cache> &caches, double bytes, int threads) {
  size_t level = 0;
  while (level < caches.size() && bytes > capacityOf(caches[level], threads))
    ++level;
  return level;
}

double footprintAt(const MemoryQuestion &question, const ModelPoint &at) {
  double bytes = 0;
  for (const ModelTerm &term : question.footprint)
    bytes += termAt(term, at);
  return bytes * question.factor;
}

CacheCell cacheCell(const MemoryQuestion &question, const ModelPoint &at, int threads) {
  double bytes = footprintAt(question, at);
  return {cacheHolding(question.caches, bytes, 1), cacheHolding(question.caches, bytes, threads)};
}

std::string cellText(const MemoryQuestion &question, const CacheCell &cell, int threads) {
  std::string serial = levelText(question, cell.serial, 1),
              parallel = levelText(question, cell.parallel, threads);
  if (threads <= 1 || (cell.serial == cell.parallel && serial == parallel))
    return "data " + serial;
  return "data " + serial + " for one thread, " + parallel + " for " + std::to_string(threads);
}

} // namespace tare
