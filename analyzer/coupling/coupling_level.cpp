// SPDX-License-Identifier: Apache-2.0
#include "analyzer/coupling/coupling_level.h"

#include "analyzer/models/cache_levels.h"
#include "base/text.h"

namespace tare {

std::string memoryLevel(const std::vector<Cache> &caches, double bytes, int threads) {
  if (caches.empty() || !(bytes > 0))
    return "";
  size_t level = cacheHolding(caches, bytes, threads);
  return level == caches.size() ? "memory" : "L" + std::to_string(caches[level].level);
}

std::string couplingLevels(const std::vector<Cache> &caches, const std::vector<double> &alone,
                           double together, int threads) {
  std::vector<std::string> levels;
  for (double bytes : alone)
    levels.push_back(memoryLevel(caches, bytes, threads));
  levels.push_back(memoryLevel(caches, together, threads));
  for (const std::string &level : levels)
    if (level.empty())
      return "";
  std::string last = levels.back();
  levels.pop_back();
  return joinText(levels, ", ") + " -> " + last;
}

} // namespace tare
