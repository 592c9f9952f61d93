// SPDX-License-Identifier: Apache-2.0
// Reading a log: every sentence must close in itself before anyone adds it up.
#include "analyzer/profile/log.h"

#include "analyzer/profile/cells.h"

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

/// Sentences are read into one vector and one block of records, both of the size that a first look
/// at the log has counted.
class LogReader {
public:
  LogReader(const ProfileContents &contents, std::string_view bytes, const LogFrame &frame,
            const PartRead &part_read)
      : contents_(contents), bytes_(bytes), frame_(frame), part_read_(part_read) {}

  Result<ThreadLog> read() {
    if (!makeRoom())
      return error_;
    for (at_ = 0; at_ < bytes_.size();) {
      if (!readSentence())
        return error_;
      if (at_ - told_ >= part)
        tellRead();
    }
    tellRead();
    if (!waits_.empty() && !joinWaits())
      return error_;
    return std::move(log_);
  }

private:
  static constexpr size_t part = size_t(1) << 20; // bytes

  void tellRead() {
    part_read_(bytes_.substr(told_, at_ - told_));
    told_ = at_;
  }

  bool broken(const std::string &what) {
    error_ = {"corrupted: log segment at byte " + std::to_string(begin_) + " " + what, "",
              "measure again"};
    return false;
  }

  /// The head of the sentence at `at_`, and `at_` behind it; its records are there.
  bool readHead(tare_pf_segment &raw) {
    begin_ = at_;
    if (bytes_.size() - at_ < sizeof raw)
      return broken("is cut");
    raw = recordAt<tare_pf_segment>(bytes_, at_);
    at_ += sizeof raw;
    if (raw.spent_count > (bytes_.size() - at_) / sizeof(tare_pf_spent))
      return broken("says that " + std::to_string(raw.spent_count) + " records follow it");
    return true;
  }

  bool isKept(const tare_pf_segment &raw) const {
    return frame_.sampling.keepsInstance(raw.instance, raw.depth > 0) &&
           frame_.sampling.keepsBarrier(raw.ordinal, raw.flags & TARE_SEG_LAST);
  }

  bool makeRoom() {
    size_t segments = 0, records = 0;
    for (tare_pf_segment raw; at_ < bytes_.size(); at_ += raw.spent_count * sizeof(tare_pf_spent)) {
      if (!readHead(raw))
        return false;
      if (!isKept(raw))
        continue;
      segments += !(raw.flags & TARE_SEG_IN_WAIT);
      records += raw.spent_count;
    }
    log_.segments.reserve(segments);
    log_.store = std::make_shared_for_overwrite<SpentTime[]>(records);
    next_ = log_.store.get();
    return true;
  }

  /// One that is not kept is checked too.
  bool readSentence() {
    tare_pf_segment raw;
    if (!readHead(raw) || !check(raw))
      return false;
    bool kept = isKept(raw);
    if (!readSpent(raw, kept ? next_ : nullptr))
      return false;
    if (!kept)
      return true;
    bool is_wait = raw.flags & TARE_SEG_IN_WAIT;
    convert(raw, (is_wait ? waits_ : log_.segments).emplace_back());
    next_ += spent_count_;
    if (is_wait)
      joinNear();
    return true;
  }

  static bool tellsOfWait(const Segment &wait, const Segment &segment) {
    return segment.instance == wait.instance && segment.ordinal == wait.ordinal &&
           segment.arrive == wait.open && segment.in_wait.empty();
  }

  static void join(Segment &wait, Segment &segment) {
    segment.in_wait = std::move(wait.spent);
    segment.first_task = wait.leave;
    segment.last_task = wait.arrive;
    segment.runq_ns += wait.runq_ns;
    segment.has_runq |= wait.has_runq;
  }

  /// Sentences about tasks go to the segment whose wait they ran in, which is mostly the last one.
  void joinNear() {
    constexpr size_t near = 8;
    auto segment = log_.segments.rbegin();
    for (size_t i = 0; i < near && segment != log_.segments.rend(); ++i, ++segment)
      if (tellsOfWait(waits_.back(), *segment)) {
        join(waits_.back(), *segment);
        waits_.pop_back();
        return;
      }
  }

  bool check(const tare_pf_segment &raw) {
    uint64_t window = static_cast<uint64_t>(frame_.window);
    uint64_t open = raw.open - frame_.start_tick, arrive = raw.arrive - frame_.start_tick;
    uint64_t leave = raw.leave ? raw.leave - frame_.start_tick : arrive;
    if (raw.flags & TARE_SEG_IN_WAIT) // `leave` is the begin of the first task
      std::swap(arrive, leave);
    if (open > arrive || arrive > leave || leave > window)
      return broken("has times out of order");
    if (!contents_.hasNode(raw.region_node) || !contents_.hasNode(raw.barrier_node))
      return broken("speaks of a node that does not exist");
    // Teams of such a size all the time; as with the threads that were asked for.
    bool too_large = static_cast<unsigned __int128>(raw.team_size) * window > tick_limit;
    if (raw.instance == 0 || raw.team_size == 0 || raw.thread_num >= raw.team_size || too_large)
      return broken("speaks of a team that cannot be");
    if (raw.runq_ns > tick_limit)
      return broken("waited longer for a core than any run lasts");
    // Of tasks in a wait `leave`, the end of the last one, may be behind the wait's own.
    if (!addTicks(log_.ticks, leave - open))
      return broken("is one of more ticks than any run can have");
    return true;
  }

  void convert(const tare_pf_segment &raw, Segment &segment) const {
    segment.instance = raw.instance;
    segment.open = static_cast<Ticks>(raw.open - frame_.start_tick);
    segment.arrive = static_cast<Ticks>(raw.arrive - frame_.start_tick);
    segment.leave = raw.leave ? static_cast<Ticks>(raw.leave - frame_.start_tick) : 0;
    segment.runq_ns = raw.runq_ns;
    segment.region_node = raw.region_node;
    segment.barrier_node = raw.barrier_node;
    segment.ordinal = raw.ordinal;
    segment.team_size = raw.team_size;
    segment.thread_num = raw.thread_num;
    segment.depth = raw.depth;
    segment.is_last = raw.flags & TARE_SEG_LAST;
    segment.is_master = raw.flags & TARE_SEG_MASTER;
    segment.has_runq = raw.flags & TARE_SEG_RUNQ;
    segment.path = path_;
    segment.stands_for = static_cast<Ticks>(stands_for_.ticks);
    segment.stands_for_count = stands_for_.units;
    segment.late = late_;
    segment.spent = SpentList::lent(next_, spent_count_);
  }

  /// arrive - open == sum of the records, exactly; of tasks in a wait, at most. `to` null: only
  /// checked.
  bool readSpent(const tare_pf_segment &raw, SpentTime *to) {
    uint64_t left = raw.arrive - raw.open;
    bool follows_nested = false;
    if (!takePath(raw) || !takeStandsFor(raw) || !takeLate(raw))
      return false;
    for (uint32_t i = 0; i < spent_count_; ++i, at_ += sizeof(tare_pf_spent)) {
      auto spent = recordAt<tare_pf_spent>(bytes_, at_);
      if (spent.slot == TARE_SLOT_PROBE && spent.node == TARE_PF_NO_NODE)
        spent.node = raw.region_node;
      bool is_around = spent.slot == TARE_SLOT_AROUND;
      if ((spent.slot >= TARE_SLOT_PATH && !is_around) || !contents_.hasNode(spent.node))
        return broken("spent time on a node or slot that does not exist");
      if (spent.slot == TARE_SLOT_FETCH && !(raw.flags & TARE_SEG_IN_WAIT))
        return broken("fetched a task outside of a wait");
      if (spent.slot == TARE_SLOT_PROBE && spent.entries)
        return broken("entered the runtime's own set-up");
      if (is_around && (!follows_nested || spent.ticks || spent.units || spent.entries))
        return broken("names what is around no nested region");
      follows_nested = spent.slot == TARE_SLOT_NESTED;
      if (spent.ticks > left)
        return broken("spent more than its time");
      left -= spent.ticks;
      if (to)
        *to++ = {static_cast<Ticks>(spent.ticks), spent.node,
                 contents_.meaning(spent.node, spent.slot), spent.units, spent.entries};
    }
    if (left != 0 && !(raw.flags & TARE_SEG_IN_WAIT))
      return broken("leaves " + std::to_string(left) + " ticks unexplained");
    at_ += (raw.spent_count - spent_count_) * sizeof(tare_pf_spent);
    return true;
  }

  /// The last record of a region's last sentence may say through which calls it was forked.
  bool takePath(const tare_pf_segment &raw) {
    path_ = 0;
    spent_count_ = raw.spent_count;
    tare_pf_spent record = lastRecord();
    if (spent_count_ == 0 || record.slot != TARE_SLOT_PATH)
      return true;
    if (!endsOutermost(raw) || record.ticks || record.entries || record.node == 0 ||
        record.node > frame_.path_count)
      return broken("speaks of a call path that cannot be");
    path_ = record.node;
    --spent_count_;
    return true;
  }

  /// The one before that may say which instances, that the budget left out, this one stands for.
  bool takeStandsFor(const tare_pf_segment &raw) {
    stands_for_ = {};
    tare_pf_spent record = lastRecord();
    if (spent_count_ == 0 || record.slot != TARE_SLOT_STANDS_FOR)
      return true;
    if (!endsOutermost(raw) || record.node != raw.region_node || record.ticks > tick_limit ||
        record.units == 0 || record.entries)
      return broken("stands for instances that cannot be");
    stands_for_ = record;
    --spent_count_;
    return true;
  }

  /// The last record of a worker's first sentence may say for how long it waited for a core before.
  bool takeLate(const tare_pf_segment &raw) {
    late_ = 0;
    tare_pf_spent record = lastRecord();
    if (spent_count_ == 0 || record.slot != TARE_SLOT_LATE)
      return true;
    bool is_first = raw.ordinal == 0 && !(raw.flags & (TARE_SEG_MASTER | TARE_SEG_IN_WAIT));
    if (!is_first || record.node != raw.region_node || record.units || record.entries ||
        record.ticks > raw.arrive - raw.open)
      return broken("began late in a way that cannot be");
    late_ = static_cast<Ticks>(record.ticks);
    --spent_count_;
    return true;
  }

  static bool endsOutermost(const tare_pf_segment &raw) {
    constexpr uint16_t end = TARE_SEG_LAST | TARE_SEG_MASTER;
    return (raw.flags & (end | TARE_SEG_IN_WAIT)) == end && raw.depth == 0;
  }

  /// Of those that are left; nothing if there is none.
  tare_pf_spent lastRecord() const {
    if (spent_count_ == 0)
      return {};
    return recordAt<tare_pf_spent>(bytes_, at_ + (spent_count_ - 1) * sizeof(tare_pf_spent));
  }

  /// The others: those of an outer region, for one.
  bool joinWaits() {
    std::map<std::pair<uint64_t, uint32_t>, Segment *> of;
    for (Segment &segment : log_.segments)
      of[{segment.instance, segment.ordinal}] = &segment;
    for (Segment &wait : waits_) {
      auto found = of.find({wait.instance, wait.ordinal});
      if (found == of.end() || !tellsOfWait(wait, *found->second)) {
        error_ = {"corrupted: the log tells of tasks in a wait that it does not know", "",
                  "measure again"};
        return false;
      }
      join(wait, *found->second);
    }
    return true;
  }

  const ProfileContents &contents_;
  std::string_view bytes_;
  LogFrame frame_;
  const PartRead &part_read_;
  ThreadLog log_;
  std::vector<Segment> waits_; // sentences about tasks whose segment is not found yet
  SpentTime *next_ = nullptr;  // free in the store
  size_t at_ = 0, told_ = 0;
  size_t begin_ = 0;                    // of the sentence that is being read
  uint32_t path_ = 0, spent_count_ = 0; // of that sentence; records of time
  tare_pf_spent stands_for_ = {};       // its record, or nothing
  Ticks late_ = 0;                      // likewise
  Error error_;
};

} // namespace

bool LogSampling::keepsInstance(uint64_t instance, bool is_nested) const {
  uint32_t level = is_nested ? level_nested : level_regions;
  return level == 0 || keeps(mix(instance ^ seed), level);
}

bool LogSampling::keepsBarrier(uint32_t ordinal, bool is_last) const {
  return is_last || level_barriers == 0 ||
         keeps(mix(ordinal + 0x9e3779b97f4a7c15ull), level_barriers);
}

Result<ThreadLog> readLog(const ProfileContents &contents, const ThreadBlocks &thread,
                          const LogFrame &frame, const PartRead &read) {
  if (thread.logs.empty())
    return ThreadLog();
  if (thread.state.active_log >= thread.logs.size())
    return Error{"corrupted: thread " + std::to_string(thread.state.tid) + " has no log " +
                     std::to_string(thread.state.active_log),
                 "", "measure again"};
  return LogReader(contents, thread.logs[thread.state.active_log], frame, read).read();
}

} // namespace tare
