// SPDX-License-Identifier: Apache-2.0
// Message files -> job -> rows: two ranks of a job. The first half of an input changes the file of
// one, the second half that of the other.
#include "analyzer/jobs/job_rows.h"
#include "tests/messages/log_writer.h"

#include <cstring>

using namespace tare;
using namespace tare::testing;

namespace {

std::string soundFile(int rank) {
  LogWriter log(rank, 2);
  log.collective(TARE_MF_START, 0, 0);
  log.call("MPI_Init", 0, 10);
  log.send(1 - rank, 1, 100, 1);
  log.call("MPI_Isend", 20, 25);
  log.post(TARE_MF_ANY, 1, 100);
  log.received(1 - rank, 1, 100);
  log.call("MPI_Recv", 30, 50);
  log.polls("MPI_Test", 55, 65, 3, 6);
  log.sent(1);
  log.call("MPI_Test", 66, 70);
  log.collective(TARE_MF_ALL, 8, 8);
  log.call("MPI_Allreduce", 80, 90, 0, true);
  log.collective(TARE_MF_END, 0, 0);
  log.call("MPI_Finalize", 100, 120);
  return log.bytes(120);
}

/// Each six bytes: where, and what four bytes become.
void change(std::string &file, const uint8_t *data, size_t size) {
  for (; size >= 6; data += 6, size -= 6) {
    size_t at = (data[0] | size_t(data[1]) << 8) % (file.size() - 4);
    at = at < 512 || at >= TARE_MF_PAGE ? at : TARE_MF_PAGE + at % (file.size() - TARE_MF_PAGE - 4);
    std::memcpy(&file[at], data + 2, 4);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const std::string sound[] = {soundFile(0), soundFile(1)};
  std::vector<RankLog> logs;
  for (size_t rank = 0; rank < 2; ++rank) {
    std::string file = sound[rank];
    change(file, data + rank * (size / 2), size / 2);
    if (Result<RankLog> log = readRankLog(file); log.ok())
      logs.push_back(std::move(log).value());
  }
  Result<Matching> matching = matchMessages(logs);
  if (!matching.ok())
    return 0;
  Job job = makeJob(logs, matching.value(), alignClocks(logs, matching.value()));
  if (Result<JobRows> rows = jobRows(job); rows.ok())
    for (size_t r = 0; r < job.ranks.size(); ++r)
      if (rows.value().ranks[r].rows.sum() !=
          job.ranks[r].threads * rows.value().total - rows.value().ranks[r].busy)
        __builtin_trap();
  return 0;
}
