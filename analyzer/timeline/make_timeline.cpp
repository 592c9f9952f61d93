// SPDX-License-Identifier: Apache-2.0
#include "analyzer/timeline/make_timeline.h"

#include "analyzer/books/balances.h"
#include "analyzer/books/barrier_split.h"
#include "analyzer/books/state_of.h"
#include "analyzer/timeline/instances.h"
#include "analyzer/timeline/late_threads.h"
#include "analyzer/timeline/recorded.h"
#include "instrumenter/nodes/shown_file.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tare {
namespace {

std::string_view nameOf(State state) {
  switch (state) {
  case State::Work:
    return "work";
  case State::Region:
    return "region_code";
  case State::Opaque:
    return "unprobed";
  case State::Fork:
  case State::Startup:
    return "fork";
  case State::Lock:
    return "lock";
  case State::UserWait:
    return "flag";
  case State::Scheduling:
    return "scheduling";
  case State::Creation:
    return "task_creation";
  case State::Fetching:
    return "task_fetching";
  case State::LackOfTasks:
    return "lack_of_tasks";
  case State::WaitLoad:
    return "load_imbalance";
  case State::WaitPart:
    return "partly_parallel";
  case State::WaitLock:
    return "late_by_lock";
  case State::WaitUser:
    return "late_by_flag";
  case State::WaitOffCpu:
    return "late_without_cpu";
  case State::SkewRelease:
  case State::SkewFork:
    return "late_start";
  case State::Release:
    return "release";
  case State::Join:
    return "join";
  case State::OffCpu:
    return "no_cpu";
  default:
    return "unknown";
  }
}

/// The work of makeTimeline.
class TimelineMaker {
public:
  TimelineMaker(const Profile &profile, const Teams &teams, const TimelineLimits &limits)
      : profile_(profile), limits_(limits), transfers_(runQueueTransfers(profile, teams)) {}

  Timeline make(const Teams &teams) {
    ChosenInstances chosen = chooseInstances(profile_, teams, limits_.regions);
    leaveOut("regions", chosen.regions, "only the largest are kept");
    leaveOut("instances", chosen.incomplete,
             profile_.isLogSampled() ? "the log was thinned, and has not all of them"
                                     : "the log has no end of them");
    for (size_t i = 0; i < chosen.instances.size(); ++i)
      addInstance(chosen.instances[i], chosen.instances.size() - i - 1);
    leaveOut("instances", without_room_, "the document would be too large");
    leaveOut("threads", hidden_threads_,
             "an instance shows at most " + std::to_string(limits_.threads) + " threads");
    leaveOut("segments", hidden_segments_, "an instance shows its first meetings only");
    leaveOut("events", hidden_events_, "an instance shows the longest ones only");
    made_.late = lateThreads(profile_, teams, transfers_);
    if (made_.instances.empty())
      made_.reason = why(chosen);
    return std::move(made_);
  }

private:
  using PartKey = std::tuple<std::string_view, int>; // state, construct
  using Parts = std::map<PartKey, Ticks>;

  double seconds(Ticks ticks) const {
    return profile_.ticks_per_second > 0 ? double(ticks) / profile_.ticks_per_second : 0;
  }

  std::string why(const ChosenInstances &chosen) const {
    if (profile_.regions == 0)
      return "the program executed no region with probes";
    if (chosen.incomplete == 0)
      return "the run has no log of its regions";
    return profile_.isLogSampled() ? "the log was thinned: no execution of a region is whole in it"
                                   : "no execution of a region is whole in the log";
  }

  void leaveOut(const char *what, int64_t count, const std::string &reason) {
    if (count > 0)
      made_.left_out.push_back({what, count, reason});
  }

  int constructOf(uint32_t index) {
    const Node *node = profile_.node(index);
    std::string id = node ? node->id.text() : "";
    auto [known, is_new] = constructs_.try_emplace(id, static_cast<int>(made_.constructs.size()));
    if (is_new)
      made_.constructs.push_back(timelineConstruct(node));
    return known->second;
  }

  std::string_view stateNameOf(const SpentTime &spent) const {
    if (spent.kind == Spent::Nested)
      return "nested";
    if (spent.kind == Spent::SetUp)
      return "set_up";
    const Node *node = profile_.node(spent.node);
    if (!node)
      return "unprobed";
    if (spent.kind == Spent::Body && node->treatment == Treatment::Outside)
      return "unprobed";
    return nameOf(stateOf(spent.kind, node->kind, mayHideTasks(*node)));
  }

  /// Whether a record of what a thread did in a wait is a part of that wait itself.
  static bool isOwnWait(const SpentTime &spent, const Segment &segment) {
    return spent.kind == Spent::TaskGap ||
           (spent.kind == Spent::Wait && spent.node == segment.barrier_node);
  }

  void addSpent(const SpentTime &spent, Ticks delay, Parts &parts) {
    if (spent.kind == Spent::Around)
      return;
    Ticks delayed = std::min(delay, spent.ticks);
    int construct = constructOf(spent.node);
    add(parts, stateNameOf(spent), construct, spent.ticks - delayed);
    add(parts, "no_cpu", construct, delayed);
  }

  static void add(Parts &parts, std::string_view state, int construct, Ticks ticks) {
    if (ticks != 0)
      parts[{state, construct}] += ticks;
  }

  /// In the order of timeline_states, the longest first.
  std::vector<TimelinePart> listed(const Parts &parts) const {
    std::vector<TimelinePart> list;
    for (const auto &[key, ticks] : parts)
      list.push_back({std::get<1>(key), std::string(std::get<0>(key)), seconds(ticks)});
    std::ranges::stable_sort(list, [](const TimelinePart &a, const TimelinePart &b) {
      auto order = [](const TimelinePart &part) {
        return std::pair(timelineState(part.state), -part.time_s);
      };
      return order(a) < order(b);
    });
    return list;
  }

  /// What is waited from arrival to leave, and is no task. Sums to all of it.
  void addWaits(const ChosenInstance &chosen, const Segment &segment, const MeetingSplit *split,
                size_t arrival, Parts &parts) {
    Ticks leave = segment.is_last ? chosen.end : segment.leave, known = 0;
    if (split)
      for (const auto &[cause, ticks] : split->causes[arrival]) {
        add(parts, nameOf(cause.state), constructOf(cause.node), ticks);
        known += ticks;
      }
    for (const SpentTime &spent : segment.in_wait)
      if (spent.kind != Spent::Around && !isOwnWait(spent, segment))
        known += spent.ticks;
    add(parts, "unknown", constructOf(segment.barrier_node), leave - segment.arrive - known);
  }

  void addMeeting(const ChosenInstance &chosen, const Meeting &meeting,
                  const std::vector<int> &row_of, TimelineInstance &out) {
    std::optional<MeetingSplit> split = splitMeeting(profile_, meeting, transfers_);
    std::optional<int> last;
    if (split && split->last)
      last = segmentAt(profile_, meeting.arrivals[*split->last]).thread_num;
    for (size_t i = 0; i < meeting.arrivals.size(); ++i) {
      LogPlace place = meeting.arrivals[i];
      const Segment &segment = segmentAt(profile_, place);
      if (row_of[i] < 0)
        continue;
      const SegmentTransfer &transfer = transfers_[place.thread].of(place.index);
      Parts spent, waited;
      for (size_t k = 0; k < segment.spent.size(); ++k)
        addSpent(segment.spent[k], SegmentTransfer::of(transfer.spent, k), spent);
      for (size_t k = 0; k < segment.in_wait.size(); ++k)
        if (!isOwnWait(segment.in_wait[k], segment))
          addSpent(segment.in_wait[k], SegmentTransfer::of(transfer.in_wait, k), waited);
      addWaits(chosen, segment, split ? &*split : nullptr, i, waited);
      TimelineSegment made{seconds(segment.open - chosen.begin),
                           seconds(segment.arrive - chosen.begin),
                           seconds((segment.is_last ? chosen.end : segment.leave) - chosen.begin),
                           constructOf(segment.barrier_node),
                           {},
                           listed(spent),
                           listed(waited)};
      if (last && *last != segment.thread_num)
        made.waits_for = last;
      out.rows[size_t(row_of[i])].thread = segment.thread_num;
      out.rows[size_t(row_of[i])].segments.push_back(std::move(made));
    }
  }

  /// By arrival: its row; -1: none. Those for which others waited longest have one, then the first.
  std::vector<int> rowsOf(const ChosenInstance &chosen) const {
    std::span<const Meeting> meetings = chosen.instance->meetings;
    size_t team = meetings.front().arrivals.size();
    std::vector<Ticks> waited_for(team, 0);
    for (const Meeting &meeting : meetings) {
      auto arrival = [&](size_t i) { return segmentAt(profile_, meeting.arrivals[i]).arrive; };
      size_t last = 0;
      for (size_t i = 0; i < meeting.arrivals.size(); ++i)
        if (arrival(i) > arrival(last))
          last = i;
      for (size_t i = 0; i < meeting.arrivals.size(); ++i)
        waited_for[last] += arrival(last) - arrival(i);
    }
    std::vector<size_t> order(team);
    for (size_t i = 0; i < team; ++i)
      order[i] = i;
    std::ranges::stable_sort(order, std::greater<>(), [&](size_t i) { return waited_for[i]; });
    order.resize(std::min(team, limits_.threads));
    std::ranges::sort(order);
    std::vector<int> rows(team, -1);
    for (size_t row = 0; row < order.size(); ++row)
      rows[order[row]] = int(row);
    return rows;
  }

  /// How many there is room for, with so many instances still to come.
  size_t meetingsFor(size_t rows, size_t later) const {
    size_t rest = limits_.segments - segments_, kept = limits_.reserved * later;
    size_t room = std::min(limits_.segments_of_instance, rest > kept ? rest - kept : 0);
    return std::min(room / rows, limits_.meetings);
  }

  void addInstance(const ChosenInstance &chosen, size_t later) {
    std::span<const Meeting> meetings = chosen.instance->meetings;
    std::vector<int> row_of = rowsOf(chosen);
    size_t rows = std::min(row_of.size(), limits_.threads);
    size_t shown = std::min(meetings.size(), meetingsFor(rows, later));
    if (shown == 0) {
      ++without_room_;
      return;
    }
    segments_ += shown * rows;
    hidden_threads_ += int64_t(row_of.size() - rows);
    hidden_segments_ += int64_t((meetings.size() - shown) * rows);
    const Segment &end = segmentAt(profile_, *chosen.instance->last);
    TimelineInstance made;
    made.region = constructOf(end.region_node);
    made.why = chosen.why;
    made.number = int64_t(end.instance);
    made.executions = int64_t(chosen.executions);
    made.stands_for = 1 + int64_t(end.stands_for_count);
    made.team = end.team_size;
    made.begin_s = seconds(chosen.begin);
    made.span_s = seconds(chosen.end - chosen.begin);
    made.waited_s = seconds(chosen.waited);
    made.rows.resize(rows);
    for (size_t i = 0; i < shown; ++i)
      addMeeting(chosen, meetings[i], row_of, made);
    if (shown < meetings.size()) {
      double until = 0;
      for (const TimelineRow &row : made.rows)
        until = std::max(until, row.segments.back().leave_s);
      made.shown_until_s = until;
    }
    addEvents(chosen, row_of, made);
    made_.instances.push_back(std::move(made));
  }

  /// So many at most, in their order.
  std::vector<RecordedTime> longest(const std::vector<RecordedTime> &all, size_t most) {
    std::vector<size_t> order(all.size());
    for (size_t i = 0; i < order.size(); ++i)
      order[i] = i;
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](size_t i) { return all[i].to - all[i].from; });
    hidden_events_ += int64_t(order.size() - std::min(order.size(), most));
    order.resize(std::min(order.size(), most));
    std::ranges::sort(order);
    std::vector<RecordedTime> kept;
    for (size_t i : order)
      kept.push_back(all[i]);
    return kept;
  }

  /// Those that end within what is shown.
  void addEvents(const ChosenInstance &chosen, const std::vector<int> &row_of,
                 TimelineInstance &out) {
    const Meeting &first = chosen.instance->meetings.front();
    std::vector<uint32_t> threads;
    std::vector<int> numbers;
    bool any = false;
    for (LogPlace place : first.arrivals) {
      threads.push_back(place.thread);
      numbers.push_back(segmentAt(profile_, place).thread_num);
      any |= !profile_.threads[place.thread].events.empty();
    }
    if (!any)
      return;
    auto all = recordedTimes(profile_, threads, uint64_t(out.number));
    for (size_t i = 0; i < all.size(); ++i) {
      if (row_of[i] < 0)
        continue;
      TimelineRow &row = out.rows[size_t(row_of[i])];
      for (const RecordedTime &time : longest(all[i], limits_.events / out.rows.size())) {
        double from_s = seconds(std::max(time.from - chosen.begin, Ticks(0))),
               to_s = seconds(time.to - chosen.begin);
        if (to_s > row.segments.back().leave_s) {
          ++hidden_events_;
          continue;
        }
        TimelineEvent event{
            constructOf(time.node), time.is_task ? "task" : "lock_wait", from_s, to_s, {}};
        if (time.held_by)
          event.waits_for = numbers[*time.held_by];
        if (to_s >= from_s)
          row.recorded.push_back(std::move(event));
      }
    }
  }

  const Profile &profile_;
  const TimelineLimits &limits_;
  Transfers transfers_;
  Timeline made_;
  std::map<std::string, int> constructs_;
  size_t segments_ = 0;
  int64_t without_room_ = 0, hidden_threads_ = 0, hidden_segments_ = 0, hidden_events_ = 0;
};

} // namespace

TimelineConstruct timelineConstruct(const Node *node) {
  if (!node)
    return {};
  return {.id = node->id.text(),
          .kind = kindName(node->kind),
          .file = fileOf(*node),
          .directive = node->directive,
          .function = node->id.function,
          .line = node->place.line};
}

Timeline makeTimeline(const Profile &profile, const Teams &teams, const TimelineLimits &limits) {
  return TimelineMaker(profile, teams, limits).make(teams);
}

} // namespace tare
