// SPDX-License-Identifier: Apache-2.0
// Logs thinned while they are read, as the runtime thins its own: by whole instances of regions, the
// same ones on all threads. It holds what was kept so far, and no more than it may.
//
//   bytes of logs -> [thinner] -> fewer bytes of logs, and the levels that they were thinned to
#pragma once

#include "analyzer/profile/log.h"

#include <map>
#include <string>

namespace tare {

class LogThinner {
public:
  /// `most` bytes of all threads together; 0: any number. Where these are fewer than 16 instances, up to
  /// three times as many bytes; and always one instance. `sampling`: what the runtime kept. What begins
  /// at the tick `end` or later is left out.
  LogThinner(const LogSampling &sampling, uint64_t most, uint64_t end)
      : sampling_(sampling), most_(most), end_(end), next_(most) {}

  /// The next part of a thread's log. Returns how much of it are whole sentences; the rest has to
  /// come again, with what follows it.
  size_t add(uint32_t thread, std::string_view part);

  const LogSampling &sampling() const { return sampling_; }
  std::string take(uint32_t thread) { return std::move(logs_[thread]); }

private:
  struct Stay { // of outermost or nested instances
    uint64_t bytes = 0, of_barriers = 0;
    uint64_t thinned = 0; // instances at the next level, on the thread that has most of them
  };
  bool keeps(const tare_pf_segment &head) const;
  void thin();
  bool raise();
  void drop();

  LogSampling sampling_;
  uint64_t most_, end_, held_ = 0;
  uint64_t next_; // it is thinned when it holds more than this
  std::map<uint32_t, std::string> logs_;
};

} // namespace tare
