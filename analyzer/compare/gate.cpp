// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compare/gate.h"

#include "analyzer/ledger/categories.h"
#include "base/nearest.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <set>

namespace tare {
namespace {

constexpr const char *form =
    "a gate is NAME > PERCENT, such as 'any > 5%', 'waiting for locks > 3%', "
    "'load imbalance@lu2.c:31 > 5%', 'time > 5%'";

/// The full name of a category that people wrote: "locks", "waiting for locks".
Result<std::string> fullName(const std::string &name) {
  if (name == "any" || name == "time" || name == "total")
    return name;
  std::vector<std::string> likely;
  std::string category = categoryNamed(name, likely);
  if (!category.empty())
    return category;
  return Error{"no single overhead is called '" + name + "'", "",
               "the nearest are: " + joinText(likely, ", ") +
                   "; or any, time, total; `tare diff --help` lists all names; " + form};
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
      return Error{"'" + text + "' names no location after @", "", form};
  }
  TARE_TRY(gate.category, fullName(name));
  if (!gate.place.empty() && (gate.category == "time" || gate.category == "total"))
    return Error{"'" + name + "' is of the whole program and has no location", "", form};
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
  std::vector<std::string> nearest = nearestNames(gate.place, knownPlaces(comparison));
  return Error{"gate '" + gate.text + "': neither side has a construct at '" + gate.place + "'", "",
               nearest.empty() ? "these tables have no constructs"
                               : "the nearest are " + joinText(nearest, ", ")};
}

} // namespace tare
