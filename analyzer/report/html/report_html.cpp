// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/html/report_html.h"

#include "analyzer/report/html/page_frame.h"
#include "analyzer/report/html/page_view.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/sentences.h"

namespace tare {
namespace {

bool everyPage(const PageContext &) { return true; }
bool hasConstructs(const PageContext &context) { return !context.table().constructs.empty(); }
bool hasDetails(const PageContext &context) { return detailedConstructs(context.table()) > 0; }
bool hasRanks(const PageContext &context) {
  return context.table().job && !context.table().job->ranks.empty();
}
bool hasTries(const PageContext &context) {
  return !context.table().advice.empty() || !whyNoAdvice(context.table()).empty();
}

bool hasAnswers(const PageContext &context) {
  return context.data.answers || context.ledger.predicted.empty();
}
bool hasModels(const PageContext &context) { return context.data.models; }

constexpr PageView views[] = {
    {"waterfall", "Where did the time go?", everyPage, writeWaterfall},
    {"speedup", "How much faster with more threads?", everyPage, writeSpeedup},
    {"where", "Where in the source?", hasConstructs, writeWhere},
    {"tries", "What should I try?", hasTries, writeTries},
    {"whatif", "What if something were changed?", hasAnswers, writeWhatIf},
    {"models", "How does it grow?", hasModels, writeModels},
    {"timeline", "Who waited for whom?", everyPage, writeTimelines},
    {"ranks", "Which rank is late?", hasRanks, writeRanks},
    {"constructs", "What is known of each construct?", hasDetails, writeConstructDetails},
    {"source", "What do the lines of the source lose?", hasConstructs, writeSources},
    {"belief", "May I believe it?", everyPage, writeBelief},
};

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

std::string reportHtml(const Ledger &ledger, const PageData &data) {
  std::string title = "Tare: " + ledger.program;
  if (ledger.tables.empty())
    return emptyPage(title, no_table);
  PageContext context{
      ledger, selectLeaves(ledger), scaleOf(ledger, CellLayout()), advisedTable(ledger), data, {}};
  context.sources = sourceLinesOf(context.table(), data.sources);
  auto header = [&](Markup &page) {
    writeAnswer(page, context);
    writeWords(page, context);
  };
  PageFrame frame{title, header, sectionsOf(context), {}, data.way};
  if (!ledger.started_utc.empty())
    frame.footer.push_back("Measured " + ledger.started_utc + ".");
  return framedPage(frame);
}

} // namespace tare
