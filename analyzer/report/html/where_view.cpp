// SPDX-License-Identifier: Apache-2.0
// Where the overheads are: a table of constructs and rows, then by function and by call path.
#include "analyzer/ledger/lines.h"
#include "analyzer/report/html/chart.h"
#include "analyzer/report/html/page_view.h"
#include "analyzer/report/parts.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

constexpr size_t most_columns = 8; // of categories; the others together
constexpr size_t most_parts = 500; // rows of a table

/// The categories with the largest sizes at constructs, without those that are small in all.
std::vector<std::string> largestCategories(const Parts &parts, size_t table, double least_s) {
  std::vector<std::pair<double, std::string>> sizes;
  for (const CategoryInfo &info : allCategories()) {
    double size = 0;
    for (const Part &part : parts.parts)
      if (const LedgerLine *line = part.line(table, info.name))
        size += std::abs(line->time.time_s);
    if (size > least_s)
      sizes.emplace_back(size, info.name);
  }
  std::ranges::stable_sort(sizes, std::greater(), [](const auto &each) { return each.first; });
  std::vector<std::string> largest;
  for (size_t i = 0; i < std::min(most_columns, sizes.size()); ++i)
    largest.push_back(sizes[i].second);
  return largest;
}

class PartsTable {
public:
  PartsTable(Markup &page, const PageContext &context, View view)
      : page_(page), context_(context), view_(view), parts_(partsOf(context.ledger, view)),
        whole_s_(context.table().parallel_time.time_s),
        categories_(largestCategories(parts_, context.advised, folding_share * whole_s_)) {}

  bool empty() const { return parts_.parts.empty(); }

  void write() {
    openScroll(page_, "Overheads by " + nounOf(view_));
    page_.open("table", {{"class", "heat sortable"}});
    page_.element("caption", {},
                  "% of T_p on " + sizeTitle(context_.table()) +
                      ". A minus is a gain. Largest first; in this order gains count as losses.");
    head();
    page_.open("tbody");
    size_t shown = std::min(parts_.parts.size(), most_parts);
    for (size_t i = 0; i < shown; ++i)
      row(parts_.parts[i]);
    page_.close();
    foot(shown);
    page_.close().close();
  }

private:
  void head() {
    page_.open("thead").open("tr");
    page_.element("th", {{"scope", "col"}}, nounOf(view_));
    page_.element("th", {{"scope", "col"}, {"class", "number"}}, "all");
    for (const std::string &category : categories_)
      page_.element("th", {{"scope", "col"}, {"class", "number"}}, labelOf(category));
    page_.element("th", {{"scope", "col"}, {"class", "number"}}, "others");
    page_.close().close();
  }

  /// Of a void line the range.
  void cell(const LedgerLine &line) {
    if (!line.is_void)
      return cell(line.time.time_s);
    page_.open("td", {{"class", "number " + heatOf(line.time.low_s, whole_s_)}});
    page_.figure(line.time.time_s, whole_s_ > 0
                                       ? percentRangeText({100 * line.time.low_s / whole_s_,
                                                           100 * line.time.high_s / whole_s_})
                                       : "");
    page_.close();
  }

  void cell(double time_s) {
    if (time_s == 0) {
      page_.element("td", {}, "");
      return;
    }
    page_.open("td", {{"class", "number " + heatOf(time_s, whole_s_)}});
    constexpr double shown_as_zero = 0.0005; // no -0.0 %
    double share = whole_s_ > 0 ? time_s / whole_s_ : 0;
    page_.figure(time_s, tenthPercent(std::abs(share) < shown_as_zero ? 0 : share)).close();
  }

  void cells(const Part &part) {
    double others = part.total_s(context_.advised);
    cell(others);
    for (const std::string &category : categories_) {
      const LedgerLine *line = part.line(context_.advised, category);
      others -= line ? line->time.time_s : 0;
      line ? cell(*line) : cell(0);
    }
    cell(std::abs(others) < 1e-12 ? 0 : others);
  }

  void row(const Part &part) {
    const ConstructLines *construct = constructOf(part);
    constexpr double small = 0.0005; // of T_p
    bool is_small = sizeIn(part) < small * whole_s_;
    page_.open("tr", is_small ? Attributes{{"class", "small"}} : Attributes{});
    page_.open("th", {{"scope", "row"}});
    if (construct)
      writePlace(page_, context_, *construct, part.title);
    else
      writeBreakable(page_, part.title);
    page_.close();
    cells(part);
    page_.close();
  }

  double sizeIn(const Part &part) const {
    double size_s = std::abs(part.total_s(context_.advised));
    for (const std::string &category : categories_)
      if (const LedgerLine *line = part.line(context_.advised, category))
        size_s = std::max(size_s, std::abs(line->time.time_s));
    return size_s;
  }

  /// Of a table of constructs, that of the page's table; else null.
  const ConstructLines *constructOf(const Part &part) const {
    if (!part.construct || view_ != View::Construct)
      return nullptr;
    const std::vector<ConstructLines> &all = context_.table().constructs;
    auto found = std::ranges::find(all, part.construct->id, &ConstructLines::id);
    return found == all.end() ? nullptr : &*found;
  }

  /// What is left, so that the rows add up to the table of the whole program.
  void foot(size_t shown) {
    page_.open("tfoot");
    if (shown < parts_.parts.size()) {
      page_.open("tr").element("th", {{"scope", "row"}},
                               othersTitle(parts_.parts.size() - shown, view_));
      cells(sumOf(parts_, shown));
      page_.close();
    }
    page_.open("tr").element("th", {{"scope", "row"}},
                             view_ == View::Path ? "outside of regions, or without a call path"
                                                 : "no place in the source");
    cells(parts_.rest);
    page_.close().close();
  }

  Markup &page_;
  const PageContext &context_;
  View view_;
  Parts parts_;
  double whole_s_;
  std::vector<std::string> categories_;
};

} // namespace

void writeWhere(Markup &page, const PageContext &context) {
  page.element("p", {},
               numberOf(int64_t(context.table().constructs.size()), "place") +
                   ": constructs of OpenMP, and loops and calls of serial code. A place's name "
                   "leads to what is known of it.");
  page.element("p", {{"class", "tools"}, {"hidden", ""}}, ""); // the script puts a filter there
  PartsTable(page, context, View::Construct).write();
  for (View view : {View::Function, View::Path}) {
    PartsTable table(page, context, view);
    if (table.empty())
      continue;
    page.open("details", {{"id", "by-" + std::string(view == View::Path ? "path" : "function")}})
        .element("summary", {}, "The same by " + nounOf(view));
    if (view == View::Path)
      page.element("p", {},
                   "A call path is recorded where a region begins, and serial code has "
                   "none: it is in the last row.");
    table.write();
    page.close();
  }
}

} // namespace tare
