// SPDX-License-Identifier: Apache-2.0
// A finding about a run, a table or an experiment, as a value: who finds it names a rule and gives
// figures; nobody but analyzer/report has the words.
//
//   books, accounts, tables, results -> [note] -> ledger -> report (note_rules.cpp, note_text.h)
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace tare {

struct Note {
  /// A number or a text, by the name that the rule's sentence has for it. Several of one name are a
  /// list.
  struct Figure {
    template <class Number>
    requires std::is_arithmetic_v<Number> Figure(std::string_view called, Number number)
        : name(called), value(static_cast<double>(number)) {}
    Figure(std::string_view called, std::string text) : name(called), value(std::move(text)) {}

    std::string name;
    std::variant<double, std::string> value; // seconds, a share or a count; or a text

    bool operator==(const Figure &) const = default;
  };

  std::string rule = {};      // stable name: "log-sampled"
  std::string category = {};  // full dotted name of the line it is about; empty: of no single one
  std::string construct = {}; // id; empty: of no single construct
  std::vector<Figure> figures = {};

  bool operator==(const Note &) const = default;
};

/// A note that is a sentence already: of a ledger that was read, or of whoever ran the programs.
Note asNote(std::string sentence);
std::vector<Note> asNotes(const std::vector<std::string> &sentences);

/// The sentence of a quoted note. Any other has no words yet: the name of its rule.
const std::string &quotedText(const Note &note);

void append(std::vector<Note> &notes, std::vector<Note> more);

/// Unless it is there already.
void addOnce(std::vector<Note> &notes, const Note &note);

} // namespace tare
