// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.h"

#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

/// 0 for the same path without its folders, else letters to change.
size_t nameDistance(const std::string &wanted, const std::string &known) {
  constexpr size_t longest = 500; // the wanted name is typed by people
  if (endsWith(known, "/" + wanted) || endsWith(wanted, "/" + known))
    return 0;
  return editDistance(std::string_view(wanted).substr(0, longest),
                      std::string_view(known).substr(0, longest));
}

} // namespace

size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t changed = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

std::vector<std::string> nearestNames(const std::string &wanted, const std::set<std::string> &known,
                                      size_t most) {
  std::vector<std::pair<size_t, std::string>> names;
  for (const std::string &name : known)
    names.emplace_back(nameDistance(wanted, name), name);
  std::ranges::sort(names);
  std::vector<std::string> nearest;
  for (size_t i = 0; i < std::min(names.size(), most); ++i)
    nearest.push_back(names[i].second);
  return nearest;
}

} // namespace tare
