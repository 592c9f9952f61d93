// SPDX-License-Identifier: Apache-2.0
// Markup is balanced, and foreign text in it stays text.
#include "analyzer/report/html/chart.h"
#include "analyzer/report/html/markup.h"
#include "analyzer/report/html/report_html.h"
#include "catch.hpp"
#include "sample_ledger.h"

#include <limits>

using namespace tare;

TEST_CASE("elements are closed in the order that they were opened") {
  Markup page;
  page.open("ul").open("li", {{"class", "a"}}).text("x").close();
  page.open("li").element("b", {}, "y");
  CHECK(page.take() == "<ul><li class=\"a\">x</li>\n<li><b>y</b>\n</li>\n</ul>\n");
}

TEST_CASE("foreign text is no markup, in text and attributes") {
  Markup page;
  page.element("p", {{"title", "\"><script>"}}, "</p><img onerror='x'> & \x1b[2J");
  CHECK(page.take() == "<p title=\"&quot;&gt;&lt;script&gt;\">&lt;/p&gt;&lt;img "
                       "onerror=&#39;x&#39;&gt; &amp; ?[2J</p>\n");
}

TEST_CASE("an attribute without a value has its name as value; a figure has its number") {
  Markup page;
  page.open("details", {{"open", ""}}).figure(0.0123, "12.3 ms");
  CHECK(page.take() ==
        "<details open=\"open\"><data value=\"0.0123\">12.3 ms</data>\n</details>\n");
}

TEST_CASE("coordinates are short and finite") {
  CHECK(coordinate(12) == "12");
  CHECK(coordinate(1.5) == "1.5");
  CHECK(coordinate(-0.001) == "0");
  CHECK(coordinate(std::numeric_limits<double>::quiet_NaN()) == "0");
  CHECK(coordinate(1e300) == "1000000");
  Axis x{0, 10, 100, 200};
  CHECK(x.at(5) == 150);
  CHECK(x.at(50) == 200); // never outside of the picture
  CHECK(Axis{3, 3, 0, 1}.at(3) == 0);
}

TEST_CASE("axes have a few round numbers") {
  CHECK(roundNumbers(0, 1) == std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1});
  CHECK(roundNumbers(0, 16).size() >= 3);
  for (double most : {0.3, 1.0, 2.0, 7.0, 64.0, 1e-6, 12345.0}) {
    INFO(most);
    CHECK(roundNumbers(0, most).size() >= 3);
    CHECK(roundNumbers(0, most).size() <= 8);
  }
  CHECK(roundNumbers(2, 2).size() == 1);
}

TEST_CASE("the same ledger is the same page, and one without tables says so") {
  Ledger ledger = sampleLedger();
  CHECK(reportHtml(ledger) == reportHtml(ledger));
  ledger.tables.clear();
  CHECK(reportHtml(ledger).find("No table: nothing was measured") != std::string::npos);
}
