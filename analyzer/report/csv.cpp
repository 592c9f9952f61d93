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

/// The rows of a whole ledger, by its parts.
class CsvWriter {
public:
  CsvWriter(const Ledger &ledger, std::optional<int> top)
      : ledger_(ledger), top_(top), csv_(ledger) {}

  std::string text(View view) {
    for (const Table &table : ledger_.tables)
      csv_.summary(table, table, "summary");
    if (view == View::Whole || view == View::Program)
      for (const Table &table : ledger_.tables)
        csv_.lines(table, table.overheads, {.scope = "program"});
    if (view != View::Program)
      parts(view == View::Whole ? View::Construct : view, view != View::Whole);
    return csv_.take();
  }

private:
  /// `with_rest`: with what has no place, so that the parts sum to the program's lines.
  void parts(View view, bool with_rest) {
    Parts parts = partsOf(ledger_, view);
    size_t shown = parts.parts.size();
    if (top_)
      shown = std::min(shown, static_cast<size_t>(std::max(*top_, 0)));
    Part others = sumOf(parts, shown);
    for (size_t i = 0; i < ledger_.tables.size(); ++i) {
      const Table &table = ledger_.tables[i];
      for (size_t part = 0; part < shown; ++part)
        csv_.lines(table, parts.parts[part].lines[i], subjectOf(parts.parts[part], view));
      csv_.lines(table, others.lines[i], {.scope = "other"});
      if (with_rest)
        csv_.lines(table, parts.rest.lines[i], {.scope = "nowhere"});
    }
  }

  const Ledger &ledger_;
  std::optional<int> top_;
  CsvLines csv_;
};

} // namespace

CsvLines::CsvLines(const Ledger &ledger) : ledger_(ledger) {
  text_ = "program,reference,threads,scope,id,file,line,function,directive,category,time_s,low_s,"
          "high_s,share,ranks\n";
}

void CsvLines::summary(const Table &whole, const Table &table, const char *scope) {
  const CsvSubject subject{.scope = scope};
  row(whole, subject, "serial_time", table.serial_time);
  row(whole, subject, "parallel_time", table.parallel_time);
  row(whole, subject, "ideal_time", table.ideal_time);
  row(whole, subject, "total_overhead", table.total_overhead);
}

void CsvLines::lines(const Table &whole, const std::vector<LedgerLine> &lines,
                     const CsvSubject &subject) {
  for (const LedgerLine &line : lines)
    row(whole, subject, line.category, line.time, line.is_void);
}

/// Seconds to the nanosecond; a share has six decimals. A void row has its band alone.
void CsvLines::row(const Table &whole, const CsvSubject &subject, const std::string &category,
                   const Estimate &time, bool is_void) {
  bool band = time.high_s > time.low_s;
  double whole_s = whole.parallel_time.time_s;
  text_ += csvField(ledger_.program) + "," + csvField(ledger_.reference) + "," +
           std::to_string(whole.threads) + "," + subject.scope + "," + csvField(subject.id) + "," +
           csvField(subject.file) + "," + subject.line + "," + csvField(subject.function) + "," +
           csvField(subject.directive) + "," + csvField(category) + "," +
           (is_void ? "" : number(time.time_s, 9)) + "," + (band ? number(time.low_s, 9) : "") +
           "," + (band ? number(time.high_s, 9) : "") + "," +
           (whole_s > 0 && !is_void ? number(time.time_s / whole_s, 6) : "") + "," +
           (whole.ranks > 0 ? std::to_string(whole.ranks) : "") + "\n";
}

CsvSubject subjectOf(const Part &part, View view) {
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
