// SPDX-License-Identifier: Apache-2.0
#include "analyzer/profile/samples.h"

namespace tare {

namespace {

Ticks bodyOf(uint32_t raw) {
  if (raw & TARE_PF_BODY_COARSE)
    return Ticks(raw & ~TARE_PF_BODY_COARSE) << TARE_PF_BODY_SHIFT;
  return raw;
}

IterationSample convert(const tare_pf_sample &raw) {
  IterationSample sample;
  sample.index = raw.index;
  sample.node = raw.node;
  sample.instance = raw.instance;
  sample.body = bodyOf(raw.body_ticks);
  if (raw.gap_ticks == UINT32_MAX)
    return sample;
  bool is_empty = raw.gap_ticks & TARE_PF_GAP_EMPTY;
  sample.gap = raw.gap_ticks & ~TARE_PF_GAP_EMPTY;
  sample.gap_kind = is_empty ? IterationSample::Gap::Empty : IterationSample::Gap::Real;
  return sample;
}

} // namespace

Result<std::vector<IterationSample>> readSamples(const ProfileContents &contents,
                                                 const ThreadBlocks &thread) {
  std::vector<IterationSample> samples;
  samples.reserve(thread.samples.size() / sizeof(tare_pf_sample));
  for (size_t at = 0; at < thread.samples.size(); at += sizeof(tare_pf_sample)) {
    auto raw = recordAt<tare_pf_sample>(thread.samples, at);
    if (!contents.node(raw.node))
      return Error{"corrupted: a sampled iteration is of no loop", "", "measure again"};
    samples.push_back(convert(raw));
  }
  return samples;
}

} // namespace tare
