// SPDX-License-Identifier: Apache-2.0
#include "driver/outputs/units.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace tare {
namespace {

using Words = std::set<std::string, std::less<>>;

const Words run_units = {"s",           "sec",          "secs",        "second",       "seconds",
                         "ms",          "msec",         "msecs",       "us",           "usec",
                         "usecs",       "ns",           "nsec",        "nsecs",        "\xc2\xb5s",
                         "\xce\xbcs",   "minute",       "minutes",     "hour",         "hours",
                         "millisecond", "milliseconds", "microsecond", "microseconds", "nanosecond",
                         "nanoseconds", "thread",       "threads",     "core",         "cores",
                         "processor",   "processors",   "procs",       "cpu",          "cpus",
                         "ticks",       "cycles",       "flops",       "kflops",       "mflops",
                         "gflops",      "tflops",       "mflop",       "gflop",        "mips",
                         "mops",        "gops",         "gups",        "mlups"};
const Words doubtful_units = {"percent", "x", "kb", "mb", "gb", "kib", "mib", "gib"};
/// In front of a number.
const Words run_labels = {
    "time",     "times",     "timing",       "timings",      "timer",       "elapsed",  "wall",
    "walltime", "wallclock", "runtime",      "took",         "takes",       "duration", "seconds",
    "secs",     "sec",       "milliseconds", "microseconds", "ms",          "usec",     "thread",
    "threads",  "nthreads",  "numthreads",   "cores",        "processors",  "procs",    "cpu",
    "cpus",     "speedup",   "throughput",   "bandwidth",    "performance", "clock",    "ticks",
    "cycles",   "flops",     "mflops",       "gflops",       "mop",         "mops",     "gups",
    "mlups"};
const Words doubtful_labels = {"efficiency", "speed", "rate", "memory", "pid"};
const Words kinds_of_program = {"par",        "seq",      "ser",    "serial",
                                "sequential", "parallel", "openmp", "omp"};
const Words about_threads = {"openmp", "omp", "thread", "threads"};
const Words about_failure = {"error",  "errors",   "fail",    "fails", "failed",       "failure",
                             "wrong",  "mismatch", "invalid", "bad",   "unsuccessful", "incorrect",
                             "differ", "differs",  "warning", "not"};

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

std::string lowered(std::string_view word) {
  std::string text(word);
  std::ranges::transform(text, text.begin(), lower);
  return text;
}

/// Whether a word is one of them, or has one as a part: "total_time", "totalTime".
bool holdsAny(std::string_view word, const Words &words) {
  std::string part;
  char before = '\0';
  for (char c : word) {
    bool is_hump = std::isupper(static_cast<unsigned char>(c)) &&
                   std::islower(static_cast<unsigned char>(before));
    if (c == '_' || is_hump) {
      if (words.contains(part))
        return true;
      part.clear();
    }
    if (c != '_')
      part += lower(c);
    before = c;
  }
  return words.contains(part) || words.contains(lowered(word));
}

/// Walks along a line with the label that the next number has.
class Labels {
public:
  Labels(const OutputLine &line, bool doubtful) : line_(line), doubtful_(doubtful) {}

  std::vector<bool> numbers() {
    std::vector<bool> about(line_.pieces.size());
    for (size_t i = 0; i < line_.pieces.size(); ++i) {
      const Piece &piece = line_.pieces[i];
      if (piece.kind == Piece::Kind::Number) {
        size_t behind = i + 1;
        bool has_unit = takeUnit(behind);
        about[i] = has_unit || is_labelled_;
        if (has_unit || !goesOn(i))
          is_labelled_ = false;
        is_assigned_ = false;
        i = behind - 1;
      } else if (piece.kind == Piece::Kind::Sign) {
        readSign(textOf(i).front());
      } else {
        readWord(textOf(i));
      }
    }
    return about;
  }

private:
  std::string_view textOf(size_t i) const {
    return i < line_.pieces.size() ? line_.pieces[i].in(line_.text) : std::string_view();
  }
  bool touches(size_t i) const {
    return i + 1 < line_.pieces.size() && line_.pieces[i].end() == line_.pieces[i + 1].begin;
  }

  /// A list ends a label, and so does a word behind "=" or ":", which begins another.
  void readSign(char sign) {
    if (sign == ',' || sign == ';' || sign == '|')
      is_labelled_ = is_assigned_ = false;
    else if (sign == '=' || sign == ':')
      is_assigned_ = true;
  }

  void readWord(std::string_view word) {
    if (is_assigned_)
      is_labelled_ = is_assigned_ = false;
    is_labelled_ |= holdsAny(word, run_labels) || (doubtful_ && holdsAny(word, doubtful_labels));
  }

  /// "12:30:05" and "0.1/0.2/0.3" have one label.
  bool goesOn(size_t i) const {
    std::string_view sign = textOf(i + 1);
    return touches(i) && touches(i + 1) && (sign == ":" || sign == "/");
  }

  /// Whether the pieces at `at` are a unit; then `at` stands behind it.
  bool takeUnit(size_t &at) const {
    std::string_view word = textOf(at);
    bool is_rate = textOf(at + 1) == "/" && unitKind(textOf(at + 2)) == UnitKind::Run;
    bool is_per = textOf(at + 1) == "per" && unitKind(textOf(at + 2)) == UnitKind::Run;
    bool is_word = at < line_.pieces.size() && line_.pieces[at].kind != Piece::Kind::Number;
    if (is_word && (is_rate || is_per)) {
      at += 3;
      return true;
    }
    UnitKind kind = word == "%" ? UnitKind::Doubtful : unitKind(word);
    bool is_unit = kind == UnitKind::Run || (doubtful_ && kind == UnitKind::Doubtful);
    at += is_unit;
    return is_unit;
  }

  const OutputLine &line_;
  bool doubtful_;
  bool is_labelled_ = false, is_assigned_ = false;
};

/// Index of the first piece of each column: they stand behind a comma or the like, or without any
/// of these behind a blank.
std::vector<size_t> columnsOf(const OutputLine &line) {
  auto is_separator = [&](const Piece &piece) {
    return std::string_view(",;|").find(piece.in(line.text).front()) != std::string_view::npos;
  };
  bool has_separators = std::ranges::any_of(line.pieces, is_separator);
  std::vector<size_t> columns;
  for (size_t i = 0; i < line.pieces.size(); ++i) {
    const Piece *before = i ? &line.pieces[i - 1] : nullptr;
    bool begins =
        !before || (has_separators ? is_separator(*before) : before->end() < line.pieces[i].begin);
    if (begins && !is_separator(line.pieces[i]))
      columns.push_back(i);
  }
  return columns;
}

bool isNumberAt(const OutputLine &line, size_t piece) {
  return line.pieces[piece].kind == Piece::Kind::Number;
}

} // namespace

UnitKind unitKind(std::string_view word) {
  std::string name = lowered(word);
  if (run_units.contains(name))
    return UnitKind::Run;
  return doubtful_units.contains(name) ? UnitKind::Doubtful : UnitKind::None;
}

std::vector<bool> numbersAboutRun(const OutputLine &line, bool doubtful) {
  return Labels(line, doubtful).numbers();
}

std::vector<bool> Headings::numbersAboutRun(const OutputLine &line, bool doubtful) {
  std::vector<bool> about = tare::numbersAboutRun(line, doubtful);
  std::vector<size_t> columns = columnsOf(line);
  auto count = std::ranges::count(line.pieces, Piece::Kind::Number, &Piece::kind);
  if (count == 0) {
    columns_.assign(columns.size(), false);
    for (size_t i = 0; i < columns.size(); ++i) {
      size_t end = i + 1 < columns.size() ? columns[i + 1] : line.pieces.size();
      for (size_t piece = columns[i]; piece < end; ++piece)
        if (holdsAny(line.pieces[piece].in(line.text), run_labels))
          columns_[i] = true;
    }
    return about;
  }
  bool is_row = columns.size() > 1 && columns.size() == columns_.size() &&
                static_cast<size_t>(count) == columns.size();
  for (size_t i = 0; is_row && i < columns.size(); ++i)
    if (columns_[i] && isNumberAt(line, columns[i]))
      about[columns[i]] = true;
  return about;
}

bool isAboutRun(const OutputLine &line) {
  std::vector<bool> about = numbersAboutRun(line, false);
  bool has_number = false, has_word = false, speaks_of_threads = false, speaks_of_failure = false;
  for (size_t i = 0; i < line.pieces.size(); ++i) {
    const Piece &piece = line.pieces[i];
    if (piece.kind == Piece::Kind::Number && !about[i])
      return false;
    has_number |= piece.kind == Piece::Kind::Number;
    if (piece.kind != Piece::Kind::Word && piece.kind != Piece::Kind::Name)
      continue;
    has_word = true;
    speaks_of_threads |= holdsAny(piece.in(line.text), about_threads);
    speaks_of_failure |= holdsAny(piece.in(line.text), about_failure);
  }
  return !has_word || ((has_number || speaks_of_threads) && !speaks_of_failure);
}

bool isSameWord(std::string_view left, std::string_view right) {
  if (left == right)
    return true;
  std::string a = lowered(left), b = lowered(right);
  return (kinds_of_program.contains(a) && kinds_of_program.contains(b)) ||
         (run_units.contains(a) && run_units.contains(b));
}

} // namespace tare
