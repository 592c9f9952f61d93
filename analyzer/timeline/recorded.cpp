// SPDX-License-Identifier: Apache-2.0
#include "analyzer/timeline/recorded.h"

#include <algorithm>
#include <map>

namespace tare {
namespace {

struct Release {
  Ticks tick = 0;
  size_t thread = 0;
};

struct LockWait {
  size_t thread = 0, index = 0; // of its RecordedTime
  uint64_t lock = 0;
};

} // namespace

std::vector<std::vector<RecordedTime>>
recordedTimes(const Profile &profile, const std::vector<uint32_t> &threads, uint64_t instance) {
  std::vector<std::vector<RecordedTime>> times(threads.size());
  std::map<uint64_t, std::vector<Release>> releases; // by lock
  std::vector<LockWait> waits;
  for (size_t t = 0; t < threads.size(); ++t) {
    std::map<uint64_t, const Event *> wanted, begun;
    for (const Event &event : profile.threads[threads[t]].events) {
      if (event.instance != instance)
        continue;
      if (event.kind == EventKind::LockWanted)
        wanted[event.object] = &event;
      else if (event.kind == EventKind::TaskBegun)
        begun[event.object] = &event;
      else if (event.kind == EventKind::LockReleased)
        releases[event.object].push_back({event.tick, t});
      else if (event.kind == EventKind::LockGot || event.kind == EventKind::TaskEnded) {
        bool is_task = event.kind == EventKind::TaskEnded;
        auto &open = is_task ? begun : wanted;
        auto found = open.find(event.object);
        if (found == open.end())
          continue;
        if (!is_task)
          waits.push_back({t, times[t].size(), event.object});
        times[t].push_back({found->second->node, is_task, found->second->tick, event.tick, {}});
        open.erase(found);
      }
    }
  }
  for (auto &[lock, all] : releases)
    std::ranges::stable_sort(all, {}, &Release::tick);
  for (const LockWait &wait : waits) {
    RecordedTime &time = times[wait.thread][wait.index];
    const std::vector<Release> &all = releases[wait.lock];
    auto after = std::ranges::upper_bound(all, time.to, {}, &Release::tick);
    // Where it is held for no tick, this one's own release is among them.
    while (after != all.begin() && std::prev(after)->tick == time.to &&
           std::prev(after)->thread == wait.thread)
      --after;
    if (after == all.begin())
      continue;
    const Release &last = *std::prev(after);
    if (last.tick > time.from && last.thread != wait.thread)
      time.held_by = last.thread;
  }
  for (std::vector<RecordedTime> &of_thread : times)
    std::erase_if(of_thread,
                  [](const RecordedTime &time) { return !time.is_task && !time.held_by; });
  return times;
}

} // namespace tare
