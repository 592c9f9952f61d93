// SPDX-License-Identifier: Apache-2.0
#include "driver/outputs/units.h"

#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <span>

namespace tare {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::string_view run_units[] = {
    "s",           "sec",          "secs",       "second",      "seconds",     "ms",
    "msec",        "msecs",        "us",         "usec",        "usecs",       "ns",
    "nsec",        "nsecs",        "\xc2\xb5s",  "\xce\xbcs",   "millisecond", "milliseconds",
    "microsecond", "microseconds", "nanosecond", "nanoseconds", "minute",      "minutes",
    "hour",        "hours",        "thread",     "threads",     "core",        "cores",
    "processor",   "processors",   "procs",      "cpu",         "cpus",        "flops",
    "kflops",      "mflops",       "gflops",     "tflops",      "mflop",       "gflop",
    "mips",        "mops",         "gops",       "gups",        "mlups",       "ranks",
    "processes"};
constexpr std::string_view doubtful_units[] = {"percent", "x",   "kb",  "mb",    "gb",
                                               "kib",     "mib", "gib", "ticks", "cycles"};
// In front of a number: units, which count in any place of a label, and what is measured.
constexpr std::string_view unit_labels[] = {"seconds",      "secs", "sec", "milliseconds",
                                            "microseconds", "ms",   "usec"};
constexpr std::string_view run_labels[] = {
    "time",       "times",     "timing",      "timings",  "timer",  "elapsed",  "wall",
    "walltime",   "wallclock", "runtime",     "duration", "thread", "threads",  "nthreads",
    "numthreads", "cores",     "processors",  "procs",    "cpu",    "cpus",     "speedup",
    "throughput", "bandwidth", "performance", "flops",    "mflops", "gflops",   "mop",
    "mops",       "gups",      "mlups",       "ranks",    "nranks", "numranks", "nproc",
    "nprocs",     "numprocs",  "processes",   "xproc",    "yproc",  "zproc"};
constexpr std::string_view doubtful_labels[] = {"efficiency", "speed", "rate",   "memory", "pid",
                                                "clock",      "ticks", "cycles", "took",   "takes"};
// What is measured stands in front of these: "energy at the final time" is an energy.
constexpr std::string_view label_ends[] = {"after",  "over",  "across", "between", "at",
                                           "during", "until", "per",    "by",      "from",
                                           "to",     "in",    "for"};
constexpr std::string_view counting_words[] = {"number", "num", "no", "count", "total"};
constexpr std::string_view kinds_of_program[] = {"par",        "seq",      "ser",    "serial",
                                                 "sequential", "parallel", "openmp", "omp"};
constexpr std::string_view about_threads[] = {"openmp", "omp", "thread", "threads"};
constexpr std::string_view about_failure[] = {
    "error",   "errors", "fail",         "fails",     "failed", "failure", "wrong",   "mismatch",
    "invalid", "bad",    "unsuccessful", "incorrect", "differ", "differs", "warning", "not"};
// "CC: /usr/bin/gcc", "Compile date = ..."; a compiler wrapper is another compiler.
constexpr std::string_view build_labels[] = {
    "cc",           "cxx",        "c++",           "cflags",         "cxxflags",
    "c_flags",      "c_link",     "clink",         "clinkflags",     "ldflags",
    "compiler",     "c compiler", "c++ compiler",  "compiler flags", "compile flags",
    "compile date", "build date", "compiled with", "compiled by",    "compile command"};

bool holds(Words words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

std::string lowered(std::string_view word) {
  std::string text(word);
  std::ranges::transform(text, text.begin(), lower);
  return text;
}

/// Whether a word is one of them, or has one as a part: "total_time", "totalTime".
bool holdsAny(std::string_view word, Words words) {
  std::string part;
  char before = '\0';
  for (char c : word) {
    bool is_hump = std::isupper(static_cast<unsigned char>(c)) &&
                   std::islower(static_cast<unsigned char>(before));
    if (c == '_' || is_hump) {
      if (holds(words, part))
        return true;
      part.clear();
    }
    if (c != '_')
      part += lower(c);
    before = c;
  }
  return holds(words, part) || holds(words, lowered(word));
}

/// The label of the next number, as far as it was read.
class Label {
public:
  explicit Label(bool doubtful) : doubtful_(doubtful) {}

  bool isAboutRun() const { return is_about_run_; }
  void end() { *this = Label(doubtful_); }
  /// Behind a number that is the first of several with this label.
  void goOn() { is_assigned_ = false; }

  /// A list ends a label, and so does a word behind "=" or ":", which begins another.
  void readSign(char sign) {
    if (sign == ',' || sign == ';' || sign == '|')
      end();
    else if (sign == '=' || sign == ':')
      is_assigned_ = true;
  }

  /// `is_prefix`: of a compound such as "time-averaged".
  void readWord(std::string_view text, bool is_prefix) {
    if (is_assigned_)
      end();
    std::string word = lowered(text);
    if (last_ == "time" && (word == "step" || word == "steps"))
      is_about_run_ = false;
    if (holds(label_ends, word) || (word == "of" && !last_.empty() && !counts()))
      is_ended_ = true;
    is_about_run_ |= holds(unit_labels, word);
    if (!is_ended_ && !is_prefix)
      is_about_run_ |= holdsAny(text, run_labels) || (doubtful_ && holdsAny(text, doubtful_labels));
    last_ = word;
  }

private:
  /// As in "number of threads".
  bool counts() const { return holds(counting_words, last_); }

  bool doubtful_;
  bool is_about_run_ = false, is_assigned_ = false, is_ended_ = false;
  std::string last_; // word, in lower case
};

/// Walks along a line with the label that the next number has.
class Labels {
public:
  Labels(const OutputLine &line, bool doubtful)
      : line_(line), doubtful_(doubtful), label_(doubtful) {}

  std::vector<bool> numbers() {
    std::vector<bool> about(line_.pieces.size());
    for (size_t i = 0; i < line_.pieces.size(); ++i) {
      const Piece &piece = line_.pieces[i];
      if (piece.kind == Piece::Kind::Number) {
        size_t behind = i + 1;
        bool has_unit = takeUnit(behind);
        about[i] = has_unit || label_.isAboutRun();
        if (has_unit || !goesOn(i))
          label_.end();
        label_.goOn();
        i = behind - 1;
      } else if (piece.kind == Piece::Kind::Sign) {
        label_.readSign(textOf(i).front());
      } else {
        label_.readWord(textOf(i), isPrefix(i));
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
  bool isWord(size_t i) const {
    return i < line_.pieces.size() && line_.pieces[i].kind == Piece::Kind::Word;
  }
  bool isPrefix(size_t i) const {
    return touches(i) && textOf(i + 1) == "-" && touches(i + 1) && isWord(i + 2);
  }

  /// "12:30:05" and "0.1/0.2/0.3" have one label.
  bool goesOn(size_t i) const {
    std::string_view sign = textOf(i + 1);
    return touches(i) && touches(i + 1) && (sign == ":" || sign == "/");
  }

  /// Whether the pieces at `at` are a unit; then `at` stands behind it.
  bool takeUnit(size_t &at) const {
    bool is_rate = textOf(at + 1) == "/" || textOf(at + 1) == "per";
    if (isWord(at) && is_rate && unitKind(textOf(at + 2)) == UnitKind::Run) {
      at += 3;
      return true;
    }
    UnitKind kind = textOf(at) == "%" ? UnitKind::Doubtful : unitKind(textOf(at));
    bool is_unit = kind == UnitKind::Run || (doubtful_ && kind == UnitKind::Doubtful);
    at += is_unit;
    return is_unit;
  }

  const OutputLine &line_;
  bool doubtful_;
  Label label_;
};

bool isSeparator(std::string_view piece) {
  return std::string_view(",;|").find(piece.front()) != std::string_view::npos;
}

/// Index of the first piece of each column: they stand behind a comma or the like, or without any
/// of these behind so many blanks or a tab.
std::vector<size_t> columnsOf(const OutputLine &line, size_t blanks) {
  bool has_separators = std::ranges::any_of(
      line.pieces, [&](const Piece &piece) { return isSeparator(piece.in(line.text)); });
  auto begins = [&](size_t i) {
    if (i == 0)
      return true;
    const Piece &before = line.pieces[i - 1];
    if (has_separators)
      return isSeparator(before.in(line.text));
    std::string_view gap(line.text.data() + before.end(), line.pieces[i].begin - before.end());
    return gap.size() >= blanks || gap.find('\t') != std::string_view::npos;
  };
  std::vector<size_t> columns;
  for (size_t i = 0; i < line.pieces.size(); ++i)
    if (begins(i) && !isSeparator(line.pieces[i].in(line.text)))
      columns.push_back(i);
  return columns;
}

/// Of each column of a line of names whether it is about the run: it has a label of the run, or a
/// unit in brackets. A percentage beside one of these is, too.
std::vector<bool> namedColumns(const OutputLine &line, size_t blanks) {
  std::vector<size_t> begins = columnsOf(line, blanks);
  std::vector<bool> about(begins.size()), percent(begins.size());
  auto textAt = [&](size_t piece) { return line.pieces[piece].in(line.text); };
  for (size_t i = 0; i < begins.size(); ++i) {
    size_t end = i + 1 < begins.size() ? begins[i + 1] : line.pieces.size();
    for (size_t piece = begins[i]; piece < end; ++piece) {
      bool is_bracketed =
          piece > begins[i] && (textAt(piece - 1) == "(" || textAt(piece - 1) == "[");
      if (holdsAny(textAt(piece), run_labels) ||
          (is_bracketed && unitKind(textAt(piece)) == UnitKind::Run))
        about[i] = true;
      percent[i] = percent[i] || textAt(piece) == "%";
    }
  }
  if (std::ranges::count(about, true))
    for (size_t i = 0; i < about.size(); ++i)
      about[i] = about[i] || percent[i];
  return about;
}

/// Indices of the numbers of a row that has nothing else, but perhaps a name in front.
std::vector<size_t> rowOf(const OutputLine &line) {
  std::vector<size_t> numbers;
  for (size_t i = 0; i < line.pieces.size(); ++i)
    if (line.pieces[i].kind == Piece::Kind::Number)
      numbers.push_back(i);
    else if (!numbers.empty() && !isSeparator(line.pieces[i].in(line.text)))
      return {};
  return numbers;
}

} // namespace

UnitKind unitKind(std::string_view word) {
  std::string name = lowered(word);
  if (holds(run_units, name))
    return UnitKind::Run;
  return holds(doubtful_units, name) ? UnitKind::Doubtful : UnitKind::None;
}

/// "13:05:59"
static bool isTimeOfDay(const OutputLine &line, size_t first) {
  constexpr size_t pieces = 5;
  if (first + pieces > line.pieces.size())
    return false;
  for (size_t i = first; i < first + pieces; ++i) {
    const Piece &piece = line.pieces[i];
    std::string_view text = piece.in(line.text);
    bool is_right = (i - first) % 2 ? text == ":"
                                    : piece.kind == Piece::Kind::Number &&
                                          (text.size() == 2 || (i == first && text.size() == 1));
    if (!is_right || (i > first && piece.begin != line.pieces[i - 1].end()))
      return false;
  }
  return true;
}

std::vector<bool> numbersAboutRun(const OutputLine &line, bool doubtful) {
  std::vector<bool> about = Labels(line, doubtful).numbers();
  for (size_t i = 0; i < line.pieces.size(); ++i)
    if (isTimeOfDay(line, i))
      about[i] = about[i + 2] = about[i + 4] = true;
  return about;
}

std::vector<bool> Headings::numbersAboutRun(const OutputLine &line, bool doubtful) {
  std::vector<bool> about = tare::numbersAboutRun(line, doubtful);
  if (std::ranges::count(line.pieces, Piece::Kind::Number, &Piece::kind) == 0) {
    bool is_ornament = line.text.find_first_not_of("-=_+*~|# \t") == std::string::npos;
    if (!is_ornament) {
      columns_ = namedColumns(line, 1);
      spaced_columns_ = namedColumns(line, 2);
      extents_.clear();
      std::vector<size_t> begins = columnsOf(line, 2);
      for (size_t i = 0; i < begins.size(); ++i) {
        size_t last = (i + 1 < begins.size() ? begins[i + 1] : line.pieces.size()) - 1;
        extents_.push_back({line.pieces[begins[i]].begin, line.pieces[last].end()});
      }
    }
    return about;
  }
  std::vector<size_t> row = rowOf(line);
  if (row.empty())
    addBelow(line, about);
  bool has_name = !row.empty() && row.front() > 0;
  constexpr size_t fewest_behind_name = 2; // "sum 15.78" is no row
  if (row.size() < fewest_behind_name)
    return about;
  for (const std::vector<bool> &columns : {columns_, spaced_columns_})
    if (row.size() + has_name == columns.size())
      for (size_t i = 0; i < row.size(); ++i)
        about[row[i]] = about[row[i]] || columns[i + has_name];
  return about;
}

/// Of a row of numbers and signs behind its name: each number stands below one name of a column,
/// and they stand below two such names at least.
void Headings::addBelow(const OutputLine &line, std::vector<bool> &about) const {
  std::vector<std::pair<size_t, size_t>> below; // piece, name
  for (size_t i = 0; i < line.pieces.size(); ++i) {
    const Piece &piece = line.pieces[i];
    bool is_word = piece.kind != Piece::Kind::Number && piece.kind != Piece::Kind::Sign;
    if (is_word && !below.empty())
      return;
    if (piece.kind != Piece::Kind::Number)
      continue;
    auto stands = [&](const Extent &name) {
      return piece.begin < name.end && piece.end() > name.begin;
    };
    if (std::ranges::count_if(extents_, stands) != 1)
      return;
    below.emplace_back(i, std::ranges::find_if(extents_, stands) - extents_.begin());
  }
  bool is_row = !below.empty() && below.front().second != below.back().second;
  for (const auto &[piece, name] : below)
    about[piece] = about[piece] || (is_row && spaced_columns_[name]);
}

/// The line says how the program was built.
static bool isAboutBuild(const OutputLine &line) {
  size_t end = line.text.find_first_of(":=");
  return end != std::string::npos &&
         holds(build_labels, lowered(trimText(line.text.substr(0, end))));
}

bool isAboutRun(const OutputLine &line) {
  if (isAboutBuild(line))
    return true;
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
  bool are_kinds = holds(kinds_of_program, a) && holds(kinds_of_program, b);
  return are_kinds || (holds(run_units, a) && holds(run_units, b));
}

} // namespace tare
