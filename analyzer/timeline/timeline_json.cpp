// SPDX-License-Identifier: Apache-2.0
#include "analyzer/timeline/timeline_json.h"

#include "base/formats/formats.h"

#include <algorithm>

namespace tare {
namespace {

using json::Fields;

constexpr uint64_t largest_timeline = uint64_t(64) << 20;

void constructRows(Fields &io, TimelineConstruct &construct) {
  io.required("id", construct.id);
  io.required("kind", construct.kind);
  io.required("file", construct.file);
  io.required("line", construct.line);
  io.optional("directive", construct.directive);
  io.optional("function", construct.function);
}

void partRows(Fields &io, TimelinePart &part) {
  io.required("construct", part.construct);
  io.required("state", part.state);
  io.required("s", part.time_s, json::seconds);
  io.check(timelineState(part.state) != nullptr, "is no state of a timeline", "state");
}

void segmentRows(Fields &io, TimelineSegment &segment) {
  io.required("open_s", segment.open_s, json::duration);
  io.required("arrive_s", segment.arrive_s, json::duration);
  io.required("leave_s", segment.leave_s, json::duration);
  io.required("barrier", segment.barrier);
  io.optional("waits_for", segment.waits_for, json::Whole{0, 65535});
  io.required("spent", segment.spent, partRows);
  io.required("waited", segment.waited, partRows);
  io.check(segment.open_s <= segment.arrive_s && segment.arrive_s <= segment.leave_s,
           "is not in the order of time", "leave_s");
}

void eventRows(Fields &io, TimelineEvent &event) {
  io.required("construct", event.construct);
  io.required("what", event.what);
  io.required("from_s", event.from_s, json::duration);
  io.required("to_s", event.to_s, json::duration);
  io.optional("waits_for", event.waits_for, json::Whole{0, 65535});
  io.check(event.what == "task" || event.what == "lock_wait", "is none of task, lock_wait", "what");
  io.check(event.from_s <= event.to_s, "is before from_s", "to_s");
}

void rowRows(Fields &io, TimelineRow &row) {
  io.required("thread", row.thread, json::Whole{0, 65535});
  io.required("segments", row.segments, segmentRows);
  io.optional("recorded", row.recorded, eventRows);
}

void instanceRows(Fields &io, TimelineInstance &instance) {
  io.required("region", instance.region);
  io.required("why", instance.why);
  io.required("instance", instance.number, json::Whole{0, INT64_MAX});
  io.required("executions", instance.executions, json::Whole{0, INT64_MAX});
  io.required("stands_for", instance.stands_for, json::Whole{1, INT64_MAX});
  io.required("team", instance.team, json::Whole{1, 65535});
  io.required("begin_s", instance.begin_s, json::duration);
  io.required("span_s", instance.span_s, json::duration);
  io.required("waited_s", instance.waited_s, json::duration);
  io.optional("shown_until_s", instance.shown_until_s, json::duration);
  io.required("rows", instance.rows, rowRows);
  io.check(instance.why == "worst" || instance.why == "median" || instance.why == "only",
           "is none of worst, median, only", "why");
}

void lateThreadRows(Fields &io, LateThread &thread) {
  io.required("thread", thread.thread, json::Whole{0, 65535});
  io.required("times_last", thread.times_last, json::Whole{0, INT64_MAX});
  io.required("awaited_s", thread.awaited_s, json::duration);
  io.required("waited_s", thread.waited_s, json::duration);
}

void lateRows(Fields &io, LateThreads &late) {
  io.required("meetings", late.meetings, json::Whole{1, INT64_MAX});
  io.optional("sampled", late.sampled);
  io.required("threads", late.threads, lateThreadRows);
}

void callRows(Fields &io, TimelineCall &call) {
  io.required("function", call.function);
  io.optional("construct", call.construct);
  io.required("begin_s", call.begin_s, json::duration);
  io.required("end_s", call.end_s, json::duration);
  io.optional("waits_for", call.waits_for, json::Whole{0, INT32_MAX});
  io.optional("late_s", call.late_s, json::duration);
  io.optional("bytes", call.bytes, json::Whole{0, INT64_MAX});
  io.check(call.begin_s <= call.end_s, "is before begin_s", "end_s");
  io.check(call.waits_for.has_value() == call.late_s.has_value(), "stands beside waits_for alone",
           "late_s");
  io.check(!call.late_s || (call.begin_s <= *call.late_s && *call.late_s <= call.end_s),
           "is not within the call", "late_s");
}

void rankRows(Fields &io, TimelineRank &rank) {
  io.required("rank", rank.rank, json::Whole{0, INT32_MAX});
  io.optional("lane", rank.lane);
  io.optional("host", rank.host);
  io.required("begin_s", rank.begin_s, json::duration);
  io.required("end_s", rank.end_s, json::duration);
  io.required("waited_s", rank.waited_s, json::duration);
  io.required("awaited_s", rank.awaited_s, json::duration);
  io.optional("mpi_s", rank.mpi_s, json::duration);
  io.required("calls", rank.calls, callRows);
  io.check(std::ranges::is_sorted(rank.calls, {}, &TimelineCall::begin_s),
           "is not in the order of time", "calls");
}

void jobRows(Fields &io, TimelineJob &job) {
  io.required("span_s", job.span_s, json::duration);
  io.required("functions", job.functions);
  io.required("ranks", job.ranks, rankRows);
}

void gapRows(Fields &io, TimelineGap &gap) {
  io.required("what", gap.what);
  io.required("count", gap.count, json::Whole{0, INT64_MAX});
  io.required("reason", gap.reason);
}

/// Indices of its calls lead to a function, and to a construct if there is one.
bool refersToItself(const TimelineJob &job, size_t constructs) {
  auto isIn = [](int index, size_t size) { return index >= 0 && size_t(index) < size; };
  for (const TimelineRank &rank : job.ranks)
    for (const TimelineCall &call : rank.calls)
      if (!isIn(call.function, job.functions.size()) ||
          (call.construct && !isIn(*call.construct, constructs)))
        return false;
  return true;
}

/// Indices of constructs lead to one.
bool refersToItself(const Timeline &timeline) {
  auto isKnown = [&](int construct) {
    return construct >= 0 && size_t(construct) < timeline.constructs.size();
  };
  auto areKnown = [&](const std::vector<TimelinePart> &parts) {
    return std::ranges::all_of(parts, isKnown, &TimelinePart::construct);
  };
  for (const TimelineInstance &instance : timeline.instances) {
    if (!isKnown(instance.region))
      return false;
    for (const TimelineRow &row : instance.rows) {
      if (!std::ranges::all_of(row.recorded, isKnown, &TimelineEvent::construct))
        return false;
      for (const TimelineSegment &segment : row.segments)
        if (!isKnown(segment.barrier) || !areKnown(segment.spent) || !areKnown(segment.waited))
          return false;
    }
  }
  return !timeline.job || refersToItself(*timeline.job, timeline.constructs.size());
}

} // namespace

void timelineFields(Fields &io, Timeline &timeline) {
  io.schema(formats::timeline);
  io.required("program", timeline.program);
  io.required("threads", timeline.threads, json::Whole{0, INT32_MAX});
  io.optional("ranks", timeline.ranks);
  io.optional("rank", timeline.rank);
  io.optional("run", timeline.run);
  io.optional("repetition", timeline.repetition);
  io.optional("repetitions", timeline.repetitions);
  io.required("without_probes", timeline.without_probes);
  io.written("order_inside_segments", std::string(orderInside(timeline)));
  io.optional("reason", timeline.reason);
  io.required("constructs", timeline.constructs, constructRows);
  io.required("instances", timeline.instances, instanceRows);
  io.optional("late", timeline.late, lateRows);
  io.optional("job", timeline.job, jobRows);
  io.required("left_out", timeline.left_out, gapRows);
  io.check(refersToItself(timeline), "names a construct or a function that is not in its list",
           "instances");
}

std::string timelineJson(const Timeline &timeline) {
  return json::write(timeline, timelineFields, -1);
}

Result<Timeline> readTimeline(std::string_view text) { return json::read(text, timelineFields); }

Result<Timeline> readTimelineFile(const std::string &path) {
  return json::readFrom(path, largest_timeline, "is no timeline: ", timelineFields);
}

} // namespace tare
