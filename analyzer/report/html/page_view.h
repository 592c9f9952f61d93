// SPDX-License-Identifier: Apache-2.0
// The views of the report page. Each answers one question, and writes a section of its own.
//
//   ledger -> [view] -> markup
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/column.h"
#include "analyzer/report/html/markup.h"
#include "analyzer/report/selection.h"
#include "analyzer/timeline/timeline.h"

#include <string>

namespace tare {

/// What all views share.
struct PageContext {
  const Ledger &ledger;
  Selection selection;
  TimeScale scale;                    // of all times
  size_t advised = 0;                 // index of the table that the page is about
  const Timeline *timeline = nullptr; // null: the results have none
  const Table &table() const { return ledger.tables[advised]; }
};

/// A view. `shown`: whether the ledger has what it needs.
struct PageView {
  std::string_view id;    // of the section: "waterfall"
  std::string_view title; // the question that it answers
  bool (*shown)(const PageContext &context);
  void (*write)(Markup &page, const PageContext &context);
};

void writeSpeedup(Markup &page, const PageContext &context);
void writeWaterfall(Markup &page, const PageContext &context);
void writeWhere(Markup &page, const PageContext &context);
void writeConstructDetails(Markup &page, const PageContext &context);
void writeTries(Markup &page, const PageContext &context);
void writeTimelines(Markup &page, const PageContext &context);
void writeRanks(Markup &page, const PageContext &context);
void writeBelief(Markup &page, const PageContext &context);

/// "12.3 ms ± 4 %" as cells of a table: time, share, band.
void figureCells(Markup &page, const PageContext &context, const Estimate &estimate,
                 const Figure &shown);
void headCells(Markup &page);

/// "p = 2x4 threads" of a table.
std::string sizeTitle(const Table &table);

/// The id of a construct's part of the page: "c12".
std::string anchorOf(size_t construct);

/// How many constructs, the largest first, have a part of their own on the page. Of the others the
/// row in the table says it all.
size_t detailedConstructs(const Table &table);

} // namespace tare
