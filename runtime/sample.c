/* SPDX-License-Identifier: Apache-2.0 */
#include "sample.h"
#include "file.h"
#include "log.h"

static void publish(struct tare_thread *t) {
  tare_file_publish(t->samples.block, t->samples.count * sizeof(struct tare_pf_sample));
}

void tare_samples_make(struct tare_thread *t) {
  uint64_t size = TARE_SAMPLES * sizeof(struct tare_pf_sample);
  t->samples.block = tare_file_block(TARE_BLOCK_SAMPLES, t->slot, 0, size, size);
  t->samples.off = !t->samples.block;
  if (t->samples.off)
    tare_status(TARE_STATUS_DISK_FULL);
}

struct tare_sampled *tare_sampled_loop(struct tare_thread *t, uint32_t node) {
  uint32_t at = (uint32_t)tare_mix(node);
  for (uint32_t tries = 0; tries < 16; ++tries) {
    struct tare_sampled *loop = &t->samples.loops[(at + tries) % TARE_SAMPLED];
    if (loop->node == node + 1)
      return loop;
    if (loop->node == 0) {
      loop->node = node + 1;
      return loop;
    }
  }
  return NULL;
}

/* One of each 2^level iterations, which one is chance: what is periodic in the program would show
 * up in every k-th. */
uint64_t tare_sample_after(struct tare_thread *t, const struct tare_sampled *loop,
                           uint64_t ordinal) {
  uint64_t stratum = (ordinal - 1) >> loop->level, in_it = (1ull << loop->level) - 1;
  return ((stratum + 1) << loop->level) + (tare_random(t) & in_it) + 1;
}

/* Drops a random half of the samples, so that all iterations still have had the same chance. */
static void halve(struct tare_thread *t, struct tare_sampled *loop) {
  struct tare_pf_sample *sample = tare_samples(t);
  uint64_t to = 0;
  loop->kept = 0;
  for (uint64_t from = 0; from < t->samples.count; ++from) {
    int is_own = sample[from].node + 1 == loop->node;
    if (is_own && (tare_random(t) >> 32 & 1))
      continue;
    loop->kept += (uint32_t)is_own;
    sample[to++] = sample[from];
  }
  t->samples.count = to;
  ++loop->level;
  publish(t);
}

static struct tare_sampled *largest(struct tare_thread *t) {
  struct tare_sampled *best = &t->samples.loops[0];
  for (uint32_t i = 1; i < TARE_SAMPLED; ++i)
    if (t->samples.loops[i].kept > best->kept)
      best = &t->samples.loops[i];
  return best;
}

void tare_samples_tend(struct tare_thread *t, struct tare_sampled *loop, uint64_t allowed) {
  while (loop->kept > allowed && loop->level < 60)
    halve(t, loop);
  while (t->samples.count == TARE_SAMPLES)
    halve(t, largest(t));
}
