// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/output_check.h"

#include "base/files.h"
#include "base/pattern.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace tare {
namespace {

constexpr size_t longest_shown = 200;
constexpr std::streamoff tail_bytes = 4096;

/// The lines of a file that count.
class Lines {
public:
  Lines(const std::string &path, const std::optional<std::regex> &ignore)
      : stream_(path, std::ios::binary), ignore_(ignore) {}

  bool isOpen() const { return stream_.is_open(); }
  uint64_t number() const { return number_; } // the last line's, from 1

  /// Nothing at the end. A last line without its newline is not equal to one with it.
  std::optional<std::string> next() {
    for (std::string line;;) {
      ++number_;
      if (!std::getline(stream_, line))
        return std::nullopt;
      if (ignore_ && std::regex_search(line, *ignore_))
        continue;
      if (!stream_.eof())
        line += '\n';
      return line;
    }
  }

private:
  std::ifstream stream_;
  const std::optional<std::regex> &ignore_;
  uint64_t number_ = 0;
};

/// Without its newline, and cut to a readable length.
std::optional<std::string> shown(std::optional<std::string> line) {
  if (line && endsWith(*line, "\n"))
    line->pop_back();
  if (line && line->size() > longest_shown)
    line->replace(longest_shown, std::string::npos, "...");
  return line;
}

/// Replaces each `name` that is no part of a longer word by one byte that no text has.
std::string withoutName(const std::string &text, const std::string &name) {
  std::string rest;
  size_t at = 0;
  for (size_t hit = 0; !name.empty() && (hit = text.find(name, hit)) != std::string::npos;) {
    size_t behind = hit + name.size();
    bool is_part = (hit > 0 && isWordCharacter(text[hit - 1]) && isWordCharacter(name.front())) ||
                   (behind < text.size() && isWordCharacter(text[behind]));
    if (!is_part) {
      rest.append(text, at, hit - at) += '\0';
      at = behind;
    }
    hit = behind;
  }
  return rest.append(text, at);
}

/// Without the program as called and without its plain name.
std::string withoutProgram(const std::string &line, const std::string &program) {
  return withoutName(withoutName(line, program), baseName(program));
}

/// A number. Digits behind a letter belong to a name, as in "x2".
const std::regex &numberPattern() {
  static const std::regex pattern("[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?");
  return pattern;
}

/// A line as text, number, text, number, ...
struct Pieces {
  std::vector<std::string> texts; // without the blanks in front of a number
  std::vector<double> numbers;
};

/// Splits a line at its numbers.
Pieces piecesOf(const std::string &line) {
  Pieces pieces;
  std::string text;
  for (size_t at = 0; at < line.size();) {
    auto from = line.begin() + static_cast<std::ptrdiff_t>(at);
    std::smatch number;
    bool in_word = at > 0 && isWordCharacter(line[at - 1]);
    if (in_word || !std::regex_search(from, line.end(), number, numberPattern(),
                                      std::regex_constants::match_continuous)) {
      text += line[at++];
      continue;
    }
    text.erase(text.find_last_not_of(" \t") + 1);
    pieces.texts.push_back(std::exchange(text, {}));
    pieces.numbers.push_back(std::strtod(number.str().c_str(), nullptr));
    at += static_cast<size_t>(number.length());
  }
  pieces.texts.push_back(text);
  return pieces;
}

/// Same text, and numbers within the tolerance.
bool isAbout(const std::string &left, const std::string &right, double tolerance) {
  Pieces a = piecesOf(left), b = piecesOf(right);
  return a.texts == b.texts && std::ranges::equal(a.numbers, b.numbers, [&](double x, double y) {
           return x == y || std::abs(x - y) <= tolerance * std::max(std::abs(x), std::abs(y));
         });
}

/// Both may be missing.
bool isSame(const std::optional<std::string> &left, const Output &expected,
            const std::optional<std::string> &right, const Output &found, double tolerance) {
  if (left == right || !left || !right)
    return left == right;
  std::string a = withoutProgram(*left, expected.program);
  std::string b = withoutProgram(*right, found.program);
  return a == b || (tolerance > 0 && isAbout(a, b, tolerance));
}

constexpr size_t longest_quote = 40;

/// Not within a character of UTF-8.
size_t whole(const std::string &line, size_t at) {
  while (at > 0 && at < line.size() && continuesCharacter(line[at]))
    --at;
  return at;
}

/// Where both are to be quoted from, so that the first difference is seen.
size_t quotedFrom(const std::optional<std::string> &a, const std::optional<std::string> &b) {
  constexpr size_t before = 12; // what both have
  if (!a || !b || std::max(a->size(), b->size()) <= longest_quote)
    return 0;
  auto same = static_cast<size_t>(std::ranges::mismatch(*a, *b).in1 - a->begin());
  return same + before < longest_quote ? 0 : whole(*a, same - before);
}

/// The part of a line from `from` on, in quotes.
std::string quoted(const std::optional<std::string> &line, size_t from) {
  if (!line)
    return "the end";
  size_t end = whole(*line, std::min(from + longest_quote, line->size()));
  return (from > 0 ? "'..." : "'") + line->substr(from, end - from) +
         (end < line->size() ? "...'" : "'");
}

} // namespace

Result<std::optional<OutputDifference>> firstDifference(const Output &expected_output,
                                                        const Output &found_output,
                                                        const std::string &ignore,
                                                        double tolerance) {
  std::optional<std::regex> pattern;
  if (!ignore.empty() && !(pattern = patternOf(ignore)))
    return Error{"not a regular expression: " + ignore};
  Lines expected(expected_output.path, pattern), found(found_output.path, pattern);
  if (!expected.isOpen())
    return Error{"cannot read", expected_output.path};
  if (!found.isOpen())
    return Error{"cannot read", found_output.path};
  for (;;) {
    std::optional<std::string> left = expected.next(), right = found.next();
    if (!isSame(left, expected_output, right, found_output, tolerance))
      return std::optional(OutputDifference{found.number(), shown(left), shown(right)});
    if (!left)
      return std::optional<OutputDifference>();
  }
}

std::string lastLine(const std::string &path) {
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  if (!stream)
    return {};
  std::streamoff size = stream.tellg();
  stream.seekg(std::max<std::streamoff>(0, size - tail_bytes));
  std::string last, line;
  while (std::getline(stream, line))
    if (!trimText(line).empty())
      last = std::string(trimText(line));
  return last.size() > longest_shown ? last.substr(0, longest_shown) + "..." : last;
}

void capFile(const std::string &path, uint64_t limit) {
  struct stat about;
  if (::lstat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode) ||
      static_cast<uint64_t>(about.st_size) <= limit)
    return;
  if (::truncate(path.c_str(), static_cast<off_t>(limit)) != 0)
    return; // then the whole output stays: large, not wrong
}

std::string differenceText(const OutputDifference &difference) {
  size_t from = quotedFrom(difference.found, difference.expected);
  return quoted(difference.found, from) + " instead of " + quoted(difference.expected, from);
}

} // namespace tare
