// SPDX-License-Identifier: Apache-2.0
// The sentences of all notes and warnings: one row a rule.
//
// In a sentence stand, beside words:
//   <name>           a figure: a text, or a number that is whole
//   <name:percent>   a share: "2.1 %"           <name:tenths>  the same without the sign
//   <name:time>      seconds: "3.20 ms"         <name:count>   "40000", "1.2e+09"
//   <name:ratio>     "1.33"                     <name:decimal> "1.3"
//   <name+thread>    "1 thread", "8 threads"
//   <name:label>     the label of the overhead of that name; <label>: of the note's category
//   <rule:part>      the words of another row, for the same note
//   [name?words]     where there is the figure; [!name?words] where there is not
//   [name*words|, ]  once for each figure of the name, with what stands behind | between them
#pragma once

#include <span>
#include <string_view>

namespace tare {

struct NoteRule {
  std::string_view rule; // Note::rule
  std::string_view sentence;
};

std::span<const NoteRule> allNoteRules();

} // namespace tare
