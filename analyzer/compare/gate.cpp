// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compare/gate.h"

#include "analyzer/ledger/categories.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <set>

namespace tare {
namespace {

constexpr const char *form = "a gate is NAME > PERCENT, such as 'any > 5%', 'locks > 3%', "
                             "'load_imbalance@lu2.c:31 > 5%', 'time > 5%'";

/// The full name of a category from its end, such as "locks".
Result<std::string> fullName(const std::string &name) {
  if (name == "any" || name == "time" || name == "total")
    return name;
  std::vector<std::string> found;
  for (const CategoryInfo &info : allCategories()) {
    std::string full(info.name);
    if (full == name)
      return full;
    if (endsWith(full, "." + name))
      found.push_back(full);
  }
  if (found.size() == 1)
    return found.front();
  if (found.empty())
    return Error{"no overhead is called '" + name + "'", "", form};
  return Error{"several overheads are called so: " + joinText(found, ", "), "", form};
}

Result<double> limitOf(const std::string &text) {
  std::optional<double> percent = readPercent(text, 1e6);
  if (!percent)
    return Error{"'" + text + "' is no limit in per cent", "", form};
  return *percent / 100;
}

/// A file may be given by the end of its path.
bool isFile(const std::string &path, const std::string &place) {
  return path == place || endsWith(path, "/" + place);
}

bool isAt(const Site &site, const std::string &place) {
  return isFile(site.file, place) || isFile(site.file + ":" + std::to_string(site.line), place) ||
         (!place.empty() && site.function == place) || endsWith(site.function, "::" + place);
}

/// Files, lines and functions with constructs, on either side.
std::set<std::string> knownPlaces(const Comparison &comparison) {
  std::set<std::string> places;
  for (const ComparedTable &table : comparison.tables)
    for (const ComparedSite &site : table.sites)
      for (const std::optional<Site> &version : {site.base, site.head})
        if (version)
          places.insert({version->file, version->file + ":" + std::to_string(version->line),
                         version->function});
  places.erase("");
  return places;
}

/// Letters to add, drop or change.
size_t editDistance(const std::string &a, const std::string &b) {
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

/// 0 for the same place without its folders, else letters to change.
size_t distance(const std::string &wanted, const std::string &known) {
  constexpr size_t longest = 500; // a gate is typed by people
  if (endsWith(known, "/" + wanted) || endsWith(wanted, "/" + known))
    return 0;
  return editDistance(wanted.substr(0, longest), known.substr(0, longest));
}

std::vector<std::string> nearestPlaces(const std::string &wanted, const Comparison &comparison) {
  constexpr size_t most = 3;
  std::vector<std::pair<size_t, std::string>> places;
  for (const std::string &known : knownPlaces(comparison))
    places.emplace_back(distance(wanted, known), known);
  std::ranges::sort(places);
  std::vector<std::string> nearest;
  for (size_t i = 0; i < std::min(places.size(), most); ++i)
    nearest.push_back(places[i].second);
  return nearest;
}

} // namespace

Result<Gate> parseGate(const std::string &text) {
  size_t sign = text.rfind('>');
  if (sign == std::string::npos)
    return Error{"'" + text + "' is no gate", "", form};
  std::string name(trimText(std::string_view(text).substr(0, sign)));
  Gate gate;
  gate.text = std::string(trimText(text));
  size_t at = name.find('@');
  if (at != std::string::npos) {
    gate.place = std::string(trimText(std::string_view(name).substr(at + 1)));
    name = std::string(trimText(std::string_view(name).substr(0, at)));
    if (gate.place.empty())
      return Error{"'" + text + "' names no place behind @", "", form};
  }
  TARE_TRY(gate.category, fullName(name));
  if (!gate.place.empty() && (gate.category == "time" || gate.category == "total"))
    return Error{"'" + name + "' is of the whole program and has no place", "", form};
  TARE_TRY(gate.limit, limitOf(text.substr(sign + 1)));
  return gate;
}

bool isAt(const ComparedSite &site, const std::string &place) {
  return (site.base && isAt(*site.base, place)) || (site.head && isAt(*site.head, place));
}

Result<void> checkPlace(const Gate &gate, const Comparison &comparison) {
  auto there = [&](const ComparedSite &site) { return isAt(site, gate.place); };
  for (const ComparedTable &table : comparison.tables)
    if (gate.place.empty() || std::ranges::any_of(table.sites, there))
      return {};
  std::vector<std::string> nearest = nearestPlaces(gate.place, comparison);
  return Error{"gate '" + gate.text + "': neither side has a construct at '" + gate.place + "'", "",
               nearest.empty() ? "these tables have no constructs"
                               : "the nearest are " + joinText(nearest, ", ")};
}

} // namespace tare
