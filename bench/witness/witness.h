// SPDX-License-Identifier: Apache-2.0
// What OMPT told of one process: a record of the same run as a profile, made without our probes.
//
//   witness file -> [witness] -> cross-check <- profile
#pragma once

#include "base/result.h"
#include "bench/witness/ompt/witness_format.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tare {

struct WitnessCell {
  int64_t ticks = 0;
  uint64_t entries = 0;
};

struct WitnessThread {
  std::array<WitnessCell, TARE_WT_STATES> states;
  std::array<uint64_t, TARE_WT_COUNTS> counts = {};
  uint64_t lives = 0;
};

struct Witness {
  std::string path;
  std::string runtime; // as it names itself
  uint64_t pid = 0;
  uint32_t clock = 0;         // tare_pf_clock
  bool finished = false;      // the runtime was shut down in order
  uint64_t lost_threads = 0;  // not recorded
  uint64_t refused = 0;       // bit n: the runtime never makes callback n
  double ticks_per_event = 0; // what the tool's part of a callback took on this machine
  std::vector<WitnessThread> threads;

  WitnessCell state(tare_wt_state state) const; // over all threads
  uint64_t count(tare_wt_count count) const;
};

Result<Witness> readWitness(const std::string &path);

} // namespace tare
