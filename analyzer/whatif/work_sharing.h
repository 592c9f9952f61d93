// SPDX-License-Identifier: Apache-2.0
// How the threads of a team come to their work: what each repeats, what they share out, what one of
// them does. It decides what a team of another size would do.
//
//   Profile -> [work sharing] -> team size
#pragma once

#include "analyzer/profile/profile.h"

#include <vector>

namespace tare {

struct WorkShare {
  enum class Kind : uint8_t {
    Repeated, // every thread does it
    ByHand,   // region code that asks for its thread number: taken for shared out evenly
    Loop,     // iterations of the worksharing loop `main`
    Section,  // the section `main`, by one thread
    Once,     // by one thread, any: single
    Master,   // by the first thread
    Task,     // of the task or taskloop `main`, by whoever is free
  };
  Kind kind = Kind::Repeated;
  uint32_t main = 0;
};

class WorkSharing {
public:
  explicit WorkSharing(const Profile &profile);

  /// Work in a construct. (Of a critical, of the code around it.)
  const WorkShare &of(uint32_t node) const { return inside_[node]; }
  /// Of creating tasks: the code around the task.
  const WorkShare &around(uint32_t node) const { return around_[node]; }

private:
  WorkShare shareOf(const Profile &profile, int64_t node, int steps) const;
  static int64_t outerOf(const Profile &profile, uint32_t node);

  std::vector<WorkShare> inside_, around_;
  std::vector<int64_t> parent_; // -1: none
};

} // namespace tare
