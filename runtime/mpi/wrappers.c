/* SPDX-License-Identifier: Apache-2.0
 *
 * MPI_* for each row of functions.def. MPI's result goes through unchanged.
 */
#include "delays.h"
#include "functions.h"
#include "parts.h"

#define LIST(...) __VA_ARGS__

/* ---- what rows say in front of the call ---- */

#define POLLS call.polls = 1;
#define ONE_STATUS                                                                                 \
  MPI_Status own_status;                                                                           \
  if (status == MPI_STATUS_IGNORE)                                                                 \
    status = &own_status;
#define MORE_STATUSES                                                                              \
  __attribute__((cleanup(tare_statuses_end))) struct tare_statuses own_statuses;                   \
  statuses = tare_statuses_for(&own_statuses, count, statuses);
#define WATCH                                                                                      \
  __attribute__((cleanup(tare_watch_end))) struct tare_watched watched;                            \
  tare_watch(&watched, count, requests);

/* ---- and behind it ---- */

#define ENDED_ALL                                                                                  \
  for (int i = 0; i < watched.count && statuses != MPI_STATUSES_IGNORE; ++i)                       \
    tare_ended(&call, watched.requests[i], &requests[i], &statuses[i]);
#define ENDED_SOME                                                                                 \
  for (int i = 0; watched.count && statuses != MPI_STATUSES_IGNORE && i < *ended; ++i)             \
    tare_ended(&call, watched.requests[indices[i]], &requests[indices[i]], &statuses[i]);

/* ---- the wrappers ---- */

#define TARE_WRAPPER __attribute__((visibility("default")))

#define TARE_OWN(NAME)
#define TARE_CALL(NAME, PARAMETERS, ARGUMENTS, BEFORE, UNLOCKED, PARTS)                            \
  TARE_WRAPPER int MPI_##NAME PARAMETERS {                                                         \
    struct tare_mpi_call call;                                                                     \
    if (!tare_call_begin(&call, TARE_FN_##NAME, __builtin_return_address(0)))                      \
      return PMPI_##NAME ARGUMENTS;                                                                \
    BEFORE                                                                                         \
    int result = PMPI_##NAME ARGUMENTS;                                                            \
    UNLOCKED                                                                                       \
    if (tare_call_returned(&call, result)) {                                                       \
      PARTS                                                                                        \
    }                                                                                              \
    tare_call_end(&call);                                                                          \
    return result;                                                                                 \
  }
#define TARE_COLLECTIVE(NAME, INAME, PARAMETERS, ARGUMENTS, SHAPE, ROOT, SENT, RECEIVED)           \
  TARE_CALL(NAME, (PARAMETERS), (ARGUMENTS), TARE_ENTERS(SHAPE, ROOT, SENT, RECEIVED), ,           \
            TARE_MET(NULL, SHAPE, ROOT, SENT, RECEIVED))                                           \
  TARE_CALL(INAME, (PARAMETERS, MPI_Request * request), (ARGUMENTS, request), , ,                  \
            TARE_MET(request, SHAPE, ROOT, SENT, RECEIVED))
#define TARE_ENTERS(SHAPE, ROOT, SENT, RECEIVED)                                                   \
  if (TARE_UNLIKELY(tare_delays.is_on)) {                                                          \
    pthread_mutex_lock(&tare_messages.lock);                                                       \
    struct tare_side s = tare_side_of(&call, comm, ROOT);                                          \
    if (s.comm)                                                                                    \
      tare_delay_entering(&call, s.comm, TARE_MF_##SHAPE, ROOT, SENT, RECEIVED);                   \
    pthread_mutex_unlock(&tare_messages.lock);                                                     \
  }
#define TARE_MET(REQUEST, SHAPE, ROOT, SENT, RECEIVED)                                             \
  struct tare_side s = TARE_MF_##SHAPE == TARE_MF_NEIGHBOURS ? tare_neighbours_of(&call, comm)     \
                                                             : tare_side_of(&call, comm, ROOT);    \
  if (s.comm)                                                                                      \
    tare_collective(&call, REQUEST, &s, TARE_MF_##SHAPE, ROOT, SENT, RECEIVED);

#include "functions.def"
