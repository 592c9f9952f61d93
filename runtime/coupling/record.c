/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of the calls, and when they began and ended. Costs two readings of the clock a call.
 */
#define _GNU_SOURCE
#include "coupling.h"

#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>

enum { most_calls = 200000 };

struct recorded {
  uint64_t begin_ns, end_ns;
  int site, level, team;
};
static struct recorded *calls; /* of the initial thread */
static uint64_t call_count;
static atomic_uint strays; /* calls outside of regions by another thread than the initial one */

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void tare_record_call(struct tare_kernel *kernel, int level, int team) {
  struct tare_coupling_thread *thread = tare_coupling_self();
  if (level > 0) {
    ++thread->calls;
    thread->hash = (thread->hash ^ (uint64_t)kernel->number) * 0x100000001b3u;
  } else if (!thread->is_first) {
    atomic_fetch_add(&strays, 1);
  }
  if (!thread->is_first)
    return;
  if (!calls)
    calls = mmap(NULL, most_calls * sizeof *calls, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (calls == MAP_FAILED)
    tare_refuse(-1, "memory", "there is no memory for the order of the calls");
  if (call_count++ < most_calls)
    calls[call_count - 1] = (struct recorded){now(), 0, kernel->number, level, team};
}

void tare_record_end(void) {
  if (call_count > 0 && call_count <= most_calls)
    calls[call_count - 1].end_ns = now();
}

void tare_say_sites(void) {
  unsigned count, others = 0;
  struct tare_coupling_thread *threads = tare_coupling_threads(&count);
  for (unsigned i = 0; i < count; ++i)
    if (threads[i].calls > 0 || threads[i].is_first)
      tare_say("thread\t%d\t%llu\t%016llx\n", threads[i].is_first,
               (unsigned long long)threads[i].calls, (unsigned long long)threads[i].hash);
  others = atomic_load(&strays);
  if (others)
    tare_say("strays\t%u\n", others);
  tare_say("calls\t%llu\n", (unsigned long long)call_count);
  for (uint64_t i = 0; i < call_count && i < most_calls; ++i)
    tare_say("call\t%d\t%d\t%d\t%llu\t%llu\n", calls[i].site, calls[i].level, calls[i].team,
             (unsigned long long)calls[i].begin_ns, (unsigned long long)calls[i].end_ns);
}
