// SPDX-License-Identifier: Apache-2.0
#include "analyzer/timeline/late_threads.h"

#include "analyzer/books/barrier_split.h"

#include <algorithm>
#include <map>

namespace tare {

std::optional<LateThreads> lateThreads(const Profile &profile, const Teams &teams,
                                       const Transfers &transfers) {
  std::map<int, LateThread> threads;
  LateThreads found;
  found.sampled = profile.isLogSampled();
  auto seconds = [&](double ticks) {
    return profile.ticks_per_second > 0 ? ticks / profile.ticks_per_second : 0;
  };
  for (const RegionInstance &instance : teams.instances()) {
    if (instance.nested)
      continue;
    int64_t times = 1;
    if (instance.joined && instance.last)
      times += segmentAt(profile, *instance.last).stands_for_count;
    for (const Meeting &meeting : instance.meetings) {
      std::optional<MeetingSplit> split = splitMeeting(profile, meeting, transfers);
      if (!split || !split->last)
        continue;
      const Segment &late = segmentAt(profile, meeting.arrivals[*split->last]);
      double awaited_s = 0;
      for (LogPlace place : meeting.arrivals) {
        const Segment &segment = segmentAt(profile, place);
        Ticks waited = std::max(late.arrive - segment.arrive, Ticks(0));
        double waited_s = seconds(double(waited) * double(times));
        awaited_s += waited_s;
        threads[segment.thread_num].waited_s += waited_s;
      }
      if (awaited_s == 0)
        continue;
      LateThread &last = threads[late.thread_num];
      last.times_last += times;
      last.awaited_s += awaited_s;
      found.meetings += times;
    }
  }
  if (found.meetings == 0)
    return std::nullopt;
  for (auto &[number, thread] : threads) {
    thread.thread = number;
    found.threads.push_back(thread);
  }
  return found;
}

} // namespace tare
