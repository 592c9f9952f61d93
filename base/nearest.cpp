// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.h"

#include "base/text.h"

#include <algorithm>
#include <utility>

namespace tare {
namespace {

/// What is typed by people is short.
constexpr size_t longest = 500;

bool endsPath(std::string_view path, std::string_view end) {
  return endsWith(path, "/" + std::string(end)) || endsWith(path, "." + std::string(end));
}

/// 0 for the same name without what is in front of it, else letters to change.
size_t distance(std::string_view wanted, std::string_view known) {
  if (endsPath(known, wanted) || endsPath(wanted, known))
    return 0;
  return editDistance(wanted.substr(0, longest), known.substr(0, longest));
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

std::vector<std::string> nearestNames(std::string_view wanted,
                                      const std::vector<std::string> &names, size_t most) {
  std::vector<std::pair<size_t, std::string>> found;
  for (const std::string &name : names)
    found.emplace_back(distance(wanted, name), name);
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<std::string> nearest;
  for (size_t i = 0; i < std::min(found.size(), most); ++i)
    nearest.push_back(std::move(found[i].second));
  return nearest;
}

} // namespace tare
