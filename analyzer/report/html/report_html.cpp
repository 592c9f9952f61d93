// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/html/report_html.h"

#include "analyzer/report/belief.h"
#include "analyzer/report/html/page_frame.h"
#include "analyzer/report/html/page_view.h"
#include "analyzer/report/job_sentence.h"
#include "analyzer/report/outputs_sentence.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/sentences.h"
#include "analyzer/report/speed.h"

namespace tare {
namespace {

bool always(const PageContext &) { return true; }
bool hasConstructs(const PageContext &context) { return !context.table().constructs.empty(); }
bool hasDetails(const PageContext &context) { return detailedConstructs(context.table()) > 0; }
bool hasRanks(const PageContext &context) {
  return context.table().job && !context.table().job->ranks.empty();
}
bool hasTries(const PageContext &context) {
  return !context.table().advice.empty() || !whyNoAdvice(context.table()).empty();
}

constexpr PageView views[] = {
    {"waterfall", "Where did the time go?", always, writeWaterfall},
    {"speedup", "How much faster with more threads?", always, writeSpeedup},
    {"where", "Where in the source?", hasConstructs, writeWhere},
    {"tries", "What should I try?", hasTries, writeTries},
    {"timeline", "Who waited for whom?", always, writeTimelines},
    {"ranks", "Which rank is late?", hasRanks, writeRanks},
    {"constructs", "What is known of each construct?", hasDetails, writeConstructDetails},
    {"belief", "May I believe it?", always, writeBelief},
};

/// The answer: what the first lines of the short report say.
void writeVerdict(Markup &page, const PageContext &context) {
  const Ledger &ledger = context.ledger;
  Believed believed = beliefIn(ledger, context.table());
  page.element("h1", {}, ledger.program);
  if (!ledger.predicted.empty())
    page.element("p", {{"class", "loud"}}, "Predicted, not measured: " + ledger.predicted);
  if (std::string cut = cutOffText(ledger); !cut.empty())
    page.element("p", {{"class", "loud"}}, cut);
  if (resultsDiffer(ledger))
    page.element("p", {{"class", "loud"}}, outputsSentence(ledger));
  if (believed.belief == Belief::NotReliable)
    page.element("p", {{"class", "loud"}}, beliefText(believed) + ".");
  page.element("p", {{"class", "verdict"}},
               capitalised(speedSentence(context.table(), ledger)) + ".");
  if (believed.belief != Belief::NotReliable && !context.table().advice.empty())
    page.element("p", {}, "Try first: " + context.table().advice.front().sentence);
  if (believed.belief != Belief::NotReliable)
    page.element("p", {{"class", "belief"}}, "May I believe this? " + beliefText(believed) + ".");
}

std::string titleOfView(const PageView &view, const PageContext &context) {
  bool is_job = context.table().ranks > 0 && view.write == writeSpeedup;
  return is_job ? "How much faster with more ranks and threads?" : std::string(view.title);
}

std::vector<PageSection> sectionsOf(const PageContext &context) {
  std::vector<PageSection> sections;
  for (const PageView &view : views)
    if (view.shown(context))
      sections.push_back({std::string(view.id), titleOfView(view, context),
                          [write = view.write, &context](Markup &page) { write(page, context); }});
  return sections;
}

} // namespace

std::string reportHtml(const Ledger &ledger, const Timeline *timeline,
                       const std::vector<PageLink> &way) {
  std::string title = "Tare: " + ledger.program;
  if (ledger.tables.empty())
    return emptyPage(title, no_table);
  PageContext context{ledger, selectLeaves(ledger), scaleOf(ledger, CellLayout()),
                      advisedTable(ledger), timeline};
  PageFrame frame{
      title, [&](Markup &page) { writeVerdict(page, context); }, sectionsOf(context), {}, way};
  if (!ledger.started_utc.empty())
    frame.footer.push_back("Measured " + ledger.started_utc + ".");
  return framedPage(frame);
}

} // namespace tare
