// SPDX-License-Identifier: Apache-2.0
// The source around constructs, with what each loses.
#include "analyzer/ledger/lines.h"
#include "analyzer/report/constructs.h"
#include "analyzer/report/html/page_view.h"
#include "analyzer/report/html/source_text.h"
#include "analyzer/report/parts.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

class SourceWriter {
public:
  SourceWriter(Markup &page, const PageContext &context)
      : page_(page), context_(context), constructs_(context.table().constructs),
        whole_s_(context.table().parallel_time.time_s),
        detailed_(detailedConstructs(context.table())) {}

  void write(const ShownSource &file, bool is_open) {
    Attributes open = {{"open", ""}};
    page_.open("details", is_open ? open : Attributes{});
    page_.element("summary", {},
                  printable(file.source->file) + ": " + tenthPercent(shareOf(file)) + " of T_p");
    writeSourceText(page_, context_.sources, file, "Source of " + printable(file.source->file),
                    [&](const std::vector<size_t> &indices) { return notesOf(indices); });
    page_.close();
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

  std::string shareText(double time_s) const {
    double share = whole_s_ > 0 ? time_s / whole_s_ : 0;
    constexpr double shown_as_zero = 0.0005;
    return tenthPercent(std::abs(share) < shown_as_zero ? 0 : share);
  }

  /// What is lost there, and what most of it is, with a link to what is known of the construct.
  LineNotes notesOf(const std::vector<size_t> &indices) const {
    double lost_s = lostAt(indices);
    LineNotes notes{{lost_s, shareText(lost_s), heatOf(lost_s, whole_s_)}, {}};
    const LedgerLine *largest = nullptr;
    size_t of = indices.front();
    for (size_t i : indices)
      for (const LedgerLine &line : constructs_[i].overheads)
        if (!line.is_void && line.time.time_s > (largest ? largest->time.time_s : 0)) {
          largest = &line;
          of = i;
        }
    constexpr double worth_a_word = 0.001;
    if (largest && largest->time.time_s >= worth_a_word * whole_s_)
      notes.remarks.push_back({labelOf(largest->category) + " " + shareText(largest->time.time_s),
                               of < detailed_ ? anchorOf(of) : ""});
    return notes;
  }

  Markup &page_;
  const PageContext &context_;
  const std::vector<ConstructLines> &constructs_;
  double whole_s_;
  size_t detailed_;
};

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
  if (std::ranges::any_of(context.table().overheads, &LedgerLine::is_void))
    page.element(
        "p", {},
        "Rows that are known as a range have no figure here: the table of places has them.");
  SourceWriter writer(page, context);
  for (size_t i = 0; i < shown.files.size(); ++i)
    writer.write(shown.files[i], i == 0);
  if (shown.left_out)
    page.element("p", {},
                 "Left out, since the page has as many lines as it may: " +
                     numberOf(int64_t(shown.left_out), "construct") +
                     ". The table of places has their figures.");
  writeMissingSources(page, *sources);
}

} // namespace tare
