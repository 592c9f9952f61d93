// SPDX-License-Identifier: Apache-2.0
// Ranks that have their processors in turns: a rank sees what happened only while it is on one.
// Turns delay work. They also delay long messages, which the receiver copies, and the rounds of a
// collective.
#include "analyzer/jobs/job_simulation.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tare {

namespace {
constexpr double for_ever = std::numeric_limits<double>::infinity();
}

bool canHaveTurns(const Job &job, const JobPlacement &placement, uint32_t group) {
  double ranks = 0, processors = placement.processors[group];
  bool has_teams = false;
  for (size_t r = 0; r < job.ranks.size(); ++r)
    if (placement.group[r] == group) {
      ++ranks;
      has_teams |= job.ranks[r].threads > 1;
    }
  bool is_whole = processors >= 1 && processors == std::floor(processors);
  return !has_teams && is_whole && ranks > processors;
}

// ---- processors ----

void JobSimulation::makeTurns(const JobPlacement &placement) {
  for (uint32_t group = 0; group < turns_.size(); ++group)
    if (canHaveTurns(job_, placement, group))
      turns_[group].emplace(static_cast<size_t>(placement.processors[group]), policy_.turn,
                            ranks_.size());
}

void JobSimulation::startTurn(uint32_t r, double amount) {
  uint32_t group = group_of_[r];
  turns_[group]->start(now_, r, amount);
  for (uint32_t arrived : turns_[group]->takeArrived())
    on_.push_back(arrived);
  sortIn(group);
}

void JobSimulation::leaveTurn(uint32_t r) {
  uint32_t group = group_of_[r];
  if (!turns_[group])
    return;
  turns_[group]->leave(now_, r);
  for (uint32_t arrived : turns_[group]->takeArrived())
    on_.push_back(arrived);
  sortIn(group);
}

/// False: turns would go on for ever.
bool JobSimulation::runTurn(uint32_t group) {
  if (resuming_.empty() && arriving_.empty() && calling_.empty() && allWait())
    return false;
  uint32_t due = turns_[group]->runNext();
  for (uint32_t arrived : turns_[group]->takeArrived())
    on_.push_back(arrived);
  sortIn(group);
  if (due != ProcessorTurns::nobody)
    isDue(due);
  return true;
}

/// For something that no rank will do.
bool JobSimulation::allWait() const {
  return std::ranges::all_of(ranks_, [](const Rank &rank) {
    return rank.doing != Doing::Works && rank.doing != Doing::Calls && !rank.comes &&
           rank.takes.empty() && !rank.sees;
  });
}

/// A rank that waits and leaves its processor was here to see something, and has seen it.
void JobSimulation::gotOn(uint32_t r) {
  if (!isOn(r))
    return;
  look(r);
  Rank &rank = ranks_[r];
  if (rank.comes) {
    rank.comes = false;
    proceed(r);
  } else if (rank.doing == Doing::Leaves && rank.resumes == unknown) {
    leaveTurn(r);
  }
}

// ---- what a rank sees when it is on a processor ----

void JobSimulation::callAt(double at, uint32_t r) { calling_.insert({std::max(at, now_), r}); }

void JobSimulation::called(uint32_t r) {
  if (isOn(r))
    return look(r);
  ranks_[r].sees = true;
  if (!turns_[group_of_[r]]->wants(r))
    startTurn(r, for_ever);
}

void JobSimulation::look(uint32_t r) {
  Rank &rank = ranks_[r];
  rank.sees = false;
  std::vector<uint32_t> taken;
  std::erase_if(rank.takes, [&](const auto &message) {
    if (message.first <= now_)
      taken.push_back(message.second);
    return message.first <= now_;
  });
  for (uint32_t message : taken) {
    messages_[message].taken = now_;
    wakeThose(messages_[message].waiting);
  }
  stepRounds(r);
}

/// Its receiver copies it, and can do so only while it has a processor.
bool JobSimulation::isTakenInTurn(uint32_t message) const {
  return durations_.rendezvous[message] && hasTurns(job_.messages[message].received.rank) &&
         !pools_.isBlind(message);
}

void JobSimulation::callToTake(uint32_t index) {
  Message &message = messages_[index];
  if (message.sent != unknown && message.posted != unknown) {
    double from = std::max(message.sent + durations_.envelope[index], message.posted);
    uint32_t receiver = job_.messages[index].received.rank;
    ranks_[receiver].takes.push_back({from, index});
    callAt(from, receiver);
  }
  wakeThose(message.waiting); // a probe sees that it was sent
}

// ---- collectives in rounds ----

/// As many as its messages need; none where that makes no difference, or where its members may
/// work meanwhile.
void JobSimulation::countRounds(uint32_t index) {
  const JobMeeting &meeting = job_.meetings[index];
  auto members = static_cast<uint32_t>(meeting.members.size());
  bool has_turns = false, is_one_call = members > 1 && meeting.shape == TARE_MF_ALL;
  for (const JobMeetingMember &member : meeting.members) {
    has_turns |= hasTurns(member.entry.rank);
    is_one_call &= member.exit && member.exit->rank == member.entry.rank &&
                   member.exit->call == member.entry.call;
  }
  if (!has_turns || !is_one_call || policy_.exits_in_turn)
    return;
  auto rounds = meeting.is_alike ? members - 1 : static_cast<uint32_t>(std::bit_width(members - 1));
  if (rounds == 1 && !durations_.meeting_rendezvous[index])
    return;
  meetings_[index].rounds = rounds;
  meetings_[index].reached.resize(members);
  meetings_[index].took.assign(members, 0);
}

/// To whom a member sends in a round, and from whom it receives.
std::pair<uint32_t, uint32_t> JobSimulation::partnersOf(const CallNeed &at, uint32_t round) const {
  auto members = static_cast<uint32_t>(job_.meetings[at.index].members.size());
  uint32_t distance = job_.meetings[at.index].is_alike ? round + 1 : 1u << round;
  return {(at.member + distance) % members, (at.member + members - distance) % members};
}

void JobSimulation::enterRounds(const CallNeed &at) {
  uint32_t r = job_.meetings[at.index].members[at.member].entry.rank;
  meetings_[at.index].reached[at.member].push_back(now_);
  ranks_[r].rounds = at;
  callMember(at);
  callMember({at.kind, at.index, partnersOf(at, 0).first});
}

/// When a member may take what it is sent in its round; unknown: it was not sent yet.
double JobSimulation::takesAt(const CallNeed &at) const {
  const MeetingNow &meeting = meetings_[at.index];
  const std::vector<double> &mine = meeting.reached[at.member];
  uint32_t round = meeting.took[at.member];
  const std::vector<double> &theirs = meeting.reached[partnersOf(at, round).second];
  if (mine.size() <= round || theirs.size() <= round)
    return unknown;
  const JobCallAt &entry = job_.meetings[at.index].members[at.member].entry;
  const JobCall &call = job_.callOf(entry);
  double lag = 0;
  for (uint32_t i = call.first_need; i < call.first_need + call.needs; ++i)
    lag = std::max(lag, durations_.ranks[entry.rank].lag[i]);
  return std::max(mine[round], theirs[round]) + lag / meeting.rounds;
}

/// What it sends in its round needs no other rank any longer.
bool JobSimulation::isAccepted(const CallNeed &at) const {
  const MeetingNow &meeting = meetings_[at.index];
  auto round = static_cast<uint32_t>(meeting.reached[at.member].size() - 1);
  return !durations_.meeting_rendezvous[at.index] ||
         meeting.took[partnersOf(at, round).first] > round;
}

/// As far as it comes now.
void JobSimulation::stepRounds(uint32_t r) {
  while (ranks_[r].rounds) {
    const CallNeed at = *ranks_[r].rounds;
    MeetingNow &meeting = meetings_[at.index];
    std::vector<double> &reached = meeting.reached[at.member];
    auto round = static_cast<uint32_t>(reached.size() - 1);
    if (meeting.took[at.member] == round) {
      double takes_at = takesAt(at);
      if (takes_at == unknown || takes_at > now_)
        return;
      ++meeting.took[at.member];
      if (durations_.meeting_rendezvous[at.index])
        callMember({at.kind, at.index, partnersOf(at, round).second});
    }
    if (!isAccepted(at))
      return;
    reached.push_back(now_);
    if (++round < meeting.rounds) {
      callMember({at.kind, at.index, partnersOf(at, round).first});
      callMember(at);
      continue;
    }
    ranks_[r].rounds.reset();
    if (ranks_[r].pending > 0)
      meet(r, now_);
  }
}

/// If it may come further than it is, from then on.
void JobSimulation::callMember(const CallNeed &at) {
  const MeetingNow &meeting = meetings_[at.index];
  uint32_t r = job_.meetings[at.index].members[at.member].entry.rank;
  auto reached = static_cast<uint32_t>(meeting.reached[at.member].size());
  if (reached == 0 || reached > meeting.rounds)
    return;
  double from = meeting.took[at.member] < reached ? takesAt(at) : isAccepted(at) ? now_ : unknown;
  if (from != unknown)
    callAt(from, r);
}

} // namespace tare
