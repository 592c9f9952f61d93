// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/replay_job.h"

#include "analyzer/jobs/job_simulation.h"

#include <algorithm>

namespace tare {

JobSimulation::JobSimulation(const Job &job, const JobDurations &durations,
                             const JobPlacement &placement, const ReplayPolicy &policy)
    : job_(job), durations_(durations), policy_(policy), group_of_(placement.group),
      ranks_(job.ranks.size()), messages_(job.messages.size()), pools_(job, policy.blind) {
  for (double processors : placement.processors)
    groups_.emplace_back(processors);
  turns_.resize(groups_.size());
  if (policy.turn > 0)
    makeTurns(placement);
  next_of_.assign(groups_.size(), unknown);
  meetings_.resize(job.meetings.size());
  for (uint32_t i = 0; i < job.meetings.size(); ++i) {
    meetings_[i].entered.assign(job.meetings[i].members.size(), unknown);
    meetings_[i].position.resize(job.meetings[i].members.size());
    meetings_[i].spread = policy.exits_in_turn ? spreadOf(i) : 0;
    countRounds(i);
  }
  for (const JobRank &rank : job.ranks)
    times_.calls.emplace_back(rank.calls.size());
  times_.ends.assign(job.ranks.size(), 0);
}

/// beta of the paper: between the first and the last that leave.
double JobSimulation::spreadOf(uint32_t meeting) const {
  const JobMeeting &of = job_.meetings[meeting];
  if (of.members.size() < 2)
    return 0;
  Ticks first = 0, last = 0;
  for (size_t i = 0; i < of.members.size(); ++i) {
    if (!of.members[i].exit)
      return 0;
    Ticks end = job_.callOf(*of.members[i].exit).end;
    first = i ? std::min(first, end) : end;
    last = i ? std::max(last, end) : end;
  }
  return static_cast<double>(last - first) / static_cast<double>(of.members.size() - 1);
}

JobTimes JobSimulation::run() {
  for (uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    ranks_[rank].resumes = durations_.ranks[rank].starts;
    resuming_.insert({ranks_[rank].resumes, rank});
  }
  while (runNext())
    ;
  for (uint32_t rank = 0; rank < ranks_.size(); ++rank)
    if (ranks_[rank].doing != Doing::Done)
      times_.stuck.push_back(rank);
  times_.taken_otherwise = pools_.takenOtherwise();
  return std::move(times_);
}

/// The earliest of what is due on processors, of ranks that go on or see something, and of
/// messages of pools.
bool JobSimulation::runNext() {
  if (!on_.empty()) {
    uint32_t rank = on_.back();
    on_.pop_back();
    gotOn(rank);
    return true;
  }
  constexpr double never = std::numeric_limits<double>::infinity();
  double next = due_groups_.empty() ? never : due_groups_.begin()->first;
  double resumes = resuming_.empty() ? never : resuming_.begin()->first;
  double arrives = arriving_.empty() ? never : arriving_.begin()->first;
  double calls = calling_.empty() ? never : calling_.begin()->first;
  if (std::min({next, resumes, arrives, calls}) == never)
    return false;
  now_ = std::max(now_, std::min({next, resumes, arrives, calls}));
  if (calls <= std::min({next, resumes, arrives})) {
    uint32_t rank = calling_.begin()->second;
    calling_.erase(calling_.begin());
    called(rank);
  } else if (arrives <= std::min(next, resumes)) {
    uint32_t message = arriving_.begin()->second;
    arriving_.erase(arriving_.begin());
    arrive(message);
  } else if (resumes <= next) {
    goOn(resuming_.begin()->second);
  } else if (uint32_t group = due_groups_.begin()->second; turns_[group]) {
    return runTurn(group);
  } else {
    isDue(groups_[group].nextProcess());
  }
  return true;
}

void JobSimulation::goOn(uint32_t r) {
  resuming_.erase(resuming_.begin());
  ranks_[r].resumes = unknown;
  if (isOn(r))
    return proceed(r);
  ranks_[r].comes = true;
  startTurn(r, std::numeric_limits<double>::infinity());
}

void JobSimulation::proceed(uint32_t r) {
  if (ranks_[r].doing == Doing::Nothing)
    beginWork(r);
  else
    leave(r);
}

/// Whenever ranks of the group come or go.
void JobSimulation::sortIn(uint32_t group) {
  due_groups_.erase({next_of_[group], group});
  bool is_any = turns_[group] ? turns_[group]->next() < std::numeric_limits<double>::infinity()
                              : groups_[group].isAnyDue();
  next_of_[group] = !is_any         ? unknown
                    : turns_[group] ? turns_[group]->next()
                                    : groups_[group].next();
  if (is_any)
    due_groups_.insert({next_of_[group], group});
}

void JobSimulation::run(uint32_t r, Doing doing, double amount, double wants) {
  Rank &rank = ranks_[r];
  rank.doing = doing;
  if (hasTurns(r))
    return startTurn(r, amount);
  rank.wants = wants;
  rank.due = groups_[group_of_[r]].start(now_, r, amount, wants);
  sortIn(group_of_[r]);
}

void JobSimulation::isDue(uint32_t r) {
  Rank &rank = ranks_[r];
  if (!hasTurns(r)) {
    groups_[group_of_[r]].end(now_, r, rank.due, rank.wants);
    sortIn(group_of_[r]);
  }
  if (rank.doing == Doing::Works)
    beginCall(r);
  else
    endOwn(r);
}

void JobSimulation::beginWork(uint32_t r) {
  const JobRank &of = job_.ranks[r];
  double work = durations_.ranks[r].work[ranks_[r].call];
  if (uint32_t call = ranks_[r].call; call > 0 && of.calls[call - 1].in_region && of.threads > 1) {
    // What one thread saves in a region helps the rank as far as the others share it.
    const CallTimes &times = times_.calls[r][call - 1];
    double saved = static_cast<double>(of.calls[call - 1].duration()) - (times.end - times.begin);
    work += std::max(0.0, saved) * (1 - 1.0 / of.threads);
  }
  if (work > 0)
    run(r, Doing::Works, work, of.threads);
  else
    beginCall(r);
}

void JobSimulation::beginCall(uint32_t r) {
  Rank &rank = ranks_[r];
  const JobRank &of = job_.ranks[r];
  if (rank.call == of.calls.size()) {
    rank.doing = Doing::Done;
    leaveTurn(r);
    times_.ends[r] = now_;
    times_.total = std::max(times_.total, now_ + durations_.ranks[r].tail);
    return;
  }
  const JobCall &call = of.calls[rank.call];
  times_.calls[r][rank.call].begin = now_;
  rank.doing = Doing::Calls;
  rank.pending = 0;
  rank.ready_at = now_;
  for (uint32_t i = call.first_start; i < call.first_start + call.starts; ++i)
    begin(of.starts[i]);
  for (uint32_t i = call.first_need; i < call.first_need + call.needs; ++i)
    require(r, i);
  double own = durations_.ranks[r].own[rank.call];
  if (call.is_start_or_end && durations_.fixes_start_and_end) {
    // It waits for the launcher and the network: others may have its processor.
    rank.ready_at = std::max(rank.ready_at, now_ + own);
    rank.doing = Doing::Leaves;
    leaveTurn(r);
    if (rank.pending == 0)
      settle(r);
  } else if (own > 0)
    run(r, Doing::Calls, own, 1);
  else
    endOwn(r);
}

void JobSimulation::begin(const CallStart &start) {
  if (start.kind == StartKind::Enters) {
    MeetingNow &meeting = meetings_[start.index];
    meeting.entered[start.member] = now_;
    meeting.position[start.member] = meeting.count++;
    meeting.last = now_;
    if (meeting.rounds > 0)
      return enterRounds({NeedKind::Met, start.index, start.member});
    if (!isForAll(job_.meetings[start.index]) || meeting.count == meeting.entered.size())
      wakeThose(meeting.waiting);
    return;
  }
  Message &message = messages_[start.index];
  (start.kind == StartKind::Sends ? message.sent : message.posted) = now_;
  if (isTakenInTurn(start.index))
    return callToTake(start.index);
  if (!pools_.isBlind(start.index))
    return wakeThose(message.waiting);
  if (start.kind == StartKind::Posts) {
    if (std::optional<uint32_t> taken = pools_.post(start.index, now_))
      wakeThose(messages_[*taken].waiting);
    return wakeThose(message.waiting);
  }
  // A receive may take it when it has come; where its sender waits for that, when it
  // knows of it.
  bool meets = durations_.rendezvous[start.index];
  arriving_.insert(
      {now_ + (meets ? durations_.envelope[start.index] : arrivalLag(start.index)), start.index});
  wakeThose(message.waiting);
}

double JobSimulation::arrivalLag(uint32_t message) const {
  const JobMessage &of = job_.messages[message];
  return std::max(0.0, durations_.ranks[of.received.rank].lag[of.arrival]);
}

void JobSimulation::arrive(uint32_t message) {
  if (std::optional<uint32_t> receive = pools_.arrive(message, now_)) {
    wakeThose(messages_[*receive].waiting);
    wakeThose(messages_[message].waiting);
  }
}

/// The moment of what a need waits for; unknown: it has not happened.
double JobSimulation::eventOf(const CallNeed &need) const {
  if (need.kind == NeedKind::Met) {
    const MeetingNow &meeting = meetings_[need.index];
    if (meeting.rounds > 0)
      return meeting.reached[need.member].size() > meeting.rounds
                 ? meeting.reached[need.member].back()
                 : unknown;
    if (isForAll(job_.meetings[need.index]))
      return meeting.count == meeting.entered.size() ? meeting.last : unknown;
    bool all = true;
    double base = meetingBase(job_.meetings[need.index], need.member, [&](uint32_t member) {
      all &= meeting.entered[member] != unknown;
      return meeting.entered[member];
    });
    return all ? base : unknown;
  }
  bool is_blind = pools_.isBlind(need.index), meets = durations_.rendezvous[need.index];
  if (is_blind && need.kind == NeedKind::Arrival)
    return pools_.filledAt(need.index);
  if (is_blind && need.kind == NeedKind::Accepted && meets)
    return pools_.takenAt(need.index);
  const Message &message = messages_[need.index];
  if (is_blind || !meets || need.kind == NeedKind::Found)
    return message.sent;
  if (isTakenInTurn(need.index))
    return message.taken;
  bool both = message.sent != unknown && message.posted != unknown;
  double known = message.sent + durations_.envelope[need.index];
  return both ? std::max(known, message.posted) : unknown;
}

double JobSimulation::lagOf(uint32_t r, uint32_t i) const {
  const CallNeed &need = job_.ranks[r].needs[i];
  if (need.kind == NeedKind::Met && meetings_[need.index].rounds > 0)
    return 0; // its rounds have taken it
  if (need.kind == NeedKind::Arrival && pools_.isBlind(need.index)) {
    uint32_t message = pools_.filledBy(need.index);
    return durations_.rendezvous[message] ? arrivalLag(message) : 0; // else it has arrived
  }
  if (need.kind == NeedKind::Met && policy_.exits_in_turn &&
      job_.meetings[need.index].shape == TARE_MF_ALL) {
    const MeetingNow &meeting = meetings_[need.index];
    auto after = static_cast<double>(meeting.entered.size() - meeting.position[need.member]);
    return after * meeting.spread;
  }
  return durations_.ranks[r].lag[i];
}

void JobSimulation::require(uint32_t r, uint32_t i) {
  if (durations_.ranks[r].lag[i] == no_wait)
    return;
  const CallNeed &need = job_.ranks[r].needs[i];
  if (double event = eventOf(need); event != unknown) {
    ranks_[r].ready_at = std::max(ranks_[r].ready_at, event + lagOf(r, i));
    return;
  }
  ++ranks_[r].pending;
  auto &waiting =
      need.kind == NeedKind::Met ? meetings_[need.index].waiting : messages_[need.index].waiting;
  waiting.push_back({r, i});
}

void JobSimulation::wakeThose(std::vector<Waiting> &waiting) {
  std::vector<Waiting> left;
  for (Waiting &who : waiting)
    if (double event = eventOf(job_.ranks[who.rank].needs[who.need]); event == unknown)
      left.push_back(who);
    else
      meet(who.rank, event + lagOf(who.rank, who.need));
  waiting = std::move(left);
}

/// A need of a rank that waits for it, or is still in its own part of the call.
void JobSimulation::meet(uint32_t r, double at) {
  Rank &rank = ranks_[r];
  --rank.pending;
  rank.ready_at = std::max(rank.ready_at, at);
  if (rank.pending == 0 && (rank.doing == Doing::Spins || rank.doing == Doing::Leaves))
    settle(r);
}

/// The call's own part is over.
void JobSimulation::endOwn(uint32_t r) {
  Rank &rank = ranks_[r];
  if (rank.pending == 0 && rank.ready_at <= now_)
    return leave(r);
  rank.doing = Doing::Leaves;
  if (policy_.waits == RankWaits::Spins)
    run(r, Doing::Spins, std::numeric_limits<double>::infinity(), 1);
  else
    leaveTurn(r);
  if (rank.pending == 0)
    settle(r);
}

/// All that it needs has happened: it goes on when all of it has come.
void JobSimulation::settle(uint32_t r) {
  Rank &rank = ranks_[r];
  double wake = rank.doing == Doing::Leaves ? policy_.wake : 0;
  rank.resumes = std::max(now_, rank.ready_at + wake);
  resuming_.insert({rank.resumes, r});
}

void JobSimulation::leave(uint32_t r) {
  Rank &rank = ranks_[r];
  if (rank.doing == Doing::Spins && !hasTurns(r)) {
    groups_[group_of_[r]].stop(now_, r, rank.due, rank.wants);
    sortIn(group_of_[r]);
  }
  times_.calls[r][rank.call].end = now_;
  ++rank.call;
  rank.doing = Doing::Nothing;
  rank.resumes = now_; // a stack as deep as there are calls without time would not do
  resuming_.insert({now_, r});
}

JobTimes replayJob(const Job &job, const JobDurations &durations, const JobPlacement &placement,
                   const ReplayPolicy &policy) {
  return JobSimulation(job, durations, placement, policy).run();
}

} // namespace tare
