// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/on_cores.h"

#include "analyzer/replay/cells.h"
#include "analyzer/whatif/replayable.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

class CoreSharing {
public:
  CoreSharing(const Profile &profile, const Teams &teams, const CoresAsked &asked,
              const TimeWithoutCore &without_core)
      : to_(profile), teams_(teams), work_(asked.work), barrier_least_(asked.barrier_least),
        region_least_(asked.region_least), meeting_(asked.meeting), without_core_(without_core),
        share_(groupsOf(profile, asked), asked.waiting,
               [this](uint32_t thread, uint64_t, SharedTimes times) { ended(thread, times); }),
        steps_(profile.threads.size()) {}

  OnCores run() {
    for (uint32_t t = 0; t < to_.threads.size(); ++t)
      if (to_.threads[t].initial)
        initial_ = t;
    serial_part_ = serialPart();
    Ticks then = 0;
    for (uint32_t number = 0; number < teams_.instances().size(); ++number) {
      const RegionInstance &instance = teams_.instances()[number];
      addSerial(segmentAt(to_, *instance.first).open - then, number);
      const Segment &last = segmentAt(to_, *instance.last);
      then = std::max(last.leave, last.arrive);
      addInstance(number);
      share_.run();
    }
    addSerial(std::max<Ticks>(to_.window - then, 0), static_cast<uint32_t>(teams_.instances().size()));
    for (uint32_t t = 0; t < to_.threads.size(); ++t)
      share_.finish(t);
    share_.run();
    finish();
    return {std::move(to_), doubt_};
  }

private:
  /// What a step of a thread is.
  struct Step {
    enum class Kind : uint8_t { Serial, Start, Segment } kind = Kind::Serial;
    LogPlace place;
    double demand = 0;
  };

  static std::vector<ProcessorGroup> groupsOf(const Profile &profile, const CoresAsked &asked) {
    auto count = static_cast<uint32_t>(profile.threads.size());
    size_t groups = asked.pinned ? static_cast<size_t>(std::max(std::floor(asked.cores), 1.0)) : 1;
    std::vector<ProcessorGroup> all(groups);
    for (ProcessorGroup &group : all)
      group.processors = asked.cores / static_cast<double>(groups);
    for (uint32_t t = 0; t < count; ++t)
      all[t % groups].processes.push_back(t);
    return all;
  }

  static uint64_t forkOf(uint32_t instance) { return 2 * uint64_t(instance) + 1; }
  uint64_t meetingId(const Meeting &meeting) const {
    return 2 * static_cast<uint64_t>(&meeting - teams_.meetings().data()) + 2;
  }

  void add(uint32_t thread, const Step &step, const SharedStep &shared) {
    steps_[thread].push_back(step);
    share_.add(thread, shared);
  }

  void addSerial(Ticks ticks, uint32_t next) {
    SharedStep step;
    step.demand = static_cast<double>(ticks) * serial_part_;
    serial_before_ = step.demand;
    if (next < teams_.instances().size() && teamOf(next) > 1)
      step.raises = forkOf(next);
    add(initial_, {Step::Kind::Serial, {}, step.demand}, step);
  }

  /// Of the time between the regions in the log; the rest is that of skipped ones.
  double serialPart() const {
    const ProfileThread &initial = to_.threads[initial_];
    if (initial.sum(Spent::Skipped).ticks <= 0)
      return 1;
    Ticks between = 0, then = 0;
    for (const RegionInstance &instance : teams_.instances()) {
      const Segment &last = segmentAt(to_, *instance.last);
      between += segmentAt(to_, *instance.first).open - then;
      then = std::max(last.leave, last.arrive);
    }
    between += std::max<Ticks>(to_.window - then, 0);
    auto serial = static_cast<double>(initial.serial_ticks + initial.serial_probe_ticks +
                                      initial.sum(Spent::Serial).ticks);
    return between > 0 ? serial / static_cast<double>(between) : 1;
  }

  size_t teamOf(uint32_t instance) const {
    return teams_.instances()[instance].meetings.front().arrivals.size();
  }

  void addInstance(uint32_t number) {
    const RegionInstance &instance = teams_.instances()[number];
    auto team = static_cast<uint32_t>(teamOf(number));
    double serial = serial_before_;
    for (const Meeting &meeting : instance.meetings) {
      bool is_first = &meeting == &instance.meetings.front();
      bool is_last = &meeting == &instance.meetings.back();
      Ticks over = 0;
      for (LogPlace place : meeting.arrivals)
        over = std::max(over, endOf(segmentAt(to_, place)));
      std::optional<MeetingCosts> costs = team > 1 ? meetingCosts(meeting, is_last, serial) : std::nullopt;
      doubt_ += costs ? costs->doubt : 0;
      for (LogPlace place : meeting.arrivals) {
        const Segment &s = segmentAt(to_, place);
        Ticks start = is_first && !s.is_master ? forkIn(s) : 0;
        if (is_first && !s.is_master)
          add(place.thread, {Step::Kind::Start, place, 0},
              {0, 0, {forkOf(number), 1, team - 1}, static_cast<double>(start)});
        SharedStep step;
        step.demand = std::max(demandOf(place) - static_cast<double>(start), 0.0);
        step.raises = meetingId(meeting);
        if (!is_last || s.is_master)
          step.awaits = {meetingId(meeting), team, is_last ? 1 : team};
        double released = s.leave > over ? static_cast<double>(s.leave - over) : 0;
        double least = team > 1 ? (is_last ? region_least_ : barrier_least_) : 0;
        step.latency = costs ? std::max(released - costs->measured, 0.0) + std::max(costs->now, 0.0)
                             : std::max(released, least);
        if (is_last && !s.is_master)
          step.latency = 0;
        add(place.thread, {Step::Kind::Segment, place, step.demand}, step);
      }
    }
  }

  // A region's start and end count at its end. Its threads wait for it while serial code runs.
  std::optional<MeetingCosts> meetingCosts(const Meeting &meeting, bool is_region, double serial) const {
    if (!meeting_)
      return std::nullopt;
    double longest = 0, sum = 0, n = static_cast<double>(meeting.arrivals.size());
    for (LogPlace place : meeting.arrivals) {
      double demand = demandOf(place);
      longest = std::max(longest, demand);
      sum += demand;
    }
    double alone = longest > 0 ? (1 - sum / (n * longest)) * n / (n - 1) : 0;
    std::optional<MeetingCosts> costs = meeting_(is_region, longest, alone);
    if (!is_region || !costs)
      return costs;
    std::optional<MeetingCosts> behind_serial = meeting_(true, serial, 1);
    return behind_serial && behind_serial->now > costs->now ? behind_serial : costs;
  }

  static Ticks forkIn(const Segment &segment) {
    Ticks fork = 0;
    for (const SpentTime &record : segment.spent)
      fork += record.kind == Spent::Fork ? record.ticks : 0;
    return fork;
  }

  double demandOf(LogPlace place) const {
    const Segment &s = segmentAt(to_, place);
    double busy = -static_cast<double>(without_core_(place));
    for (const SpentList *list : {&s.spent, &s.in_wait})
      for (const SpentTime &record : *list)
        busy += static_cast<double>(record.ticks) * workOf(record);
    return std::max(busy, 0.0);
  }

  double workOf(const SpentTime &record) const {
    return work_ && hasCell(record.kind) ? work_(record.node, record.kind) : 1;
  }

  void ended(uint32_t thread, SharedTimes times) {
    Step step = steps_[thread].front();
    steps_[thread].pop_front();
    switch (step.kind) {
    case Step::Kind::Serial:
      serial(step, times);
      break;
    case Step::Kind::Start:
      break;
    case Step::Kind::Segment:
      move(step, times);
      break;
    }
    free_[thread] = times.left;
  }

  // A fork follows: all threads of the team begin with it.
  void serial(const Step &step, SharedTimes times) {
    double more = times.reached - free_[initial_] - step.demand;
    serial_more_ += std::max(more, 0.0);
    forked_ = times.reached;
  }

  void move(const Step &step, SharedTimes times) {
    Segment &s = to_.threads[step.place.thread].log[step.place.index];
    Ticks length = s.arrive - s.open, in_wait = 0;
    for (const SpentTime &record : s.in_wait)
      in_wait += record.ticks;
    Ticks open = s.ordinal == 0 ? cutTicks(forked_) : opens_[step.place.thread];
    Ticks end = std::max(cutTicks(times.reached), open), arrive = end;
    Ticks now = end - open, then = length + in_wait;
    double factor = then > 0 ? static_cast<double>(now) / static_cast<double>(then) : 1;
    if (!s.in_wait.empty()) { // the tasks take their part of it
      Ticks tasks = stretch(s.in_wait, cutTicks(static_cast<double>(in_wait) * factor));
      arrive = end - tasks;
      s.first_task = arrive;
      s.last_task = end;
    }
    Ticks spent = stretch(s.spent, arrive - open);
    arrive = open + spent;
    if (!s.in_wait.empty()) {
      s.first_task = arrive;
      s.last_task = std::max(end, arrive);
    }
    double without = static_cast<double>(now) - step.demand - startOf(s);
    s.has_runq = true;
    s.runq_ns = static_cast<uint64_t>(std::max(without, 0.0) / to_.ticks_per_second * 1e9);
    s.open = open;
    s.arrive = arrive;
    bool leaves = s.leave > 0;
    s.leave = leaves ? std::max(cutTicks(times.left), std::max(arrive, s.last_task)) : 0;
    opens_[step.place.thread] = s.leave;
  }

  static double startOf(const Segment &s) {
    return s.ordinal == 0 && !s.is_master ? static_cast<double>(forkIn(s)) : 0;
  }

  /// Records in proportion, so that they sum to this; returns what they sum to.
  static Ticks stretch(SpentList &records, Ticks to) {
    Ticks sum = 0, before = 0, given = 0;
    for (const SpentTime &record : records)
      sum += record.ticks;
    if (sum <= 0)
      return 0;
    for (SpentTime &record : records) {
      before += record.ticks;
      auto until = static_cast<Ticks>(static_cast<__int128>(before) * to / sum);
      record.ticks = until - given;
      given = until;
    }
    return to;
  }

  void finish() {
    Ticks more = cutTicks(serial_more_);
    ProfileThread &initial = to_.threads[initial_];
    initial.serial_ticks += more;
    initial.serial_runq_ns +=
        static_cast<uint64_t>(serial_more_ / to_.ticks_per_second * 1e9);
    cellsFromLog(to_);
  }

  Profile to_;
  const Teams &teams_;
  const std::function<double(uint32_t, Spent)> work_;
  const double barrier_least_, region_least_;
  const std::function<std::optional<MeetingCosts>(bool, double, double)> meeting_;
  const TimeWithoutCore &without_core_;
  std::vector<double> free_ = std::vector<double>(to_.threads.size(), 0); // since when
  std::vector<Ticks> opens_ = std::vector<Ticks>(to_.threads.size(), 0);
  double serial_part_ = 1, serial_more_ = 0, forked_ = 0, serial_before_ = 0, doubt_ = 0;
  FairShare share_;
  std::vector<std::deque<Step>> steps_;
  uint32_t initial_ = 0;
};

} // namespace

Result<OnCores> onCores(const Profile &profile, const Teams &teams, const CoresAsked &asked,
                        const TimeWithoutCore &without_core) {
  TARE_DO(checkReplayable(profile, teams));
  return CoreSharing(profile, teams, asked, without_core).run();
}

} // namespace tare
