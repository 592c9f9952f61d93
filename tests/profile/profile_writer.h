// SPDX-License-Identifier: Apache-2.0
// Builds profile files as runtime/ would write them, for tests of whoever reads them.
//
//   ProfileWriter writer;
//   uint32_t first = writer.addModule(tree);
//   WrittenThread &master = writer.addThread();
//   master.cell(first + 1, TARE_SLOT_BODY).ticks = 480;
//   writeFileAtomic(path, writer.bytes());
//
// All fields are public and raw on purpose: a test says what is in the file, right or wrong. Only
// sizes, offsets, hashes and checksums are filled in by bytes().
#pragma once

#include "instrumenter/nodes/node.h"
#include "runtime/profile_format.h"

#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace tare::testing {

struct WrittenSegment {
  tare_pf_segment head = {};
  std::vector<tare_pf_spent> spent; // spent_count is set from it
};

struct WrittenThread {
  tare_pf_thread state = {};
  std::vector<tare_pf_node> nodes;     // by process-wide index
  std::vector<WrittenSegment> logs[2]; // state.active_log says which counts
  std::vector<tare_pf_sample> samples;
  std::vector<tare_pf_event> events;

  tare_pf_cell &cell(uint32_t node, uint32_t slot) { return nodes.at(node).cell[slot]; }
  tare_pf_team &team(uint32_t node) { return nodes.at(node).team; }
  tare_pf_frame &enter(uint32_t node, uint64_t fork_tick, uint32_t team_size, uint32_t flags);
};

class ProfileWriter {
public:
  ProfileWriter();

  /// The window runs from `header.start_tick` to stop; at 1 tick a nanosecond until changed.
  void closeAt(uint64_t stop_tick);
  /// The program dies: the profile is left as it is at `beat_tick`.
  void dieAfter(uint64_t beat_tick);

  /// All modules before the first thread. Returns the module's first process-wide index.
  uint32_t addModule(const NodeTree &tree);
  /// The first one is the initial thread. References stay valid.
  WrittenThread &addThread();

  /// Where the runtime would have mapped a cell: for tare_pf_thread.current.
  static uint64_t cellAddress(uint32_t thread, uint32_t node, uint32_t slot);

  std::string bytes() const;

  tare_pf_header header = {};
  std::deque<WrittenThread> threads;
  std::string paths; // payload of a PATHS block; empty: no such block

private:
  struct Module {
    tare_pf_module head;
    std::string table;
  };
  void appendThread(std::string &file, uint32_t slot) const;
  std::vector<Module> modules_;
};

/// Makes all checksums of a file right again after its bytes were changed, as far as its block
/// heads can be followed.
void reseal(std::string &file);

/// function work, parallel (node 1) and for (node 2) in it.
NodeTree regionTree();

/// The LU2 example of the books: one region on two threads, times in units of 0.01 ms from the
/// window's start at tick `lu2_start`, log included.
inline constexpr uint64_t lu2_start = 1000000;
ProfileWriter lu2Profile();

/// The same under a budget of 2 %: of the serial time 600 ticks were three instances of the region
/// that were left out, and the measured one stands for two of them and 450 ticks.
ProfileWriter leftOutProfile();

} // namespace tare::testing
