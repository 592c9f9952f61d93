// SPDX-License-Identifier: Apache-2.0
#include "driver/outputs/any_order.h"

#include "base/text.h"
#include "driver/outputs/numbers.h"
#include "driver/outputs/units.h"

#include <algorithm>
#include <cstdlib>

namespace tare {
namespace {

constexpr size_t most_lines = size_t(1) << 20, most_fractions = size_t(1) << 20;
constexpr size_t most_text = size_t(16) << 20;

/// The text of a line with "#" for each number: which lines are of one kind.
uint64_t kindOf(const OutputLine &line) {
  uint64_t hash = hashBytes("");
  for (const Piece &piece : line.pieces) {
    bool is_number = piece.kind == Piece::Kind::Number;
    bool is_name = piece.kind == Piece::Kind::Name;
    hash = hashBytes(is_number ? "#" : is_name ? "" : piece.in(line.text), hash);
    hash = hashBytes(" ", hash);
  }
  return hash;
}

/// Calls `take(kind, piece, is_masked)` for every number of the output.
template <class Take>
void forNumbers(const Output &output, const OutputMask &mask, const OutputRules &rules, Take take) {
  LineReader lines(output, rules.ignored());
  MaskReader reader(mask);
  while (std::optional<OutputLine> line = lines.next()) {
    std::vector<bool> masked = reader.of(*line).pieces;
    uint64_t kind = kindOf(*line);
    for (size_t i = 0; i < masked.size(); ++i)
      if (line->pieces[i].kind == Piece::Kind::Number)
        take(kind, i, masked[i]);
  }
}

bool isBefore(const SortedLine &left, const SortedLine &right) {
  if (left.key != right.key)
    return left.key < right.key;
  using Fraction = SortedLine::Fraction;
  return std::ranges::lexicographical_compare(left.fractions, right.fractions, {}, &Fraction::value,
                                              &Fraction::value);
}

} // namespace

LinesInAnyOrder::LinesInAnyOrder(const Output &reference, const OutputMask &mask,
                                 const OutputRules &rules)
    : rules_(rules) {
  if (mask.unsure_from)
    return;
  if (!mask.places.empty())
    learnKinds(reference, mask);
  lines_ = sortedLinesOf(reference);
}

/// A line may stand anywhere, so a number is masked only where all lines of its kind say so.
void LinesInAnyOrder::learnKinds(const Output &reference, const OutputMask &mask) {
  forNumbers(reference, mask, rules_, [&](uint64_t kind, size_t piece, bool is_masked) {
    if (is_masked)
      masked_.emplace(kind, piece);
  });
  forNumbers(reference, mask, rules_, [&](uint64_t kind, size_t piece, bool is_masked) {
    if (!is_masked)
      masked_.erase({kind, piece});
  });
}

SortedLine LinesInAnyOrder::sortedLine(const OutputLine &line) const {
  SortedLine sorted;
  uint64_t kind = kindOf(line);
  sorted.key = kind;
  std::vector<bool> about_run = numbersAboutRun(line, rules_.doubtful);
  for (size_t i = 0; i < line.pieces.size(); ++i) {
    if (about_run[i] || line.pieces[i].kind != Piece::Kind::Number || masked_.contains({kind, i}))
      continue;
    std::string text(line.pieces[i].in(line.text));
    if (isFraction(text) || rules_.tolerance)
      sorted.fractions.push_back({std::strtod(text.c_str(), nullptr), text});
    else
      sorted.key = hashBytes(" ", hashBytes(text, sorted.key));
  }
  return sorted;
}

/// Nothing: too long.
std::optional<std::vector<SortedLine>> LinesInAnyOrder::sortedLinesOf(const Output &output) const {
  std::vector<SortedLine> lines;
  size_t bytes = 0, fractions = 0;
  LineReader reader(output, rules_.ignored());
  while (std::optional<OutputLine> line = reader.next()) {
    if (isAboutRun(*line))
      continue;
    lines.push_back(sortedLine(*line));
    bytes += line->text.size();
    fractions += lines.back().fractions.size();
    if (lines.size() > most_lines || fractions > most_fractions || bytes > most_text)
      return std::nullopt;
  }
  std::ranges::sort(lines, isBefore);
  return lines;
}

bool LinesInAnyOrder::isSame(const SortedLine &left, const SortedLine &right) const {
  auto same = [&](const SortedLine::Fraction &a, const SortedLine::Fraction &b) {
    return matchNumbers(a.text, b.text, rules_.tolerance).verdict !=
           NumberMatch::Verdict::Different;
  };
  return left.key == right.key && std::ranges::equal(left.fractions, right.fractions, same);
}

bool LinesInAnyOrder::areThoseOf(const Output &output) const {
  if (!lines_)
    return false;
  std::optional<std::vector<SortedLine>> lines = sortedLinesOf(output);
  return lines &&
         std::ranges::equal(*lines_, *lines,
                            [&](const SortedLine &a, const SortedLine &b) { return isSame(a, b); });
}

} // namespace tare
