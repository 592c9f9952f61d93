// SPDX-License-Identifier: Apache-2.0
// The views of the comparison page. Each answers one question.
//
//   review -> [view] -> markup
#pragma once

#include "analyzer/report/html/markup.h"
#include "analyzer/review/review.h"

#include <string>

namespace tare {

void writePair(Markup &page, const Review &review);
void writeMoved(Markup &page, const Review &review);
void writeMovedPlaces(Markup &page, const Review &review);
void writeStill(Markup &page, const Review &review);
void writeHeld(Markup &page, const Review &review);
void writeGates(Markup &page, const Review &review);
void writeCautions(Markup &page, const Review &review);

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

/// Place in BASE, place in HEAD, and the construct with its fate: three cells, the first one the
/// row's head.
void placeHeads(Markup &page);
void placeCells(Markup &page, const ComparedSite &site);

/// A table that scrolls by itself: its region, to be closed by two close().
void openScrolledTable(Markup &page, const std::string &label, const std::string &caption);

} // namespace tare
