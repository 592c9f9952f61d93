// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/text.h"

#include "analyzer/report/blocks.h"
#include "analyzer/report/constructs.h"
#include "analyzer/report/frame.h"
#include "analyzer/report/growth_text.h"
#include "analyzer/report/job_sentence.h"
#include "analyzer/report/page.h"
#include "analyzer/report/part_growth.h"
#include "analyzer/report/part_rows.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/rank_waits.h"
#include "analyzer/report/rows.h"
#include "analyzer/report/sentences.h"

#include <algorithm>
#include <optional>

namespace tare {
namespace {

constexpr int narrowest = 60, listed_advice = 5;

class Writer {
public:
  Writer(const Ledger &ledger, const TextOptions &options)
      : ledger_(ledger), options_(options),
        page_(std::max(options.width, narrowest), options.colour), selection_(selectLeaves(ledger)),
        blocks_(ledger, selection_, page_.width(), options.bands && hasBands(ledger)) {}

  std::string text() {
    writeHead(page_, ledger_);
    if (isOfParts(options_.view))
      parts_ = partsOf(ledger_, options_.view);
    blocks_.write(page_, [this](const std::vector<Column> &columns, size_t first) {
      return rows(columns, first);
    });
    writeGrowth(page_, parts_
                           ? partGrowth(ledger_, selection_, *parts_, options_.view, options_.top)
                           : wholeGrowth(ledger_, selection_));
    const Table &largest = ledger_.tables[largestTable(ledger_)];
    if (std::string job = jobSentence(largest); !job.empty()) {
      page_.blank();
      page_.paragraph(job, 2);
    }
    if (!parts_)
      writeRankWaits(page_, largest, options_.top);
    if (options_.view == View::Whole)
      writeConstructs(page_, Column(largest, selection_, blocks_.scale()), options_.top,
                      blocks_.layoutOfLast(), blocks_.scale()); // both show the largest p
    if (!parts_)
      writeAdvice(page_, ledger_.tables[advisedTable(ledger_)], listed_advice);
    writeFoot(page_, ledger_, selection_, options_.view);
    return page_.take();
  }

private:
  std::vector<Row> rows(const std::vector<Column> &columns, size_t first) const {
    if (parts_)
      return partRows(ledger_, *parts_, options_.view, options_.top, columns, first);
    return tableRows(ledger_, selection_, columns);
  }

  const Ledger &ledger_;
  const TextOptions &options_;
  Page page_;
  Selection selection_;
  Blocks blocks_;
  std::optional<Parts> parts_; // of a view by function or construct
};

} // namespace

std::string reportText(const Ledger &ledger, const TextOptions &options) {
  if (ledger.tables.empty())
    return std::string(no_table);
  return Writer(ledger, options).text();
}

std::string notesText(const Ledger &ledger, const TextOptions &options) {
  Page page(std::max(options.width, narrowest), options.colour);
  for (const std::string &sentence : footSentences(ledger, selectLeaves(ledger), View::Whole))
    page.item("- ", sentence);
  return page.take();
}

} // namespace tare
