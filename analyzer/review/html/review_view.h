// SPDX-License-Identifier: Apache-2.0
// The views of the comparison page. Each answers one question.
//
//   review, sources of both sides -> [view] -> markup
#pragma once

#include "analyzer/report/html/markup.h"
#include "analyzer/report/html/source_lines.h"
#include "analyzer/review/html/review_html.h"

#include <string>

namespace tare {

/// Lines of both versions that the page shows, around the constructs of one table.
struct ReviewSources {
  size_t table = 0;           // that with the largest changes, in Comparison::tables
  std::vector<size_t> places; // in ComparedTable::sites, the largest change first
  std::vector<std::vector<const Change *>> moved; // by site: reported changes, the largest first
  SourceLines base, head;                         // their indices are those of `places`
  /// Files of BASE, by their number there, whose text is that of HEAD: shown once.
  std::vector<bool> base_is_same;

  /// The id of the line of a site on one side; empty: it is not shown.
  std::string anchor(const std::optional<Site> &site, bool is_head) const;
};

ReviewSources reviewSourcesOf(const Review &review, const ReviewData &data);

/// What all views share.
struct ReviewContext {
  const Review &review;
  const ReviewData &data;
  ReviewSources sources;
};

void writePair(Markup &page, const ReviewContext &context);
void writeMoved(Markup &page, const ReviewContext &context);
void writeMovedPlaces(Markup &page, const ReviewContext &context);
void writeStill(Markup &page, const ReviewContext &context);
void writeSourcePair(Markup &page, const ReviewContext &context);
void writeHeld(Markup &page, const ReviewContext &context);
void writeGates(Markup &page, const ReviewContext &context);
void writeCautions(Markup &page, const ReviewContext &context);

/// Whether a construct has a reported change.
bool anyPlaceMoved(const Review &review);

/// "p = 2"
std::string pText(const ComparedTable &table);

/// <h3>, where there is more than one p.
void headOfTable(Markup &page, const Review &review, const ComparedTable &table);

/// "12.31 ms", with the seconds behind it.
void millisecondsCell(Markup &page, double seconds, bool sign);

/// Heads and cells of: both sides, the change, its share of BASE's T_p, half of its band.
void differenceHeads(Markup &page, const Review &review);
void differenceCells(Markup &page, const Difference &difference, const ComparedTable &table);

/// The same, and in words what that is: a cell "grew: a loss".
void changeCells(Markup &page, const Change &change, const ComparedTable &table);

/// Place in HEAD, place in BASE, as links to their lines, and the construct with its fate: three
/// cells, the first one the row's head.
void placeHeads(Markup &page);
void placeCells(Markup &page, const ReviewContext &context, const ComparedSite &site);

/// The id of the row of a change at a construct.
std::string rowIdOf(const ComparedTable &table, const Change &change);

/// A table that scrolls by itself: its region, to be closed by two close().
void openScrolledTable(Markup &page, const std::string &label, const std::string &caption);

} // namespace tare
