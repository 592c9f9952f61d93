// SPDX-License-Identifier: Apache-2.0
// File format: "Trace Event Format" of Chromium's trace viewer, JSON object form: complete events
// (X), which must nest within their thread, flows (s, f), which must begin and end in slices, and
// names (M). Perfetto, chrome://tracing, the Firefox Profiler and speedscope read it.
#include "analyzer/report/exports/exports.h"
#include "base/json/fields.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace tare {
namespace {

using json::Fields;
using Arguments = std::map<std::string, std::string>;

constexpr json::Number microseconds{-9e15, 9e15};

struct TraceEvent {
  std::string ph, name, cat, bp;
  int pid = 0, tid = 0;
  std::optional<double> ts_us, dur_us;
  std::optional<int> id;
  Arguments args;
};

struct ChromeTrace {
  std::string unit = "ns";
  Arguments about;
  std::vector<TraceEvent> events;
};

void eventRows(Fields &io, TraceEvent &event) {
  io.required("ph", event.ph);
  io.required("name", event.name);
  io.optional("cat", event.cat);
  io.optional("bp", event.bp);
  io.required("pid", event.pid);
  io.required("tid", event.tid);
  io.optional("ts", event.ts_us, microseconds);
  io.optional("dur", event.dur_us, microseconds);
  io.optional("id", event.id);
  io.optional("args", event.args);
}

void traceRows(Fields &io, ChromeTrace &trace) {
  io.required("displayTimeUnit", trace.unit);
  io.required("otherData", trace.about);
  io.required("traceEvents", trace.events, eventRows);
}

/// Whole nanoseconds, so that what nests does so to the last digit.
struct Slice {
  int64_t from = 0, to = 0;
};

double microsecondsOf(int64_t nanoseconds) { return double(nanoseconds) / 1000; }

/// Readers add `ts` and `dur` as doubles, and what ends together has to do so to the last bit: else
/// it does not nest.
double durationOf(Slice slice) {
  double begin = microsecondsOf(slice.from), end = microsecondsOf(slice.to), duration = end - begin;
  while (begin + duration < end)
    duration = std::nextafter(duration, end);
  while (begin + duration > end)
    duration = std::nextafter(duration, 0);
  return duration;
}

class TraceWriter {
public:
  explicit TraceWriter(const Timeline &timeline) : timeline_(timeline) {}

  std::string write(size_t most_bytes) {
    trace_.about = {{"program", printable(timeline_.program)},
                    {"threads", std::to_string(timeline_.threads)},
                    {"order_inside_segments", std::string(orderInside(timeline_))}};
    if (!timeline_.reason.empty())
      trace_.about["reason"] = timeline_.reason;
    for (const TimelineGap &gap : timeline_.left_out)
      leftOut(gap.what, gap.count, gap.reason);
    size_t bytes = 0, left = 0;
    size_t most_of_instances = timeline_.job ? most_bytes / 4 * 3 : most_bytes;
    for (const TimelineInstance &instance : timeline_.instances) {
      if (size_t more = bytesOf(instance); bytes + more > most_of_instances)
        ++left;
      else {
        bytes += more;
        addInstance(instance);
      }
    }
    if (timeline_.job)
      addJob(*timeline_.job, most_bytes - std::min(bytes, most_bytes));
    if (left > 0)
      leftOut("instances", int64_t(left), "the trace would be too large");
    return json::write(std::move(trace_), traceRows, -1);
  }

private:
  static constexpr int recorded_tids =
      100000; // first track of recorded events, behind the threads'
  static constexpr size_t bytes_of_event = 320; // more than most take

  void leftOut(const std::string &what, int64_t count, const std::string &reason) {
    std::string &text = trace_.about["left_out"];
    text += (text.empty() ? "" : "; ") + std::to_string(count) + " " + what + ": " + reason;
  }

  static size_t bytesOf(const TimelineInstance &instance) {
    size_t events = 2 + 2 * instance.rows.size();
    for (const TimelineRow &row : instance.rows)
      for (const TimelineSegment &segment : row.segments)
        events += segment.spent.size() + segment.waited.size() + 4;
    for (const TimelineRow &row : instance.rows)
      events += row.recorded.size() + 1;
    return events * bytes_of_event;
  }

  static int64_t nanoseconds(double time_s) { return json::nanosecondsIn(time_s); }

  std::string nameOf(int construct) const {
    const TimelineConstruct &from = timeline_.constructs[size_t(construct)];
    std::string file = from.file.substr(from.file.rfind('/') + 1);
    return printable(from.kind + " " + file + ":" + std::to_string(from.line));
  }

  void name(const char *what, int tid, const std::string &text) {
    trace_.events.push_back({.ph = "M",
                             .name = what,
                             .cat = "",
                             .bp = "",
                             .pid = pid_,
                             .tid = tid,
                             .ts_us = {},
                             .dur_us = {},
                             .id = {},
                             .args = {{"name", text}}});
  }

  void slice(int tid, Slice slice, const std::string &name, const char *category, Arguments args) {
    trace_.events.push_back({.ph = "X",
                             .name = name,
                             .cat = category,
                             .bp = "",
                             .pid = pid_,
                             .tid = tid,
                             .ts_us = microsecondsOf(slice.from),
                             .dur_us = durationOf(slice),
                             .id = {},
                             .args = std::move(args)});
  }

  void flow(const char *phase, const char *binding, int tid, int64_t at) {
    trace_.events.push_back({.ph = phase,
                             .name = "last to arrive",
                             .cat = "wait",
                             .bp = binding,
                             .pid = pid_,
                             .tid = tid,
                             .ts_us = microsecondsOf(at),
                             .dur_us = {},
                             .id = flows_,
                             .args = {}});
  }

  /// Parts one behind the other within `whole`, cut to it.
  void addParts(int tid, Slice whole, const TimelineSegment &segment,
                const std::vector<TimelinePart> &parts) {
    int64_t at = whole.from;
    for (size_t i = 0; i < parts.size(); ++i) {
      const TimelinePart &part = parts[i];
      const TimelineState *state = timelineState(part.state);
      int64_t end = i + 1 == parts.size() ? whole.to : at + nanoseconds(part.time_s);
      end = std::clamp(end, at, whole.to);
      if (end == at || !state)
        continue;
      bool is_work = state->group == TimelineGroup::Work;
      Arguments args = {{"construct", timeline_.constructs[size_t(part.construct)].id}};
      if (state->group == TimelineGroup::Wait && segment.waits_for && &parts == &segment.waited)
        args["waits_for"] = "thread " + std::to_string(*segment.waits_for);
      slice(tid, {at, end}, is_work ? nameOf(part.construct) : std::string(state->words),
            is_work                               ? "work"
            : state->group == TimelineGroup::Wait ? "wait"
                                                  : "runtime",
            std::move(args));
      at = end;
    }
  }

  /// A track for each rank: its calls in what it does beside them, and from whom it waited for.
  void addJob(const TimelineJob &job, size_t most_bytes) {
    size_t calls = 0, left = 0;
    size_t most = most_bytes / (3 * bytes_of_event);
    ++pid_;
    name("process_name", 0,
         "calls of MPI, the " + std::to_string(timeline_.ranks) + " ranks of a job");
    for (size_t row = 0; row < job.ranks.size(); ++row) {
      const TimelineRank &rank = job.ranks[row];
      int tid = static_cast<int>(row);
      std::string title = "rank " + std::to_string(rank.rank);
      if (rank.lane > 0)
        title += ", thread " + std::to_string(rank.lane) + " of those in MPI";
      name("thread_name", tid, printable(title + (rank.host.empty() ? "" : ", " + rank.host)));
      slice(tid, {nanoseconds(rank.begin_s), nanoseconds(rank.end_s)}, "outside of MPI", "work",
            {});
      for (const TimelineCall &call : rank.calls)
        if (calls++ < most)
          addCall(job, tid, call);
        else
          ++left;
    }
    if (left > 0)
      leftOut("calls", int64_t(left), "the trace would be too large");
  }

  void addCall(const TimelineJob &job, int tid, const TimelineCall &call) {
    Slice at{nanoseconds(call.begin_s), nanoseconds(call.end_s)};
    if (at.to <= at.from)
      return;
    Arguments args;
    if (call.construct)
      args["construct"] = timeline_.constructs[size_t(*call.construct)].id;
    if (call.bytes)
      args["bytes"] = std::to_string(*call.bytes);
    if (call.waits_for)
      args["waits_for"] = "rank " + std::to_string(*call.waits_for);
    slice(tid, at, printable(job.functions[size_t(call.function)]), call.waits_for ? "wait" : "mpi",
          std::move(args));
    auto late = std::ranges::find_if(job.ranks, [&](const TimelineRank &rank) {
      return call.waits_for && rank.rank == *call.waits_for;
    });
    if (late == job.ranks.end())
      return;
    int64_t came = std::min(nanoseconds(*call.late_s), at.to - 1);
    ++flows_;
    flow("s", "", static_cast<int>(late - job.ranks.begin()), came);
    flow("f", "e", tid, std::max(came, at.from));
  }

  void addInstance(const TimelineInstance &instance) {
    ++pid_;
    std::string rank = timeline_.rank ? ", rank " + std::to_string(*timeline_.rank) : "";
    name("process_name", 0,
         nameOf(instance.region) + ", " + instance.why + " execution" + rank + " (" +
             std::to_string(instance.number) + ")");
    for (const TimelineRow &row : instance.rows) {
      name("thread_name", row.thread, "thread " + std::to_string(row.thread));
      for (const TimelineSegment &segment : row.segments)
        addSegment(row.thread, segment);
      addRecorded(row);
    }
    for (const TimelineRow &row : instance.rows)
      for (size_t i = 0; i < row.segments.size(); ++i)
        addFlow(instance, row, i);
  }

  void addSegment(int tid, const TimelineSegment &segment) {
    Slice before{nanoseconds(segment.open_s), nanoseconds(segment.arrive_s)},
        after{before.to, nanoseconds(segment.leave_s)};
    std::string barrier = nameOf(segment.barrier);
    if (before.to > before.from) {
      slice(tid, before, "until " + barrier, "segment",
            {{"order", std::string(order_not_recorded)}});
      addParts(tid, before, segment, segment.spent);
    }
    if (after.to > after.from) {
      slice(tid, after, "at " + barrier, "segment", {{"order", std::string(order_not_recorded)}});
      addParts(tid, after, segment, segment.waited);
    }
  }

  /// On a track of its own, since the parts of segments do not stand where they were.
  void addRecorded(const TimelineRow &row) {
    if (row.recorded.empty())
      return;
    int tid = recorded_tids + row.thread;
    name("thread_name", tid, "thread " + std::to_string(row.thread) + ", as recorded");
    std::vector<const TimelineEvent *> events; // outer ones first
    for (const TimelineEvent &event : row.recorded)
      events.push_back(&event);
    std::ranges::stable_sort(events, {}, [](const TimelineEvent *event) {
      return std::pair(event->from_s, -event->to_s);
    });
    std::vector<int64_t> ends; // of those that are open
    for (const TimelineEvent *event : events) {
      Slice at{nanoseconds(event->from_s), nanoseconds(event->to_s)};
      while (!ends.empty() && ends.back() <= at.from)
        ends.pop_back();
      at.to = ends.empty() ? at.to : std::min(at.to, ends.back());
      if (at.to <= at.from)
        continue;
      ends.push_back(at.to);
      Arguments args = {{"construct", timeline_.constructs[size_t(event->construct)].id}};
      if (event->waits_for)
        args["waits_for"] = "thread " + std::to_string(*event->waits_for);
      slice(tid, at, nameOf(event->construct), event->what == "task" ? "task" : "lock_wait",
            std::move(args));
    }
  }

  /// From the end of what the last thread did before it arrived, into the wait of another one.
  void addFlow(const TimelineInstance &instance, const TimelineRow &row, size_t index) {
    const TimelineSegment &waiting = row.segments[index];
    if (!waiting.waits_for)
      return;
    auto last = std::ranges::find(instance.rows, *waiting.waits_for, &TimelineRow::thread);
    if (last == instance.rows.end() || index >= last->segments.size())
      return;
    const TimelineSegment &late = last->segments[index];
    Slice from{nanoseconds(late.open_s), nanoseconds(late.arrive_s)},
        to{nanoseconds(waiting.arrive_s), nanoseconds(waiting.leave_s)};
    int64_t end = std::min(from.to, to.to - 1), begin = std::min(from.to - 1, end);
    if (to.to - to.from < 1000 || end < to.from || begin < from.from)
      return;
    ++flows_;
    flow("s", "", last->thread, begin);
    flow("f", "e", row.thread, end);
  }

  const Timeline &timeline_;
  ChromeTrace trace_;
  int pid_ = 0, flows_ = 0;
};

} // namespace

std::string chromeTrace(const Timeline &timeline, size_t most_bytes) {
  return TraceWriter(timeline).write(most_bytes);
}

} // namespace tare
