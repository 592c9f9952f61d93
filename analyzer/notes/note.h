// SPDX-License-Identifier: Apache-2.0
// A finding about a run, a table or an experiment, as a value: who finds it names a rule and gives
// figures; nobody but analyzer/report has the words.
//
//   books, accounts, tables, results -> [note] -> ledger -> report (note_rules.cpp, note_text.h)
#pragma once

#include "base/lists.h"

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace tare {

struct Note {
  /// A number, a text or a yes, by the name that the rule's sentence has for it. Several of one
  /// name are a list; a no is as good as no figure.
  struct Figure {
    template <class Value>
    requires std::is_arithmetic_v<Value> Figure(std::string_view called, Value given)
        : name(called) {
      if constexpr (std::is_same_v<Value, bool>)
        value = given;
      else
        value = static_cast<double>(given);
    }
    Figure(std::string_view called, std::string text) : name(called), value(std::move(text)) {}

    std::string name;
    std::variant<bool, double, std::string> value; // numbers: seconds, a share, a count

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

/// Beside append and addOnce of base/lists.h: nothing is appended where there is no note.
void append(std::vector<Note> &notes, std::optional<Note> more);

} // namespace tare
