// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/archive_text.h"

#include "analyzer/archive/archive_row.h"
#include "analyzer/archive/bulk.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/report/csv.h"
#include "base/formats/formats.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/archive/measured_rows.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <set>

namespace tare {
namespace {

/// Characters, not bytes: `±` is one.
size_t widthOf(const std::string &text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return !continuesCharacter(c); }));
}

bool isPlainNumber(const std::string &text) {
  double number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

/// Columns that hold numbers; all others are texts, whatever they look like.
bool isNumberColumn(const std::string &name) {
  static const std::set<std::string> names = {"ledger", "run",        "threads",
                                              "line",   "repetition", "is_void"};
  return names.contains(name) || endsWith(name, "_s");
}

/// Cells of a row by their columns' names.
class NamedRow {
public:
  NamedRow(const DatabaseRows &found, const DatabaseRow &row) : row_(found, row) {}
  std::string text(const std::string &column) const { return row_.text(column); }
  std::optional<double> number(const std::string &column) const {
    std::string value = text(column);
    return isPlainNumber(value) ? std::optional(std::strtod(value.c_str(), nullptr)) : std::nullopt;
  }
  /// "330 ± 12 ms" of three columns.
  std::string band(const std::string &time, const std::string &low, const std::string &high) const {
    if (!number(time))
      return "-";
    return timeBandText(*number(time), (number(high).value_or(0) - number(low).value_or(0)) / 2);
  }

private:
  ArchiveRow row_;
};

std::string shareText(std::optional<double> part, std::optional<double> whole) {
  return part && whole && *whole > 0 ? percentText(*part / *whole) + " %" : "";
}

/// Of a row that is a range: the range.
std::string rowTime(const NamedRow &row) {
  if (row.number("is_void") != 1.0)
    return row.band("time_s", "low_s", "high_s");
  double low = row.number("low_s").value_or(0);
  return (low == 0 ? "0" : timeText(low)) + " to " + timeText(row.number("high_s").value_or(0));
}

std::string efficiencyText(const NamedRow &row) {
  std::optional<double> serial = row.number("serial_s"), parallel = row.number("parallel_s");
  double threads = row.number("threads").value_or(0);
  return serial && parallel && threads > 0 && *parallel > 0
             ? percentText(*serial / threads / *parallel) + " %"
             : "-";
}

std::string placeText(const NamedRow &row) {
  std::string file = row.text("file");
  return file.empty() ? row.text("construct") : file + ":" + row.text("line");
}

bool hasColumn(const DatabaseRows &found, const char *name) {
  return std::ranges::find(found.columns, name) != found.columns.end();
}

/// The sign of the apostrophe rule: numbers are no formula.
std::string csvCell(const DatabaseValue &value) {
  if (!value)
    return "";
  return isPlainNumber(*value) ? *value : csvField(*value);
}

} // namespace

std::string alignedText(const std::vector<std::vector<std::string>> &lines) {
  std::vector<size_t> widths;
  for (const std::vector<std::string> &line : lines) {
    widths.resize(std::max(widths.size(), line.size()));
    for (size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], widthOf(printable(line[i])));
  }
  std::string text;
  for (const std::vector<std::string> &line : lines) {
    std::string made;
    for (size_t i = 0; i < line.size(); ++i) {
      std::string cell = printable(line[i]);
      made += (i ? "  " : "") + cell + std::string(widths[i] - widthOf(cell), ' ');
    }
    text += made.substr(0, made.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string foldedText(const std::vector<std::vector<std::string>> &lines,
                       const std::vector<std::string> &kept) {
  std::vector<std::vector<std::string>> narrow(lines.size());
  std::vector<std::string> same;
  for (size_t column = 0; !lines.empty() && column < lines.front().size(); ++column) {
    const std::string &name = lines.front()[column];
    auto is = [&](const std::string &value) {
      return std::all_of(lines.begin() + 1, lines.end(), [&](const std::vector<std::string> &line) {
        return line[column] == value;
      });
    };
    if (is(""))
      continue;
    const bool stays = std::ranges::find(kept, name) != kept.end();
    if (lines.size() > 2 && !stays && is(lines[1][column]))
      same.push_back(name + " " + printable(lines[1][column]));
    else
      for (size_t i = 0; i < lines.size(); ++i)
        narrow[i].push_back(lines[i][column]);
  }
  return (same.empty() ? "" : "All rows: " + joinText(same, "; ") + "\n") + alignedText(narrow);
}

std::string foundText(const DatabaseRows &found) {
  const bool has_rows = hasColumn(found, "category");
  std::vector<std::vector<std::string>> lines = {{"ID", "application", "measured (UTC)", "version",
                                                  "commit", "machine", "compiler", "threads",
                                                  "parameters"}};
  for (const char *name : has_rows
                              ? std::vector<const char *>{"overhead", "location", "time", "of T_p"}
                              : std::vector<const char *>{"T_s", "T_p", "efficiency", "overheads"})
    lines[0].push_back(name);
  int64_t nothing = 0; // rows that a program does not have
  for (const DatabaseRow &each : found.rows) {
    NamedRow row(found, each);
    if (has_rows && row.number("low_s") == 0.0 && row.number("high_s") == 0.0) {
      ++nothing;
      continue;
    }
    std::vector<std::string> line = {row.text("ledger"),
                                     row.text("application"),
                                     shortTime(row.text("measured_utc")),
                                     row.text("version"),
                                     row.text("source_commit").substr(0, shown_of_commit),
                                     row.text("machine"),
                                     row.text("compiler"),
                                     row.text("threads"),
                                     parametersText(row.text("parameters"))};
    if (has_rows)
      for (const std::string &cell :
           {labelOf(row.text("category")), placeText(row), rowTime(row),
            row.number("is_void") == 1.0
                ? "-"
                : shareText(row.number("time_s"), row.number("parallel_s"))})
        line.push_back(cell);
    else
      for (const std::string &cell :
           {row.band("serial_s", "serial_low_s", "serial_high_s"),
            row.band("parallel_s", "parallel_low_s", "parallel_high_s"), efficiencyText(row),
            row.number("overhead_s") ? timeText(*row.number("overhead_s")) : "-"})
        line.push_back(cell);
    lines.push_back(line);
  }
  return (lines.size() > 1 ? foldedText(lines, {"ID", "overhead", "time", "of T_p", "T_s", "T_p",
                                                "efficiency", "overheads"})
                           : "") +
         (nothing ? numberOf(nothing, "row") + " of 0 s left out; --csv and --json have them.\n"
                  : "");
}

std::string plainText(const DatabaseRows &found) {
  std::vector<std::vector<std::string>> lines = {found.columns};
  for (const DatabaseRow &row : found.rows) {
    std::vector<std::string> &line = lines.emplace_back();
    for (const DatabaseValue &value : row)
      line.push_back(value.value_or("-"));
  }
  return alignedText(lines);
}

std::string foundCsv(const DatabaseRows &found) {
  std::string csv;
  std::vector<std::string> cells;
  for (const std::string &name : found.columns)
    cells.push_back(csvField(name));
  csv += joinText(cells, ",") + "\n";
  for (const DatabaseRow &row : found.rows) {
    cells.clear();
    for (const DatabaseValue &value : row)
      cells.push_back(csvCell(value));
    csv += joinText(cells, ",") + "\n";
  }
  return csv;
}

std::string foundJson(const DatabaseRows &found) {
  std::string json = "{\n \"schema\": \"" + schemaOf(formats::query) + "\",\n \"rows\": [";
  for (size_t i = 0; i < found.rows.size(); ++i) {
    std::vector<std::string> members;
    for (size_t k = 0; k < found.columns.size(); ++k)
      if (const DatabaseValue &value = found.rows[i][k]) {
        bool is_json = found.columns[k] == "parameters";
        bool is_number = isNumberColumn(found.columns[k]) && isPlainNumber(*value);
        members.push_back(jsonQuoted(found.columns[k]) + ": " +
                          (is_json || is_number ? *value : jsonQuoted(*value)));
      }
    json += std::string(i ? "," : "") + "\n  {" + joinText(members, ", ") + "}";
  }
  return json + "\n ]\n}\n";
}

} // namespace tare
