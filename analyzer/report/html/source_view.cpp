// SPDX-License-Identifier: Apache-2.0
// The source around constructs, with what each loses.
#include "analyzer/ledger/lines.h"
#include "analyzer/report/constructs.h"
#include "analyzer/report/html/chart.h"
#include "analyzer/report/html/page_view.h"
#include "analyzer/report/parts.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tare {
namespace {

constexpr size_t widest_line = 160;
constexpr int gutter = 9; // "-12.3 %" and blanks

std::string inGutter(const std::string &text) {
  return std::string(size_t(std::max(0, gutter - 2 - int(text.size()))), ' ') + text + "  ";
}

std::string numbered(int line) {
  char text[24];
  std::snprintf(text, sizeof text, "%5d  ", line);
  return text;
}

std::string shownLine(const std::string &line) {
  std::string text;
  for (char c : line)
    if (c == '\t')
      text.append(4, ' ');
    else if (c != '\r')
      text += c;
  return text.size() <= widest_line ? text : text.substr(0, widest_line) + " ...";
}

class SourceWriter {
public:
  SourceWriter(Markup &page, const PageContext &context)
      : page_(page), context_(context), constructs_(context.table().constructs),
        whole_s_(context.table().parallel_time.time_s) {}

  void write(const ShownSource &file, bool is_open) {
    Attributes open = {{"open", ""}};
    page_.open("details", is_open ? open : Attributes{});
    page_.element("summary", {},
                  printable(file.source->file) + ": " + tenthPercent(shareOf(file)) + " of T_p");
    openScroll(page_, "Source of " + printable(file.source->file));
    page_.open("pre", {{"class", "source-text"}});
    int shown = 0;
    for (const SourceBlock &block : file.blocks) {
      leftOut(block.first - shown - 1);
      for (int line = block.first; line <= block.last; ++line)
        this->line(file, line);
      shown = block.last;
    }
    leftOut(int(file.source->lines.size()) - shown);
    page_.close().close().close();
  }

private:
  double shareOf(const ShownSource &file) const {
    double sum_s = 0;
    for (const auto &[line, indices] : file.constructs_at)
      sum_s += lostAt(indices);
    return whole_s_ > 0 ? sum_s / whole_s_ : 0;
  }

  double lostAt(const std::vector<size_t> &indices) const {
    double sum_s = 0;
    for (size_t i : indices)
      for (const LedgerLine &line : constructs_[i].overheads)
        sum_s += line.is_void ? 0 : line.time.time_s;
    return sum_s;
  }

  void leftOut(int lines) {
    if (lines > 0)
      page_
          .element("span", {{"class", "gap"}},
                   inGutter("") + "       ... " + numberOf(lines, "line"))
          .raw("\n");
  }

  void line(const ShownSource &file, int line) {
    std::string text = numbered(line) + shownLine(file.source->lines[size_t(line - 1)]);
    auto at = file.constructs_at.find(line);
    if (at == file.constructs_at.end()) {
      page_.text(inGutter("") + text);
      page_.raw("\n");
      return;
    }
    double lost_s = lostAt(at->second);
    page_.open("span", {{"class", "at " + heatOf(lost_s, whole_s_)},
                        {"id", context_.sources.anchor(file.source->file, line)},
                        {"tabindex", "-1"}});
    page_.open("b").figure(lost_s, inGutter(shareText(lost_s))).close();
    page_.text(text);
    page_.close();
    page_.raw("\n");
    remark(at->second);
  }

  std::string shareText(double time_s) const {
    double share = whole_s_ > 0 ? time_s / whole_s_ : 0;
    constexpr double shown_as_zero = 0.0005;
    return tenthPercent(std::abs(share) < shown_as_zero ? 0 : share);
  }

  /// What most of it is, with a link to what is known of the construct.
  void remark(const std::vector<size_t> &indices) {
    size_t detailed = detailedConstructs(context_.table());
    const LedgerLine *largest = nullptr;
    size_t of = indices.front();
    for (size_t i : indices)
      for (const LedgerLine &line : constructs_[i].overheads)
        if (!line.is_void && line.time.time_s > (largest ? largest->time.time_s : 0)) {
          largest = &line;
          of = i;
        }
    constexpr double worth_a_word = 0.001;
    if (!largest || largest->time.time_s < worth_a_word * whole_s_)
      return;
    std::string words = labelOf(largest->category) + " " + shareText(largest->time.time_s);
    page_.text(inGutter("") + "       ^ ");
    if (of < detailed)
      page_.element("a", {{"href", "#" + anchorOf(of)}}, words);
    else
      page_.element("i", {}, words);
    page_.raw("\n");
  }

  Markup &page_;
  const PageContext &context_;
  const std::vector<ConstructLines> &constructs_;
  double whole_s_;
};

/// Files that constructs name and that are not shown, with the reason.
void writeMissing(Markup &page, const PageSources &sources) {
  std::map<std::string, std::vector<std::string>> by_reason;
  for (const PageSource &source : sources.files)
    if (source.lines.empty())
      by_reason[source.reason].push_back(printable(source.file));
  for (auto &[reason, files] : by_reason) {
    constexpr size_t most = 8;
    size_t all = files.size();
    files.resize(std::min(all, most));
    page.element("p", {},
                 "Not shown: " + joinText(files, ", ") +
                     (all > most ? " and " + numberOf(int64_t(all - most), "further file") : "") +
                     ". " + reason + ".");
  }
}

} // namespace

void writeSources(Markup &page, const PageContext &context) {
  const PageSources *sources = context.data.sources;
  if (!sources || !sources->reason.empty()) {
    page.element("p", {}, "Not shown: " + (sources ? sources->reason : "no source was read") + ".");
    return;
  }
  const SourceLines &shown = context.sources;
  if (!shown.files.empty())
    page.element("p", {},
                 "In front of a line stands what is lost there, in % of T_p on " +
                     sizeTitle(context.table()) +
                     ". Only lines near constructs are here. A construct that spans lines has its "
                     "figure at its first one.");
  SourceWriter writer(page, context);
  for (size_t i = 0; i < shown.files.size(); ++i)
    writer.write(shown.files[i], i == 0);
  if (shown.left_out)
    page.element("p", {},
                 "Left out, since the page has as many lines as it may: " +
                     numberOf(int64_t(shown.left_out), "construct") +
                     ". The table of places has their figures.");
  writeMissing(page, *sources);
}

} // namespace tare
