// SPDX-License-Identifier: Apache-2.0
#include "analyzer/profile/samples.h"

#include "analyzer/profile/profile_versions.h"

namespace tare {

namespace {

IterationSample convert(const tare_pf_sample &raw, uint32_t version) {
  IterationSample sample;
  sample.index = raw.index;
  sample.node = raw.node;
  sample.instance = raw.instance;
  sample.body = sampledBody(raw.body_ticks, version);
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
    samples.push_back(convert(raw, contents.version));
  }
  return samples;
}

} // namespace tare
