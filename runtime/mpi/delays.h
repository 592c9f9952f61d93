/* SPDX-License-Identifier: Apache-2.0
 *
 * Messages of a job that take longer than they do: so that a job on one host runs as on a slower
 * network (TARE_MPI_LATENCY_US, TARE_MPI_BANDWIDTH_MB_S, TARE_MPI_EAGER_BYTES).
 *
 *   a receive ends at max(its end, begin + latency + bytes / bandwidth)
 *
 * `begin` is that of the send. The bytes of a message above the eager limit leave when its receive
 * is posted, or when the receiver knows of the message (latency), whichever is later; its sender
 * waits for begin + latency + bytes / bandwidth. A collective of n members begins with the last
 * entry that a member depends on, and takes as many messages one after the other as doubling needs,
 * or n - 1 (alltoall). Ranks tell each other when they began in memory that all of them share.
 *
 * A call waits under the lock, and lets MPI go on meanwhile: threads of a rank that call MPI at
 * once wait for each other. Neighbourhood collectives, collectives between groups, one-sided
 * communication and files are not delayed.
 */
#ifndef TARE_DELAYS_H
#define TARE_DELAYS_H

#include "requests.h"

struct tare_delays {
  int is_on;
  double latency_ns, byte_ns;
  uint64_t eager_bytes;
};
extern struct tare_delays tare_delays;

/* The environment, before MPI_Init. 1: it asks for delays. */
int tare_delays_read(void);
/* By all ranks, in MPI_Init, without the lock. Ends the job with one line if that cannot be. */
void tare_delays_begin(void);

/* ---- in front of a call, without the lock ---- */

void tare_delay_sending(struct tare_mpi_call *call, int peer, int tag, MPI_Comm comm);
/* Into a blocking collective, under the lock: others may have ended it before this call returns. */
void tare_delay_entering(struct tare_mpi_call *call, struct tare_comm *comm, uint32_t shape,
                         int root, uint64_t sent, uint64_t received);
/* 1: what a probe has found is not to be seen yet. */
int tare_delay_hides(struct tare_mpi_call *call, MPI_Comm comm, const MPI_Status *status);

/* ---- behind it, under the lock: when the call may end is in call->due_ns ---- */

/* `began`: of the call that posted the receive, or sends. `peer`: in MPI_COMM_WORLD. */
void tare_delay_started(const struct tare_comm *comm, int32_t peer, int32_t tag, uint64_t began);
void tare_delay_sent(struct tare_mpi_call *call, uint64_t began, uint32_t mode, int32_t peer,
                     uint64_t bytes);
void tare_delay_received(struct tare_mpi_call *call, const struct tare_comm *comm, int32_t peer,
                         int32_t tag, uint64_t bytes, uint64_t began);
void tare_delay_probed(struct tare_mpi_call *call, const struct tare_comm *comm, int32_t peer,
                       int32_t tag, uint64_t bytes);

/* This rank's entry, unless the call has told it, and then its end. The function says whether it is
 * an alltoall. */
struct tare_delayed_meeting tare_delay_entered(struct tare_mpi_call *call, struct tare_comm *comm,
                                               uint32_t shape, int root, uint64_t bytes);
void tare_delay_met(struct tare_mpi_call *call, const struct tare_comm *comm,
                    const struct tare_delayed_meeting *meeting);

void tare_delay_wait(uint64_t due_ns);

#endif
