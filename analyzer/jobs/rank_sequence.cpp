// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/rank_sequence.h"

#include <algorithm>
#include <numeric>

namespace tare {

namespace {

/// Whether it may wait for another rank, so that nobody knows its own time where that is not seen.
bool mayWait(const MessagePart &part) {
  switch (part.kind) {
  case TARE_MF_RECEIVED:
    return part.peer != TARE_MF_NOBODY;
  case TARE_MF_PROBED:
  case TARE_MF_NOT_MODELLED:
  case TARE_MF_DROPPED:
    return true;
  case TARE_MF_COLLECTIVE:
    return part.request == 0;
  default:
    return false;
  }
}

struct WhatItDoes {
  bool waits = false, not_modelled = false, start_or_end = false, polled_for = false;
};

WhatItDoes whatDoes(const RankLog &log, const MpiCall &call) {
  WhatItDoes does;
  for (size_t i = 0; i < call.parts; ++i) {
    const MessagePart &part = log.parts[call.first_part + i];
    does.waits |= mayWait(part);
    does.not_modelled |= part.kind == TARE_MF_NOT_MODELLED;
    does.start_or_end |= part.kind == TARE_MF_COLLECTIVE &&
                         (part.shape == TARE_MF_START || part.shape == TARE_MF_END);
    does.polled_for |=
        part.kind == TARE_MF_RECEIVED || part.kind == TARE_MF_SENT || part.kind == TARE_MF_PROBED;
  }
  return does;
}

bool callAtOnce(const RankLog &log, const std::vector<size_t> &order) {
  Ticks before = 0;
  for (size_t call : order) {
    if (log.calls[call].begin < before)
      return true;
    before = std::max(before, log.calls[call].end);
  }
  return false;
}

class CallsOfRank {
public:
  CallsOfRank(const RankLog &log, uint32_t number, const JobClock &clock,
              FunctionNumbers &functions)
      : log_(log), number_(number), clock_(clock), functions_(functions) {}

  RankCalls run() {
    std::vector<size_t> order(log_.calls.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::stable_sort(order, {}, [&](size_t call) { return log_.calls[call].begin; });
    all_.call_of.resize(order.size());
    if (!callAtOnce(log_, order)) {
      addLane(order);
      return std::move(all_);
    }
    std::map<uint32_t, std::vector<size_t>> of_thread;
    for (size_t call : order)
      of_thread[log_.calls[call].thread].push_back(call);
    for (const auto &[thread, calls] : of_thread)
      addLane(calls);
    return std::move(all_);
  }

private:
  void addLane(const std::vector<size_t> &order) {
    auto lane = static_cast<uint32_t>(all_.lanes.size());
    RankSequence &sequence = all_.lanes.emplace_back();
    Ticks polled = 0;
    for (size_t i = 0; i < order.size(); ++i) {
      const MpiCall &call = log_.calls[order[i]];
      all_.call_of[order[i]] = {lane, static_cast<uint32_t>(sequence.calls.size())};
      all_.polls += call.polls;
      if (call.polls && i + 1 < order.size() && isFoundBy(call, log_.calls[order[i + 1]]))
        polled = call.in_polls;
      else
        add(sequence, call, std::exchange(polled, 0));
    }
  }

  bool isFoundBy(const MpiCall &polls, const MpiCall &next) const {
    return !next.polls && next.thread == polls.thread && next.function == polls.function &&
           whatDoes(log_, next).polled_for;
  }

  void add(RankSequence &sequence, const MpiCall &call, Ticks polled) {
    WhatItDoes does = whatDoes(log_, call);
    Ticks inside = call.polls ? call.in_polls : call.duration() + polled;
    JobCall to;
    to.begin = clock_.at(number_, call.end - inside);
    to.end = clock_.at(number_, call.end);
    to.function = functions_.of(log_.nameOf(call));
    to.node = call.node;
    to.site = call.site;
    to.in_region = call.in_region;
    to.is_fixed = does.not_modelled;
    to.is_start_or_end = does.start_or_end;
    if (!sequence.calls.empty()) { // where rounding of clocks puts it before the last one
      to.begin = std::max(to.begin, sequence.calls.back().end);
      to.end = std::max(to.end, to.begin);
    }
    sequence.calls.push_back(to);
    sequence.waits.push_back(does.waits);
  }

  const RankLog &log_;
  uint32_t number_;
  const JobClock &clock_;
  FunctionNumbers &functions_;
  RankCalls all_;
};

} // namespace

RankCalls rankCalls(const RankLog &log, uint32_t number, const JobClock &clock,
                    FunctionNumbers &functions) {
  return CallsOfRank(log, number, clock, functions).run();
}

} // namespace tare
