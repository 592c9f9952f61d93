// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/csv.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tare {
namespace {

/// A number that is not finite becomes 0: CSV has no word for it that all readers know.
std::string number(double value, int decimals) {
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", decimals, std::isfinite(value) ? value : 0);
  return text;
}

/// The columns before the figures of a line.
struct Subject {
  std::string scope = {}, id = {}, file = {}, line = {}, function = {}, directive = {};
};

class CsvWriter {
public:
  CsvWriter(const Ledger &ledger, std::optional<int> top) : ledger_(ledger), top_(top) {
    text_ = "program,reference,threads,scope,id,file,line,function,directive,category,time_s,low_s,"
            "high_s,share\n";
  }

  std::string text(View view) {
    for (const Table &table : ledger_.tables)
      summary(table);
    if (view == View::Whole || view == View::Program)
      for (const Table &table : ledger_.tables)
        for (const LedgerLine &line : table.overheads)
          row(table, {.scope = "program"}, line.category, line.time);
    if (view != View::Program)
      parts(view == View::Whole ? View::Construct : view, view != View::Whole);
    return std::move(text_);
  }

private:
  /// The times that the lines of a table are parts of.
  void summary(const Table &table) {
    const Subject subject{.scope = "summary"};
    row(table, subject, "serial_time", table.serial_time);
    row(table, subject, "parallel_time", table.parallel_time);
    row(table, subject, "ideal_time", table.ideal_time);
    row(table, subject, "total_overhead", table.total_overhead);
  }

  /// `with_rest`: with what has no place, so that the parts sum to the program's lines.
  void parts(View view, bool with_rest) {
    Parts parts = partsOf(ledger_, view);
    size_t shown = parts.parts.size();
    if (top_)
      shown = std::min(shown, static_cast<size_t>(std::max(*top_, 0)));
    Part others = sumOf(parts, shown);
    for (size_t table = 0; table < ledger_.tables.size(); ++table) {
      for (size_t i = 0; i < shown; ++i)
        lines(table, parts.parts[i], subjectOf(parts.parts[i], view));
      lines(table, others, {.scope = "other"});
      if (with_rest)
        lines(table, parts.rest, {.scope = "nowhere"});
    }
  }

  /// The scope is named after the view, not after the part.
  static Subject subjectOf(const Part &part, View view) {
    if (view == View::Path)
      return {.scope = "path", .id = part.id, .file = part.file, .function = part.function};
    if (view == View::Function || !part.construct)
      return {.scope = "function", .file = part.file, .function = part.function};
    return {.scope = "construct",
            .id = part.id,
            .file = part.file,
            .line = std::to_string(part.construct->line),
            .function = part.function,
            .directive = part.construct->directive};
  }

  /// All lines of a part in one table; one that is 0 is written too.
  void lines(size_t table, const Part &part, const Subject &subject) {
    for (const LedgerLine &line : part.lines[table])
      row(ledger_.tables[table], subject, line.category, line.time);
  }

  /// Seconds to the nanosecond; a share has six decimals.
  void row(const Table &table, const Subject &subject, const std::string &category,
           const Estimate &time) {
    bool band = time.high_s > time.low_s;
    double whole = table.parallel_time.time_s;
    text_ += csvField(ledger_.program) + "," + csvField(ledger_.reference) + "," +
             std::to_string(table.threads) + "," + subject.scope + "," + csvField(subject.id) +
             "," + csvField(subject.file) + "," + subject.line + "," + csvField(subject.function) +
             "," + csvField(subject.directive) + "," + csvField(category) + "," +
             number(time.time_s, 9) + "," + (band ? number(time.low_s, 9) : "") + "," +
             (band ? number(time.high_s, 9) : "") + "," +
             (whole > 0 ? number(time.time_s / whole, 6) : "") + "\n";
  }

  const Ledger &ledger_;
  std::optional<int> top_;
  std::string text_;
};

} // namespace

std::string reportCsv(const Ledger &ledger, View view, std::optional<int> top) {
  return CsvWriter(ledger, top).text(view);
}

std::string csvField(std::string_view text) {
  std::string field;
  bool start = true; // of a cell, for some spreadsheet
  for (char c : printable(text)) {
    if (start && std::string_view("=+-@").find(c) != std::string_view::npos)
      field += '\'';
    start = c == ',' || c == ';' || c == '"' || (start && c == ' ');
    field += c == '"' ? "\"\"" : std::string(1, c);
  }
  bool quoted = field.find_first_of(",;\"'") != std::string::npos ||
                (!field.empty() && (field.front() == ' ' || field.back() == ' '));
  return quoted ? "\"" + field + "\"" : field;
}

} // namespace tare
