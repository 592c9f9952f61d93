// SPDX-License-Identifier: Apache-2.0
// What the cost of a meeting of threads depends on, beside the OpenMP runtime.
#pragma once

#include <cstdint>

namespace tare {

/// What threads do while they wait: OMP_WAIT_POLICY. AsMeasured: what the runtime does by itself.
enum class Waiting : uint8_t { AsMeasured, Active, Passive };

struct TeamSetting {
  int threads = 1;
  int cores = 1; // that they share
  Waiting waiting = Waiting::AsMeasured;
  bool pinned = false; // each thread to one of them

  bool operator==(const TeamSetting &) const = default;
  /// More threads than cores: the runtimes then wait in another way.
  bool sharesCores() const { return threads > cores; }
};

} // namespace tare
