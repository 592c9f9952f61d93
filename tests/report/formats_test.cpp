// SPDX-License-Identifier: Apache-2.0
// Markdown as a forge reads it, and CSV as a spreadsheet does.
#include "analyzer/ledger/categories.h"
#include "analyzer/report/csv.h"
#include "analyzer/report/markdown.h"
#include "analyzer/report/markdown_text.h"
#include "base/text.h"
#include "catch.hpp"
#include "sample_ledger.h"

#include <cstdlib>

using namespace tare;
using Catch::Contains;

namespace {

/// Cells of a row of a GitHub-flavoured table: a pipe parts them unless a backslash stands before.
std::vector<std::string> cellsOf(const std::string &line) {
  std::vector<std::string> cells(1);
  for (size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '|' && line[i - 1] != '\\')
      cells.emplace_back();
    else
      cells.back() += line[i];
  }
  cells.pop_back(); // behind the last pipe
  return cells;
}

bool isTableLine(const std::string &line) { return startsWith(line, "|"); }

/// Every table has a line of dashes below its head, and rows of as many cells; a blank line parts
/// it from what is before and after. Returns the number of tables.
int checkTables(const std::string &markdown) {
  std::vector<std::string> lines = splitText(markdown, '\n');
  int tables = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!isTableLine(lines[i]))
      continue;
    ++tables;
    INFO(lines[i]);
    REQUIRE((i == 0 || lines[i - 1].empty()));
    size_t columns = cellsOf(lines[i]).size();
    REQUIRE(i + 1 < lines.size());
    for (const std::string &cell : cellsOf(lines[i + 1]))
      REQUIRE(trimText(cell).find_first_not_of("-:") == std::string::npos);
    for (; i < lines.size() && isTableLine(lines[i]); ++i) {
      INFO(lines[i]);
      REQUIRE(cellsOf(lines[i]).size() == columns);
      REQUIRE(lines[i].back() == '|');
    }
    REQUIRE((i == lines.size() || lines[i].empty()));
  }
  return tables;
}

/// RFC 4180, read back by the rules of the format and not by those of the writer.
std::vector<std::vector<std::string>> readCsv(const std::string &text) {
  std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"')
      rows.back().back() += text[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && c == ',')
      rows.back().emplace_back();
    else if (!quoted && c == '\n')
      rows.emplace_back(1);
    else
      rows.back().back() += c;
  }
  REQUIRE_FALSE(quoted);
  rows.pop_back(); // behind the last line
  return rows;
}

size_t columnOf(const std::vector<std::string> &head, const std::string &name) {
  auto found = std::find(head.begin(), head.end(), name);
  REQUIRE(found != head.end());
  return static_cast<size_t>(found - head.begin());
}

Ledger hostileLedger() {
  Ledger ledger = sampleLedger();
  ledger.program = "=HYPERLINK(\"http://x\")|`<img>`@all #1";
  ConstructLines &construct = ledger.tables[2].constructs[0];
  construct.file = "a|b`c.c";
  construct.directive = "for if(a || b) // <b> \\| @someone";
  construct.id = "-1+2";
  construct.function = "@SUM(A1);=1";
  ledger.warnings = asNotes({"| a | b |", "![x](http://y)", "\n# head"});
  return ledger;
}

} // namespace

TEST_CASE("markdown: tables of the whole, of growth and of constructs") {
  std::string text = reportMarkdown(sampleLedger(), {});
  CHECK(checkTables(text) == 3);
  CHECK_THAT(text, Contains("### lu2: overheads\n"));
  CHECK_THAT(text, Contains("| &emsp;load imbalance |") && Contains("| **Critical path** |"));
  CHECK_THAT(text, Contains("`lu2.c:31` `for schedule(static)` (1 time)"));
  CHECK_THAT(text, Contains("Fastest growing: "));
  CHECK_THAT(text, Contains("`clang-19 -O2 -fopenmp lu2.c -o lu2.omp`"));
  CHECK_THAT(text, !Contains("files are relative to"));
  Ledger below = sampleLedger();
  below.source_root = "/home/u/p";
  CHECK_THAT(reportMarkdown(below, {}), Contains("files are relative to /home/u/p\n"));
}

TEST_CASE("markdown: views, and nothing measured") {
  CHECK(checkTables(reportMarkdown(sampleLedger(), {.view = View::Function})) == 2);
  CHECK_THAT(reportMarkdown(sampleLedger(), {.view = View::Construct}), Contains("lu2.c:31"));
  CHECK(checkTables(reportMarkdown(sampleLedger(), {.view = View::Program})) == 2);
  CHECK_THAT(reportMarkdown(Ledger(), {}), Contains("nothing was measured"));
}

TEST_CASE("markdown: hostile text stays text") {
  std::string text = reportMarkdown(hostileLedger(), {});
  CHECK(checkTables(text) == 3);
  CHECK_THAT(text, !Contains("<img") && !Contains("@all") && !Contains("#1 ") && !Contains("<b>"));
  CHECK_THAT(text, !Contains("![x]") && !Contains("\n# head") && !Contains("\n| a |"));
  for (uint32_t seed = 1; seed <= 100; ++seed)
    for (View view : {View::Whole, View::Function}) {
      INFO("seed " << seed);
      CHECK(checkTables(reportMarkdown(randomLedger(seed), {.top = 8, .view = view})) >= 1);
    }
}

TEST_CASE("markdown: escapes") {
  CHECK(markdownText("T_p * 2 < [x] | y") == "T\\_p \\* 2 &lt; \\[x\\] &#124; y");
  CHECK(markdownText("@me #12 std::x 3:4 $a$") ==
        "@&#8203;me #&#8203;12 std::&#8203;x 3:4 &#36;a&#36;");
  CHECK(markdownText("http://x www.y") == "http:&#8203;//x www.&#8203;y");
  CHECK(markdownText("a\x1b[2Jb\n") == "a?\\[2Jb?");
  CHECK(markdownCode("for schedule(static, 1)") == "`for schedule(static, 1)`");
  CHECK(markdownCode("a|b") == "a&#124;b");
  CHECK(markdownCode("a`b") == "a&#96;b");
  CHECK(markdownCode("  ").empty());
}

TEST_CASE("csv: one row a line of each p and scope, of equal length") {
  std::vector<std::vector<std::string>> rows = readCsv(reportCsv(sampleLedger(), View::Whole));
  size_t lines = 0;
  for (const Table &table : sampleLedger().tables) {
    lines += 4 + table.overheads.size();
    for (const ConstructLines &construct : table.constructs)
      lines += construct.overheads.size();
  }
  CHECK(rows.size() == 1 + lines);
  for (const std::vector<std::string> &row : rows)
    REQUIRE(row.size() == rows[0].size());
}

TEST_CASE("csv: the lines of the program, and those of functions with the rest, sum to the total") {
  for (View view : {View::Program, View::Function, View::Construct}) {
    std::vector<std::vector<std::string>> rows = readCsv(reportCsv(sampleLedger(), view));
    size_t threads = columnOf(rows[0], "threads"), scope = columnOf(rows[0], "scope"),
           category = columnOf(rows[0], "category"), time = columnOf(rows[0], "time_s");
    double sum = 0, total = 0;
    for (const std::vector<std::string> &row : rows) {
      if (row[threads] != "2")
        continue;
      if (row[category] == "total_overhead")
        total = std::strtod(row[time].c_str(), nullptr);
      if (row[scope] != "summary")
        sum += std::strtod(row[time].c_str(), nullptr);
    }
    CHECK(total == Approx(0.13172));
    CHECK(sum == Approx(total).margin(1e-7));
  }
}

TEST_CASE("csv: parts beyond the largest ones are one, and the sum stays") {
  std::vector<std::vector<std::string>> all = readCsv(reportCsv(sampleLedger(), View::Construct)),
                                        one =
                                            readCsv(reportCsv(sampleLedger(), View::Construct, 1));
  auto sum = [](const std::vector<std::vector<std::string>> &rows, const std::string &wanted) {
    size_t threads = columnOf(rows[0], "threads"), scope = columnOf(rows[0], "scope"),
           time = columnOf(rows[0], "time_s");
    double sum = 0;
    for (const std::vector<std::string> &row : rows)
      if (row[threads] == "4" && row[scope] == wanted)
        sum += std::strtod(row[time].c_str(), nullptr);
    return sum;
  };
  CHECK(sum(all, "other") == 0);
  CHECK(sum(one, "other") == Approx(0.0003)); // the critical
  CHECK(sum(one, "construct") == Approx(0.0965 + 0.00014));
  CHECK(sum(all, "construct") == Approx(sum(one, "construct") + sum(one, "other")));
  CHECK(sum(all, "nowhere") == Approx(sum(one, "nowhere")));
}

TEST_CASE("csv: no field is a formula, and figures stay figures") {
  std::vector<std::vector<std::string>> rows = readCsv(reportCsv(hostileLedger(), View::Whole));
  size_t first_figure = columnOf(rows[0], "time_s");
  bool negative = false;
  for (size_t i = 1; i < rows.size(); ++i)
    for (size_t column = 0; column < rows[i].size(); ++column) {
      const std::string &field = rows[i][column];
      INFO(field);
      if (column < first_figure) {
        REQUIRE((field.empty() || std::string("=+-@\t\r").find(field[0]) == std::string::npos));
      } else if (!field.empty()) {
        char *end = nullptr;
        std::strtod(field.c_str(), &end);
        REQUIRE(*end == 0);
        negative |= field[0] == '-';
      }
    }
  CHECK(negative);
}

TEST_CASE("csv: fields") {
  CHECK(csvField("plain.c") == "plain.c");
  CHECK(csvField("a,b") == "\"a,b\"");
  CHECK(csvField("say \"x\"") == "\"say \"\"x\"\"\"");
  CHECK(csvField("=1+1") == "\"'=1+1\"");
  CHECK(csvField("a;=1") == "\"a;'=1\""); // some spreadsheets split at semicolons
  CHECK(csvField("a\nb\tc") == "a?b?c");
  CHECK(csvField("").empty());
}
