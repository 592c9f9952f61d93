/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/process_file.h"
#include "runtime/profile_format.h"
#include "witness.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static const size_t file_size =
    TARE_WT_PAGE + (size_t)TARE_WT_MOST_THREADS * sizeof(struct tare_wt_thread);

struct tare_wt_header *tare_witness_file(void) {
  const char *prefix = getenv("TARE_WITNESS");
  if (!prefix || !*prefix || getauxval(AT_SECURE))
    return NULL;
  struct tare_wt_header *h = tare_process_file(prefix, file_size);
  if (!h)
    return NULL;
  h->major = TARE_WT_MAJOR;
  h->clock = tare_clock_kind();
  h->pid = (uint64_t)getpid();
  tare_clock_pair(&h->start_tick, &h->start_ns);
  memcpy(h->magic, TARE_WT_MAGIC, sizeof h->magic);
  return h;
}

struct tare_wt_thread *tare_witness_record(struct tare_wt_header *header, uint64_t index) {
  return (struct tare_wt_thread *)((char *)header + TARE_WT_PAGE) + index;
}
