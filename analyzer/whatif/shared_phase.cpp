// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/shared_phase.h"

#include "analyzer/replay/lock_queue.h"
#include "analyzer/whatif/implied_hold.h"
#include "analyzer/whatif/lock_objects.h"
#include "analyzer/whatif/locked_loop.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace tare {

SharedPhase::SharedPhase(const Profile &profile, const WorkSharing &sharing,
                         const LoopsKnown &loops, const TeamSizeKnowledge &knowledge)
    : profile_(profile), sharing_(sharing), loops_(loops), knowledge_(knowledge),
      lock_of_(lockObjects(profile)), holds_(impliedHolds(profile)),
      lock_events_(lockEvents(profile)) {
  for (uint32_t node = 0; knowledge_.hold && node < holds_.size(); ++node)
    if (holds_[node] <= 0)
      holds_[node] = knowledge_.hold(node);
  has_events_ = std::ranges::any_of(
      profile.threads, [](const ProfileThread &thread) { return !thread.events.empty(); });
}

// Of as many threads as before only the tasks are asked about.
bool SharedPhase::keepsOthers() const { return team_ == then_ && !knowledge_.cutoffs.empty(); }

double SharedPhase::sum(const std::vector<double> &values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

void SharedPhase::shareOut(const Meeting &meeting, size_t team) {
  team_ = team;
  then_ = meeting.arrivals.size();
  items_.clear();
  late_.assign(team, {});
  doubt_ = 0;
  gather(meeting);
  inflate();
  std::set<uint32_t> loops;
  for (PhaseItem &item : items_) {
    item.now.assign(team, 0);
    item.entries_now.assign(team, 0);
    item.units_now.assign(team, 0);
    const WorkShare &share = shareOf(item);
    if (keepsOthers() && share.kind != WorkShare::Kind::Task) {
      repeat(item);
      continue;
    }
    switch (share.kind) {
    case WorkShare::Kind::Repeated:
      if (isWork(item.kind) && knowledge_.shared && knowledge_.shared(item.node))
        divide(item, {});
      else
        repeat(item);
      break;
    case WorkShare::Kind::ByHand:
      divide(item, {});
      break;
    case WorkShare::Kind::Master:
      toOne(item, 0);
      break;
    case WorkShare::Kind::Once: {
      auto most = std::ranges::max_element(item.ticks) - item.ticks.begin();
      toOne(item, static_cast<size_t>(most) * team / then_);
      break;
    }
    case WorkShare::Kind::Loop:
      loops.insert(share.main);
      break;
    case WorkShare::Kind::Section:
    case WorkShare::Kind::Task:
      break; // below, by what the threads do beside
    }
  }
  for (uint32_t loop : loops)
    shareLoop(loop);
  if (!keepsOthers()) {
    shareSections();
    shareLocks();
  }
  shareTasks(meeting);
}

const WorkShare &SharedPhase::shareOf(const PhaseItem &item) const {
  bool around = item.kind == Spent::Creation;
  return around ? sharing_.around(item.node) : sharing_.of(item.node);
}

size_t SharedPhase::like(size_t thread) const {
  return thread == 0 ? 0 : (2 * thread + 1) * then_ / (2 * team_);
}

PhaseItem &SharedPhase::item(uint32_t node, Spent kind) {
  auto found = std::ranges::find_if(
      items_, [&](const PhaseItem &i) { return i.node == node && i.kind == kind; });
  if (found != items_.end())
    return *found;
  std::vector<double> none(then_, 0);
  items_.push_back({node, kind, none, none, none, {}, {}, {}, false});
  return items_.back();
}

void SharedPhase::gather(const Meeting &meeting) {
  for (size_t arrival = 0; arrival < then_; ++arrival) {
    LogPlace place = meeting.arrivals[arrival];
    const Segment &segment = segmentAt(profile_, place);
    const ProfileThread &thread = profile_.threads[place.thread];
    size_t i = segment.thread_num < then_ ? segment.thread_num : arrival;
    for (const SpentList *list : {&segment.spent, &segment.in_wait})
      for (const SpentTime &record : *list) {
        if (!hasCell(record.kind))
          continue;
        PhaseItem &of = item(record.node, record.kind);
        of.ticks[i] += static_cast<double>(record.ticks);
        of.entries[i] += entriesOf(thread, record);
        of.units[i] += unitsOf(thread, record);
      }
  }
}

void SharedPhase::inflate() {
  if (!knowledge_.inflation)
    return;
  for (PhaseItem &item : items_) {
    if (!isWork(item.kind))
      continue;
    TeamSizeKnowledge::Inflation by = knowledge_.inflation(item.node);
    doubt_ += by.doubt * sum(item.ticks) / static_cast<double>(team_);
    for (double &ticks : item.ticks)
      ticks *= by.factor;
  }
}

void SharedPhase::repeat(PhaseItem &item) {
  for (size_t j = 0; j < team_; ++j) {
    size_t i = like(j);
    double factor = item.kind == Spent::Fork && j > 0 ? knowledge_.fork : 1;
    item.now[j] = item.ticks[i] * factor;
    if (item.kind == Spent::Fork && j > 0)
      item.now[j] = std::max(item.now[j], knowledge_.fork_least);
    item.entries_now[j] = item.entries[i];
    item.units_now[j] = item.units[i];
  }
}

void SharedPhase::toOne(PhaseItem &item, size_t thread) {
  item.now[thread] = sum(item.ticks);
  item.entries_now[thread] = sum(item.entries);
  item.units_now[thread] = sum(item.units);
}

// In these parts; none: in those that the threads had, each for the ones that are like it.
void SharedPhase::divide(PhaseItem &item, const std::vector<double> &parts) {
  std::vector<double> by = parts;
  if (by.empty())
    for (size_t j = 0; j < team_; ++j)
      by.push_back(item.ticks[like(j)]);
  double all = sum(by);
  for (size_t j = 0; j < team_; ++j) {
    double part = all > 0 ? by[j] / all : 1.0 / static_cast<double>(team_);
    item.now[j] = sum(item.ticks) * part;
    item.entries_now[j] = sum(item.entries) * part;
    item.units_now[j] = sum(item.units) * part;
  }
}

LoopAtMeeting SharedPhase::loopHere(uint32_t main) const {
  LoopAtMeeting here;
  here.times.assign(then_, 0);
  here.iterations.assign(then_, 0);
  for (const PhaseItem &item : items_) {
    const WorkShare &share = shareOf(item);
    bool is_own = lock_of_[item.node] < 0 && isWork(item.kind); // what is locked goes by iterations
    if (share.kind != WorkShare::Kind::Loop || share.main != main || !is_own)
      continue;
    for (size_t i = 0; i < then_; ++i) {
      here.times[i] += item.ticks[i];
      here.iterations[i] += item.node == main ? item.units[i] : 0;
    }
  }
  here.work = sum(here.times);
  here.count = sum(here.iterations);
  return here;
}

std::optional<LoopSchedule> SharedPhase::scheduleOfLoop(uint32_t main) const {
  auto asked = knowledge_.schedules.find(main);
  return asked != knowledge_.schedules.end() ? asked->second : loops_.at(main).schedule;
}

void SharedPhase::shareLoop(uint32_t main) {
  LoopAtMeeting here = loopHere(main);
  const LoopKnowledge &known = loops_.at(main);
  std::optional<LoopSchedule> schedule = scheduleOfLoop(main);
  std::vector<double> begins;
  for (size_t j = 0; j < team_; ++j)
    begins.push_back(busy(j));
  double fetch = known.dispatch > 0 ? known.dispatch : knowledge_.dispatch;
  LoopShares after;
  if (schedule && here.count > 0 && here.work > 0) {
    after = sharedOut(*schedule, here.count, curveAt(known, here), here.work, team_, begins, fetch);
  } else { // only the program knows: as the threads shared it
    for (size_t j = 0; j < team_; ++j)
      after.time.push_back(here.times[like(j)]);
    after.iterations = after.time;
    after.chunks.assign(team_, 1);
    doubt_ += here.work / static_cast<double>(team_) * 0.1;
  }
  for (PhaseItem &item : items_) {
    const WorkShare &share = shareOf(item);
    if (share.kind != WorkShare::Kind::Loop || share.main != main)
      continue;
    if (item.node == main && item.kind == Spent::Scheduling) {
      repeat(item);
      for (size_t j = 0; schedule && schedule->dispatches() && j < team_; ++j)
        item.now[j] = after.chunks[j] * fetch;
    } else {
      divide(item, lock_of_[item.node] < 0 ? after.time : after.iterations);
      if (item.node == main)
        std::ranges::fill(item.entries_now, std::ceil(sum(item.entries) / double(then_)));
    }
  }
}

double SharedPhase::busy(size_t thread) const {
  double busy = 0;
  for (const PhaseItem &item : items_)
    busy += item.now.empty() ? 0 : item.now[thread];
  return busy;
}

// Each in turn by the thread that is free first.
void SharedPhase::shareSections() {
  std::vector<uint32_t> sections;
  for (const PhaseItem &item : items_)
    if (const WorkShare &share = shareOf(item); share.kind == WorkShare::Kind::Section)
      sections.push_back(share.main);
  std::ranges::sort(sections);
  sections.erase(std::unique(sections.begin(), sections.end()), sections.end());
  for (uint32_t section : sections) {
    size_t free = 0;
    for (size_t j = 1; j < team_; ++j)
      if (busy(j) < busy(free))
        free = j;
    for (PhaseItem &item : items_)
      if (const WorkShare &share = shareOf(item);
          share.kind == WorkShare::Kind::Section && share.main == section)
        toOne(item, free);
  }
}

/// One lock's part of a phase.
struct SharedPhase::LockUse {
  int lock = 0;
  bool is_implied = false; // the hold: the log does not have it
  double wait = 0, hold = 0, hold_now = 0, busy = 0, busy_now = 0;
  double implied = 0;                   // hold of one acquisition
  double objects = 1;                   // that are taken as often
  std::vector<double> times, times_now; // acquisitions of each thread
  int users() const { return static_cast<int>(std::ranges::count_if(times, isAny)); }
  int usersNow() const { return static_cast<int>(std::ranges::count_if(times_now, isAny)); }
  static bool isAny(double count) { return count > 0; }
  std::optional<uint32_t> loop = {}; // that all of its acquisitions are in
};

SharedPhase::LockUse SharedPhase::useOf(int lock) const {
  LockUse use{.lock = lock,
              .times = std::vector<double>(then_, 0),
              .times_now = std::vector<double>(team_, 0)};
  bool is_first = true;
  for (const PhaseItem &item : items_) {
    if (lock_of_[item.node] != lock) {
      use.busy += sum(item.ticks);
      use.busy_now += sum(item.now);
      continue;
    }
    if (item.kind == Spent::Body) {
      use.hold += sum(item.ticks);
      use.hold_now += sum(item.now);
    }
    if (item.kind != Spent::Wait)
      continue;
    use.wait += sum(item.ticks);
    for (size_t i = 0; i < then_; ++i)
      use.times[i] += item.entries[i];
    for (size_t j = 0; j < team_; ++j)
      use.times_now[j] += item.entries_now[j];
    const WorkShare &share = shareOf(item);
    bool in_loop = share.kind == WorkShare::Kind::Loop;
    if (in_loop && (is_first || use.loop == share.main))
      use.loop = share.main;
    else
      use.loop.reset();
    is_first = false;
    use.implied = holds_[item.node];
    use.objects = lock_events_[item.node].objects;
  }
  if (use.hold <= 0 && use.implied > 0) {
    use.hold = std::min(use.implied * sum(use.times), use.busy);
    use.hold_now = std::min(use.implied * sum(use.times_now), use.busy_now);
    use.busy -= use.hold;
    use.busy_now -= use.hold_now;
    use.is_implied = true;
  }
  return use;
}

void SharedPhase::shareLocks() {
  std::set<int> locks;
  for (const PhaseItem &item : items_)
    if (item.kind == Spent::Wait && lock_of_[item.node] >= 0)
      locks.insert(lock_of_[item.node]);
  for (int lock : locks) {
    LockUse use = useOf(lock);
    if (sum(use.times) <= 0 || sum(use.times_now) <= 0)
      continue;
    std::vector<double> waits = waitsOf(use);
    doubt_ += 0.2 * std::abs(sum(waits) / static_cast<double>(team_) -
                             use.wait / static_cast<double>(then_));
    for (PhaseItem &item : items_)
      for (size_t j = 0; item.kind == Spent::Wait && lock_of_[item.node] == lock && j < team_; ++j)
        item.now[j] = use.times_now[j] > 0 ? waits[j] * item.entries_now[j] / use.times_now[j] : 0;
  }
}

// Of a loop iteration by iteration; elsewhere as in a closed queue, from the wait that was
// measured.
std::vector<double> SharedPhase::waitsOf(const LockUse &use) const {
  double times = sum(use.times), times_now = sum(use.times_now);
  double handover = then_ == 1 && use.usersNow() > 1 ? knowledge_.handover : 0;
  auto asked = use.loop ? loops_.find(*use.loop) : loops_.end();
  if (asked != loops_.end() && scheduleOfLoop(*use.loop)) {
    LoopAtMeeting here = loopHere(*use.loop);
    double work = std::max(here.work - (use.is_implied ? use.hold : 0), 0.0);
    LockedLoop then{asked->second.schedule.value_or(LoopSchedule()),
                    here.count,
                    curveAt(asked->second, here),
                    work,
                    times,
                    use.hold / times,
                    then_,
                    use.objects};
    LockedLoop now = then;
    now.schedule = *scheduleOfLoop(*use.loop);
    now.threads = team_;
    now.acquisitions = times_now;
    now.hold = use.hold_now / times_now + handover;
    return waitsIn(now, then, use.wait).waits;
  }
  LockCycle then{use.busy / times, use.wait / times, use.hold / times};
  LockCycle now{use.busy_now / times_now, 0, use.hold_now / times_now + handover};
  double wait = waitThen(use.users(), then, use.usersNow(), now);
  std::vector<double> waits;
  for (double count : use.times_now)
    waits.push_back(count * wait);
  return waits;
}

} // namespace tare
