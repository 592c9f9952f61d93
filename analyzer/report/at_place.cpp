// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/at_place.h"

#include "analyzer/ledger/lines.h"
#include "analyzer/report/inside.h"
#include "analyzer/report/parts.h"
#include "base/lists.h"
#include "base/nearest.h"
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace tare {
namespace {

using Construct = const ConstructLines *;

constexpr const char *place_forms = "a location is FILE:LINE, FILE:LINE-LINE or a function's name";

/// Digits only, and not above what a line can be.
std::optional<int> lineNumber(std::string_view text) {
  int line = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line);
  bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && line > 0 && text[0] != '+' ? std::optional(line) : std::nullopt;
}

/// Whether something behind a file's colon is meant as lines, right or wrong.
bool looksLikeLines(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789-") == std::string_view::npos;
}

/// "./a//b.c" as a/b.c.
std::string plainPath(const std::string &path) {
  std::vector<std::string> parts = splitText(path, '/');
  bool absolute = startsWith(path, "/");
  std::erase_if(parts, [](const std::string &part) { return part.empty() || part == "."; });
  return (absolute ? "/" : "") + joinText(parts, "/");
}

/// "ns::Tree<int, 2>::walk" as ns::Tree::walk. The < of an operator's name is no bracket.
std::string withoutArguments(const std::string &function) {
  std::string plain;
  int depth = 0;
  for (size_t i = 0; i < function.size(); ++i) {
    bool of_operator =
        endsWith(plain, "operator") || endsWith(plain, "operator<") || endsWith(plain, "operator-");
    if (function[i] == '<' && !of_operator)
      ++depth;
    else if (function[i] == '>' && depth > 0)
      --depth;
    else if (depth == 0)
      plain += function[i];
  }
  return plain;
}

/// The name itself, or its end behind a scope.
bool isCalled(const std::string &function, const std::string &name) {
  return function == name || endsWith(function, "::" + name);
}

/// A function of a file: functions in two files may have the same name.
struct Function {
  std::string name, file;
  auto operator<=>(const Function &) const = default;
};

std::string placed(const Function &function) { return function.name + " (" + function.file + ")"; }

template <class Names> std::string listed(const Names &names, size_t most = 8) {
  std::vector<std::string> shown(names.begin(), names.end());
  size_t left = shown.size() > most ? shown.size() - most : 0;
  shown.resize(shown.size() - left);
  return joinText(shown, ", ") + (left ? " and " + std::to_string(left) + " more" : "");
}

class Search {
public:
  Search(const Ledger &ledger, const AtPlace &place)
      : constructs_(constructsOfAll(ledger)), place_(place) {}

  Result<std::set<std::string>> ids() const {
    if (constructs_.empty())
      return Error{"no construct was executed: there is no part to choose", place_.text,
                   "leave out --at"};
    TARE_TRY(std::vector<Construct> chosen, place_.file.empty() ? inFunction() : inLines());
    return withInside(chosen, constructs_);
  }

private:
  Result<std::vector<Construct>> inLines() const {
    TARE_TRY(std::string file, fileMeant());
    std::vector<Construct> chosen;
    for (Construct construct : constructs_)
      if (construct->file == file && construct->line >= place_.first &&
          construct->line <= place_.last)
        chosen.push_back(construct);
    if (chosen.empty())
      return Error{"no construct that was executed begins there", place_.text,
                   around(file) + "the nearest are " + nearestLines(file)};
    return chosen;
  }

  /// "it lies in lu2.c:29 (for); ": the innermost construct whose text holds the first line.
  std::string around(const std::string &file) const {
    Construct innermost = nullptr;
    for (Construct construct : constructs_)
      if (construct->file == file && construct->line <= place_.first &&
          construct->end_line >= place_.first)
        innermost = construct; // they come in the order of their places
    return innermost ? "it lies in " + named(*innermost) + "; " : "";
  }

  static std::string named(const ConstructLines &construct) {
    return construct.file + ":" + std::to_string(construct.line) + " (" + wordsOf(construct) + ")";
  }

  /// The name itself before any that ends with it, or that it ends with (it was typed in a folder
  /// around the one that places are relative to).
  Result<std::string> fileMeant() const {
    std::string wanted = plainPath(place_.file);
    std::set<std::string> all, matching;
    for (Construct construct : constructs_) {
      all.insert(construct->file);
      if (endsWith(construct->file, "/" + wanted) || endsWith(wanted, "/" + construct->file))
        matching.insert(construct->file);
    }
    if (all.contains(wanted))
      return wanted;
    if (matching.size() == 1)
      return *matching.begin();
    if (matching.empty())
      return Error{"no construct that was executed is in such a file", place_.text,
                   "the nearest are " + listed(nearestNames(wanted, all))};
    return Error{"several files are called so: " + listed(matching), place_.text,
                 "give more of the path"};
  }

  std::string nearestLines(const std::string &file) const {
    std::vector<Construct> near;
    for (Construct construct : constructs_)
      if (construct->file == file)
        near.push_back(construct);
    auto distance = [&](Construct construct) {
      return construct->line < place_.first ? place_.first - construct->line
                                            : construct->line - place_.last;
    };
    std::ranges::stable_sort(near, {}, distance);
    std::vector<std::string> names;
    for (Construct construct : near)
      if (names.size() < 3)
        addOnce(names, named(*construct));
    return joinText(names, ", ");
  }

  /// A function that is called exactly so hides those in scopes.
  Result<std::vector<Construct>> inFunction() const {
    std::set<Function> all, exact, matching;
    for (Construct construct : constructs_) {
      std::string name = functionOf(*construct), plain = withoutArguments(name);
      if (name.empty())
        continue;
      Function function{plain, construct->file};
      all.insert(function);
      if (name == place_.function || plain == place_.function)
        exact.insert(function);
      if (isCalled(name, place_.function) || isCalled(plain, place_.function))
        matching.insert(function);
    }
    const std::set<Function> &found = exact.empty() ? matching : exact;
    if (found.empty())
      if (std::vector<Construct> calls = callsOf(place_.function); !calls.empty())
        return calls;
    if (found.empty())
      return noFunction(all);
    if (found.size() > 1)
      return severalFunctions(found);
    return ofFunction(*found.begin());
  }

  /// Measured statements of serial code that call it.
  std::vector<Construct> callsOf(const std::string &function) const {
    std::vector<Construct> calls;
    for (Construct construct : constructs_)
      if (construct->kind == "call" && isCalled(construct->directive, function))
        calls.push_back(construct);
    return calls;
  }

  /// Of a name with template arguments only the instances that have them.
  std::vector<Construct> ofFunction(const Function &function) const {
    std::vector<Construct> chosen;
    bool is_instance = withoutArguments(place_.function) != place_.function;
    for (Construct construct : constructs_) {
      std::string name = functionOf(*construct);
      if (construct->file == function.file && withoutArguments(name) == function.name &&
          (!is_instance || isCalled(name, place_.function)))
        chosen.push_back(construct);
    }
    return chosen;
  }

  Error noFunction(const std::set<Function> &all) const {
    std::set<std::string> names;
    for (const Function &function : all)
      names.insert(function.name);
    for (Construct construct : constructs_)
      if (std::string file = plainPath(place_.function);
          construct->file == file || endsWith(construct->file, "/" + file))
        return {"this is a file, and --at wants lines of it", place_.text,
                "such as " + place_.text + ":" + std::to_string(construct->line)};
    std::string next = names.empty()
                           ? "these results know no function"
                           : "the nearest are " + listed(nearestNames(place_.function, names));
    return {"no function with a construct that was executed is called so", place_.text, next};
  }

  Error severalFunctions(const std::set<Function> &found) const {
    std::vector<std::string> names;
    for (const Function &function : found)
      names.push_back(placed(function));
    return {"several functions are called so: " + listed(names), place_.text,
            "give its scopes, or its lines: FILE:LINE-LINE"};
  }

  std::vector<Construct> constructs_;
  const AtPlace &place_;
};

} // namespace

Result<AtPlace> readAtPlace(const std::string &text) {
  AtPlace place{text, {}, 0, 0, {}};
  std::string name(trimText(text));
  size_t colon = name.rfind(':');
  std::string_view lines =
      colon == std::string::npos ? std::string_view() : std::string_view(name).substr(colon + 1);
  if (name.empty() || colon == 0)
    return Error{"this is no location", text, place_forms};
  if (!looksLikeLines(lines)) {
    place.function = name;
    return place;
  }
  size_t dash = lines.find('-');
  std::optional<int> first = lineNumber(lines.substr(0, dash)),
                     last = dash == lines.npos ? first : lineNumber(lines.substr(dash + 1));
  if (!first || !last)
    return Error{"'" + std::string(lines) + "' is no line and no range of lines", text,
                 place_forms};
  if (*last < *first)
    return Error{"the range of lines ends before it begins", text, place_forms};
  place.file = name.substr(0, colon);
  place.first = *first;
  place.last = *last;
  return place;
}

Result<std::set<std::string>> constructsAt(const Ledger &ledger, const AtPlace &place) {
  return Search(ledger, place).ids();
}

} // namespace tare
