// SPDX-License-Identifier: Apache-2.0
#include "driver/show_operations_doubts.h"

#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

namespace tare {

namespace {

constexpr size_t most_places = 8;      // of one kind of doubt
constexpr size_t most_lines_shown = 6; // of a node
constexpr std::string_view elsewhere = " is defined elsewhere";
constexpr std::string_view not_in_here = ": what "; // ": what it does is not in here"

/// "x.c:12" as file and line; without a line, 0.
std::pair<std::string, int> splitPlace(const std::string &place) {
  size_t colon = place.rfind(':');
  int line = 0;
  if (colon != place.npos)
    std::from_chars(place.data() + colon + 1, place.data() + place.size(), line);
  return line > 0 ? std::pair(place.substr(0, colon), line) : std::pair(place, 0);
}

/// "x.c:12, 17, y.c:3 and 2 more".
std::string placesText(const std::vector<std::string> &places) {
  std::vector<std::pair<std::string, int>> sorted;
  for (const std::string &place : places)
    sorted.push_back(splitPlace(place));
  std::ranges::sort(sorted);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<std::string> shown;
  for (size_t i = 0; i < std::min(sorted.size(), most_places); ++i) {
    const auto &[file, line] = sorted[i];
    std::string number = line > 0 ? std::to_string(line) : "";
    bool says_file = i == 0 || sorted[i - 1].first != file || number.empty();
    shown.push_back(!says_file ? number : number.empty() ? file : file + ":" + number);
  }
  std::string text = joinText(shown, ", ");
  if (sorted.size() > most_places)
    text += " and " + std::to_string(sorted.size() - most_places) + " more";
  return text;
}

} // namespace

DoubtText::DoubtText(const CountedNode &node, const std::vector<CountedSymbol> &symbols)
    : node_(node) {
  for (const CountedSymbol &symbol : symbols)
    if (symbol.kind == SymbolKind::Measured)
      trips_.insert(symbol.place);
}

DoubtText::Kind DoubtText::doubtKind(const CountDoubt &doubt) const {
  if (doubt.makes == CountLabel::Measured)
    return trips_.count(doubt.place) && doubt.reason.find("not in here") == doubt.reason.npos
               ? Kind::Trips
               : Kind::NotCounted;
  return doubt.makes == CountLabel::Bounded ? Kind::UpperBound : Kind::Note;
}

std::string DoubtText::completeness() const {
  std::set<Kind> kinds;
  for (const CountDoubt &doubt : node_.doubts)
    kinds.insert(doubtKind(doubt));
  std::vector<std::string> words;
  if (kinds.count(Kind::NotCounted))
    words.push_back("incomplete");
  if (kinds.count(Kind::UpperBound))
    words.push_back("upper bound");
  if (kinds.count(Kind::Trips))
    words.push_back("by trips(...)");
  if (words.empty())
    return node_.label == CountLabel::Exact     ? "exact"
           : node_.label == CountLabel::Bounded ? "upper bound"
                                                : "incomplete";
  return joinText(words, ", ");
}

std::vector<std::string> DoubtText::lines() const {
  std::map<std::pair<Kind, std::string>, std::vector<std::string>> places; // by reason
  std::map<std::string, std::vector<std::string>> calls; // of what is defined elsewhere
  for (const CountDoubt &doubt : node_.doubts) {
    std::string reason = doubt.reason;
    Kind kind = doubtKind(doubt);
    if (size_t name = reason.find(elsewhere); name != reason.npos) {
      calls[reason.substr(0, name)].push_back(doubt.place);
      continue;
    }
    if (kind == Kind::NotCounted && reason.ends_with("not in here"))
      reason = reason.substr(0, reason.find(not_in_here));
    places[{kind, reason}].push_back(doubt.place);
  }
  std::vector<std::string> lines;
  constexpr const char *fronts[] = {"note: ", "upper bound, since ", "trips(...), since ",
                                    "not counted: "};
  for (const auto &[key, where] : places)
    lines.push_back(fronts[size_t(key.first)] + key.second + ": " + placesText(where));
  if (!calls.empty()) {
    std::vector<std::string> names;
    for (const auto &[name, where] : calls)
      if (names.size() < most_places)
        names.push_back(name + " (" + placesText(where) + ")");
    std::string text = "not counted: what is defined elsewhere: " + joinText(names, ", ");
    if (calls.size() > names.size())
      text += " and " + std::to_string(calls.size() - names.size()) + " more";
    lines.push_back(text);
  }
  if (lines.size() > most_lines_shown) {
    size_t left = lines.size() - most_lines_shown;
    lines.resize(most_lines_shown);
    lines.push_back("and " + numberOf(int64_t(left), "more reason") + ": --format json lists them");
  }
  return lines;
}

} // namespace tare
