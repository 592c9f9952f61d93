// SPDX-License-Identifier: Apache-2.0
// The clauses of a directive, as Clang understood them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// One element of a clause's list: a variable, an array section, a locator.
struct ClauseItem {
  std::string text;   // as written: "a", "a[0:n]"
  uint64_t bytes = 0; // size of the object; 0: unknown (incomplete, dependent, not constant)
  bool operator==(const ClauseItem &) const = default;
};

/// A clause, or the argument of the directive itself, which then has the directive's name:
/// critical(a), flush(b).
struct Clause {
  std::string name; // "schedule"
  /// Modifiers and keywords as OpenMP spells them, in order: "monotonic", "dynamic"; "none" of
  /// default. Never a name of the program's.
  std::vector<std::string> words;
  std::vector<ClauseItem> items;
  /// The argument that is no list, as written: a condition, a number of threads, the chunk of
  /// schedule, the identifier of a reduction, the step of linear. Empty: none.
  std::string expression;
  std::optional<int64_t> value; // of the expression; nothing: it is not constant
  bool operator==(const Clause &) const = default;
  /// The most that a node table holds: clauses of one directive, items and words of one clause.
  static constexpr size_t most = 256, most_items = 4096, most_words = 16;

  bool hasWord(std::string_view word) const;
};

/// The first clause of this name; nullptr: none.
template <class List>
const typename List::value_type *findClause(const List &clauses, std::string_view name) {
  for (const auto &clause : clauses)
    if (clause.name == name)
      return &clause;
  return nullptr;
}

/// Whether one of this name is among them; `word`: one that has this word.
template <class List>
bool hasClause(const List &clauses, std::string_view name, std::string_view word = {}) {
  for (const auto &clause : clauses)
    if (clause.name == name && (word.empty() || clause.hasWord(word)))
      return true;
  return false;
}

/// The clauses in a directive's text, for tables that hold nothing else (version 1). Lists stay in
/// the expression, sizes are unknown, and values are plain decimal numbers. The words of the
/// directive's name are taken for clauses, too.
std::vector<Clause> clausesIn(std::string_view directive);

} // namespace tare
