// SPDX-License-Identifier: Apache-2.0
// The lines of two outputs as two sorted lists.
#include "base/text.h"
#include "driver/outputs/compare_outputs.h"
#include "driver/outputs/numbers.h"
#include "driver/outputs/units.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace tare {
namespace {

constexpr size_t most_lines = size_t(1) << 20, most_fractions = size_t(1) << 20;
constexpr size_t most_text = size_t(16) << 20;

struct Fraction {
  double value = 0;
  std::string text;
};

/// What a line is sorted by: all but its fractions, then these. Whole numbers are exact, so lines
/// that belong together have equal keys.
struct SortedLine {
  uint64_t key = 0;
  std::vector<Fraction> fractions;
};

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

/// Which numbers of which kind of line are masked, in all lines of the kind: a line may stand
/// anywhere.
using KindMask = std::set<std::pair<uint64_t, size_t>>;

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

KindMask kindMaskOf(const Output &output, const OutputMask &mask, const OutputRules &rules) {
  KindMask kinds;
  if (mask.places.empty())
    return kinds;
  forNumbers(output, mask, rules, [&](uint64_t kind, size_t piece, bool is_masked) {
    if (is_masked)
      kinds.emplace(kind, piece);
  });
  forNumbers(output, mask, rules, [&](uint64_t kind, size_t piece, bool is_masked) {
    if (!is_masked)
      kinds.erase({kind, piece});
  });
  return kinds;
}

SortedLine sortedLine(const OutputLine &line, const KindMask &masked, const OutputRules &rules) {
  SortedLine sorted;
  uint64_t kind = kindOf(line);
  sorted.key = kind;
  std::vector<bool> about_run = numbersAboutRun(line, rules.doubtful);
  for (size_t i = 0; i < line.pieces.size(); ++i) {
    if (about_run[i] || line.pieces[i].kind != Piece::Kind::Number || masked.contains({kind, i}))
      continue;
    std::string_view text = line.pieces[i].in(line.text);
    if (isFraction(text) || rules.tolerance)
      sorted.fractions.push_back(
          {std::strtod(std::string(text).c_str(), nullptr), std::string(text)});
    else
      sorted.key = hashBytes(" ", hashBytes(text, sorted.key));
  }
  return sorted;
}

bool isBefore(const SortedLine &left, const SortedLine &right) {
  if (left.key != right.key)
    return left.key < right.key;
  return std::ranges::lexicographical_compare(left.fractions, right.fractions, {}, &Fraction::value,
                                              &Fraction::value);
}

/// Nothing: too long.
std::optional<std::vector<SortedLine>> sortedLinesOf(const Output &output, const KindMask &masked,
                                                     const OutputRules &rules) {
  std::vector<SortedLine> lines;
  size_t bytes = 0, fractions = 0;
  LineReader reader(output, rules.ignored());
  while (std::optional<OutputLine> line = reader.next()) {
    if (isAboutRun(*line))
      continue;
    lines.push_back(sortedLine(*line, masked, rules));
    bytes += line->text.size();
    fractions += lines.back().fractions.size();
    if (lines.size() > most_lines || fractions > most_fractions || bytes > most_text)
      return std::nullopt;
  }
  std::ranges::sort(lines, isBefore);
  return lines;
}

bool isSameLine(const SortedLine &left, const SortedLine &right, const OutputRules &rules) {
  auto same = [&](const Fraction &a, const Fraction &b) {
    return matchNumbers(a.text, b.text, rules.tolerance).verdict != NumberMatch::Verdict::Different;
  };
  return left.key == right.key && std::ranges::equal(left.fractions, right.fractions, same);
}

} // namespace

bool areSameLines(const Output &expected, const Output &found, const OutputMask &mask,
                  const OutputRules &rules) {
  if (mask.unsure_from)
    return false;
  KindMask masked = kindMaskOf(expected, mask, rules);
  std::optional<std::vector<SortedLine>> left = sortedLinesOf(expected, masked, rules);
  if (!left)
    return false;
  std::optional<std::vector<SortedLine>> right = sortedLinesOf(found, masked, rules);
  return right && std::ranges::equal(*left, *right, [&](const SortedLine &a, const SortedLine &b) {
           return isSameLine(a, b, rules);
         });
}

} // namespace tare
