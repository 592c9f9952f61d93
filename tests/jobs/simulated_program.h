// SPDX-License-Identifier: Apache-2.0
// Programs of messages: what each rank does, one operation after the other. What comes next may
// depend on what came (`Then`).
#pragma once

#include "runtime/mpi/message_format.h"

#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace tare::testing {

struct JobOperation;
using JobOperations = std::deque<JobOperation>;

enum class JobAct : uint8_t { Work, Send, Receive, StartSend, StartReceive, Wait, Collect, Then };

struct JobOperation {
  JobAct act = JobAct::Work;
  double work = 0; // ns
  int peer = 0, tag = 0;
  uint64_t bytes = 8;
  tare_mf_mode mode = TARE_MF_STANDARD;
  std::vector<uint64_t> requests = {}; // named by the program; of Wait: all of them
  tare_mf_shape shape = TARE_MF_ALL;
  int root = -1;
  std::string function = {}; // of Collect
  /// What to do next, in place of this; it is given whose message came last, and its tag.
  std::function<JobOperations(int source, int tag)> then = {};
};

inline JobOperation work(double ns) { return {.act = JobAct::Work, .work = ns}; }
inline JobOperation send(int peer, uint64_t bytes = 8, int tag = 0,
                         tare_mf_mode mode = TARE_MF_STANDARD) {
  return {.act = JobAct::Send, .peer = peer, .tag = tag, .bytes = bytes, .mode = mode};
}
inline JobOperation receive(int peer, int tag = 0) {
  return {.act = JobAct::Receive, .peer = peer, .tag = tag};
}
inline JobOperation startSend(uint64_t request, int peer, uint64_t bytes = 8, int tag = 0) {
  return {
      .act = JobAct::StartSend, .peer = peer, .tag = tag, .bytes = bytes, .requests = {request}};
}
inline JobOperation startReceive(uint64_t request, int peer, int tag = 0) {
  return {.act = JobAct::StartReceive, .peer = peer, .tag = tag, .requests = {request}};
}
inline JobOperation waitFor(std::vector<uint64_t> requests) {
  return {.act = JobAct::Wait, .requests = std::move(requests)};
}
inline JobOperation collect(std::string function, tare_mf_shape shape = TARE_MF_ALL,
                            uint64_t bytes = 8, int root = -1) {
  return {.act = JobAct::Collect,
          .bytes = bytes,
          .shape = shape,
          .root = root,
          .function = std::move(function)};
}
inline JobOperation barrier() { return collect("MPI_Barrier"); }
inline JobOperation then(std::function<JobOperations(int, int)> next) {
  return {.act = JobAct::Then, .then = std::move(next)};
}

using JobProgram = std::vector<JobOperations>; // by rank

} // namespace tare::testing
