// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/job.h"

#include "analyzer/jobs/rank_sequence.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tare {

namespace {

class JobMaker {
public:
  JobMaker(const std::vector<RankLog> &logs, const Matching &matching, const JobClock &clock)
      : logs_(logs), matching_(matching), clock_(clock) {}

  Job run(const std::vector<RankWindow> &windows) {
    job_.ticks_per_second = clock_.ticks_per_second;
    job_.library = logs_.front().library;
    for (const HostClock &host : clock_.hosts)
      job_.hosts.push_back(host.host);
    for (uint32_t log = 0; log < logs_.size(); ++log)
      addRank(log, log < windows.size() ? windows[log] : RankWindow{0, logs_[log].window, 1});
    for (const MatchedMessage &message : matching_.messages)
      addMessage(message);
    for (const MpiMeeting &meeting : matching_.meetings)
      addMeeting(meeting);
    for (size_t i = 0; i < unmatched_reasons; ++i)
      job_.gaps.unmatched[i] =
          matching_.sends[i] + matching_.receives[i] + matching_.collectives[i];
    fillIn();
    findStartsAndEnds();
    shiftToBegin();
    for (const auto &[name, number] : functions_.numbers())
      job_.functions[number] = name;
    return std::move(job_);
  }

private:
  void addRank(uint32_t log, const RankWindow &window) {
    RankCalls calls = rankCalls(logs_[log], log, clock_, functions_);
    job_.gaps.lanes += calls.lanes.size() > 1 ? calls.lanes.size() : 0;
    job_.gaps.polls += calls.polls;
    auto first = static_cast<uint32_t>(job_.ranks.size());
    for (JobCallAt &at : calls.call_of)
      at.rank += first;
    call_of_.push_back(std::move(calls.call_of));
    for (size_t lane = 0; lane < calls.lanes.size(); ++lane)
      addLane(log, window, lane, calls);
  }

  /// The first lane has the threads that do not call MPI themselves.
  void addLane(uint32_t log, const RankWindow &window, size_t lane, RankCalls &calls) {
    auto others = static_cast<int>(calls.lanes.size()) - 1;
    JobRank rank{logs_[log].rank, clock_.host_of[log]};
    rank.threads = lane == 0 ? std::max(1, window.threads - others) : 1;
    rank.lane = static_cast<int>(lane);
    rank.record = logs_[log].record_ticks;
    rank.calls = std::move(calls.lanes[lane].calls);
    rank.begin = clock_.at(log, window.begin);
    rank.end = std::max(rank.begin, clock_.at(log, window.end));
    for (JobCall &call : rank.calls) {
      rank.begin = std::min(rank.begin, call.begin);
      rank.end = std::max(rank.end, call.end);
    }
    needs_.emplace_back(rank.calls.size());
    starts_.emplace_back(rank.calls.size());
    waits_.push_back(std::move(calls.lanes[lane].waits));
    job_.ranks.push_back(std::move(rank));
  }

  JobCallAt callAt(const MpiCallPlace &place) const { return call_of_[place.log][place.call]; }
  void need(JobCallAt at, CallNeed need) { needs_[at.rank][at.call].push_back(need); }
  void start(JobCallAt at, CallStart start) { starts_[at.rank][at.call].push_back(start); }

  void addMessage(const MatchedMessage &from) {
    JobMessage message{callAt(from.send), callAt(from.post), callAt(from.received)};
    message.bytes = from.bytes;
    message.mode = from.mode;
    if (!from.ends_unseen)
      message.sent = from.sent ? callAt(*from.sent) : message.send;
    if (from.any_source)
      message.pool = poolOf(from);
    auto index = static_cast<uint32_t>(job_.messages.size());
    start(message.send, {StartKind::Sends, index});
    start(message.post, {StartKind::Posts, index});
    need(message.received, {NeedKind::Arrival, index});
    for (const MpiCallPlace &probe : from.probed)
      need(callAt(probe), {NeedKind::Found, index});
    if (message.sent)
      need(*message.sent, {NeedKind::Accepted, index});
    job_.messages.push_back(message);
  }

  int32_t poolOf(const MatchedMessage &from) {
    std::tuple key(from.received.log, from.communicator, from.any_tag ? TARE_MF_ANY : from.tag);
    auto [at, is_new] = pools_.emplace(key, job_.pools);
    job_.pools += is_new;
    return static_cast<int32_t>(at->second);
  }

  /// Where no byte has a way to go, MPIs return at once.
  void waitForNobody(const MpiMeetingMember &member) {
    JobCallAt at = callAt(member.exit.value_or(member.entry));
    waits_[at.rank][at.call] = false;
  }

  void addMeeting(const MpiMeeting &from) {
    auto index = static_cast<uint32_t>(job_.meetings.size());
    if (!from.is_complete || from.shape == TARE_MF_NEIGHBOURS)
      return; // its calls have no part in the graph: they are fixed
    JobMeeting meeting{from.shape};
    for (const MpiMeetingMember &of : from.members)
      meeting.bytes = std::max({meeting.bytes, of.sent, of.received});
    if (meeting.bytes == 0 && !isForAll(meeting)) {
      for (const MpiMeetingMember &of : from.members)
        waitForNobody(of);
      return;
    }
    for (const MpiMeetingMember &of : from.members) {
      auto member = static_cast<uint32_t>(meeting.members.size());
      JobMeetingMember to{callAt(of.entry)};
      if (logs_[of.entry.log].rank == from.root)
        meeting.root = static_cast<int32_t>(member);
      start(to.entry, {StartKind::Enters, index, member});
      if (of.exit && of.takes_part) {
        to.exit = callAt(*of.exit);
        need(*to.exit, {NeedKind::Met, index, member});
      }
      meeting.members.push_back(to);
    }
    const RankLog &log = logs_[from.members.front().entry.log];
    meeting.function = log.nameOf(log.calls[from.members.front().entry.call]);
    meeting.is_alike = meeting.function.find("lltoall") != std::string::npos;
    job_.meetings.push_back(std::move(meeting));
  }

  /// Parts of a call that met nobody: it takes as long as it did.
  void fillIn() {
    job_.functions.resize(functions_.numbers().size());
    for (uint32_t r = 0; r < job_.ranks.size(); ++r) {
      JobRank &rank = job_.ranks[r];
      for (uint32_t c = 0; c < rank.calls.size(); ++c) {
        JobCall &call = rank.calls[c];
        call.first_need = static_cast<uint32_t>(rank.needs.size());
        call.needs = static_cast<uint32_t>(needs_[r][c].size());
        call.first_start = static_cast<uint32_t>(rank.starts.size());
        call.starts = static_cast<uint32_t>(starts_[r][c].size());
        rank.needs.insert(rank.needs.end(), needs_[r][c].begin(), needs_[r][c].end());
        rank.starts.insert(rank.starts.end(), starts_[r][c].begin(), starts_[r][c].end());
        call.is_fixed |= waits_[r][c] && call.needs == 0;
        job_.gaps.fixed += call.is_fixed;
      }
    }
    for (uint32_t r = 0; r < job_.ranks.size(); ++r)
      for (uint32_t i = 0; i < job_.ranks[r].needs.size(); ++i)
        if (const CallNeed &need = job_.ranks[r].needs[i]; need.kind == NeedKind::Arrival)
          job_.messages[need.index].arrival = i;
  }

  void findStartsAndEnds() {
    for (JobRank &rank : job_.ranks)
      for (JobCall &call : rank.calls) {
        call.start_or_end = call.is_start_or_end ? call.duration() : 0;
        for (uint32_t i = call.first_need; i < call.first_need + call.needs; ++i)
          if (const CallNeed &need = rank.needs[i]; call.is_start_or_end && isEndOfJob(job_, need))
            call.start_or_end = call.end - std::clamp(lastAt(need), call.begin, call.end);
      }
  }

  Ticks lastAt(const CallNeed &need) const {
    const JobMeeting &meeting = job_.meetings[need.index];
    return meetingBase(meeting, need.member, [&](uint32_t other) {
      return job_.callOf(meeting.members[other].entry).begin;
    });
  }

  void shiftToBegin() {
    Ticks first = job_.ranks.front().begin;
    for (const JobRank &rank : job_.ranks)
      first = std::min(first, rank.begin);
    for (JobRank &rank : job_.ranks) {
      rank.begin -= first;
      rank.end -= first;
      for (JobCall &call : rank.calls) {
        call.begin -= first;
        call.end -= first;
      }
    }
  }

  const std::vector<RankLog> &logs_;
  const Matching &matching_;
  const JobClock &clock_;
  Job job_;
  FunctionNumbers functions_;
  std::vector<std::vector<JobCallAt>> call_of_; // by log
  std::vector<std::vector<bool>> waits_;        // by lane
  std::vector<std::vector<std::vector<CallNeed>>> needs_;
  std::vector<std::vector<std::vector<CallStart>>> starts_;
  std::map<std::tuple<uint32_t, uint64_t, int32_t>, uint32_t> pools_;
};

} // namespace

int Job::threads() const {
  int all = 0;
  for (const JobRank &rank : ranks)
    all += rank.threads;
  return all;
}

Ticks Job::total() const {
  Ticks last = 0;
  for (const JobRank &rank : ranks)
    last = std::max(last, rank.end);
  return last;
}

Job makeJob(const std::vector<RankLog> &logs, const Matching &matching, const JobClock &clock,
            const std::vector<RankWindow> &windows) {
  return JobMaker(logs, matching, clock).run(windows);
}

} // namespace tare
