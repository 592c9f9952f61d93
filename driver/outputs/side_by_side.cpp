// SPDX-License-Identifier: Apache-2.0
#include "driver/outputs/side_by_side.h"

#include "driver/outputs/units.h"

namespace tare {
namespace {

bool isNumber(const Piece &piece) { return piece.kind == Piece::Kind::Number; }

/// Two pieces that are not both numbers.
bool isSameOther(const OutputLine &left, const OutputLine &right, size_t piece) {
  const Piece &a = left.pieces[piece], &b = right.pieces[piece];
  if (isNumber(a) || isNumber(b))
    return false;
  bool are_names = a.kind == Piece::Kind::Name && b.kind == Piece::Kind::Name;
  return are_names || isSameWord(a.in(left.text), b.in(right.text));
}

bool areNumbers(const OutputLine &left, const OutputLine &right, size_t piece) {
  return isNumber(left.pieces[piece]) && isNumber(right.pieces[piece]);
}

} // namespace

bool isAlike(const OutputLine &left, const OutputLine &right) {
  if (left.pieces.size() != right.pieces.size())
    return false;
  for (size_t i = 0; i < left.pieces.size(); ++i)
    if (!areNumbers(left, right, i) && !isSameOther(left, right, i))
      return false;
  return true;
}

bool isSameText(const OutputLine &left, const OutputLine &right, size_t piece) {
  if (!areNumbers(left, right, piece))
    return isSameOther(left, right, piece);
  return left.pieces[piece].in(left.text) == right.pieces[piece].in(right.text);
}

SideBySide::SideBySide(LineReader &left, LineReader &right)
    : left_reader_(left), right_reader_(right) {}

bool SideBySide::next() {
  left_ = left_reader_.next();
  right_ = right_reader_.next();
  while ((left_ || right_) && !areAlike()) {
    bool pass_right = right_ && isAboutRun(*right_);
    if (!pass_right && !(left_ && isAboutRun(*left_)))
      break;
    ++passed_over_;
    (pass_right ? right_ : left_) = (pass_right ? right_reader_ : left_reader_).next();
  }
  return left_ || right_;
}

} // namespace tare
