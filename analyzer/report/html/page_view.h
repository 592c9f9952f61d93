// SPDX-License-Identifier: Apache-2.0
// The views of the report page. Each answers one question, and writes a section of its own.
//
//   ledger -> [view] -> markup
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/column.h"
#include "analyzer/report/html/markup.h"
#include "analyzer/report/html/page_data.h"
#include "analyzer/report/html/source_lines.h"
#include "analyzer/report/selection.h"

#include <string>

namespace tare {

/// What all views share.
struct PageContext {
  const Ledger &ledger;
  Selection selection;
  TimeScale scale;    // of all times
  size_t advised = 0; // index of the table that the page is about
  PageData data = {};
  SourceLines sources = {}; // lines that the page shows
  const Table &table() const { return ledger.tables[advised]; }
};

/// A view. `shown`: whether the ledger has what it needs.
struct PageView {
  std::string_view id;    // of the section: "waterfall"
  std::string_view title; // the question that it answers
  bool (*shown)(const PageContext &context);
  void (*write)(Markup &page, const PageContext &context);
};

/// Into the page's header.
void writeAnswer(Markup &page, const PageContext &context);
void writeWords(Markup &page, const PageContext &context);

void writeSpeedup(Markup &page, const PageContext &context);
void writeWaterfall(Markup &page, const PageContext &context);
void writeWhere(Markup &page, const PageContext &context);
void writeConstructDetails(Markup &page, const PageContext &context);
void writeTries(Markup &page, const PageContext &context);
void writeWhatIf(Markup &page, const PageContext &context);
void writeModels(Markup &page, const PageContext &context);
void writeTimelines(Markup &page, const PageContext &context);
/// Of the whole run; a part of writeTimelines. `threads_s`: time of all threads; 0: not known.
void writeLateThreads(Markup &page, const LateThreads &late, double threads_s);
void writeRanks(Markup &page, const PageContext &context);
void writeSources(Markup &page, const PageContext &context);
void writeBelief(Markup &page, const PageContext &context);

/// "12.3 ms ± 4 %" as cells of a table: time, share, band.
void figureCells(Markup &page, const PageContext &context, const Estimate &estimate,
                 const Figure &shown);
void headCells(Markup &page);

/// A predicted time with its band, above the measured one.
void drawPrediction(Markup &page, const Estimate &time, double measured_s);

/// "p = 2x4 threads" of a table.
std::string sizeTitle(const Table &table);

/// The id of a construct's part of the page: "c12".
std::string anchorOf(size_t construct);

/// The id of the part of the page that says most of a construct; empty: none.
std::string linkOf(const PageContext &context, const ConstructLines &construct);

/// One of ten steps, by the share of T_p: "h3"; a gain "g3".
std::string heatOf(double time_s, double whole_s);

/// "src/lu2.c:29  for": a line may end behind the last slash of the path, and not within the name.
void writeBreakable(Markup &page, std::string_view place);

/// A place's words as a link to what is known of it: its own part of the page, else its line in the
/// source; where there is neither, text.
void writePlace(Markup &page, const PageContext &context, const ConstructLines &construct,
                std::string_view words);

/// A sentence in which the first place ("lu2.c:29") leads to what is known of it.
void writeSentence(Markup &page, const PageContext &context, std::string_view sentence);

/// How many constructs, the largest first, have a part of their own on the page. Of the others the
/// row in the table says it all.
size_t detailedConstructs(const Table &table);

} // namespace tare
