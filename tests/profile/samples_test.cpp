// SPDX-License-Identifier: Apache-2.0
// Sampled iterations: what a record says, and what is refused.
#include "profile/profile_file.h"

#include <cstring>

using namespace tare;
using namespace tare::testing;
using Catch::Contains;
using Gap = IterationSample::Gap;

namespace {

ProfileWriter withSamples(std::vector<tare_pf_sample> samples) {
  ProfileWriter writer = lu2Profile();
  writer.threads[1].samples = std::move(samples);
  return writer;
}

/// Where the block of samples begins.
size_t samplesAt(const std::string &bytes) {
  for (size_t at = TARE_PF_PAGE; at < bytes.size();) {
    tare_pf_block head;
    std::memcpy(&head, bytes.data() + at, sizeof head);
    if (head.kind == TARE_BLOCK_SAMPLES)
      return at;
    at += head.size;
  }
  throw std::logic_error("no samples");
}

} // namespace

TEST_CASE("a sample has an index, its body, and a gap of one of three kinds") {
  ProfileFile file;
  Profile profile = file.read(withSamples({{-7, 2, 1, 500, 30},
                                           {INT64_MAX, 2, 9, UINT32_MAX, TARE_PF_GAP_EMPTY | 12},
                                           {3, 2, 1, 0, UINT32_MAX}})
                                  .bytes())
                        .value();
  CHECK(profile.threads[0].samples.empty());
  const std::vector<IterationSample> &samples = profile.threads[1].samples;
  REQUIRE(samples.size() == 3);
  CHECK(samples[0].index == -7);
  CHECK(samples[0].node == 2);
  CHECK(samples[0].body == 500);
  CHECK((samples[0].gap_kind == Gap::Real && samples[0].gap == 30));
  CHECK(samples[1].index == INT64_MAX);
  CHECK(samples[1].instance == 9);
  CHECK((samples[1].gap_kind == Gap::Empty && samples[1].gap == 12));
  CHECK(samples[2].gap_kind == Gap::None);
}

TEST_CASE("a body of seconds is told in coarser units") {
  ProfileFile file;
  uint32_t coarse = TARE_PF_BODY_COARSE | 3000000; // 9.5 s at 2.6 GHz
  Profile profile = file.read(withSamples({{0, 2, 1, TARE_PF_BODY_COARSE - 1, UINT32_MAX},
                                           {1, 2, 1, coarse, UINT32_MAX},
                                           {2, 2, 1, UINT32_MAX, UINT32_MAX}})
                                  .bytes())
                        .value();
  const std::vector<IterationSample> &samples = profile.threads[1].samples;
  REQUIRE(samples.size() == 3);
  CHECK(samples[0].body == 2147483647);
  CHECK(samples[1].body == Ticks(3000000) * 8192);
  CHECK(samples[2].body == Ticks(2147483647) * 8192);
}

TEST_CASE("samples that cannot be are refused") {
  ProfileFile file;
  CHECK_THAT(file.errorOf(withSamples({{0, 3, 1, 1, 1}}).bytes()), Contains("is of no loop"));
  std::string bytes = withSamples({{0, 2, 1, 1, 1}}).bytes();
  size_t used = samplesAt(bytes) + offsetof(tare_pf_block, used);
  uint64_t part = sizeof(tare_pf_sample) - 1;
  std::memcpy(bytes.data() + used, &part, sizeof part);
  reseal(bytes);
  CHECK_THAT(file.errorOf(bytes), Contains("holds a part of a sample"));
  bytes = withSamples({{0, 2, 1, 1, 1}}).bytes();
  uint32_t stranger = 7;
  std::memcpy(bytes.data() + samplesAt(bytes) + offsetof(tare_pf_block, thread), &stranger,
              sizeof stranger);
  reseal(bytes);
  CHECK_THAT(file.errorOf(bytes), Contains("a thread that the file does not describe"));
}

TEST_CASE("one block of samples a thread") {
  ProfileFile file;
  ProfileWriter writer = withSamples({{0, 2, 1, 1, 1}});
  writer.threads[0].samples = writer.threads[1].samples;
  std::string bytes = writer.bytes();
  uint32_t other = 1;
  std::memcpy(bytes.data() + samplesAt(bytes) + offsetof(tare_pf_block, thread), &other,
              sizeof other);
  reseal(bytes);
  CHECK_THAT(file.errorOf(bytes), Contains("holds samples for the second time"));
}
