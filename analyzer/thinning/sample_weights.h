// SPDX-License-Identifier: Apache-2.0
// Sampled iterations count as often as the instance that they were sampled in.
//
//   Profile, expanded -> [sample weights] -> dispatch, inside_loop
#pragma once

#include "analyzer/profile/profile.h"

#include <unordered_map>

namespace tare {

class SampleWeights {
public:
  explicit SampleWeights(const Profile &profile);

  /// 1 of a profile that is not expanded; of an instance that the log lacks, as of all that it has.
  double of(const IterationSample &sample) const;

private:
  std::unordered_map<uint32_t, double> by_instance_;
  double mean_ = 1;
};

} // namespace tare
