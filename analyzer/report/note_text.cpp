// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/note_text.h"

#include "analyzer/ledger/ledger_json.h"
#include "analyzer/report/note_rules.h"
#include "analyzer/report/selection.h"
#include "base/quantity.h"

#include <algorithm>
#include <cstdio>

namespace tare {
namespace {

std::string formatted(const char *format, double value) {
  char text[400]; // the largest double has 309 digits
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// `format` as in note_rules.h; a whole number without one.
std::string numberText(double number, std::string_view format) {
  if (format == "percent")
    return tenthPercent(number);
  if (format == "tenths")
    return formatted("%.1f", 100 * number);
  if (format == "time")
    return timeText(number);
  if (format == "count")
    return countText(number);
  if (format == "ratio")
    return ratioText(number);
  return formatted(format == "decimal" ? "%.1f" : "%.0f", number);
}

/// The words of a rule; an unknown one has none but its name.
std::string_view sentenceNamed(std::string_view rule) {
  auto found = std::ranges::find(allNoteRules(), rule, &NoteRule::rule);
  return found == allNoteRules().end() ? rule : found->sentence;
}

/// The places of one note's sentence, filled with its figures.
class Words {
public:
  explicit Words(const Note &note) : note_(note) {}

  /// `which` of several figures of a name it takes.
  std::string fill(std::string_view sentence, size_t which = 0) const {
    std::string text;
    for (size_t at = 0; at < sentence.size();) {
      size_t open = std::min(sentence.find_first_of("<[", at), sentence.size());
      text += sentence.substr(at, open - at);
      if (open == sentence.size())
        break;
      size_t close = sentence.find(sentence[open] == '<' ? '>' : ']', open);
      std::string_view inside = sentence.substr(open + 1, close - open - 1);
      text += sentence[open] == '<' ? place(inside, which) : segment(inside);
      at = close + 1;
    }
    return text;
  }

private:
  std::vector<const Note::Figure *> figures(std::string_view name) const {
    std::vector<const Note::Figure *> found;
    for (const Note::Figure &figure : note_.figures)
      if (const bool *yes = std::get_if<bool>(&figure.value); figure.name == name && (!yes || *yes))
        found.push_back(&figure);
    return found;
  }

  /// `<name>`, `<name:format>` or `<name+noun>`. A figure that is missing shows as its name.
  std::string place(std::string_view inside, size_t which) const {
    size_t end = std::min(inside.find_first_of(":+"), inside.size());
    std::string name(inside.substr(0, end));
    std::string_view format = end < inside.size() ? inside.substr(end + 1) : "";
    if (name == "label" || format == "label")
      return labelOf(name == "label" ? note_.category : name);
    if (format == "part")
      return fill(sentenceNamed(name));
    std::vector<const Note::Figure *> all = figures(name);
    if (all.empty())
      return name;
    const auto &value = all[std::min(which, all.size() - 1)]->value;
    if (const std::string *text = std::get_if<std::string>(&value))
      return *text;
    double number = std::holds_alternative<bool>(value) ? 1 : std::get<double>(value);
    std::string text = numberText(number, format);
    bool is_counted = end < inside.size() && inside[end] == '+';
    return is_counted ? text + " " + std::string(format) + (number == 1 ? "" : "s") : text;
  }

  /// `[name?words]`, `[!name?words]` or `[name*words|between]`.
  std::string segment(std::string_view inside) const {
    size_t mark = inside.find_first_of("?*");
    std::string_view words = inside.substr(mark + 1);
    bool is_absence = inside.front() == '!';
    size_t times = figures(inside.substr(is_absence, mark - is_absence)).size();
    if (inside[mark] == '?')
      return (times > 0) == is_absence ? "" : fill(words);
    size_t bar = words.rfind('|');
    std::string text;
    for (size_t which = 0; which < times; ++which)
      text += std::string(which ? words.substr(bar + 1) : "") + fill(words.substr(0, bar), which);
    return text;
  }

  const Note &note_;
};

/// Each note becomes a sentence, which is what the JSON keeps.
void word(std::vector<Note> &notes) {
  for (Note &note : notes)
    note = asNote(sentenceOf(note));
}

} // namespace

std::string sentenceOf(const Note &note) { return Words(note).fill(sentenceNamed(note.rule)); }

std::vector<std::string> sentencesOf(const std::vector<Note> &notes) {
  std::vector<std::string> sentences;
  std::ranges::transform(notes, std::back_inserter(sentences), sentenceOf);
  return sentences;
}

std::string reportJson(Ledger ledger) {
  for (Table &table : ledger.tables)
    word(table.notes);
  word(ledger.warnings);
  return writeLedger(std::move(ledger));
}

} // namespace tare
