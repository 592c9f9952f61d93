// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/nodes/alignment.h"

#include <algorithm>
#include <unordered_map>

namespace tare {

namespace {

using Hashes = std::vector<uint64_t>;
using Matches = std::vector<std::pair<int, int>>;

constexpr int64_t table_limit = 4'000'000;

/// Half-open stretches of both sequences.
struct Stretch {
  int first_begin, first_end, second_begin, second_end;
};

struct Place {
  int count = 0, at = -1;
};

std::unordered_map<uint64_t, Place> placesOf(const Hashes &hashes, int begin, int end) {
  std::unordered_map<uint64_t, Place> places;
  for (int i = begin; i < end; ++i) {
    Place &place = places[hashes[size_t(i)]];
    place.count += 1;
    place.at = i;
  }
  return places;
}

/// The longest part of `matches` (rising in first) that rises in second too.
Matches longestRising(const Matches &matches) {
  std::vector<int> tails, before(matches.size(), -1); // indices into matches
  for (size_t i = 0; i < matches.size(); ++i) {
    auto tail = std::lower_bound(tails.begin(), tails.end(), matches[i].second,
                                 [&](int t, int s) { return matches[size_t(t)].second < s; });
    before[i] = tail == tails.begin() ? -1 : *(tail - 1);
    if (tail == tails.end())
      tails.push_back(int(i));
    else
      *tail = int(i);
  }
  Matches rising;
  for (int i = tails.empty() ? -1 : tails.back(); i >= 0; i = before[size_t(i)])
    rising.push_back(matches[size_t(i)]);
  std::reverse(rising.begin(), rising.end());
  return rising;
}

class Alignment {
public:
  Alignment(const Hashes &first, const Hashes &second) : first_(first), second_(second) {}

  Matches make() {
    align({0, int(first_.size()), 0, int(second_.size())});
    std::sort(matches_.begin(), matches_.end());
    return std::move(matches_);
  }

private:
  bool equal(int i, int j) const {
    return first_[size_t(i)] != 0 && first_[size_t(i)] == second_[size_t(j)];
  }

  void align(Stretch s) {
    while (s.first_begin < s.first_end && s.second_begin < s.second_end &&
           equal(s.first_begin, s.second_begin))
      matches_.emplace_back(s.first_begin++, s.second_begin++);
    while (s.first_begin < s.first_end && s.second_begin < s.second_end &&
           equal(s.first_end - 1, s.second_end - 1))
      matches_.emplace_back(--s.first_end, --s.second_end);
    if (s.first_begin == s.first_end || s.second_begin == s.second_end)
      return;
    Matches anchors = uniqueIn(s);
    if (anchors.empty())
      return alignByTable(s);
    for (auto [i, j] : anchors) {
      matches_.emplace_back(i, j);
      align({s.first_begin, i, s.second_begin, j});
      s.first_begin = i + 1;
      s.second_begin = j + 1;
    }
    align(s);
  }

  Matches uniqueIn(const Stretch &s) const {
    auto first = placesOf(first_, s.first_begin, s.first_end);
    auto second = placesOf(second_, s.second_begin, s.second_end);
    Matches unique;
    for (int i = s.first_begin; i < s.first_end; ++i) {
      uint64_t hash = first_[size_t(i)];
      auto other = second.find(hash);
      if (hash != 0 && first[hash].count == 1 && other != second.end() && other->second.count == 1)
        unique.emplace_back(i, other->second.at);
    }
    return longestRising(unique);
  }

  void alignByTable(const Stretch &s) {
    int rows = s.first_end - s.first_begin, columns = s.second_end - s.second_begin;
    if (int64_t(rows) * columns > table_limit)
      return;
    size_t width = size_t(columns) + 1;
    std::vector<int> longest((size_t(rows) + 1) * width, 0); // alignment behind (row, column)
    auto at = [&](int row, int column) -> int & {
      return longest[size_t(row) * width + size_t(column)];
    };
    for (int row = rows - 1; row >= 0; --row)
      for (int column = columns - 1; column >= 0; --column)
        at(row, column) = equal(s.first_begin + row, s.second_begin + column)
                              ? at(row + 1, column + 1) + 1
                              : std::max(at(row + 1, column), at(row, column + 1));
    for (int row = 0, column = 0; row < rows && column < columns;) {
      if (equal(s.first_begin + row, s.second_begin + column))
        matches_.emplace_back(s.first_begin + row++, s.second_begin + column++);
      else if (at(row + 1, column) >= at(row, column + 1))
        ++row;
      else
        ++column;
    }
  }

  const Hashes &first_, &second_;
  Matches matches_;
};

} // namespace

Matches alignSequences(const Hashes &first, const Hashes &second) {
  return Alignment(first, second).make();
}

} // namespace tare
