// SPDX-License-Identifier: Apache-2.0
// A complete profile passes through here too: its threads stopped at the cut, and nothing is added.
#include "analyzer/profile/close_open.h"

#include "analyzer/profile/cells.h"
#include "analyzer/profile/image.h"
#include "runtime/tare_abi.h"

#include <algorithm>

namespace tare {

namespace {

/// Where a thread's time goes at the moment, or null: `current` is an address in the dead program.
ProfileCell *currentCell(const ProfileContents &contents, const ThreadBlocks &blocks,
                         ProfileThread &thread) {
  for (const CellsBlock &cells : blocks.cells) {
    uint64_t offset = blocks.state.current - cells.address;
    if (blocks.state.current < cells.address || offset >= cells.payload.size())
      continue;
    uint64_t slot = offset % sizeof(tare_pf_node) / sizeof(tare_pf_cell);
    bool is_cell = slot < TARE_SLOTS && offset % sizeof(tare_pf_node) % sizeof(tare_pf_cell) == 0;
    auto index = static_cast<uint32_t>(cells.first_node + offset / sizeof(tare_pf_node));
    if (is_cell)
      return &thread.nodes[index].cells[contents.meaning(index, static_cast<uint32_t>(slot))];
  }
  return nullptr;
}

/// One thread of a program that ended at `cut`.
class ThreadCloser {
public:
  ThreadCloser(const tare_pf_header &header, const ProfileContents &contents,
               const ThreadBlocks &blocks, ProfileThread &thread, uint64_t cut)
      : header_(header), contents_(contents), blocks_(blocks), state_(blocks.state),
        thread_(thread), cut_(cut) {}

  Result<void> close() {
    for (uint32_t i = 0; i < state_.depth; ++i)
      if (!contents_.hasNode(state_.frames[i].node) || state_.frames[i].fork_tick > cut_ ||
          state_.frames[i].fork_tick < header_.start_tick)
        return corrupted("thread " + std::to_string(state_.tid) +
                         " is inside a region that cannot be");
    bool is_idle = !thread_.initial && (state_.depth == 0 || isBetweenRegions());
    if (is_idle ? bookArrival() : closeStates())
      return {};
    return corrupted("thread " + std::to_string(state_.tid) +
                     " has more ticks than any run can have");
  }

private:
  const tare_pf_frame &outermost() const { return state_.frames[0]; }

  /// A worker whose frame is there but whose time goes nowhere has just come or is about to leave.
  bool isBetweenRegions() const {
    return state_.depth == 1 && state_.current == 0 && !(outermost().flags & TARE_FRAME_MASTER);
  }

  /// Its last stretch may lack in the region's `inside`, if it died between the two additions.
  bool bookArrival() {
    Ticks own = 0, inside = 0;
    if (state_.depth == 0)
      return true;
    if (!sumStates(thread_, own) || !sumInside(inside))
      return false;
    return own <= inside ||
           addTicks(thread_.nodes[outermost().node].inside, static_cast<uint64_t>(own - inside));
  }

  bool closeStates() {
    Ticks &running = runningState();
    uint64_t since_last = cut_ - (isNew() ? header_.start_tick : state_.last);
    bool fits = addTicks(running, since_last);
    for (uint32_t i = 0; i < state_.depth; ++i)
      fits = fits && closeFrame(state_.frames[i], thread_.nodes[state_.frames[i].node]);
    return fits && mendTorn(since_last, running);
  }

  /// The initial thread's record is made at the first region; until then all was serial.
  bool isNew() const {
    Ticks own = 0;
    return thread_.initial && state_.depth == 0 && sumStates(thread_, own) && own == 0;
  }

  /// What the thread's time went to from `last` on.
  Ticks &runningState() {
    if (ProfileCell *cell = currentCell(contents_, blocks_, thread_))
      return cell->ticks;
    if (state_.depth == 0)
      return thread_.serial_ticks;
    // Between two states: the innermost region's own time.
    return thread_.nodes[state_.frames[state_.depth - 1].node].cells[Spent::Body].ticks;
  }

  /// Of a worker: in the regions around those that it forked itself, which lie in them.
  bool sumInside(Ticks &sum) const {
    Ticks own = 0;
    for (const ProfileNode &node : thread_.nodes)
      if (!addTicks(sum, static_cast<uint64_t>(node.inside)) ||
          !addTicks(own, static_cast<uint64_t>(node.span)))
        return false;
    sum -= own;
    return true;
  }

  /// A transition adds an interval and then moves `last`. A thread that died between the two has
  /// that interval twice; a worker that died while it came in lacks its way from the fork. It
  /// shows: the states of the initial thread sum up to the window, those of a worker to `inside`.
  bool mendTorn(uint64_t since_last, Ticks &running) {
    Ticks own = 0, expected = static_cast<Ticks>(cut_ - header_.start_tick);
    if (!thread_.initial && !sumInside(expected = 0))
      return false;
    if (!sumStates(thread_, own))
      return false;
    Ticks twice = own - expected;
    if (twice > 0 && static_cast<uint64_t>(twice) <= since_last)
      running -= twice;
    if (twice < 0 && !thread_.initial &&
        static_cast<uint64_t>(-twice) <= state_.last - outermost().fork_tick)
      thread_.nodes[outermost().node].cells[Spent::Fork].ticks -= twice;
    return true;
  }

  /// The region's join, as region_join would have booked it at `cut_`; see tare_pf_team.
  bool closeFrame(const tare_pf_frame &frame, ProfileNode &node) const {
    uint64_t span = cut_ - frame.fork_tick;
    if (!addTicks(node.inside, span))
      return false;
    if (!(frame.flags & TARE_FRAME_MASTER))
      return true;
    using Wide = unsigned __int128;
    uint64_t asked = std::max<uint64_t>(header_.threads_asked, 1);
    // A team that has no size yet was about to start with as many as were asked for.
    bool is_opaque = frame.flags & tare_region_opaque;
    uint64_t size = frame.team_size == 0 ? asked : frame.team_size;
    if (is_opaque) // all who were asked for count as busy in it; nested, only its thread
      size = frame.depth > 0 ? 1 : asked;
    uint64_t missing = frame.depth == 0 && asked > size ? asked - size : 0;
    uint64_t surplus = frame.depth > 0 ? size - 1 : size > asked ? size - asked : 0;
    node.instances += 1;
    return addTicks(node.span, span) && addTicks(node.area, Wide(size) * span) &&
           addTicks(node.missing, Wide(missing) * span) &&
           addTicks(node.surplus, Wide(surplus) * span);
  }

  const tare_pf_header &header_;
  const ProfileContents &contents_;
  const ThreadBlocks &blocks_;
  const tare_pf_thread &state_;
  ProfileThread &thread_;
  uint64_t cut_;
};

bool anyOpen(const ProfileContents &contents) {
  return std::any_of(contents.threads.begin(), contents.threads.end(),
                     [](const auto &entry) { return entry.second.state.depth > 0; });
}

} // namespace

std::string cutReason(const ProfileImage &image, const ProfileContents &contents) {
  bool is_closed = image.hasStatus(TARE_STATUS_CLOSED);
  if (!is_closed && image.hasStatus(TARE_STATUS_DISK_FULL))
    return "no space was left for the profile";
  if (!is_closed)
    return "the program was killed, crashed or left by _exit";
  if (image.hasStatus(TARE_STATUS_LATE_CLOSE) || anyOpen(contents))
    return "the program ended inside a parallel region";
  return "";
}

Result<uint64_t> findCut(const ProfileImage &image, const ProfileContents &contents) {
  const tare_pf_header &header = image.header;
  uint64_t last = std::max(header.start_tick, header.beat_tick);
  for (const auto &[slot, blocks] : contents.threads) {
    const tare_pf_thread &state = blocks.state;
    bool counts = state.initial == 1 || state.depth > 0;
    if (counts && state.last < header.start_tick)
      return corrupted("thread " + std::to_string(slot) + " stopped before the window's start");
    last = std::max(last, state.last);
    for (uint32_t i = 0; i < state.depth; ++i) // a fork whose `last` was not stored any more
      last = std::max(last, state.frames[i].fork_tick);
  }
  // The counters of two cores may differ by their synchronisation error: the later one counts.
  uint64_t cut = std::max(last, header.stop_tick);
  if (cut <= header.start_tick || cut - header.start_tick > tick_limit)
    return corrupted("the window's end does not follow what was measured in it");
  return cut;
}

Result<void> closeOpen(const ProfileImage &image, const ProfileContents &contents, uint64_t cut,
                       Profile &profile) {
  auto thread = profile.threads.begin();
  for (const auto &[slot, blocks] : contents.threads) {
    ThreadCloser closer(image.header, contents, blocks, *thread++, cut);
    TARE_DO(closer.close());
  }
  return {};
}

} // namespace tare
