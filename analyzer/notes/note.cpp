// SPDX-License-Identifier: Apache-2.0
#include "analyzer/notes/note.h"

#include <utility>

namespace tare {

Note asNote(std::string sentence) {
  return {.rule = "quoted", .figures = {{"sentence", std::move(sentence)}}};
}

std::vector<Note> asNotes(const std::vector<std::string> &sentences) {
  std::vector<Note> notes;
  for (const std::string &sentence : sentences)
    notes.push_back(asNote(sentence));
  return notes;
}

const std::string &quotedText(const Note &note) {
  return note.rule == "quoted" ? std::get<std::string>(note.figures.front().value) : note.rule;
}

void append(std::vector<Note> &notes, std::optional<Note> more) {
  if (more)
    notes.push_back(std::move(*more));
}

} // namespace tare
