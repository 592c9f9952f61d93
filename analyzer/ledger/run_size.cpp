// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/run_size.h"

#include "base/quantity.h"
#include "base/text.h"

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
  return each == 1 ? text
                   : text + " of " + numberOf(each, "thread") + (size.ranks == 1 ? "" : " each");
}

std::string sizesHead(const std::vector<RunSize> &sizes) {
  bool is_job = std::ranges::any_of(sizes, [](RunSize size) { return size.ranks > 0; });
  std::vector<std::string> texts;
  for (RunSize size : sizes)
    texts.push_back(is_job ? sizeText(size) : std::to_string(size.threads));
  return (is_job ? "" : "p = ") + joinText(texts, ", ");
}

std::string sizeHead(RunSize size) { return sizesHead({size}); }

std::string atSizes(const std::vector<RunSize> &sizes) {
  std::string head = sizesHead(sizes);
  return (head.starts_with("p = ") ? "at " : "on ") + head;
}

std::string atSize(RunSize size) { return atSizes({size}); }

std::string columnHead(RunSize size) {
  return size.ranks > 0 && size.threadsOfRank() > 1 ? pText(size) : sizeHead(size);
}

std::string columnHeadKey(const std::vector<RunSize> &sizes) {
  bool is_key = std::ranges::any_of(
      sizes, [](RunSize size) { return size.ranks > 0 && size.threadsOfRank() > 1; });
  return is_key ? "ranks x threads of each" : "";
}

} // namespace tare
