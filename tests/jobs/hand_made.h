// SPDX-License-Identifier: Apache-2.0
// Jobs that are written down by hand, with times that can be followed on paper.
#pragma once

#include "analyzer/jobs/job.h"
#include "messages/log_writer.h"

namespace tare::testing {

inline constexpr uint64_t ms = 1000000; // ticks

inline Job jobOfLogs(std::vector<LogWriter> writers, uint64_t until,
                     const std::vector<RankWindow> &windows = {}) {
  std::vector<RankLog> logs;
  for (LogWriter &writer : writers)
    logs.push_back(readRankLog(writer.bytes(until)).value());
  Matching matching = matchMessages(logs).value();
  return makeJob(logs, matching, alignClocks(logs, matching), windows);
}

/// The example of docs/explanation/jobs.md. Rank 0 works 40 ms, sends (2), works 20 and comes to a
/// barrier. Rank 1 works 30, receives what comes 5 after the send began, and works 35. The barrier
/// takes 1. It ends at 81 ms.
inline std::vector<LogWriter> exampleLogs() {
  LogWriter zero(0, 2), one(1, 2);
  zero.send(1, 0, 8);
  zero.call("MPI_Send", 40 * ms, 42 * ms, 1);
  one.post(0, 0, 8);
  one.received(0, 0, 8);
  one.call("MPI_Recv", 30 * ms, 45 * ms, 2);
  for (LogWriter *log : {&zero, &one})
    log->collective(TARE_MF_ALL, 0, 0);
  zero.call("MPI_Barrier", 62 * ms, 81 * ms, 3);
  one.call("MPI_Barrier", 80 * ms, 81 * ms, 3);
  return {zero, one};
}

} // namespace tare::testing
