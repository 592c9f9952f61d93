// SPDX-License-Identifier: Apache-2.0
// Reading a log: every sentence must close in itself before anyone adds it up.
#include "analyzer/profile/log.h"

#include <map>
#include <utility>

namespace tare {

namespace {

/// The finaliser of splitmix64 (Steele, Lea, Flood 2014), as in runtime/.
uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

bool keeps(uint64_t hash, uint32_t level) { return (hash & ((uint64_t(1) << level) - 1)) == 0; }

class LogReader {
public:
  LogReader(const ProfileContents &contents, std::string_view bytes, const LogFrame &frame)
      : contents_(contents), bytes_(bytes), frame_(frame) {}

  Result<std::vector<Segment>> read() {
    std::vector<Segment> segments, waits;
    while (at_ < bytes_.size()) {
      Result<Segment> segment = readSegment();
      if (!segment.ok())
        return segment.error();
      bool is_last = segment.value().flags & TARE_SEG_LAST;
      bool is_wait = segment.value().flags & TARE_SEG_IN_WAIT;
      if (frame_.sampling.keepsInstance(segment.value().instance) &&
          frame_.sampling.keepsBarrier(segment.value().ordinal, is_last))
        (is_wait ? waits : segments).push_back(std::move(segment).value());
    }
    if (Result<void> joined = join(segments, waits); !joined.ok())
      return joined.error();
    return segments;
  }

private:
  Error broken(const std::string &what) const {
    return Error{"corrupted: log sentence at byte " + std::to_string(begin_) + " " + what, "",
                 "measure again"};
  }

  /// Sentences about tasks go to the segment whose wait they ran in.
  Result<void> join(std::vector<Segment> &segments, std::vector<Segment> &waits) const {
    if (waits.empty())
      return {};
    std::map<std::pair<uint64_t, uint32_t>, Segment *> of;
    for (Segment &segment : segments)
      of[{segment.instance, segment.ordinal}] = &segment;
    for (Segment &wait : waits) {
      auto found = of.find({wait.instance, wait.ordinal});
      if (found == of.end() || !found->second->in_wait.empty() ||
          found->second->arrive != wait.open)
        return Error{"corrupted: the log tells of tasks in a wait that it does not know", "",
                     "measure again"};
      Segment &segment = *found->second;
      segment.in_wait = std::move(wait.spent);
      segment.first_task = wait.leave;
      segment.last_task = wait.arrive;
    }
    return {};
  }

  Result<Segment> readSegment() {
    begin_ = at_;
    if (bytes_.size() - at_ < sizeof(tare_pf_segment))
      return broken("is cut");
    auto raw = recordAt<tare_pf_segment>(bytes_, at_);
    at_ += sizeof raw;
    if (raw.spent_count > (bytes_.size() - at_) / sizeof(tare_pf_spent))
      return broken("says that " + std::to_string(raw.spent_count) + " records follow it");
    if (Result<void> checked = check(raw); !checked.ok())
      return checked.error();
    Segment segment = convert(raw);
    if (Result<void> spent = readSpent(raw, segment); !spent.ok())
      return spent.error();
    return segment;
  }

  Result<void> check(const tare_pf_segment &raw) const {
    uint64_t window = static_cast<uint64_t>(frame_.window);
    uint64_t open = raw.open - frame_.start_tick, arrive = raw.arrive - frame_.start_tick;
    uint64_t leave = raw.leave ? raw.leave - frame_.start_tick : arrive;
    if (raw.flags & TARE_SEG_IN_WAIT) // `leave` is the begin of the first task
      std::swap(arrive, leave);
    if (open > arrive || arrive > leave || leave > window)
      return broken("has times out of order");
    if (!contents_.node(raw.region_node) || !contents_.node(raw.barrier_node))
      return broken("speaks of a node that does not exist");
    if (raw.instance == 0 || raw.team_size == 0 || raw.thread_num >= raw.team_size)
      return broken("speaks of a team that cannot be");
    return {};
  }

  Segment convert(const tare_pf_segment &raw) const {
    Segment segment;
    segment.instance = raw.instance;
    segment.open = static_cast<Ticks>(raw.open - frame_.start_tick);
    segment.arrive = static_cast<Ticks>(raw.arrive - frame_.start_tick);
    segment.leave = raw.leave ? static_cast<Ticks>(raw.leave - frame_.start_tick) : 0;
    segment.runq_ns = raw.runq_ns;
    segment.region_node = raw.region_node;
    segment.barrier_node = raw.barrier_node;
    segment.ordinal = raw.ordinal;
    segment.flags = raw.flags;
    segment.team_size = raw.team_size;
    segment.thread_num = raw.thread_num;
    segment.depth = raw.depth;
    return segment;
  }

  /// arrive - open == sum of the records, exactly; of tasks in a wait, at most.
  Result<void> readSpent(const tare_pf_segment &raw, Segment &segment) {
    uint64_t left = raw.arrive - raw.open;
    segment.spent.reserve(raw.spent_count);
    for (uint32_t i = 0; i < raw.spent_count; ++i, at_ += sizeof(tare_pf_spent)) {
      auto spent = recordAt<tare_pf_spent>(bytes_, at_);
      if (spent.slot == TARE_SLOT_PROBE && spent.node == TARE_PF_NO_NODE)
        spent.node = raw.region_node;
      if (spent.slot >= TARE_SLOT_LIMIT || !contents_.node(spent.node))
        return broken("spent time on a node or slot that does not exist");
      if (spent.ticks > left)
        return broken("spent more than its time");
      left -= spent.ticks;
      segment.spent.push_back(
          {static_cast<Ticks>(spent.ticks), spent.node, spent.slot, spent.units});
    }
    if (left != 0 && !(raw.flags & TARE_SEG_IN_WAIT))
      return broken("leaves " + std::to_string(left) + " ticks unexplained");
    return {};
  }

  const ProfileContents &contents_;
  std::string_view bytes_;
  LogFrame frame_;
  size_t at_ = 0;
  size_t begin_ = 0; // of the sentence that is being read
};

} // namespace

bool LogSampling::keepsInstance(uint64_t instance) const {
  return keeps(mix(instance ^ seed), level_regions);
}

bool LogSampling::keepsBarrier(uint32_t ordinal, bool is_last) const {
  return is_last || keeps(mix(ordinal + 0x9e3779b97f4a7c15ull), level_barriers);
}

Result<std::vector<Segment>> readLog(const ProfileContents &contents, const ThreadBlocks &thread,
                                     const LogFrame &frame) {
  if (thread.logs.empty())
    return std::vector<Segment>();
  if (thread.state.active_log >= thread.logs.size())
    return Error{"corrupted: thread " + std::to_string(thread.state.tid) + " has no log " +
                     std::to_string(thread.state.active_log),
                 "", "measure again"};
  return LogReader(contents, thread.logs[thread.state.active_log], frame).read();
}

} // namespace tare
