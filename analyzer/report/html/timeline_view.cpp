// SPDX-License-Identifier: Apache-2.0
// Who waited for whom in single executions of the largest regions.
#include "analyzer/report/html/job_view.h"
#include "analyzer/report/html/timeline_picture.h"
#include "analyzer/report/parts.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>

namespace tare {
namespace {

constexpr size_t most_threads_listed = 16;

std::string titleOf(const Timeline &timeline, int construct) {
  const TimelineConstruct &from = timeline.constructs[size_t(construct)];
  ConstructLines shown;
  shown.id = from.id;
  shown.kind = from.kind;
  shown.file = from.file;
  shown.line = from.line;
  shown.directive = from.directive;
  shown.function = from.function;
  return titleOf(shown);
}

std::string placeOf(const Timeline &timeline, int construct) {
  const TimelineConstruct &from = timeline.constructs[size_t(construct)];
  return printable(from.file) + ":" + std::to_string(from.line);
}

/// One thread's, or of all rows.
struct ThreadTimes {
  int thread = 0;
  double work_s = 0, wait_s = 0, runtime_s = 0;
  const TimelineSegment *longest = nullptr; // the segment with its longest wait for one thread
};

ThreadTimes timesOf(const TimelineRow &row) {
  ThreadTimes times{row.thread};
  for (const TimelineSegment &segment : row.segments) {
    for (const std::vector<TimelinePart> *parts : {&segment.spent, &segment.waited})
      for (const TimelinePart &part : *parts) {
        const TimelineState *state = timelineState(part.state);
        if (!state)
          continue;
        (state->group == TimelineGroup::Work   ? times.work_s
         : state->group == TimelineGroup::Wait ? times.wait_s
                                               : times.runtime_s) += part.time_s;
      }
    if (segment.waits_for && (!times.longest || waitIn(segment) > waitIn(*times.longest)))
      times.longest = &segment;
  }
  return times;
}

/// "load imbalance (219 ms), the last thread had no CPU (194 ms)": two at most, the longest first.
std::string reasonsOf(const TimelineSegment &segment) {
  std::map<std::string_view, double> by_words;
  for (const TimelinePart &part : segment.waited)
    if (const TimelineState *state = timelineState(part.state);
        state && state->group == TimelineGroup::Wait)
      by_words[state->words] += part.time_s;
  std::vector<std::pair<double, std::string_view>> sorted;
  for (auto [words, time_s] : by_words)
    sorted.emplace_back(time_s, words);
  std::ranges::sort(sorted, std::greater<>());
  std::string text;
  for (size_t i = 0; i < std::min<size_t>(sorted.size(), 2); ++i)
    if (i == 0 || sorted[i].first > 0.1 * sorted[0].first)
      text += (i ? ", " : "") + std::string(sorted[i].second) +
              (sorted.size() > 1 ? " (" + timeText(sorted[i].first) + ")" : "");
  return text;
}

std::vector<ThreadTimes> threadsOf(const TimelineInstance &instance) {
  std::vector<ThreadTimes> threads;
  for (const TimelineRow &row : instance.rows)
    threads.push_back(timesOf(row));
  return threads;
}

/// Sums over the threads by what they waited for.
std::map<std::string_view, double> waitsOf(const TimelineInstance &instance) {
  std::map<std::string_view, double> by_state;
  for (const TimelineRow &row : instance.rows)
    for (const TimelineSegment &segment : row.segments)
      for (const std::vector<TimelinePart> *parts : {&segment.spent, &segment.waited})
        for (const TimelinePart &part : *parts)
          if (const TimelineState *state = timelineState(part.state);
              state && state->group == TimelineGroup::Wait)
            by_state[state->name] += part.time_s;
  return by_state;
}

/// For each other, for locks, tasks or a CPU: the sum of the table's column.
double waitedIn(const TimelineInstance &instance) { return timeIn(instance, TimelineGroup::Wait); }

/// " The largest part of all waiting: no task was ready (93.4 ms)."
std::string mostWaited(const TimelineInstance &instance) {
  std::map<std::string_view, double> waits = waitsOf(instance);
  waits.erase("no_cpu");
  auto most = std::ranges::max_element(waits, {}, [](const auto &each) { return each.second; });
  if (most == waits.end())
    return "";
  return " The largest part of all waiting: " + std::string(timelineState(most->first)->words) +
         " (" + timeText(most->second) + ").";
}

/// Where that is much.
std::string withoutCpu(const TimelineInstance &instance) {
  constexpr double much = 0.02; // of the threads' time
  double time_s = waitsOf(instance)["no_cpu"];
  if (time_s < much * instance.span_s * instance.team)
    return "";
  return " A part of it is that they had no CPU: " + timeText(time_s) + ".";
}

/// "The longest wait: thread 0 waited 414 ms for thread 1 at lu2.c:29: load imbalance." Where that
/// is little, what most of the waiting was.
std::string findingOf(const Timeline &timeline, const TimelineInstance &instance,
                      const std::vector<ThreadTimes> &threads) {
  constexpr double much = 0.02; // of all waiting
  const ThreadTimes *longest = nullptr;
  for (const ThreadTimes &times : threads)
    if (times.longest && (!longest || waitIn(*times.longest) > waitIn(*longest->longest)))
      longest = &times;
  if (!longest)
    return " No thread waited for a single other one." + mostWaited(instance);
  const TimelineSegment &segment = *longest->longest;
  return " The longest wait for one thread: thread " + std::to_string(longest->thread) +
         " waited " + timeText(waitIn(segment)) + " for thread " +
         std::to_string(*segment.waits_for) + " at " + placeOf(timeline, segment.barrier) + ": " +
         reasonsOf(segment) + "." +
         (waitIn(segment) < much * waitedIn(instance) ? mostWaited(instance) : "");
}

/// `ordered`: the worst one waited longer than the median one, also without what leaving takes.
std::string whichOf(const TimelineInstance &instance, bool ordered) {
  std::string of = " of " + numberOf(instance.executions, "execution") + " that the log has";
  std::string text = instance.why == "only"    ? "The only execution that was recorded"
                     : !ordered                ? "One" + of
                     : instance.why == "worst" ? "The worst" + of
                                               : "The median" + of;
  if (instance.stands_for > 1)
    text += ", which stands for " + std::to_string(instance.stands_for);
  text += ": " + timeText(instance.span_s) + " from its begin to its end";
  bool is_whole = !instance.shown_until_s && instance.rows.size() == size_t(instance.team);
  return text + ", in which " + numberOf(int64_t(instance.rows.size()), "thread") + " waited " +
         timeText(waitedIn(instance)) + " for each other, for locks, tasks or a CPU" +
         (is_whole ? "." : ", as far as it is shown.");
}

void writeFoot(Markup &page, const std::vector<ThreadTimes> &threads) {
  ThreadTimes all;
  for (const ThreadTimes &times : threads) {
    all.work_s += times.work_s;
    all.wait_s += times.wait_s;
    all.runtime_s += times.runtime_s;
  }
  page.open("tfoot").open("tr").element("th", {{"scope", "row"}}, "all of them");
  for (double time_s : {all.work_s, all.wait_s, all.runtime_s})
    writeTimeCell(page, time_s);
  page.element("td", {}, "").element("td", {}, "").close().close();
}

void writeThreadTable(Markup &page, const Timeline &timeline, const TimelineInstance &instance,
                      std::vector<ThreadTimes> threads) {
  std::ranges::stable_sort(threads, std::greater<>(), &ThreadTimes::wait_s);
  page.open("details").element("summary", {}, "Numbers");
  page.open("table");
  page.element("caption", {},
               instance.shown_until_s
                   ? "Until " + timeText(*instance.shown_until_s) +
                         " after its begin: what follows is left out."
                   : "Each thread adds up to " + timeText(instance.span_s) + ".");
  page.open("thead").open("tr").element("th", {{"scope", "col"}}, "thread");
  for (const char *title : {"work", "waiting", "runtime", "longest wait"})
    page.element("th", {{"scope", "col"}, {"class", "number"}}, title);
  page.element("th", {{"scope", "col"}}, "for whom, and why");
  page.close().close().open("tbody");
  for (size_t i = 0; i < std::min(threads.size(), most_threads_listed); ++i) {
    const ThreadTimes &times = threads[i];
    page.open("tr").element("th", {{"scope", "row"}}, std::to_string(times.thread));
    for (double time_s : {times.work_s, times.wait_s, times.runtime_s,
                          times.longest ? waitIn(*times.longest) : 0.0})
      writeTimeCell(page, time_s);
    page.element("td", {},
                 times.longest ? "thread " + std::to_string(*times.longest->waits_for) + " at " +
                                     placeOf(timeline, times.longest->barrier) + ": " +
                                     reasonsOf(*times.longest)
                               : "");
    page.close();
  }
  page.close();
  writeFoot(page, threads);
  page.close();
  if (threads.size() > most_threads_listed)
    page.element("p", {}, "Those that waited longest. All are in timeline.json of the results.");
  page.close();
}

void writeInstance(Markup &page, const Timeline &timeline, const TimelineInstance &instance,
                   bool ordered) {
  std::vector<ThreadTimes> threads = threadsOf(instance);
  page.open("figure");
  page.element("figcaption", {},
               whichOf(instance, ordered) + findingOf(timeline, instance, threads) +
                   withoutCpu(instance));
  drawTimeline(page, instance,
               titleOf(timeline, instance.region) + ", " + instance.why +
                   " execution: a row a thread");
  writeThreadTable(page, timeline, instance, std::move(threads));
  page.close();
}

std::string runText(const Timeline &timeline) {
  return (timeline.job ? "" : chosenRunText(timeline)) + std::string("Its times are ") +
         (timeline.without_probes ? "without what the measurement took. " : "as measured. ") +
         "Those at barriers and at the region's end are exact. Between them only sums were "
         "recorded, and not in which order" +
         (orderInside(timeline) == order_of_events
              ? "; of tasks and waits for locks their times were, too. "
              : ". ") +
         "Each picture is one execution; other tables have means over executions and repetitions.";
}

/// Executions of regions that had several threads: on one, nobody can wait for another one.
std::vector<TimelineInstance> ofTeams(const Timeline &timeline) {
  std::vector<TimelineInstance> instances;
  for (const TimelineInstance &instance : timeline.instances)
    if (instance.team > 1)
      instances.push_back(instance);
  return instances;
}

/// Executions of one region follow one another, the worst one first. The region whose worst one
/// waited longest comes first.
std::vector<std::span<const TimelineInstance>> byRegion(const std::vector<TimelineInstance> &all) {
  std::vector<std::span<const TimelineInstance>> regions;
  for (size_t i = 0, end = 0; i < all.size(); i = end) {
    while (end < all.size() && all[end].region == all[i].region)
      ++end;
    regions.emplace_back(all.data() + i, end - i);
  }
  std::ranges::stable_sort(regions, std::greater(), [](std::span<const TimelineInstance> region) {
    return waitedIn(region.front());
  });
  return regions;
}

void writeRegions(Markup &page, const Timeline &timeline,
                  const std::vector<TimelineInstance> &instances) {
  bool is_first = !timeline.job;
  for (std::span<const TimelineInstance> region : byRegion(instances)) {
    bool ordered = waitedIn(region.front()) >= waitedIn(region.back());
    const TimelineInstance &worst = ordered ? region.front() : region.back();
    page.open("details", is_first ? Attributes{{"open", ""}} : Attributes{});
    page.element("summary", {},
                 titleOf(timeline, worst.region) + ": threads waited " + timeText(waitedIn(worst)) +
                     " together" +
                     (worst.why == "only" ? ""
                      : ordered           ? " in the worst execution"
                                          : " in one execution"));
    for (const TimelineInstance &instance : region)
      writeInstance(page, timeline, instance, ordered);
    page.close();
    is_first = false;
  }
}

/// Inside regions. `threads_s`: p T_p.
void writeThreads(Markup &page, const Timeline &timeline, double threads_s) {
  std::vector<TimelineInstance> instances = ofTeams(timeline);
  if (timeline.ranks > 0)
    page.element("h3", {},
                 "Threads in regions" +
                     (timeline.rank ? " of rank " + std::to_string(*timeline.rank) : ""));
  if (timeline.late)
    writeLateThreads(page, *timeline.late, timeline.ranks > 0 ? 0 : threads_s);
  if (timeline.instances.empty()) {
    page.element("p", {}, "No timeline of regions: " + timeline.reason + ".");
  } else if (instances.empty()) {
    page.element("p", {}, "Each region ran on one thread: there was no other one to wait for.");
  } else {
    page.element("p", {}, runText(timeline));
    writeTimelineLegend(page, instances);
    writeRegions(page, timeline, instances);
    for (const TimelineGap &gap : timeline.left_out)
      if (gap.what != "ranks" && gap.what != "calls") // said beside the job
        page.element("p", {{"class", "source"}},
                     "Left out: " + std::to_string(gap.count) + " " + gap.what + ", because " +
                         gap.reason + ".");
  }
}

} // namespace

void writeTimelines(Markup &page, const PageContext &context) {
  if (!context.data.timeline) {
    page.element(
        "p", {},
        "Not recorded: there is no timeline beside this table. tare run and tare overheads "
        "write one; older versions did not.");
    return;
  }
  const Timeline &timeline = *context.data.timeline;
  writeJobTimeline(page, context);
  if (!timeline.job && timeline.ranks > 1)
    page.element("p", {},
                 std::string("Which rank waited for which one is not drawn: ") +
                     (context.table().job ? "an earlier version of Tare wrote these results."
                                          : "messages of this job were not recorded."));
  writeThreads(page, timeline, timeline.threads * context.table().parallel_time.time_s);
}

} // namespace tare
