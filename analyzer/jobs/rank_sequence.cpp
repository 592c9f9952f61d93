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

} // namespace

RankSequence rankSequence(const RankLog &log, uint32_t number, const JobClock &clock,
                          FunctionNumbers &functions) {
  RankSequence sequence;
  sequence.call_of.resize(log.calls.size());
  std::vector<size_t> order(log.calls.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::ranges::stable_sort(order, {}, [&](size_t call) { return log.calls[call].begin; });
  Ticks before = 0, polled = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    const MpiCall &call = log.calls[order[i]];
    WhatItDoes does = whatDoes(log, call);
    sequence.call_of[order[i]] = static_cast<uint32_t>(sequence.calls.size());
    sequence.polls += call.polls;
    const MpiCall *next = i + 1 < order.size() ? &log.calls[order[i + 1]] : nullptr;
    if (call.polls && next && !next->polls && next->thread == call.thread &&
        next->function == call.function && whatDoes(log, *next).polled_for) {
      polled = call.in_polls;
      continue;
    }
    JobCall to;
    to.end = clock.at(number, call.end);
    Ticks inside = call.polls ? call.in_polls : call.duration() + std::exchange(polled, 0);
    to.begin = clock.at(number, call.end - inside);
    to.function = functions.of(log.nameOf(call));
    to.node = call.node;
    to.site = call.site;
    to.in_region = call.in_region;
    to.is_fixed = does.not_modelled;
    to.is_start_or_end = does.start_or_end;
    if (!sequence.calls.empty() && to.begin < before) {
      ++sequence.overlapping;
      to.begin = before;
      to.end = std::max(to.end, before);
    }
    before = to.end;
    sequence.calls.push_back(to);
    sequence.waits.push_back(does.waits);
  }
  return sequence;
}

} // namespace tare
