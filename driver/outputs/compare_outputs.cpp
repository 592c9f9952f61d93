// SPDX-License-Identifier: Apache-2.0
#include "driver/outputs/compare_outputs.h"

#include "base/excerpts.h"
#include "driver/outputs/numbers.h"
#include "driver/outputs/side_by_side.h"
#include "driver/outputs/units.h"

#include <algorithm>

namespace tare {
namespace {

constexpr size_t kept_length = 200; // of a line that differs

class InOrder {
public:
  InOrder(const Output &expected, const Output &found, const OutputMask &mask,
          const OutputRules &rules)
      : expected_(expected, rules.ignored()), found_(found, rules.ignored()),
        sides_(expected_, found_), mask_(mask), rules_(rules) {}

  OutputComparison compare() {
    while (sides_.next() && !isUnsure())
      if (!isSamePair()) {
        takeDifference();
        break;
      }
    result_.extra_lines = sides_.passedOver();
    return result_;
  }

private:
  /// Whether runs of the reference have other lines from here on. Counts the numbers in them.
  bool isUnsure() {
    if (!mask_.isUnsure(sides_.left() ? sides_.left()->ordinal : UINT64_MAX))
      return false;
    for (std::optional<OutputLine> line = sides_.left(); line; line = expected_.next()) {
      auto numbers = std::ranges::count(line->pieces, Piece::Kind::Number, &Piece::kind);
      result_.varying += numbers;
      result_.texts += numbers == 0;
    }
    return true;
  }

  bool isSamePair() {
    const std::optional<OutputLine> &left = sides_.left(), &right = sides_.right();
    if (!left || !right)
      return false;
    MaskReader::Masked masked = mask_.of(*left);
    if (masked.all)
      return true;
    if (left->pieces.size() != right->pieces.size())
      return false;
    about_run_ = headings_.numbersAboutRun(*left, rules_.doubtful);
    bool has_number = false;
    for (size_t i = 0; i < left->pieces.size(); ++i) {
      if (!isSamePiece(i, masked.pieces[i]))
        return false;
      has_number |= left->pieces[i].kind == Piece::Kind::Number;
    }
    result_.texts += !has_number;
    return true;
  }

  bool isSamePiece(size_t i, bool is_masked) {
    const OutputLine &left = *sides_.left(), &right = *sides_.right();
    bool is_number = left.pieces[i].kind == Piece::Kind::Number;
    if (is_masked) {
      result_.varying += is_number;
      return true;
    }
    if (!is_number || right.pieces[i].kind != Piece::Kind::Number)
      return isSameText(left, right, i);
    if (about_run_[i]) {
      ++result_.about_run;
      return true;
    }
    return isSameNumber(left.pieces[i].in(left.text), right.pieces[i].in(right.text));
  }

  bool isSameNumber(std::string_view left, std::string_view right) {
    NumberMatch match = matchNumbers(left, right, rules_.tolerance);
    if (match.verdict == NumberMatch::Verdict::Different) {
      result_.apart = match.difference;
      return false;
    }
    if (match.verdict == NumberMatch::Verdict::Tiny) {
      ++result_.tiny;
      return true;
    }
    ++result_.compared;
    result_.largest_difference = std::max(result_.largest_difference, match.difference);
    return true;
  }

  void takeDifference() {
    auto textOf = [](const std::optional<OutputLine> &line) {
      return line ? std::optional(line->text) : std::nullopt;
    };
    Excerpts shown = excerptsOf(textOf(sides_.left()), textOf(sides_.right()), kept_length);
    result_.differs = true;
    result_.expected = shown.left;
    result_.found = shown.right;
    result_.line = static_cast<int64_t>(sides_.right() ? sides_.right()->number : found_.number());
  }

  LineReader expected_, found_;
  SideBySide sides_;
  MaskReader mask_;
  const OutputRules &rules_;
  Headings headings_;
  std::vector<bool> about_run_; // pieces of the line
  OutputComparison result_;
};

} // namespace

OutputComparison compareInOrder(const Output &expected, const Output &found, const OutputMask &mask,
                                const OutputRules &rules) {
  return InOrder(expected, found, mask, rules).compare();
}

} // namespace tare
