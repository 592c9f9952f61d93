// SPDX-License-Identifier: Apache-2.0
// A complete profile passes through here too: its threads stopped at the cut, and nothing is added.
#include "analyzer/profile/close_open.h"

#include "analyzer/profile/cells.h"
#include "runtime/tare_abi.h"

#include <algorithm>

namespace tare {

namespace {

Error corrupted(const std::string &what) {
  return Error{"corrupted: " + what, "", "measure again"};
}

/// Where a thread's time goes at the moment, or null: `current` is an address in the dead program.
ProfileCell *currentCell(const ThreadBlocks &blocks, ProfileThread &thread) {
  for (const CellsBlock &cells : blocks.cells) {
    uint64_t offset = blocks.state.current - cells.address;
    if (blocks.state.current < cells.address || offset >= cells.payload.size())
      continue;
    uint64_t slot = offset % sizeof(tare_pf_node) / sizeof(tare_pf_cell);
    bool is_cell = slot < TARE_SLOTS && offset % sizeof(tare_pf_node) % sizeof(tare_pf_cell) == 0;
    if (is_cell)
      return &thread.nodes[cells.first_node + offset / sizeof(tare_pf_node)].slots[slot];
  }
  return nullptr;
}

class ThreadCloser {
public:
  ThreadCloser(const tare_pf_header &header, const ProfileContents &contents, uint64_t cut)
      : header_(header), contents_(contents), cut_(cut) {}

  Result<void> close(const ThreadBlocks &blocks, ProfileThread &thread) const {
    const tare_pf_thread &state = blocks.state;
    for (uint32_t i = 0; i < state.depth; ++i)
      if (!contents_.node(state.frames[i].node) || state.frames[i].fork_tick > cut_ ||
          state.frames[i].fork_tick < header_.start_tick)
        return corrupted("thread " + std::to_string(state.tid) +
                         " is inside a region that cannot be");
    Ticks &running = runningState(blocks, thread);
    uint64_t since_last = cut_ - state.last;
    bool fits = isIdle(blocks, thread) || addTicks(running, since_last);
    if (fits && thread.initial)
      mendTorn(thread, since_last, running);
    for (uint32_t i = 0; i < state.depth; ++i)
      fits = fits && closeFrame(state.frames[i], thread.nodes[state.frames[i].node]);
    if (!fits)
      return corrupted("thread " + std::to_string(state.tid) +
                       " has more ticks than any run can have");
    return {};
  }

private:
  static bool isIdle(const ThreadBlocks &blocks, const ProfileThread &thread) {
    return blocks.state.depth == 0 && !thread.initial;
  }

  /// What the thread's time went to from `last` on.
  static Ticks &runningState(const ThreadBlocks &blocks, ProfileThread &thread) {
    const tare_pf_thread &state = blocks.state;
    if (state.depth == 0)
      return thread.serial_ticks;
    if (ProfileCell *cell = currentCell(blocks, thread))
      return cell->ticks;
    // Between two states: the innermost region's own time.
    return thread.nodes[state.frames[state.depth - 1].node].slots[TARE_SLOT_BODY].ticks;
  }

  /// A transition adds an interval and then moves `last`. A thread that died between the two has
  /// that interval twice. The initial thread shows it: it always is in some state, so that its
  /// states sum up to the window.
  void mendTorn(ProfileThread &thread, uint64_t since_last, Ticks &running) const {
    Ticks own = 0;
    if (!sumStates(thread, own))
      return; // checkSums will say so
    Ticks twice = own - static_cast<Ticks>(cut_ - header_.start_tick);
    if (twice > 0 && static_cast<uint64_t>(twice) <= since_last)
      running -= twice;
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
    uint64_t size = is_opaque || frame.team_size == 0 ? asked : frame.team_size;
    uint64_t missing = frame.depth == 0 && asked > size ? asked - size : 0;
    uint64_t surplus = frame.depth > 0 ? size - 1 : size > asked ? size - asked : 0;
    node.instances += 1;
    return addTicks(node.span, span) && addTicks(node.area, Wide(size) * span) &&
           addTicks(node.missing, Wide(missing) * span) &&
           addTicks(node.surplus, Wide(surplus) * span);
  }

  const tare_pf_header &header_;
  const ProfileContents &contents_;
  uint64_t cut_;
};

bool anyOpen(const ProfileContents &contents) {
  return std::any_of(contents.threads.begin(), contents.threads.end(),
                     [](const auto &entry) { return entry.second.state.depth > 0; });
}

/// Why the profile ends before the program was done with it; empty: it does not.
std::string cutReason(const ProfileImage &image, const ProfileContents &contents) {
  if (!image.hasStatus(TARE_STATUS_CLOSED))
    return "the program was killed, crashed or left by _exit";
  if (image.hasStatus(TARE_STATUS_LATE_CLOSE) || anyOpen(contents))
    return "the program ended inside a parallel region";
  return "";
}

} // namespace

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
  uint64_t cut = image.isComplete() ? header.stop_tick : std::max(last, header.stop_tick);
  if (cut < last || cut <= header.start_tick || cut - header.start_tick > tick_limit)
    return corrupted("the window's end does not follow what was measured in it");
  return cut;
}

Result<void> closeOpen(const ProfileImage &image, const ProfileContents &contents, uint64_t cut,
                       Profile &profile) {
  profile.cut_reason = cutReason(image, contents);
  profile.cut_off = !profile.cut_reason.empty();
  ThreadCloser closer(image.header, contents, cut);
  auto thread = profile.threads.begin();
  for (const auto &[slot, blocks] : contents.threads)
    if (Result<void> closed = closer.close(blocks, *thread++); !closed.ok())
      return closed;
  return {};
}

} // namespace tare
