// SPDX-License-Identifier: Apache-2.0
// What one rank of a job did in MPI: its calls in the order of their ends, each with its parts.
//
//   message file -> [rank log] -> matching -> job
//
// All of it was checked: ranks, communicators and requests that a part names are there, times
// rise in each thread. Whether it fits the other ranks is not known yet.
#pragma once

#include "analyzer/profile/ticks.h"
#include "base/result.h"
#include "runtime/mpi/message_format.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// One thing that a call did. Which fields count: see enum tare_mf_kind.
struct MessagePart {
  tare_mf_kind kind = TARE_MF_SEND;
  uint64_t request = 0; // 0: begins and ends in its call
  int32_t peer = TARE_MF_NOBODY, tag = 0;
  uint32_t communicator = 0; // id in this rank
  tare_mf_mode mode = TARE_MF_STANDARD;
  tare_mf_shape shape = TARE_MF_ALL;
  int32_t root = -1;
  uint64_t bytes = 0; // of a collective: sent
  uint64_t received = 0;
};

/// A call of MPI. Times are ticks since RankLog::start_tick.
struct MpiCall {
  uint32_t function = 0, thread = 0;
  uint32_t node = TARE_MF_NO_NODE; // TARE_MF_NO_NODE: in no construct
  bool in_region = false;
  Ticks begin = 0, end = 0;
  uint64_t site = 0;
  size_t first_part = 0, parts = 0; // in RankLog::parts
  uint64_t polls = 0;               // so many calls that found or ended nothing; 0: one call
  Ticks in_polls = 0;               // ticks inside of those

  Ticks duration() const { return end - begin; }
};

/// A group of ranks (of MPI_COMM_WORLD) with its own order of messages.
struct RankCommunicator {
  uint64_t shared = 0;
  uint32_t remote = 0; // id of the other group of an intercommunicator; 0: it is none
  std::vector<int32_t> ranks;
};

struct RankLog {
  int rank = 0, size = 1;
  std::string host, library, job;
  uint32_t clock = 0; // enum tare_pf_clock
  uint32_t thread_level = 0;
  uint64_t pid = 0, start_tick = 0, start_ns = 0;
  double ticks_per_second = 1e9;
  double record_ticks = 0; // that the library takes behind a call, mean; 0: not known
  Ticks window = 0;        // from MPI_Init until the last thing that is known
  bool is_closed = false;  // MPI_Finalize was called, or the program ended in peace
  bool is_full = false;    // later calls are only counted
  bool is_aborted = false; // it called MPI_Abort
  bool is_spawned = false; // MPI_Comm_spawn started it: its MPI_COMM_WORLD is another one
  uint64_t unrecorded = 0; // those
  std::map<uint32_t, std::string> functions;
  std::map<uint32_t, RankCommunicator> communicators;
  std::vector<MpiCall> calls;
  std::vector<MessagePart> parts;

  const std::string &nameOf(const MpiCall &call) const { return functions.at(call.function); }
};

/// Error: the file contradicts itself, ends too early, or is none; its place is the byte offset of
/// the record. Memory is a few times that of the file, whatever it claims.
Result<RankLog> readRankLog(std::string_view bytes);
/// Whose file it is, without reading all of it: rank, ranks of its MPI_COMM_WORLD, and process.
/// Nothing: it is no message file.
struct MessageFileOwner {
  int rank = 0, ranks = 1;
  uint64_t pid = 0;
  bool is_spawned = false; // as RankLog has it
};
std::optional<MessageFileOwner> ownerOfMessageFile(const std::string &path);
/// The same of a file, which is the error's place then.
Result<RankLog> readRankLogFile(const std::string &path);

} // namespace tare
