// SPDX-License-Identifier: Apache-2.0
// A machine for simulated programs of messages: nodes whose processors are shared in turns of a
// quantum, and a network. It shares no code with the replay that is held against it.
#pragma once

#include "analyzer/jobs/network.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tare::testing {

/// Times are ns.
struct Link {
  double latency = 1000; // of the first byte
  double byte = 0.1;     // of each further one
  double overhead = 300; // processor time of a call that sends or receives
  double copy = 0.02;    // processor time of a byte in it
  double eager_limit = 1e18;
  double noise = 0; // of latency and bytes, relative, one sigma
};

/// What a collective is on this machine.
enum class Collectives : uint8_t {
  Meetings, // all leave `barrier` after the last has come
  InTurn,   // the last one to come leaves first, the others at a distance of `barrier`
  Messages  // they are made of messages: by doubling, or in pairs for alltoall
};

struct SimulatedMachine {
  size_t nodes = 1;
  size_t processors = 1;         // of each
  std::vector<uint32_t> node_of; // by rank; empty: in blocks
  Link local, remote;
  Collectives collectives = Collectives::Meetings;
  double barrier = 2000;
  bool spins = false; // waiting ranks keep their processor
  double quantum = 1e5;
  double work_noise = 0; // of each piece of work, relative, one sigma
  /// What measuring takes: each record of a call, and each piece of work; by rank a multiple of it.
  double record = 0, work_probe = 0;
  std::vector<double> uneven; // by rank; empty: 1

  uint32_t nodeOf(size_t rank, size_t ranks) const {
    return node_of.empty() ? static_cast<uint32_t>(rank * nodes / ranks) : node_of[rank];
  }
  double costFactor(size_t rank) const { return uneven.empty() ? 1 : uneven[rank]; }
};

/// What ping-pong between two ranks of the machine would measure.
Network networkOf(const SimulatedMachine &machine);

/// N ranks on M nodes of one processor each.
SimulatedMachine machineOf(size_t nodes);

} // namespace tare::testing
