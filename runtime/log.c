/* SPDX-License-Identifier: Apache-2.0 */
#include "log.h"
#include "env.h"
#include "file.h"

#include <string.h>

static const uint64_t first_bytes = 64 << 10;
static const uint64_t reserve_step = 512 << 10;
static const uint32_t full_logs = 64; /* thread slots; later ones get an eighth */

/* A sentence costs up to half a microsecond, with its part of a page and the caches that it
 * displaces, and some thousand of them say as much as some ten thousand: a log grows by no more
 * than this, and is thinned before it is full. */
static const uint64_t free_bytes = 256 << 10;
static const uint64_t bytes_per_ms = 1 << 10;

static void logOff(struct tare_thread *t) {
  static int said;
  t->log.off = 1;
  tare_status(TARE_STATUS_DISK_FULL);
  if (!__atomic_exchange_n(&said, 1, __ATOMIC_RELAXED))
    tare_say("no space left for the log: per construct times go on, barrier waits do not", NULL,
             NULL);
}

/* A process of a thousand threads must not make a file that nobody can copy. */
static uint64_t bytesFor(uint32_t slot) {
  uint64_t bytes = tare_env_log_bytes();
  return slot < full_logs ? bytes : bytes / 8;
}

void tare_log_make(struct tare_thread *t) {
  uint64_t half = bytesFor(t->slot) / 2;
  t->log.off = 1;
  if (!half)
    return;
  t->log.capacity = half - sizeof(struct tare_pf_block);
  uint64_t first = half < first_bytes ? half : first_bytes;
  first -= sizeof(struct tare_pf_block);
  t->log.half[0] = tare_file_block(TARE_BLOCK_LOG, t->slot, 0, t->log.capacity, first);
  if (t->log.half[0])
    t->log.half[1] = tare_file_block(TARE_BLOCK_LOG, t->slot, 0, t->log.capacity, 0);
  if (!t->log.half[1]) {
    logOff(t);
    return;
  }
  t->log.off = 0;
  t->log.data = tare_payload(t->log.half[0]);
  t->log.ready = t->log.reserved = first;
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* What it may hold by now. */
static uint64_t allowed(const struct tare_log *log) {
  uint64_t a_ms = tare_rt.ticks_per_ms ? tare_rt.ticks_per_ms : 1;
  uint64_t ms = (tare_tick() - tare_rt.start_tick) / a_ms;
  return least(log->capacity, free_bytes + ms * bytes_per_ms);
}

/* At least `want` bytes of the half in memory. 0: the disk is full. */
static int grow(struct tare_log *log, struct tare_pf_block *half, uint64_t want) {
  want = least(want, log->capacity);
  if (want > log->reserved) {
    uint64_t to = least(log->capacity, tare_file_whole_steps(half, want + reserve_step));
    if (!tare_file_reserve(half, log->reserved, to))
      return 0;
    log->reserved = to;
  }
  if (want > log->ready) {
    uint64_t to = least(log->reserved, tare_file_whole_steps(half, want));
    tare_file_prefault(tare_payload(half) + log->ready, to - log->ready);
    log->ready = to;
  }
  return 1;
}

static uint64_t sizeOf(const struct tare_pf_segment *s) {
  return sizeof *s + s->spent_count * sizeof(struct tare_pf_spent);
}

struct levels {
  uint32_t regions, nested, barriers;
};

static struct levels levelsNow(void) {
  return (struct levels){__atomic_load_n(&tare_rt.level_regions, __ATOMIC_RELAXED),
                         __atomic_load_n(&tare_rt.level_nested, __ATOMIC_RELAXED),
                         __atomic_load_n(&tare_rt.level_barriers, __ATOMIC_RELAXED)};
}

static int kept(const struct tare_pf_segment *s, struct levels levels) {
  return tare_instance_kept(s->instance, s->depth ? levels.nested : levels.regions) &&
         ((s->flags & TARE_SEG_LAST) || tare_ordinal_kept(s->ordinal, levels.barriers));
}

/* Which instances stay in the log: outermost or nested ones. */
struct stay {
  uint64_t bytes, last;
  uint32_t instances; /* different ones */
};

struct survey {
  struct stay outermost, nested;
};

static uint64_t bytesOf(const struct survey *s) { return s->outermost.bytes + s->nested.bytes; }

/* What would stay. */
static struct survey survey(const struct tare_log *log, struct levels levels) {
  struct survey all = {{0, 0, 0}, {0, 0, 0}};
  for (uint64_t at = 0; at < log->used;) {
    const struct tare_pf_segment *s = (const struct tare_pf_segment *)(log->data + at);
    at += sizeOf(s);
    if (!kept(s, levels))
      continue;
    struct stay *its = s->depth ? &all.nested : &all.outermost;
    its->bytes += sizeOf(s);
    its->instances += s->instance != its->last;
    its->last = s->instance;
  }
  return all;
}

/* Levels only grow, so what passes the last ones was kept by every thread. */
static void raiseLevel(uint32_t *level, uint32_t *shown, uint32_t from) {
  if (__atomic_compare_exchange_n(level, &from, from + 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    __atomic_store_n(shown, from + 1, __ATOMIC_RELAXED);
}

/* Fewer of what there is most of, while there are many of them; else of their barriers. So a region
 * that holds a million others stays. */
static void raiseOne(const struct survey *s, struct levels levels) {
  int is_nested = s->nested.bytes > s->outermost.bytes;
  if ((is_nested ? s->nested.instances : s->outermost.instances) < 16)
    raiseLevel(&tare_rt.level_barriers, &tare_rt.header->level_barriers, levels.barriers);
  else if (is_nested)
    raiseLevel(&tare_rt.level_nested, &tare_rt.header->level_nested, levels.nested);
  else
    raiseLevel(&tare_rt.level_regions, &tare_rt.header->level_regions, levels.regions);
}

/* Raises levels until at most half of the limit is needed. Below the capacity it gives up where
 * that helps little: few regions with few barriers, but long sentences. */
static uint64_t chooseLevels(const struct tare_log *log, uint64_t limit, struct levels *levels) {
  uint64_t before = UINT64_MAX;
  for (int round = 0;; ++round) {
    *levels = levelsNow();
    struct survey s = survey(log, *levels);
    uint64_t bytes = bytesOf(&s);
    int helps = limit == log->capacity || bytes < before - before / 16;
    if (bytes <= limit / 2 || round == 60 || !helps)
      return bytes;
    before = bytes;
    raiseOne(&s, *levels);
  }
}

/* Copies what stays into the other half and makes that the active one. */
static int thin(struct tare_thread *t, uint64_t limit) {
  struct tare_log *log = &t->log;
  uint32_t other = 1 - t->pf->active_log;
  struct levels levels;
  uint64_t bytes = chooseLevels(log, limit, &levels), to = 0, skipped = 0;
  struct tare_log next = *log;
  next.data = tare_payload(log->half[other]);
  next.reserved = log->other_reserved;
  next.ready = log->other_ready;
  next.other_reserved = log->reserved;
  next.other_ready = log->ready;
  next.unthinned = 0;
  if (bytes > limit / 2 || !grow(&next, log->half[other], bytes + TARE_LOG_RESERVE))
    return 0;
  tare_file_publish(log->half[other], 0);
  for (uint64_t at = 0; at < log->used;) {
    const struct tare_pf_segment *s = (const struct tare_pf_segment *)(log->data + at);
    uint64_t size = sizeOf(s);
    at += size;
    skipped += !kept(s, levels);
    if (!kept(s, levels))
      continue;
    memcpy(next.data + to, s, size);
    to += size;
  }
  next.used = to;
  tare_file_publish(log->half[other], to);
  __atomic_store_n(&t->pf->active_log, other, __ATOMIC_RELEASE);
  tare_file_publish(log->half[1 - other], 0); /* nobody need sum or read it */
  t->pf->segments -= skipped;
  t->pf->segments_dropped += skipped;
  *log = next;
  for (uint32_t d = 0; d < TARE_PF_FRAMES; ++d)
    t->level[d].sentence = NULL; /* they moved */
  return 1;
}

void tare_log_tend(struct tare_thread *t, uint64_t need) {
  struct tare_log *log = &t->log;
  if (log->off)
    return;
  uint64_t limit = allowed(log);
  int full = log->used + need > log->capacity;
  int wanted = full || (log->used + need > limit && log->used >= log->unthinned);
  if (wanted && !thin(t, limit) && !(full && thin(t, log->capacity)))
    log->unthinned = 2 * log->used;
  if (log->used + need > log->capacity ||
      !grow(log, log->half[t->pf->active_log], log->used + need + TARE_LOG_RESERVE))
    logOff(t);
}
