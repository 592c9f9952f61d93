// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/run_size.h"

#include "base/quantity.h"

#include <algorithm>

namespace tare {

std::vector<RunSize> runSizes(const std::vector<int> &threads, const std::vector<int> &ranks) {
  std::vector<RunSize> sizes;
  for (int t : threads) {
    if (ranks.empty())
      sizes.emplace_back(t);
    for (int r : ranks)
      sizes.emplace_back(r * t, r);
  }
  std::ranges::sort(sizes);
  sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());
  return sizes;
}

std::string pText(RunSize size) {
  return size.ranks == 0 ? std::to_string(size.threads)
                         : std::to_string(size.ranks) + "x" + std::to_string(size.threadsOfRank());
}

std::string sizeText(RunSize size) {
  if (size.ranks == 0)
    return numberOf(size.threads, "thread");
  std::string text = numberOf(size.ranks, "rank");
  int each = size.threadsOfRank();
  return each == 1 ? text : text + " x " + numberOf(each, "thread");
}

} // namespace tare
