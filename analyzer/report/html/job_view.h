// SPDX-License-Identifier: Apache-2.0
// Who waited for whom among the ranks of a job: a part of the timeline view.
#pragma once

#include "analyzer/report/html/page_view.h"

namespace tare {

/// Nothing where the timeline has no job.
void writeJobTimeline(Markup &page, const PageContext &context);

/// "Shown is run 15 of the results (repetition 5): ...", a sentence with a blank behind it.
std::string chosenRunText(const Timeline &timeline);

/// A place of the timeline as a link to what the page knows of it.
void writeTimelinePlace(Markup &page, const PageContext &context, int construct);

/// A number cell; nothing to see is "0".
void writeTimeCell(Markup &page, double time_s);

} // namespace tare
