// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/inside.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tare {
namespace {

using Point = std::pair<int, int>; // line, column

Point beginOf(const ConstructLines &construct) { return {construct.line, construct.column}; }

/// Stretches of one file's text. Asked whether a point lies behind the begin of one of them and not
/// behind its end, in the time of a binary search.
class Stretches {
public:
  void add(const ConstructLines &construct) {
    if (construct.end_line >= construct.line)
      ends_.emplace_back(beginOf(construct), construct.end_line);
  }
  /// To be called between the last add() and the first holds().
  void close() {
    std::ranges::sort(ends_);
    int last = 0;
    for (auto &[begin, end] : ends_) // of all that begin until there
      end = last = std::max(last, end);
  }
  bool holds(Point point) const {
    auto behind = std::ranges::lower_bound(ends_, point, {}, &decltype(ends_)::value_type::first);
    return behind != ends_.begin() && std::prev(behind)->second >= point.first;
  }

private:
  std::vector<std::pair<Point, int>> ends_;
};

} // namespace

std::vector<const ConstructLines *> constructsOfAll(const Ledger &ledger) {
  std::map<std::string, std::pair<int, const ConstructLines *>> found; // id -> p
  for (const Table &table : ledger.tables)
    for (const ConstructLines &construct : table.constructs)
      if (auto &[threads, known] = found[construct.id]; !known || table.threads > threads) {
        threads = table.threads;
        known = &construct;
      }
  std::vector<const ConstructLines *> all;
  for (const auto &[id, known] : found)
    all.push_back(known.second);
  std::ranges::stable_sort(all, {}, [](const ConstructLines *construct) {
    return std::tuple(construct->file, beginOf(*construct));
  });
  return all;
}

std::set<std::string> withInside(const std::vector<const ConstructLines *> &chosen,
                                 const std::vector<const ConstructLines *> &all) {
  constexpr int deepest = 64;
  std::set<std::string> ids;
  for (const ConstructLines *construct : chosen)
    ids.insert(construct->id);
  for (size_t before = 0, depth = 0; ids.size() > before && depth < deepest; ++depth) {
    before = ids.size();
    std::map<std::string, Stretches> files;
    for (const ConstructLines *construct : all)
      if (ids.contains(construct->id))
        files[construct->file].add(*construct);
    for (auto &[file, stretches] : files)
      stretches.close();
    for (const ConstructLines *construct : all)
      if (auto file = files.find(construct->file);
          (!construct->region.empty() && ids.contains(construct->region)) ||
          (file != files.end() && file->second.holds(beginOf(*construct))))
        ids.insert(construct->id);
  }
  return ids;
}

} // namespace tare
