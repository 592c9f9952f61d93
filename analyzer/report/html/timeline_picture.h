// SPDX-License-Identifier: Apache-2.0
// One execution of a region as a picture: a row a thread, what it did until each common point, and
// marks that lead from the last to arrive to those who waited.
//
//   TimelineInstance -> [timeline picture] -> timeline view
#pragma once

#include "analyzer/report/html/markup.h"
#include "analyzer/timeline/timeline.h"

#include <string>
#include <vector>

namespace tare {

/// A dozen nodes and a label for each of at most 32 rows, however many segments there are: parts
/// that are narrower than a pixel are drawn together.
void drawTimeline(Markup &page, const TimelineInstance &instance, const std::string &title);

/// What the marks of a picture mean, of those that are in one of these.
void writeTimelineLegend(Markup &page, const std::vector<TimelineInstance> &instances);

} // namespace tare
