// SPDX-License-Identifier: Apache-2.0
// tare.timeline/1: docs/schema/tare.timeline-1.schema.json.
//
//   Timeline <-> [timeline json] <-> timeline.json
#pragma once

#include "analyzer/timeline/timeline.h"
#include "base/json/fields.h"

namespace tare {

std::string timelineJson(const Timeline &timeline);

/// Untrusted input: every index is in its list, and no time is negative or beyond what a run has.
Result<Timeline> readTimeline(std::string_view text);
Result<Timeline> readTimelineFile(const std::string &path);

/// The rows, for a test of the schema.
void timelineFields(json::Fields &io, Timeline &timeline);

} // namespace tare
