// SPDX-License-Identifier: Apache-2.0
// Time that counts as work and in which the thread computed nothing: it slept in a lock that is not
// OpenMP's (std::mutex, pthread_mutex_t), in input or output, or in sleep. No probe sees those, but
// the process had less CPU time than its work is long.
#pragma once

#include "analyzer/accounts/experiment.h"
#include "analyzer/books/balances.h"

namespace tare {

struct BalancedAndRun {
  const RunBalance &balance;
  const InstrumentedRun &run;
};

/// Thread time in seconds, at least, beyond that on one thread: what work, region code and serial
/// code have beyond the CPU time of the process and what it waited for cores. CPU time in which
/// threads spin while they wait makes it less. Where waits for cores were taken out of the work
/// already they are subtracted twice of p threads, since some were taken out of other states, and
/// once of one. 0: none, or the CPU time of one of the runs is not known.
double asleepBeyondOne(const BalancedAndRun &many, const BalancedAndRun &one);

/// Whether this system reports waiting for a CPU: of many runs at least one always waits a little.
/// Where none did, time without a CPU cannot be told from sleep.
bool tellsRunQueue(const Experiment &experiment);

} // namespace tare
