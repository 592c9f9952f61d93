// SPDX-License-Identifier: Apache-2.0
#include "analyzer/profile/skipped.h"

#include "analyzer/profile/cells.h"
#include "analyzer/profile/image.h"

#include <map>

namespace tare {

namespace {

Error corruptedThread(size_t thread, const std::string &what) {
  return corrupted("thread " + std::to_string(thread) + " " + what);
}

bool mayLeaveOut(const Profile &profile, const ProfileThread &thread, uint32_t index) {
  return thread.initial && profile.budget_ppm > 0 && !profile.of_serial_program &&
         !profile.timedOutside(index);
}

bool leavesOutWhatItMay(const Profile &profile, const ProfileThread &thread) {
  for (uint32_t index = 0; index < thread.nodes.size(); ++index) {
    const ProfileCell &skipped = thread.nodes[index].cells[Spent::Skipped];
    bool any = skipped.ticks != 0 || skipped.entries != 0;
    if (any && !mayLeaveOut(profile, thread, index))
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

bool standsForWhatThereWas(const ProfileThread &thread) {
  std::map<uint32_t, StoodFor> sums;
  for (const Segment &segment : thread.log)
    if (segment.stands_for_count > 0 && !sums[segment.region_node].add(segment))
      return false;
  for (const auto &[index, sum] : sums) {
    const ProfileCell &skipped = thread.nodes[index].cells[Spent::Skipped];
    if (sum.ticks > skipped.ticks || sum.instances > skipped.entries)
      return false;
  }
  return true;
}

} // namespace

Result<void> checkSkipped(const Profile &profile) {
  for (size_t number = 0; number < profile.threads.size(); ++number) {
    const ProfileThread &thread = profile.threads[number];
    if (!leavesOutWhatItMay(profile, thread))
      return corruptedThread(number, "left out regions that it had to measure");
    if (!standsForWhatThereWas(thread))
      return corruptedThread(number, "stands for more instances of a region than it left out");
  }
  return {};
}

} // namespace tare
