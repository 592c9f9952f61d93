// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/html/site_table.h"

#include "analyzer/report/html/chart.h"

#include <algorithm>

namespace tare {
namespace {

void writeCell(Markup &page, const SiteCell &cell) {
  if (!cell.link.empty())
    page.element("a", {{"href", cell.link}}, cell.text);
  else if (cell.is_code)
    page.element("code", {}, cell.text);
  else if (cell.value)
    page.figure(*cell.value, cell.text);
  else
    page.text(cell.text);
}

} // namespace

SiteCell codeCell(const std::string &text) {
  return {.text = text, .is_code = true, .look = "line"};
}

SiteCell lineCell(const std::string &text) { return {.text = text, .look = "line"}; }

SiteCell countCell(size_t count) {
  return {.text = std::to_string(count), .value = static_cast<double>(count)};
}

SiteCell timeCell(double time_s, const std::string &shown) {
  return {.text = shown, .value = time_s};
}

bool SiteTable::isEmpty(size_t column) const {
  return std::ranges::all_of(rows_, [&](const auto &row) { return row[column].text.empty(); });
}

bool SiteTable::isNumbers(size_t column) const {
  return std::ranges::any_of(rows_, [&](const auto &row) { return row[column].value.has_value(); });
}

void SiteTable::write(Markup &page) const {
  std::vector<size_t> shown;
  for (size_t column = 0; column < heads_.size(); ++column)
    if (column == 0 || !isEmpty(column))
      shown.push_back(column);
  openScroll(page, label_);
  page.open("table", {{"class", "sortable"}}).open("thead").open("tr");
  for (size_t column : shown)
    isNumbers(column) ? page.element("th", {{"scope", "col"}, {"class", "number"}}, heads_[column])
                      : page.element("th", {{"scope", "col"}}, heads_[column]);
  page.close().close().open("tbody");
  for (const std::vector<SiteCell> &row : rows_) {
    page.open("tr");
    for (size_t column : shown) {
      const SiteCell &cell = row[column];
      std::string look = isNumbers(column) ? "number" : "";
      look += (look.empty() || cell.look.empty() ? "" : " ") + cell.look;
      if (column == 0)
        page.open("th", {{"scope", "row"}});
      else if (look.empty())
        page.open("td");
      else
        page.open("td", {{"class", look}});
      writeCell(page, cell);
      page.close();
    }
    page.close();
  }
  page.close().close().close();
}

} // namespace tare
