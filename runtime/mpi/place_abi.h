/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a thread is, told by the runtime of the probes to the library of messages, which is
 * preloaded: the runtime looks for tare_mpi_attach when it starts.
 */
#ifndef TARE_PLACE_ABI_H
#define TARE_PLACE_ABI_H

#include <stdint.h>

#define TARE_PLACE_VERSION 1u

struct tare_place {
  uint32_t node;      /* process-wide index of the construct or statement; TARE_MF_NO_NODE: none */
  uint32_t in_region; /* 1: the thread is inside of a region */
  uint32_t slot;      /* thread slot of the profile; UINT32_MAX: it has none */
  uint32_t reserved;
  uint64_t regions; /* that the process has begun to measure so far */
};

/* In the library of messages. `where` tells it of the calling thread, and takes no lock. Does
 * nothing for another version. */
void tare_mpi_attach(uint32_t version, void (*where)(struct tare_place *place));

#endif
