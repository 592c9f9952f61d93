// SPDX-License-Identifier: Apache-2.0
#include "analyzer/profile/left_out.h"

#include "analyzer/profile/cells.h"
#include "analyzer/profile/image.h"

#include <map>

namespace tare {

namespace {

Error corruptedThread(size_t thread, const std::string &what) {
  return corrupted("thread " + std::to_string(thread) + " " + what);
}

bool mayLeaveOut(const Profile &profile, const ProfileThread &thread, uint32_t index) {
  return thread.initial && profile.budget_ppm > 0 && !profile.isOfSerialProgram() &&
         !profile.timedOutside(index);
}

bool leavesOutWhatItMay(const Profile &profile, const ProfileThread &thread) {
  for (uint32_t index = 0; index < thread.nodes.size(); ++index) {
    const ProfileCell &asleep = thread.nodes[index].slots[TARE_SLOT_ASLEEP];
    bool any = asleep.ticks != 0 || asleep.entries != 0;
    if (any && profile.isAsleep(index, TARE_SLOT_ASLEEP) && !mayLeaveOut(profile, thread, index))
      return false;
  }
  return true;
}

struct StoodFor { // of one region, all that its log stands for
  Ticks ticks = 0;
  uint64_t instances = 0;

  bool add(const Segment &segment) {
    instances += segment.stands_for_count;
    return addTicks(ticks, static_cast<uint64_t>(segment.stands_for));
  }
};

bool standsForWhatThereWas(const Profile &profile, const ProfileThread &thread) {
  std::map<uint32_t, StoodFor> sums;
  for (const Segment &segment : thread.log)
    if (segment.stands_for_count > 0 && !sums[segment.region_node].add(segment))
      return false;
  for (const auto &[index, sum] : sums) {
    const ProfileCell &asleep = thread.nodes[index].slots[TARE_SLOT_ASLEEP];
    bool fits = sum.ticks <= asleep.ticks && sum.instances <= asleep.entries;
    if (!profile.isAsleep(index, TARE_SLOT_ASLEEP) || !fits)
      return false;
  }
  return true;
}

} // namespace

Result<void> checkLeftOut(const Profile &profile) {
  for (size_t number = 0; number < profile.threads.size(); ++number) {
    const ProfileThread &thread = profile.threads[number];
    if (!leavesOutWhatItMay(profile, thread))
      return corruptedThread(number, "left out regions that it had to measure");
    if (!standsForWhatThereWas(profile, thread))
      return corruptedThread(number, "stands for more instances of a region than it left out");
  }
  return {};
}

} // namespace tare
