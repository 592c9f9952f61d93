// SPDX-License-Identifier: Apache-2.0
// Which lines of both versions a comparison shows: around what moved, then around the rest.
#include "analyzer/review/html/review_view.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tare {
namespace {

constexpr int most_lines_of_side = 1000;

/// Size of the reported changes at constructs.
double movedAt(const ComparedTable &table) {
  double sum = 0;
  for (const Change &change : table.changes)
    if (change.reported && change.site >= 0)
      sum += std::fabs(change.share);
  return sum;
}

std::vector<ShownPlace> placesOf(const ComparedTable &table, const std::vector<size_t> &sites,
                                 bool is_head) {
  std::vector<ShownPlace> places;
  for (size_t i : sites) {
    const std::optional<Site> &site = is_head ? table.sites[i].head : table.sites[i].base;
    places.push_back(site ? ShownPlace{site->file, site->line, 0} : ShownPlace{});
  }
  return places;
}

} // namespace

std::string ReviewSources::anchor(const std::optional<Site> &site, bool is_head) const {
  if (!site)
    return "";
  if (!is_head)
    for (size_t i = 0; i < base.files.size(); ++i)
      if (base.files[i].source->file == site->file && base_is_same[i])
        return head.anchor(site->file, site->line);
  return (is_head ? head : base).anchor(site->file, site->line);
}

ReviewSources reviewSourcesOf(const Review &review, const ReviewData &data) {
  ReviewSources sources;
  const std::vector<ComparedTable> &tables = review.comparison.tables;
  for (size_t i = 1; i < tables.size(); ++i) // the last one of equals
    if (movedAt(tables[i]) >= movedAt(tables[sources.table]))
      sources.table = i;
  if (tables.empty())
    return sources;
  const ComparedTable &table = tables[sources.table];
  sources.moved.resize(table.sites.size());
  std::vector<double> moved(table.sites.size(), 0), any(table.sites.size(), 0);
  for (const Change &change : table.changes) {
    if (change.site < 0)
      continue;
    any[size_t(change.site)] += std::fabs(change.share);
    if (!change.reported)
      continue;
    moved[size_t(change.site)] += std::fabs(change.share);
    sources.moved[size_t(change.site)].push_back(&change);
  }
  for (std::vector<const Change *> &changes : sources.moved)
    std::ranges::stable_sort(changes, std::greater(),
                             [](const Change *change) { return std::fabs(change->share); });
  sources.places.resize(table.sites.size());
  std::iota(sources.places.begin(), sources.places.end(), 0);
  std::ranges::stable_sort(sources.places, std::greater(),
                           [&](size_t i) { return std::pair(moved[i], any[i]); });
  sources.head =
      sourceLinesOf(placesOf(table, sources.places, true), data.head, most_lines_of_side, 'h');
  sources.base =
      sourceLinesOf(placesOf(table, sources.places, false), data.base, most_lines_of_side, 'b');
  for (const ShownSource &file : sources.base.files)
    sources.base_is_same.push_back(
        std::ranges::any_of(sources.head.files, [&](const ShownSource &other) {
          return other.source->file == file.source->file &&
                 other.source->lines == file.source->lines;
        }));
  return sources;
}

} // namespace tare
