// SPDX-License-Identifier: Apache-2.0
#include "analyzer/thinning/sample_weights.h"

namespace tare {

SampleWeights::SampleWeights(const Profile &profile) {
  if (!profile.expanded)
    return;
  for (const ProfileThread &thread : profile.threads)
    for (const Segment &segment : thread.log)
      by_instance_[static_cast<uint32_t>(segment.instance)] = segment.weight;
  double sum = 0;
  for (const auto &[instance, weight] : by_instance_)
    sum += weight;
  if (!by_instance_.empty())
    mean_ = sum / static_cast<double>(by_instance_.size());
}

double SampleWeights::of(const IterationSample &sample) const {
  auto found = by_instance_.find(sample.instance);
  return found == by_instance_.end() ? mean_ : found->second;
}

} // namespace tare
