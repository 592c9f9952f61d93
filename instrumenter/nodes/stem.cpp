// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/nodes/stem.h"

#include "base/text.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace tare {

namespace {

bool saysVersion(std::string_view word) {
  static constexpr std::string_view words[] = {"seq",      "ser", "serial", "sequential", "par",
                                               "parallel", "omp", "openmp", "task",       "tasks"};
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }

/// "parTreeSearch" -> 3; 0 when no such word begins it.
size_t leadingVersion(const std::string &word) {
  size_t length = size_t(std::find_if(word.begin(), word.end(), isUpper) - word.begin());
  bool found = length < word.size() && saysVersion(std::string_view(word).substr(0, length));
  return found ? length : 0;
}

} // namespace

std::string stemOf(const std::string &name) {
  std::vector<std::string> kept;
  for (const std::string &word : splitText(name, '_'))
    if (!saysVersion(word))
      kept.push_back(word.substr(leadingVersion(word)));
  return joinText(kept, "_");
}

} // namespace tare
