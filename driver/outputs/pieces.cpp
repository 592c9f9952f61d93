// SPDX-License-Identifier: Apache-2.0
#include "driver/outputs/pieces.h"

#include "base/files.h"
#include "base/lists.h"
#include "base/text.h"
#include "driver/outputs/units.h"

namespace tare {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
bool isWordByte(char c) { return isWordCharacter(c) || (static_cast<unsigned char>(c) & 0x80); }

class Cutter {
public:
  Cutter(std::string_view line, const std::vector<std::string> &names)
      : line_(line), names_(names) {}

  std::vector<Piece> pieces() {
    while (at_ < line_.size()) {
      if (isBlank(line_[at_]))
        ++at_;
      else if (size_t size = nameSize())
        take(Piece::Kind::Name, size);
      else if (size_t number = numberSize())
        take(Piece::Kind::Number, number);
      else if (isNaNWithSign())
        ++at_;
      else if (isWordByte(line_[at_]))
        take(Piece::Kind::Word, wordSize(at_));
      else
        take(Piece::Kind::Sign, 1);
    }
    return std::move(pieces_);
  }

private:
  char byte(size_t at) const { return at < line_.size() ? line_[at] : '\0'; }
  bool isBehindWord() const { return at_ > 0 && isWordByte(line_[at_ - 1]); }

  void take(Piece::Kind kind, size_t size) {
    pieces_.push_back({kind, static_cast<uint32_t>(at_), static_cast<uint32_t>(size)});
    at_ += size;
  }

  size_t wordSize(size_t from) const {
    size_t end = from;
    while (end < line_.size() && isWordByte(line_[end]))
      ++end;
    return end - from;
  }

  size_t digitsEnd(size_t from) const {
    while (isDigit(byte(from)))
      ++from;
    return from;
  }

  /// The program's name, if it stands here and is no part of a longer word; 0: it does not.
  size_t nameSize() const {
    for (const std::string &name : names_) {
      if (!line_.substr(at_).starts_with(name))
        continue;
      bool begins_word = !(isBehindWord() && isWordByte(name.front()));
      if (begins_word && !isWordByte(byte(at_ + name.size())))
        return name.size();
    }
    return 0;
  }

  /// 0: no number begins here.
  size_t numberSize() const {
    bool is_behind_points = line_[at_] == '.' && at_ > 0 && line_[at_ - 1] == '.'; // "done...0.5 s"
    if (isBehindWord() || is_behind_points)
      return 0;
    size_t digits = at_ + (line_[at_] == '-' || line_[at_] == '+');
    size_t end = digitsEnd(digits);
    size_t count = end - digits;
    // The point at the end of a sentence is none of the number's.
    if (byte(end) == '.' && (isDigit(byte(end + 1)) || exponentEnd(end + 1) > end + 1)) {
      size_t decimals = digitsEnd(end + 1);
      count += decimals - end - 1;
      end = decimals;
    }
    if (count == 0)
      return 0;
    end = exponentEnd(end);
    // What goes on as a word is one, as "3D"; but a unit may follow at once, as in "0.5s".
    size_t behind = wordSize(end);
    return behind == 0 || unitKind(line_.substr(end, behind)) != UnitKind::None ? end - at_ : 0;
  }

  size_t exponentEnd(size_t at) const {
    char letter = byte(at);
    if (letter != 'e' && letter != 'E' && letter != 'd' && letter != 'D')
      return at;
    bool has_sign = byte(at + 1) == '-' || byte(at + 1) == '+';
    size_t digits = at + 1 + has_sign;
    bool is_fortran = letter == 'd' || letter == 'D'; // which always prints the sign
    return isDigit(byte(digits)) && (has_sign || !is_fortran) ? digitsEnd(digits) : at;
  }

  bool isNaNWithSign() const {
    std::string_view rest = line_.substr(at_ + 1, 3);
    bool is_nan = rest == "nan" || rest == "NaN" || rest == "NAN";
    return (line_[at_] == '-' || line_[at_] == '+') && is_nan && wordSize(at_ + 1) == 3;
  }

  std::string_view line_;
  const std::vector<std::string> &names_;
  size_t at_ = 0;
  std::vector<Piece> pieces_;
};

} // namespace

std::vector<std::string> namesOf(const std::string &program) {
  std::vector<std::string> names;
  auto has_letter = [](const std::string &name) {
    return std::ranges::any_of(name, [](char c) { return isWordByte(c) && !isDigit(c); });
  };
  for (const std::string &name : {program, baseName(program)})
    if (has_letter(name)) // "2" would be in many lines
      addOnce(names, name);
  return names;
}

std::vector<Piece> piecesOf(std::string_view line, const std::vector<std::string> &names) {
  return Cutter(line, names).pieces();
}

} // namespace tare
