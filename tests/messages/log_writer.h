// SPDX-License-Identifier: Apache-2.0
// Message files as the library of wrappers writes them, record by record.
#pragma once

#include "runtime/mpi/message_format.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tare::testing {

/// One rank's file. Times are ticks of its own clock.
class LogWriter {
public:
  LogWriter(int rank, int size, uint64_t start_tick = 1000000, std::string host = "node1");

  tare_mf_header header;

  /// Parts of the next call of this thread.
  void send(int peer, int tag, uint64_t bytes, uint64_t request = 0,
            tare_mf_mode mode = TARE_MF_STANDARD, uint32_t communicator = 1);
  void post(int peer, int tag, uint64_t bytes, uint64_t request = 0, uint32_t communicator = 1);
  void received(int peer, int tag, uint64_t bytes, uint64_t request = 0, uint32_t communicator = 1);
  void sent(uint64_t request);
  void dropped(uint64_t request, int peer, int tag);
  void probed(int peer, int tag, uint64_t bytes);
  void collective(tare_mf_shape shape, uint64_t sent, uint64_t received, int root = -1,
                  uint64_t request = 0, uint32_t communicator = 1);
  void notModelled();
  void communicator(uint32_t id, uint64_t shared, const std::vector<int32_t> &ranks,
                    uint32_t remote = 0);

  /// The call that did it; `begin` and `end` count from start_tick.
  void call(const std::string &function, uint64_t begin, uint64_t end, uint64_t site = 0,
            bool in_region = false);
  void polls(const std::string &function, uint64_t begin, uint64_t end, uint64_t calls,
             uint64_t ticks);

  /// Parts and calls from now on are of this thread.
  uint32_t thread = 0;

  /// The file; the rank ended `after` ticks.
  std::string bytes(uint64_t after);

private:
  template <class Record> void add(tare_mf_kind kind, Record record);
  void message(tare_mf_kind kind, int peer, int tag, uint64_t bytes, uint64_t request,
               tare_mf_mode mode, uint32_t communicator);
  tare_mf_call callRecord(const std::string &function, uint64_t begin, uint64_t end);

  std::string records_;
  std::map<std::string, uint32_t> functions_;
};

} // namespace tare::testing
