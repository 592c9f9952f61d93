/* SPDX-License-Identifier: Apache-2.0
 *
 * probe_cost libtare-rt.so.1: what a pair of probes costs, against two bare readings of the clock.
 *
 *   warm        pairs back to back
 *   cold        one pair after the caches were filled with something else
 *   after ...   what a pair adds to 0.3 us of work: a chain of dependent multiplications, beside
 * which a processor runs the probes almost for nothing, and a sum that keeps it busy
 *
 * Medians of interleaved repetitions, in ticks of the time stamp counter; x86-64 only.
 */
#define _GNU_SOURCE
#include "runtime/tare_abi.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPETITIONS = 301, PAIRS = 1000, CHAIN = 160 };

static int zero(void) { return 0; }
static int one(void) { return 1; }

static const char table[] = "{\"tare_nodes\":2,\"unit\":\"bench\",\"nodes\":[]}";
static struct tare_module module = {.abi = tare_abi_version,
                                    .size = sizeof(struct tare_module),
                                    .node_count = 2,
                                    .table = table,
                                    .table_length = sizeof table - 1,
                                    .thread_num = zero,
                                    .num_threads = one,
                                    .max_threads = one,
                                    .level = zero};

static uint64_t sink;

static uint64_t ticks(void) { return __builtin_ia32_rdtsc(); }

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return values[count / 2];
}

static void chain(void) {
  uint64_t x = sink;
  for (int i = 0; i < CHAIN; ++i) {
    x = x * 6364136223846793005ull + 1442695040888963407ull;
    __asm__ volatile("" : "+r"(x));
  }
  sink = x;
}

static uint32_t numbers[2048];

static void sum(void) {
  uint32_t a = 0, b = 0, c = 0, d = 0;
  for (int i = 0; i < 2048; i += 4) {
    a += numbers[i] ^ b;
    b += numbers[i + 1];
    c += numbers[i + 2];
    d += numbers[i + 3];
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
  }
  sink += a + b + c + d;
}

static void (*work)(void) = chain;

static void pair(void) {
  module.probes->work_begin(&module, 1);
  module.probes->work_end(&module, 1, 1);
}

/* The same work as a pair has at least: two readings, and their difference kept. */
static void twoReadings(void) {
  uint64_t first = ticks();
  __asm__ volatile("" : "+r"(first));
  sink += ticks() - first;
}

static double timed(void (*what)(void)) {
  uint64_t start = ticks();
  for (int i = 0; i < PAIRS; ++i)
    what();
  return (double)(ticks() - start) / PAIRS;
}

static void workWithPair(void) {
  module.probes->work_begin(&module, 1);
  work();
  module.probes->work_end(&module, 1, 1);
}

static void workWithReadings(void) {
  uint64_t first = ticks();
  work();
  sink += ticks() - first;
}

static double once(void (*what)(void)) {
  static volatile char other[32 << 20];
  for (size_t i = 0; i < sizeof other; i += 64)
    other[i] += 1;
  uint64_t start = ticks();
  what();
  return (double)(ticks() - start);
}

static void warm(void) {
  static double bare[REPETITIONS], probes[REPETITIONS], ratio[REPETITIONS];
  for (int i = 0; i < REPETITIONS; ++i) {
    bare[i] = timed(twoReadings);
    probes[i] = timed(pair);
    ratio[i] = probes[i] / bare[i];
  }
  printf("warm        two readings %6.1f  pair %6.1f  ratio %.3f\n", median(bare, REPETITIONS),
         median(probes, REPETITIONS), median(ratio, REPETITIONS));
}

static void context(void (*kernel)(void), const char *name) {
  static double plain[REPETITIONS], bare[REPETITIONS], probes[REPETITIONS];
  work = kernel;
  for (int i = 0; i < REPETITIONS; ++i) {
    plain[i] = timed(work);
    bare[i] = timed(workWithReadings) - plain[i];
    probes[i] = timed(workWithPair) - plain[i];
  }
  double two = median(bare, REPETITIONS), cost = median(probes, REPETITIONS);
  printf("%-11s two readings %6.1f  pair %6.1f  (work %.0f)\n", name, two, cost,
         median(plain, REPETITIONS));
}

static void cold(void) {
  static double bare[REPETITIONS], probes[REPETITIONS];
  for (int i = 0; i < 51; ++i) {
    bare[i] = once(twoReadings);
    probes[i] = once(pair);
  }
  printf("cold        two readings %6.1f  pair %6.1f\n", median(bare, 51), median(probes, 51));
}

int main(int argc, char **argv) {
  void *runtime = dlopen(argc > 1 ? argv[1] : "libtare-rt.so.1", RTLD_NOW);
  void (*attach)(struct tare_module *) = 0;
  if (runtime)
    *(void **)&attach = dlsym(runtime, "tare_rt_attach");
  if (!attach) {
    fprintf(stderr, "probe_cost: %s\n", dlerror());
    return 1;
  }
  for (size_t i = 0; i + 1 < sizeof table; ++i)
    module.table_hash =
        ((i ? module.table_hash : 14695981039346656037ull) ^ (uint8_t)table[i]) * 1099511628211ull;
  attach(&module);
  struct tare_region region;
  module.probes->region_fork(&module, 0, &region, 0);
  module.probes->region_start(&region);
  warm();
  context(chain, "after chain");
  context(sum, "after sum");
  cold();
  module.probes->region_finish(&region);
  module.probes->region_join(&region);
  return 0;
}
