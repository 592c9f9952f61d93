// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/durations.h"

#include "analyzer/jobs/eager_limit.h"
#include "analyzer/jobs/message_costs.h"

#include <algorithm>

namespace tare {

namespace {

class DurationsOf {
public:
  DurationsOf(const Job &job, const DurationRules &rules)
      : job_(job), rules_(rules), seen_(rules.network ? *rules.network : limitsSeen(job)),
        costs_(job, &seen_, measuredPlacement(job)) {}

  JobDurations run() {
    all_.fixes_start_and_end = rules_.fixes_start_and_end;
    for (const JobMessage &message : job_.messages) {
      bool meets = costs_.isRendezvous(message) && canBeRendezvous(message);
      all_.rendezvous.push_back(meets);
      all_.envelope.push_back(meets ? std::min(costs_.envelope(message), mostEnvelope(message))
                                    : 0);
    }
    for (uint32_t i = 0; i < job_.meetings.size(); ++i)
      all_.meeting_rendezvous.push_back(costs_.isRendezvous(i));
    for (const JobMeeting &meeting : job_.meetings)
      all_entered_.push_back(isForAll(meeting) ? entryBase(meeting, 0) : 0);
    for (uint32_t rank = 0; rank < job_.ranks.size(); ++rank)
      addRank(rank);
    return std::move(all_);
  }

private:
  struct Estimate {
    uint32_t need = 0; // in JobRank::needs
    double base = 0;   // measured
    double lag = 0;    // by the network
    double event() const { return base + lag; }
  };

  /// A sender that went on before the receive was posted did not wait for it.
  bool canBeRendezvous(const JobMessage &message) const {
    Ticks posted = job_.callOf(message.post).begin;
    return !message.sent || job_.callOf(*message.sent).end >= posted;
  }

  /// Both ends have ended after it.
  double mostEnvelope(const JobMessage &message) const {
    Ticks ended = job_.callOf(message.received).end;
    if (message.sent)
      ended = std::min(ended, job_.callOf(*message.sent).end);
    return static_cast<double>(std::max(Ticks(0), ended - job_.callOf(message.send).begin));
  }

  void addRank(uint32_t r) {
    const JobRank &rank = job_.ranks[r];
    RankDurations to;
    to.starts = static_cast<double>(rank.begin);
    to.lag.assign(rank.needs.size(), no_wait);
    Ticks before = rank.begin;
    for (const JobCall &call : rank.calls) {
      to.work.push_back(static_cast<double>(call.begin - before));
      to.own.push_back(ownTime(r, call, to));
      before = call.end;
    }
    to.work.push_back(static_cast<double>(rank.end - before));
    if (rules_.fixes_start_and_end)
      to.tail = static_cast<double>(job_.total() - rank.end);
    all_.ranks.push_back(std::move(to));
  }

  double ownTime(uint32_t r, const JobCall &call, RankDurations &to) {
    auto whole = static_cast<double>(call.duration());
    if (call.is_start_or_end && rules_.fixes_start_and_end) {
      auto itself = static_cast<double>(call.start_or_end);
      for (uint32_t i = call.first_need; i < call.first_need + call.needs; ++i)
        if (isEndOfJob(job_, job_.ranks[r].needs[i]))
          to.lag[i] = itself;
      return itself;
    }
    if (call.is_fixed)
      return whole;
    std::vector<Estimate> needs = estimates(r, call);
    if (needs.empty())
      return whole;
    auto last = std::ranges::max_element(needs, {}, &Estimate::event);
    bool waited = static_cast<double>(call.begin) < last->event() || isMeetingHere(r, call, *last);
    double end = static_cast<double>(call.end);
    for (const Estimate &need : needs)
      to.lag[need.need] = waited && &need == &*last ? end - need.base : lateLag(need, end);
    all_.unknown += !waited;
    return waited ? std::min(whole, costs_.callTime(r, call)) : whole;
  }

  double lateLag(const Estimate &need, double end) const {
    if (rules_.late == LateMessages::Plain)
      return std::min(need.lag, end - need.base);
    return rules_.late == LateMessages::Optimistic ? 0 : end - need.base;
  }

  /// Who comes last to a collective does not wait for the others, but for the collective. What a
  /// root gives is there when somebody comes late, as a message is.
  bool isMeetingHere(uint32_t r, const JobCall &call, const Estimate &estimate) const {
    const CallNeed &need = job_.ranks[r].needs[estimate.need];
    if (need.kind != NeedKind::Met)
      return false;
    const JobMeeting &meeting = job_.meetings[need.index];
    if (isGivenBy(meeting, need.member))
      return false;
    const JobMeetingMember &member = meeting.members[need.member];
    return &job_.callOf(member.entry) == &call;
  }

  /// Needs that the measured times allow.
  std::vector<Estimate> estimates(uint32_t r, const JobCall &call) {
    std::vector<Estimate> all;
    for (uint32_t i = call.first_need; i < call.first_need + call.needs; ++i) {
      const CallNeed &need = job_.ranks[r].needs[i];
      if (need.kind == NeedKind::Accepted && !all_.rendezvous[need.index])
        continue;
      double base = baseOf(need);
      if (base > static_cast<double>(call.end))
        ++all_.violations;
      else
        all.push_back({i, base, costs_.lag(need)});
    }
    return all;
  }

  double entryBase(const JobMeeting &meeting, uint32_t member) const {
    return static_cast<double>(meetingBase(meeting, member, [&](uint32_t other) {
      return job_.callOf(meeting.members[other].entry).begin;
    }));
  }

  double baseOf(const CallNeed &need) const {
    if (need.kind == NeedKind::Met) {
      const JobMeeting &meeting = job_.meetings[need.index];
      return isForAll(meeting) ? all_entered_[need.index] : entryBase(meeting, need.member);
    }
    const JobMessage &message = job_.messages[need.index];
    auto sent = static_cast<double>(job_.callOf(message.send).begin);
    if (!all_.rendezvous[need.index] || need.kind == NeedKind::Found)
      return sent;
    auto posted = static_cast<double>(job_.callOf(message.post).begin);
    return std::max(sent + all_.envelope[need.index], posted);
  }

  const Job &job_;
  DurationRules rules_;
  Network seen_;
  MessageCosts costs_;
  std::vector<double> all_entered_; // by meeting for all
  JobDurations all_;
};

/// A measured time that the old table says takes `was`, where the new one says `then`.
double onTable(double measured, double was, double then, BesideTable beside) {
  if (then < was && beside == BesideTable::Shrinks)
    return std::max(0.0, measured * (then / was));
  return std::max(0.0, measured + (then - was));
}

/// What a table says of a lag, and of the same without bytes.
struct TableTimes {
  double lag = 0, latency = 0;
  double bytes() const { return lag - latency; }
};

double lagOnTable(double measured, const TableTimes &was, const TableTimes &then,
                  BesideTable beside) {
  double bytes = measured - was.latency;
  bool overlaps = beside == BesideTable::Shrinks && then.lag >= was.lag && measured > was.lag &&
                  then.bytes() >= was.bytes();
  return overlaps ? then.latency + std::max(bytes, then.bytes())
                  : onTable(measured, was.lag, then.lag, beside);
}

} // namespace

JobDurations measuredDurations(const Job &job, const DurationRules &rules) {
  return DurationsOf(job, rules).run();
}

JobDurations withoutMessages(const Job &job, JobDurations durations, const DurationRules &rules) {
  for (size_t r = 0; r < job.ranks.size(); ++r) {
    for (size_t c = 0; c < job.ranks[r].calls.size(); ++c) {
      const JobCall &call = job.ranks[r].calls[c];
      if (call.is_start_or_end && rules.fixes_start_and_end)
        continue;
      if (!call.is_fixed)
        durations.ranks[r].own[c] = 0;
      for (uint32_t i = call.first_need; i < call.first_need + call.needs; ++i)
        durations.ranks[r].lag[i] = std::min(durations.ranks[r].lag[i], 0.0);
    }
  }
  durations.envelope.assign(job.messages.size(), 0);
  return durations;
}

JobPlacement measuredPlacement(const Job &job) {
  JobPlacement placement;
  for (const JobRank &rank : job.ranks) {
    placement.node.push_back(rank.node);
    placement.group.push_back(static_cast<uint32_t>(placement.group.size()));
    placement.processors.push_back(rank.threads);
  }
  return placement;
}

JobPlacement placedOn(size_t ranks, size_t nodes, double processors, bool in_turns) {
  JobPlacement placement;
  for (size_t rank = 0; rank < ranks; ++rank) {
    size_t node = in_turns ? rank % nodes : rank * nodes / ranks;
    placement.node.push_back(static_cast<uint32_t>(node));
  }
  placement.group = placement.node;
  placement.processors.assign(nodes, processors);
  return placement;
}

JobDurations onNetwork(const Job &job, JobDurations durations, const Network &from,
                       const JobPlacement &was, const Network &to, const JobPlacement &then,
                       BesideTable beside) {
  MessageCosts old_costs(job, &from, was), new_costs(job, &to, then);
  for (size_t m = 0; m < job.messages.size(); ++m) {
    const JobMessage &message = job.messages[m];
    if (new_costs.isRendezvous(message) != old_costs.isRendezvous(message))
      durations.rendezvous[m] = new_costs.isRendezvous(message);
    if (durations.rendezvous[m])
      durations.envelope[m] = onTable(durations.envelope[m], old_costs.envelope(message),
                                      new_costs.envelope(message), beside);
    else
      durations.envelope[m] = 0;
  }
  for (uint32_t i = 0; i < job.meetings.size(); ++i)
    durations.meeting_rendezvous[i] = new_costs.isRendezvous(i);
  auto changeLag = [&](const CallNeed &need, double &lag) {
    if (need.kind == NeedKind::Accepted && lag == no_wait)
      lag = durations.rendezvous[need.index] ? new_costs.lag(need) : no_wait;
    else if (lag != no_wait)
      lag = lagOnTable(lag, {old_costs.lag(need), old_costs.latency(need)},
                       {new_costs.lag(need), new_costs.latency(need)}, beside);
  };
  for (uint32_t r = 0; r < job.ranks.size(); ++r) {
    const JobRank &rank = job.ranks[r];
    for (size_t c = 0; c < rank.calls.size(); ++c) {
      const JobCall &call = rank.calls[c];
      if (call.is_start_or_end && durations.fixes_start_and_end)
        continue;
      for (uint32_t i = call.first_need; i < call.first_need + call.needs; ++i)
        changeLag(rank.needs[i], durations.ranks[r].lag[i]);
      if (double &own = durations.ranks[r].own[c]; !call.is_fixed)
        own = onTable(own, old_costs.callTime(r, call), new_costs.callTime(r, call), beside);
    }
  }
  return durations;
}

} // namespace tare
