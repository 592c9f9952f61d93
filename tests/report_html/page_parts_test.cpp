// SPDX-License-Identifier: Apache-2.0
// What a page shows beside the ledger: lines of the sources, answers of what-if, curves of models.
#include "analyzer/report/html/page_view.h"
#include "analyzer/report/html/report_html.h"
#include "analyzer/report/html/source_lines.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/unadvised.h"
#include "catch.hpp"
#include "sample_ledger.h"

#include <algorithm>

using namespace tare;

namespace {

/// A file whose line k is "line k".
PageSource fileOf(const std::string &name, int lines) {
  PageSource source{name, {}, ""};
  for (int k = 1; k <= lines; ++k)
    source.lines.push_back("line " + std::to_string(k));
  return source;
}

ConstructLines constructAt(const std::string &file, int line, int end_line = 0) {
  ConstructLines construct;
  construct.id = file + "#f#for#" + std::to_string(line);
  construct.file = file;
  construct.line = line;
  construct.end_line = end_line;
  return construct;
}

bool holds(const std::string &page, const std::string &text) {
  return page.find(text) != std::string::npos;
}

Forecast forecastOf(const std::string &scenario) {
  Forecast forecast;
  forecast.scenario = scenario;
  forecast.options = "--schedule lu2.c:29=static,1";
  forecast.threads = forecast.base_threads = 2;
  forecast.base = {0.4, 0.39, 0.41};
  forecast.time = {0.3, 0.28, 0.32};
  forecast.gain = {0.1, 0.08, 0.12};
  return forecast;
}

} // namespace

TEST_CASE("only the neighbourhood of constructs is shown, and what touches is one block") {
  Table table;
  table.constructs = {constructAt("a.c", 50), constructAt("a.c", 10, 12), constructAt("a.c", 17),
                      constructAt("b.c", 1), constructAt("gone.c", 3)};
  PageSources sources{{fileOf("a.c", 100), fileOf("b.c", 2)}, ""};
  SourceLines shown = sourceLinesOf(table, &sources);
  REQUIRE(shown.files.size() == 2);
  REQUIRE(shown.files[0].blocks.size() == 2);
  CHECK(shown.files[0].blocks[0].first == 7);
  CHECK(shown.files[0].blocks[0].last == 20); // 10 to 12 and 17 are near each other
  CHECK(shown.files[0].blocks[1].first == 47);
  CHECK(shown.files[0].blocks[1].last == 53);
  CHECK(shown.files[1].blocks[0].last == 2);
  CHECK(shown.anchor("a.c", 17) == "s1-17");
  CHECK(shown.anchor("b.c", 1) == "s2-1");
  CHECK(shown.anchor("a.c", 18).empty());
  CHECK(shown.anchor("gone.c", 3).empty());
  CHECK(sourceLinesOf(table, nullptr).files.empty());
}

TEST_CASE("lines are limited, the largest constructs come first, and the rest is counted") {
  Table table;
  for (int k = 0; k < 1000; ++k)
    table.constructs.push_back(constructAt("a.c", 20 * k + 5));
  PageSources sources{{fileOf("a.c", 20000)}, ""};
  SourceLines shown = sourceLinesOf(table, &sources);
  int lines = 0;
  for (const SourceBlock &block : shown.files[0].blocks)
    lines += block.last - block.first + 1;
  CHECK(lines <= 3000);
  CHECK(lines > 2900);
  CHECK(shown.anchor("a.c", 5) == "s1-5");
  CHECK(shown.files[0].constructs_at.size() + shown.left_out == 1000);
}

TEST_CASE("a construct beyond its file's end is not shown") {
  Table table;
  table.constructs = {constructAt("a.c", 9), constructAt("a.c", 0), constructAt("a.c", -1)};
  PageSources sources{{fileOf("a.c", 8)}, ""};
  CHECK(sourceLinesOf(table, &sources).files.empty());
}

TEST_CASE("the page shows lines with what they lose, or why it does not") {
  Ledger ledger = sampleLedger();
  const ConstructLines &first = ledger.tables[advisedTable(ledger)].constructs.front();
  PageSources sources{{fileOf(first.file, 200)}, ""};
  sources.files[0].lines[size_t(first.line - 1)] = "#pragma omp </pre><b>";
  std::string page = reportHtml(ledger, {.sources = &sources});
  CHECK(holds(page, "id=\"s1-" + std::to_string(first.line) + "\""));
  CHECK(holds(page, "#pragma omp &lt;/pre&gt;&lt;b&gt;"));
  CHECK_FALSE(holds(page, "line 190"));
  sources.files[0] = {first.file, {}, "The source has changed since the build"};
  page = reportHtml(ledger, {.sources = &sources});
  CHECK(holds(page, "The source has changed since the build."));
  CHECK_FALSE(holds(page, "id=\"s1-"));
  sources = {{}, "--redact leaves the sources out"};
  CHECK(holds(reportHtml(ledger, {.sources = &sources}), "--redact leaves the sources out."));
}

TEST_CASE("answers of what-if are marked as predictions") {
  Ledger ledger = sampleLedger();
  ForecastReport answers;
  answers.forecasts = {forecastOf("lu2.c:29 with schedule(static,1)"), forecastOf("<b>")};
  answers.refused = {{"4 threads", "--threads 4", "there are 2 cores"}};
  std::string page = reportHtml(ledger, {.answers = &answers});
  CHECK(holds(page, "predictions from the measured run, not measurements"));
  CHECK(holds(page, "gains 100 ± 20 ms"));
  CHECK(holds(page, "&lt;b&gt;"));
  CHECK(holds(page, "there are 2 cores."));
  CHECK(holds(reportHtml(ledger, {.no_answers = "there are no runs"}),
              "Not asked: there are no runs."));
}

TEST_CASE("curves of models have a band, and measured points as numbers") {
  Ledger ledger = sampleLedger();
  PageModels models{3, {}, {"T_s: no model, because there is one size."}};
  PageCurve curve{"T_p on 2 threads along N", "N", "N^3", {}, {}, 200};
  for (double at : {100.0, 200.0}) {
    Estimate time{at / 1000, at / 1100, at / 900};
    curve.measured.push_back({at, time, time});
  }
  for (double at : {100.0, 200.0, 400.0})
    curve.curve.push_back({at, {at / 1000, at / 1100, at / 900}, std::nullopt});
  models.curves = {curve};
  std::string page = reportHtml(ledger, {.models = &models});
  CHECK(holds(page, "T_p on 2 threads along N: grows as N^3."));
  CHECK(holds(page, "class=\"model-line\""));
  CHECK(holds(page, "class=\"ideal-line\"")); // beyond what was measured
  CHECK(holds(page, "91 ms to 111 ms") == false);
  CHECK(holds(page, "90.9 ms to 111 ms"));
  CHECK(holds(page, "T_s: no model, because there is one size."));
  CHECK_FALSE(holds(reportHtml(ledger), "How does it grow?"));
}

TEST_CASE("a large row without advice has a reason, one with advice or a small one has none") {
  Table table;
  table.parallel_time = {1, 1, 1};
  LedgerLine large{"critical_path.load_imbalance", {0.1, 0.09, 0.11}, {}};
  CHECK(holds(whyUnadvised(large, table), "no rule fits"));
  CHECK(holds(whyUnadvised({"off_cpu", {0.1, -0.1, 0.3}, {}}, table), "its band includes 0"));
  CHECK(holds(whyUnadvised({"off_cpu", {-0.1, -0.1, -0.1}, {}}, table), "it is a gain"));
  CHECK(whyUnadvised({"off_cpu", {0.01, 0.01, 0.01}, {}}, table).empty());
  table.advice.push_back({.category = large.category});
  CHECK(whyUnadvised(large, table).empty());
}

TEST_CASE("a sentence leads to the place that it names, and to no other") {
  Ledger ledger = sampleLedger();
  Table &table = ledger.tables[advisedTable(ledger)];
  ConstructLines construct = table.constructs.front();
  construct.file = "a.c";
  construct.line = 2;
  table.constructs = {construct};
  PageContext context{ledger, selectLeaves(ledger), scaleOf(ledger, CellLayout()),
                      advisedTable(ledger)};
  auto written = [&](const std::string &sentence) {
    Markup page;
    writeSentence(page, context, sentence);
    return page.take();
  };
  CHECK(holds(written("at a.c:2: <wait>"), "at <a href=\"#c1\">a.c:2</a>"));
  CHECK(holds(written("at a.c:2: <wait>"), ": &lt;wait&gt;"));
  CHECK(holds(written("(a.c:2)"), "href"));
  for (const char *other : {"at a.c:29", "at aa.c:2", "at src/a.c:2", "at a.c", ""})
    CHECK(written(other) == other);
}
