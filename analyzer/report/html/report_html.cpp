// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/html/report_html.h"

#include "analyzer/report/belief.h"
#include "analyzer/report/html/page_files.h"
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

void writeDocumentHead(Markup &page, const std::string &title) {
  page.raw("<!DOCTYPE html>\n").open("html", {{"lang", "en"}}).open("head");
  page.raw("<meta charset=\"utf-8\"/>\n<meta http-equiv=\"Content-Security-Policy\" content=\"")
      .raw(page_policy)
      .raw("\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
      .raw("<meta name=\"color-scheme\" content=\"light dark\"/>\n")
      .raw("<meta name=\"referrer\" content=\"no-referrer\"/>\n");
  page.element("title", {}, title);
  page.raw("<style>").raw(page_style).raw("</style>\n").close();
}

std::string capitalised(std::string sentence) {
  if (!sentence.empty() && sentence[0] >= 'a' && sentence[0] <= 'z')
    sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
  return sentence;
}

/// The answer: what the first lines of the short report say.
void writeVerdict(Markup &page, const PageContext &context) {
  const Ledger &ledger = context.ledger;
  Believed believed = beliefIn(ledger, context.table());
  page.open("header");
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
  page.close();
}

void writeNavigation(Markup &page, const PageContext &context) {
  page.open("nav", {{"aria-label", "Views"}}).open("ol");
  for (const PageView &view : views)
    if (view.shown(context))
      page.open("li").element("a", {{"href", "#" + std::string(view.id)}}, view.title).close();
  page.close().close();
}

void writeViews(Markup &page, const PageContext &context) {
  page.open("main", {{"id", "main"}});
  for (const PageView &view : views) {
    if (!view.shown(context))
      continue;
    std::string title = std::string(view.id) + "-head";
    page.open("section", {{"id", std::string(view.id)}, {"aria-labelledby", title}});
    page.element("h2", {{"id", title}}, view.title);
    view.write(page, context);
    page.close();
  }
  page.close();
}

void writeFooter(Markup &page, const Ledger &ledger) {
  page.open("footer");
  if (!ledger.started_utc.empty())
    page.element("p", {}, "Measured " + ledger.started_utc + ".");
  page.element("p", {{"class", "keys"}, {"hidden", ""}}, "");
  page.close();
}

} // namespace

std::string reportHtml(const Ledger &ledger, const Timeline *timeline) {
  Markup page;
  writeDocumentHead(page, "Tare: " + ledger.program);
  page.open("body");
  page.element("a", {{"class", "skip"}, {"href", "#main"}}, "To the answer");
  if (ledger.tables.empty()) {
    page.open("main", {{"id", "main"}}).element("p", {{"class", "loud"}}, no_table).close();
  } else {
    PageContext context{ledger, selectLeaves(ledger), scaleOf(ledger, CellLayout()),
                        advisedTable(ledger), timeline};
    writeVerdict(page, context);
    writeNavigation(page, context);
    writeViews(page, context);
    writeFooter(page, ledger);
  }
  page.raw("<script>").raw(page_script).raw("</script>\n");
  return page.take();
}

} // namespace tare
