// SPDX-License-Identifier: Apache-2.0
#include "analyzer/messages/clocks.h"

#include "analyzer/messages/clock_bounds.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tare {

class ClockAlignment {
public:
  ClockAlignment(const std::vector<RankLog> &logs, const Matching &matching)
      : logs_(logs), matching_(matching) {}

  JobClock run() {
    clock_.ticks_per_second = logs_.front().ticks_per_second;
    sortByHost();
    for (uint32_t host = 0; host < clock_.hosts.size(); ++host)
      placeLogs(host);
    if (clock_.hosts.size() > 1)
      alignHosts();
    Ticks earliest = clock_.at(0, 0);
    for (uint32_t log = 1; log < logs_.size(); ++log)
      earliest = std::min(earliest, clock_.at(log, 0));
    clock_.earliest_ = earliest;
    countViolations();
    return std::move(clock_);
  }

private:
  void sortByHost() {
    std::map<std::string, uint32_t> known;
    for (const RankLog &log : logs_) {
      auto [at, is_new] = known.emplace(log.host, uint32_t(clock_.hosts.size()));
      if (is_new)
        clock_.hosts.push_back({log.host});
      clock_.host_of.push_back(at->second);
    }
  }

  /// Ranks with the same kind of clock share its ticks; else nanoseconds of the host.
  void placeLogs(uint32_t host) {
    std::vector<uint32_t> own;
    for (uint32_t log = 0; log < logs_.size(); ++log)
      if (clock_.host_of[log] == host)
        own.push_back(log);
    const RankLog &first = logs_[own.front()];
    bool alike =
        std::ranges::all_of(own, [&](uint32_t log) { return logs_[log].clock == first.clock; });
    clock_.logs_.resize(logs_.size());
    for (uint32_t log : own) {
      JobClock::OfLog &of = clock_.logs_[log];
      of.rate = alike ? first.ticks_per_second : logs_[log].ticks_per_second;
      auto ahead = alike ? static_cast<int64_t>(logs_[log].start_tick - first.start_tick)
                         : static_cast<int64_t>(logs_[log].start_ns - first.start_ns);
      of.begin_s = static_cast<double>(ahead) / (alike ? of.rate : 1e9);
      of.same_ticks = host == 0 && alike;
      of.shift = std::clamp<int64_t>(ahead, -int64_t(tick_limit), int64_t(tick_limit));
    }
    clock_.hosts[host].origin_s = static_cast<double>(first.start_ns) * 1e-9;
  }

  double ownSeconds(uint32_t log, Ticks at) const {
    const JobClock::OfLog &of = clock_.logs_[log];
    return of.begin_s + static_cast<double>(at) / of.rate;
  }
  double beganAt(MpiCallPlace at) const {
    return ownSeconds(at.log, logs_[at.log].calls[at.call].begin);
  }
  double endedAt(MpiCallPlace at) const {
    return ownSeconds(at.log, logs_[at.log].calls[at.call].end);
  }

  void addBound(MpiCallPlace earlier, MpiCallPlace later) {
    uint32_t from = clock_.host_of[earlier.log], to = clock_.host_of[later.log];
    if (from != to)
      bounds_.push_back({from, to, beganAt(earlier), endedAt(later)});
  }

  /// The last one that came, and the first one that left, of each host: the others bound less.
  void addBounds(const MpiMeeting &meeting) {
    std::map<uint32_t, const MpiMeetingMember *> last, first;
    for (const MpiMeetingMember &member : meeting.members) {
      uint32_t host = clock_.host_of[member.entry.log];
      if (!last[host] || beganAt(member.entry) > beganAt(last[host]->entry))
        last[host] = &member;
      if (member.exit && (!first[host] || endedAt(*member.exit) < endedAt(*first[host]->exit)))
        first[host] = &member;
    }
    for (auto [from, earlier] : last)
      for (auto [to, later] : first)
        if (later)
          addBound(earlier->entry, *later->exit);
  }

  void alignHosts() {
    for (const MatchedMessage &message : matching_.messages)
      addBound(message.send, message.received);
    for (const MpiMeeting &meeting : matching_.meetings)
      if (meeting.is_complete && (meeting.shape == TARE_MF_ALL || meeting.shape == TARE_MF_START))
        addBounds(meeting);
    for (uint32_t host = 1; host < clock_.hosts.size(); ++host)
      clock_.hosts[host].drift = driftOf(host, bounds_);
    for (ClockBound &bound : bounds_) {
      bound.earlier_s *= 1 + clock_.hosts[bound.earlier].drift;
      bound.later_s *= 1 + clock_.hosts[bound.later].drift;
    }
    std::vector<OffsetRange> ranges = offsetRanges(clock_.hosts.size(), bounds_);
    for (uint32_t host = 1; host < clock_.hosts.size(); ++host)
      place(clock_.hosts[host], ranges[host]);
  }

  static void place(HostClock &host, OffsetRange range) {
    host.low_s = range.low;
    host.high_s = range.high;
    host.is_consistent = range.low <= range.high;
    if (std::isfinite(range.low) && std::isfinite(range.high))
      host.offset_s = (range.low + range.high) / 2;
    else if (std::isfinite(range.low))
      host.offset_s = range.low;
    else if (std::isfinite(range.high))
      host.offset_s = range.high;
  }

  void countViolations() {
    for (const MatchedMessage &message : matching_.messages) {
      Ticks sent =
          clock_.at(message.send.log, logs_[message.send.log].calls[message.send.call].begin);
      Ticks got = clock_.at(message.received.log,
                            logs_[message.received.log].calls[message.received.call].end);
      if (got >= sent)
        continue;
      ++clock_.violations;
      clock_.worst_violation_s = std::max(
          clock_.worst_violation_s, static_cast<double>(sent - got) / clock_.ticks_per_second);
    }
  }

  const std::vector<RankLog> &logs_;
  const Matching &matching_;
  JobClock clock_;
  std::vector<ClockBound> bounds_;
};

Ticks JobClock::at(uint32_t log, Ticks of_log) const {
  const OfLog &of = logs_[log];
  if (of.same_ticks)
    return of.shift + of_log - earliest_;
  const HostClock &host = hosts[host_of[log]];
  double own = of.begin_s + static_cast<double>(of_log) / of.rate;
  return wholeTicks((own * (1 + host.drift) + host.offset_s) * ticks_per_second) - earliest_;
}

JobClock alignClocks(const std::vector<RankLog> &logs, const Matching &matching) {
  return ClockAlignment(logs, matching).run();
}

} // namespace tare
