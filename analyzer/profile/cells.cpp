// SPDX-License-Identifier: Apache-2.0
// Cells of each thread, and the bounds that make every later sum safe.
#include "analyzer/profile/cells.h"

#include <algorithm>

namespace tare {

namespace {

Error tooManyTicks(const std::string &what) {
  return Error{"corrupted: " + what + " has more ticks than any run can have", "", "measure again"};
}

/// Converts counts of ticks of one record and remembers whether one was out of range.
class TickReader {
public:
  Ticks read(uint64_t ticks) {
    bad_ |= ticks > tick_limit;
    return bad_ ? 0 : static_cast<Ticks>(ticks);
  }
  bool bad() const { return bad_; }

private:
  bool bad_ = false;
};

ProfileNode readNode(const tare_pf_node &raw, const SlotMeanings &meanings, TickReader &reader) {
  ProfileNode node;
  for (size_t slot = 0; slot < TARE_SLOTS; ++slot) {
    const tare_pf_cell &cell = raw.cell[slot];
    node.cells[meanings[slot]] = {reader.read(cell.ticks), cell.entries, cell.units};
  }
  node.area = reader.read(raw.team.area);
  node.span = reader.read(raw.team.span);
  node.inside = reader.read(raw.team.inside);
  node.missing = reader.read(raw.team.missing);
  node.surplus = reader.read(raw.team.surplus);
  node.instances = raw.team.instances;
  for (uint32_t outer : raw.outer)
    if (outer == TARE_PF_MORE)
      node.outer.more = true;
    else if (outer > 0)
      node.outer.add(outer - 1);
  return node;
}

ProfileThread readState(const tare_pf_thread &state, TickReader &reader) {
  ProfileThread thread;
  thread.tid = state.tid;
  thread.lives = std::max(state.lives, 1u);
  thread.initial = state.initial == 1;
  thread.serial_ticks = reader.read(state.serial_ticks);
  thread.serial_probe_ticks = reader.read(state.serial_probe_ticks);
  thread.probe_ticks = reader.read(state.probe_ticks);
  thread.runq_ns = static_cast<uint64_t>(reader.read(state.runq_ns));
  thread.serial_runq_ns = static_cast<uint64_t>(reader.read(state.serial_runq_ns));
  thread.segments_dropped = state.segments_dropped;
  return thread;
}

Result<ProfileThread> readThread(const ProfileContents &contents, const ThreadBlocks &blocks,
                                 const std::string &name) {
  TickReader reader;
  ProfileThread thread = readState(blocks.state, reader);
  thread.nodes.resize(contents.node_count);
  for (const CellsBlock &cells : blocks.cells)
    for (size_t i = 0; i * sizeof(tare_pf_node) < cells.payload.size(); ++i)
      thread.nodes[cells.first_node + i] =
          readNode(recordAt<tare_pf_node>(cells.payload, i * sizeof(tare_pf_node)),
                   *contents.meanings[cells.first_node + i], reader);
  if (reader.bad())
    return tooManyTicks(name);
  for (const ProfileNode &node : thread.nodes)
    for (uint32_t outer : node.outer)
      if (outer >= contents.node_count)
        return Error{"corrupted: " + name + " was in a construct that there is not", "",
                     "measure again"};
  return thread;
}

struct TeamSums {
  Ticks area = 0, span = 0, inside = 0, missing = 0, surplus = 0;

  bool add(const ProfileNode &node) {
    return addTicks(area, node.area) && addTicks(span, node.span) &&
           addTicks(inside, node.inside) && addTicks(missing, node.missing) &&
           addTicks(surplus, node.surplus);
  }
};

} // namespace

bool addTicks(Ticks &sum, unsigned __int128 more) {
  if (more > tick_limit - static_cast<uint64_t>(sum))
    return false;
  sum += static_cast<Ticks>(more);
  return true;
}

bool sumStates(const ProfileThread &thread, Ticks &sum) {
  bool fits = addTicks(sum, thread.serial_ticks) && addTicks(sum, thread.serial_probe_ticks) &&
              addTicks(sum, thread.probe_ticks);
  for (const ProfileNode &node : thread.nodes)
    for (const ProfileCell &cell : node.cells)
      fits = fits && addTicks(sum, cell.ticks);
  return fits;
}

Result<std::vector<ProfileThread>> readThreads(const ProfileContents &contents) {
  std::vector<ProfileThread> threads;
  size_t initial = 0;
  for (const auto &[slot, blocks] : contents.threads) {
    TARE_TRY(ProfileThread thread, readThread(contents, blocks, "thread " + std::to_string(slot)));
    initial += thread.initial;
    threads.push_back(std::move(thread));
  }
  if (initial > 1)
    return Error{"corrupted: " + std::to_string(initial) + " initial threads"};
  return threads;
}

// A thread's time of being forked may begin before the thread that had the slot ended, so the
// window is a bound for each of them.
Result<void> checkSums(const Profile &profile) {
  Ticks everything = 0, area = 0;
  if (!addTicks(area, static_cast<unsigned __int128>(profile.threads_asked) *
                          static_cast<uint64_t>(profile.window)))
    return tooManyTicks("the window");
  TeamSums teams;
  for (size_t i = 0; i < profile.threads.size(); ++i) {
    const ProfileThread &thread = profile.threads[i];
    Ticks own = 0;
    if (!sumStates(thread, own) || !addTicks(everything, own))
      return tooManyTicks("thread " + std::to_string(i));
    if (own / thread.lives > profile.window && !profile.cut_off)
      return Error{"corrupted: thread " + std::to_string(i) + " spent " + std::to_string(own) +
                       " ticks in a window of " + std::to_string(profile.window),
                   "", "measure again"};
    for (const ProfileNode &node : thread.nodes)
      if (!teams.add(node))
        return tooManyTicks("a region of thread " + std::to_string(i));
  }
  return {};
}

} // namespace tare
