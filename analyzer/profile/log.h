// SPDX-License-Identifier: Apache-2.0
// The log of a thread: segments between common points of its team, with what each was spent on.
//
//   bytes -> image -> contents -> cells, [log] -> close_open -> Profile
#pragma once

#include "analyzer/profile/contents.h"

#include <functional>

namespace tare {

/// Which segments the runtime kept in the end. A thread that thinned its log late, or not at all,
/// holds more: they are dropped, so that every thread of a team has the same set.
struct LogSampling {
  uint64_t seed = 0;
  uint32_t level_regions = 0, level_nested = 0, level_barriers = 0;

  bool keepsInstance(uint64_t instance, bool is_nested) const;
  bool keepsBarrier(uint32_t ordinal, bool is_last) const;
};

struct LogFrame {
  uint64_t start_tick = 0;
  Ticks window = 0;
  LogSampling sampling;
  size_t path_count = 0;
};

struct ThreadLog {
  std::vector<Segment> segments;
  std::shared_ptr<SpentTime[]> store; // of their records
  Ticks ticks = 0;                    // of all sentences, with the waits behind them
};

/// Told of parts of the log that were read, and will not be looked at again.
using PartRead = std::function<void(std::string_view)>;

/// Its memory is that of what is kept, up to twice the log's own size; see bench/read_rate.
Result<ThreadLog> readLog(const ProfileContents &contents, const ThreadBlocks &thread,
                          const LogFrame &frame, const PartRead &read);

} // namespace tare
