// SPDX-License-Identifier: Apache-2.0
// tare.timeline/1 is read as it was written, and refused where it contradicts itself.
#include "analyzer/timeline/timeline_json.h"
#include "catch.hpp"
#include "sample_timeline.h"

#include <functional>

using namespace tare;
using namespace tare::test;

TEST_CASE("what was written is read") {
  for (const Timeline &timeline : sampleTimelines()) {
    std::string text = timelineJson(timeline);
    Result<Timeline> read = readTimeline(text);
    REQUIRE(read.ok());
    CHECK(timelineJson(read.value()) == text);
    CHECK(read.value().instances.size() == timeline.instances.size());
    CHECK(read.value().reason == timeline.reason);
  }
}

TEST_CASE("thread 0 that is waited for is not left out") {
  Timeline timeline = sampleTimelines()[1];
  timeline.instances[0].rows[1].segments[0].waits_for = 0;
  Result<Timeline> read = readTimeline(timelineJson(timeline));
  REQUIRE(read.ok());
  CHECK(read.value().instances[0].rows[1].segments[0].waits_for == 0);
}

TEST_CASE("a document that contradicts itself is refused") {
  using Change = std::function<void(Timeline &)>;
  auto segment = [](Timeline &t) -> TimelineSegment & {
    return t.instances[0].rows[0].segments[0];
  };
  for (const Change &change :
       std::vector<Change>{[](Timeline &t) { t.instances[0].region = 99; },
                           [](Timeline &t) { t.instances[0].why = "best"; },
                           [](Timeline &t) {
                             t.instances[0].rows[0].recorded.push_back({99, "task", 0, 1, {}});
                           },
                           [](Timeline &t) {
                             t.instances[0].rows[0].recorded.push_back({0, "nap", 0, 1, {}});
                           },
                           [](Timeline &t) {
                             t.instances[0].rows[0].recorded.push_back({0, "task", 2, 1, {}});
                           },
                           [](Timeline &t) { t.instances[0].span_s = -1; },
                           [&](Timeline &t) { segment(t).barrier = -1; },
                           [&](Timeline &t) { segment(t).arrive_s = segment(t).leave_s + 1; },
                           [&](Timeline &t) { segment(t).spent[0].construct = 3000; },
                           [&](Timeline &t) { segment(t).spent[0].state = "bored"; }}) {
    Timeline timeline = sampleTimelines()[0];
    change(timeline);
    CHECK_FALSE(readTimeline(timelineJson(timeline)).ok());
  }
  auto call = [](Timeline &t) -> TimelineCall & { return t.job->ranks[0].calls[1]; };
  for (const Change &change : std::vector<Change>{
           [&](Timeline &t) { call(t).function = 3; }, [&](Timeline &t) { call(t).construct = 1; },
           [&](Timeline &t) { call(t).end_s = 0; }, [&](Timeline &t) { call(t).late_s.reset(); },
           [&](Timeline &t) { call(t).late_s = 1; }, [&](Timeline &t) { call(t).waits_for = -1; },
           [](Timeline &t) { std::swap(t.job->ranks[0].calls[0], t.job->ranks[0].calls[1]); },
           [](Timeline &t) { t.job->ranks[0].rank = -1; }}) {
    Timeline timeline = sampleTimelines().back();
    REQUIRE(readTimeline(timelineJson(timeline)).ok());
    change(timeline);
    CHECK_FALSE(readTimeline(timelineJson(timeline)).ok());
  }
  CHECK_FALSE(readTimeline("{\"schema\": \"tare.timeline/2\"}").ok());
  CHECK_FALSE(readTimeline("").ok());
}
