// SPDX-License-Identifier: Apache-2.0
// From sure to less sure. What was matched so far bounds the gaps in which the next way looks, and
// a way takes nothing where it would have to choose.
#include "instrumenter/nodes/statement_match.h"

#include "instrumenter/nodes/alignment.h"

#include <algorithm>
#include <map>

namespace tare {

namespace {

using Items = std::vector<Item>;

constexpr int round_limit = 4;
/// Share of equal statements inside that makes one of several loops with the same header the right
/// one.
constexpr double alike_enough = 0.3;

/// Unmatched items between two matches that follow each other.
struct Gap {
  std::vector<int> serial, parallel;
};

class Matcher {
public:
  Matcher(const Items &serial, const Items &parallel)
      : serial_(serial), parallel_(parallel), match_(parallel.size()), back_(serial.size(), -1),
        moved_(parallel.size(), false) {}

  /// Loops first: they are what programs consist of, and single statements wander.
  std::vector<ItemMatch> make() {
    repeat([&] { inGaps(loops, PairedBy::Exact, &Item::exact); });
    matchMoved(loops);
    repeat([&] {
      inGaps(loops, PairedBy::Exact, &Item::exact);
      inGaps(loops, PairedBy::Shape, &Item::shape);
      for (const Gap &gap : gaps(loops))
        matchHeaders(gap);
      for (const Gap &gap : gaps(loops))
        matchRanges(gap);
    });
    repeat([&] { inGaps(statements, PairedBy::Exact, &Item::exact); });
    matchMoved(statements);
    repeat([&] {
      inGaps(statements, PairedBy::Exact, &Item::exact);
      inGaps(statements, PairedBy::Shape, &Item::shape);
    });
    return std::move(match_);
  }

private:
  enum Which { loops, statements };

  static bool wanted(const Item &item, Which which) { return which == statements || item.is_loop; }
  const Item &serial(int j) const { return serial_[size_t(j)]; }
  const Item &parallel(int i) const { return parallel_[size_t(i)]; }
  bool isFree(int i, int j) const { return match_[size_t(i)].other < 0 && back_[size_t(j)] < 0; }

  void take(int i, int j, PairedBy by) {
    match_[size_t(i)] = {j, by};
    back_[size_t(j)] = i;
    ++matched_;
  }

  template <class Way> void repeat(Way way) {
    for (int round = 0; round < round_limit; ++round) {
      size_t before = matched_;
      way();
      if (matched_ == before)
        return;
    }
  }

  /// What is left over once on both sides, with everything inside it, was moved.
  void matchMoved(Which which) {
    std::map<uint64_t, std::vector<int>> here, there;
    for (size_t i = 0; i < parallel_.size(); ++i)
      if (match_[i].other < 0 && wanted(parallel_[i], which))
        here[parallel_[i].exact].push_back(int(i));
    for (size_t j = 0; j < serial_.size(); ++j)
      if (back_[j] < 0 && wanted(serial_[j], which))
        there[serial_[j].exact].push_back(int(j));
    for (size_t i = 0; i < parallel_.size(); ++i) {
      auto found = there.find(parallel_[i].exact);
      if (found != there.end() && found->second.size() == 1 && here[found->first].size() == 1)
        takeMoved(int(i), found->second.front());
    }
  }

  void release(int i) {
    if (match_[size_t(i)].other < 0)
      return;
    back_[size_t(match_[size_t(i)].other)] = -1;
    match_[size_t(i)].other = -1;
    --matched_;
  }

  /// What is inside follows, even where small statements were matched elsewhere before.
  void takeMoved(int i, int j) {
    int count = parallel(i).end - i;
    if (!isFree(i, j) || count != serial(j).end - j)
      return;
    for (int k = 0; k < count; ++k) {
      release(i + k);
      if (int owner = back_[size_t(j + k)]; owner >= 0)
        release(owner);
      take(i + k, j + k, PairedBy::Exact);
      moved_[size_t(i + k)] = true;
    }
  }

  std::vector<Gap> gaps(Which which) const {
    std::vector<Gap> gaps(1);
    int from = 0;
    auto close = [&](int to) {
      for (; from < to; ++from)
        if (back_[size_t(from)] < 0 && wanted(serial(from), which))
          gaps.back().serial.push_back(from);
      from = std::max(from, to + 1);
    };
    for (int i = 0; i < int(parallel_.size()); ++i) {
      const ItemMatch &match = match_[size_t(i)];
      if (!wanted(parallel(i), which) || moved_[size_t(i)])
        continue;
      if (match.other < 0) {
        gaps.back().parallel.push_back(i);
      } else {
        close(match.other);
        gaps.emplace_back();
      }
    }
    close(int(serial_.size()));
    std::erase_if(gaps, [](const Gap &g) { return g.serial.empty() || g.parallel.empty(); });
    return gaps;
  }

  void inGaps(Which which, PairedBy by, uint64_t Item::*key) {
    for (const Gap &gap : gaps(which))
      matchInGap(gap, by, key);
  }

  /// The innermost loop around that is matched: both must lie in each other's.
  bool sameSurroundings(int i, int j) const {
    int outer = parallel(i).parent, other = serial(j).parent;
    while (outer >= 0 && !(parallel(outer).is_loop && match_[size_t(outer)].other >= 0))
      outer = parallel(outer).parent;
    while (other >= 0 && !(serial(other).is_loop && back_[size_t(other)] >= 0))
      other = serial(other).parent;
    return outer < 0 || other < 0 ? outer == other : match_[size_t(outer)].other == other;
  }

  template <class Key>
  static int count(const Items &items, const std::vector<int> &which, Key key, uint64_t value) {
    return int(std::count_if(which.begin(), which.end(),
                             [&](int i) { return items[size_t(i)].*key == value; }));
  }

  void matchInGap(const Gap &gap, PairedBy by, uint64_t Item::*key) {
    std::vector<uint64_t> first, second;
    for (int i : gap.parallel)
      first.push_back(parallel(i).*key);
    for (int j : gap.serial)
      second.push_back(serial(j).*key);
    for (auto [a, b] : alignSequences(first, second)) {
      int i = gap.parallel[size_t(a)], j = gap.serial[size_t(b)];
      uint64_t value = parallel(i).*key;
      if (isFree(i, j) && sameSurroundings(i, j) &&
          count(parallel_, gap.parallel, key, value) == count(serial_, gap.serial, key, value))
        take(i, j, by);
    }
  }

  /// Share of the statements inside two loops that are the same in shape.
  double alike(int i, int j) const {
    std::vector<uint32_t> here = shapesIn(parallel_, i), there = shapesIn(serial_, j);
    std::map<uint32_t, int> balance;
    for (uint32_t shape : here)
      ++balance[shape];
    int common = 0;
    for (uint32_t shape : there)
      if (balance[shape]-- > 0)
        ++common;
    size_t all = here.size() + there.size();
    return all == 0 ? 0 : 2.0 * common / double(all);
  }

  static std::vector<uint32_t> shapesIn(const Items &items, int at) {
    const Item &item = items[size_t(at)];
    if (!item.shapes.empty())
      return item.shapes;
    std::vector<uint32_t> shapes;
    for (int inner = at + 1; inner < item.end && shapes.size() < LoopCode::shapes_most; ++inner)
      shapes.push_back(uint32_t(items[size_t(inner)].shape));
    return shapes;
  }

  bool headersFit(int i, int j) const {
    return parallel(i).header != 0 && parallel(i).header == serial(j).header;
  }

  /// The in-order pairing of loops with equal headers whose bodies are most alike.
  std::vector<std::pair<int, int>> bestHeaders(const Gap &gap) const {
    size_t rows = gap.parallel.size(), columns = gap.serial.size();
    if (rows * columns > 250'000)
      return {};
    std::vector<double> best((rows + 1) * (columns + 1), 0), gain(rows * columns, 0);
    auto at = [&](size_t row, size_t column) -> double & {
      return best[row * (columns + 1) + column];
    };
    for (size_t row = rows; row-- > 0;)
      for (size_t column = columns; column-- > 0;) {
        int i = gap.parallel[row], j = gap.serial[column];
        double &here = gain[row * columns + column];
        if (headersFit(i, j) && sameSurroundings(i, j))
          here = 0.1 + alike(i, j);
        at(row, column) = std::max({at(row + 1, column), at(row, column + 1),
                                    here > 0 ? here + at(row + 1, column + 1) : 0});
      }
    std::vector<std::pair<int, int>> chosen;
    for (size_t row = 0, column = 0; row < rows && column < columns;) {
      double here = gain[row * columns + column];
      if (here > 0 && at(row, column) == here + at(row + 1, column + 1))
        chosen.emplace_back(gap.parallel[row++], gap.serial[column++]);
      else if (at(row, column) == at(row + 1, column))
        ++row;
      else
        ++column;
    }
    return chosen;
  }

  void matchHeaders(const Gap &gap) {
    for (auto [i, j] : bestHeaders(gap)) {
      uint64_t header = parallel(i).header;
      bool no_choice = count(parallel_, gap.parallel, &Item::header, header) == 1 &&
                       count(serial_, gap.serial, &Item::header, header) == 1;
      if (isFree(i, j) && sameSurroundings(i, j) && alike(i, j) >= (no_choice ? 0 : alike_enough))
        take(i, j, PairedBy::Header);
    }
  }

  bool rangesFit(int i, int j) const {
    return !parallel(i).range.empty() && parallel(i).range == serial(j).range &&
           parallel(i).calls == serial(j).calls && sameSurroundings(i, j);
  }

  /// Only where there is nothing to choose on either side.
  void matchRanges(const Gap &gap) {
    for (int i : gap.parallel) {
      auto fits = [&](int j) { return rangesFit(i, j); };
      if (std::count_if(gap.serial.begin(), gap.serial.end(), fits) != 1)
        continue;
      int j = *std::find_if(gap.serial.begin(), gap.serial.end(), fits);
      auto fits_too = [&](int other) { return rangesFit(other, j); };
      if (isFree(i, j) && std::count_if(gap.parallel.begin(), gap.parallel.end(), fits_too) == 1)
        take(i, j, PairedBy::Fallback);
    }
  }

  const Items &serial_, &parallel_;
  std::vector<ItemMatch> match_;
  std::vector<int> back_; // serial item -> parallel item
  std::vector<bool> moved_;
  size_t matched_ = 0;
};

} // namespace

std::vector<ItemMatch> matchStatements(const Items &serial, const Items &parallel) {
  return Matcher(serial, parallel).make();
}

} // namespace tare
