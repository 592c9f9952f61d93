/* SPDX-License-Identifier: Apache-2.0
 *
 * The checksums of what a profile's blocks hold, and of a closed profile's header, for runtime/ and for
 * the reader.  C11 and C++20.
 *
 * FNV-1a takes four cycles a byte, a third of a second for the logs of 64 threads, at the end of the
 * user's program and again at every reading.  So: its step over 64-bit words, in four lanes that do
 * not wait for each other, with the high half folded into the low one (a product never moves a
 * change downwards).  Every step can be undone, so one changed word always changes the sum.
 */
#ifndef TARE_PROFILE_CHECKSUM_H
#define TARE_PROFILE_CHECKSUM_H

#include "profile_format.h"

#include <string.h>

#define TARE_PF_SUM_START 14695981039346656037u

static inline uint64_t tare_pf_sum_step(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * 1099511628211u;
  return sum ^ (sum >> 32);
}

/* `sum`: TARE_PF_SUM_START, or that of the payloads before. */
static inline uint64_t tare_pf_sum(const void *payload, size_t size, uint64_t sum) {
  const unsigned char *bytes = (const unsigned char *)payload;
  uint64_t lane[4] = {sum, sum, sum, sum}, words[4];
  size_t at = 0;
  for (; size - at >= sizeof words; at += sizeof words) {
    memcpy(words, bytes + at, sizeof words);
    lane[0] = tare_pf_sum_step(lane[0], words[0]);
    lane[1] = tare_pf_sum_step(lane[1], words[1]);
    lane[2] = tare_pf_sum_step(lane[2], words[2]);
    lane[3] = tare_pf_sum_step(lane[3], words[3]);
  }
  for (; at < size; ++at)
    lane[0] = tare_pf_sum_step(lane[0], bytes[at]);
  sum = tare_pf_sum_step(sum, size);
  for (int i = 0; i < 4; ++i)
    sum = tare_pf_sum_step(sum, lane[i]);
  return sum;
}

/* Of all `size` bytes of a header but closing_checksum itself.  Never 0, which means that there is
 * none. */
static inline uint64_t tare_pf_header_sum(const void *header, size_t size) {
  const char *bytes = (const char *)header;
  size_t before = offsetof(struct tare_pf_header, closing_checksum);
  size_t after = before + sizeof(uint64_t);
  uint64_t sum = tare_pf_sum(bytes, before, TARE_PF_SUM_START);
  sum = tare_pf_sum(bytes + after, size - after, sum);
  return sum ? sum : 1;
}

#endif
