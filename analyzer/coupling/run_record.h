// SPDX-License-Identifier: Apache-2.0
// What libtare-coupling.so wrote about one run: the only reader of its text. Each line is a list of
// words with tabs between.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tare {

struct CouplingRecord {
  struct Site { // by number
    std::string kernel, file, function;
    int line = 0;
  };
  struct Call {
    int site = 0;
    int level = 0; // of regions around it, serial ones too
    int team = 1;  // threads of the innermost
    uint64_t begin_ns = 0, end_ns = 0;
  };
  struct Thread {
    bool is_first = false;         // the initial thread
    uint64_t calls = 0, order = 0; // inside regions; a hash of their sites
  };
  struct Refusal {
    int position = -1; // -1: it is about all kernels
    std::string reason, detail;
  };
  struct KernelCounts { // of one execution
    int position = 0;
    uint64_t blocks = 0;         // of code
    uint64_t earlier_blocks = 0; // in the program's own pass before; 0: not known
    int64_t kept = 0;            // blocks of memory that live after it, less before
    uint64_t freed = 0;          // blocks of memory from before
    uint64_t io_bytes = 0;
  };
  struct WindowCounts {
    int first = 0, length = 0;
    uint64_t blocks[4] = {}; // three executions, and one after the data were put back
    uint64_t footprint = 0;  // bytes of the pages that one execution touches; 0: not known
  };

  struct Drift { // of a window that is repeated on its own results
    int first = 0, length = 0;
    double ratio = 1; // time of a late execution over the time of an early one
  };

  std::vector<Site> sites;
  std::vector<Call> calls; // of the initial thread, in order
  uint64_t call_count = 0; // there may be more than are kept
  std::vector<Thread> threads;
  uint64_t strays = 0; // calls outside of regions by other threads
  uint64_t data_bytes = 0;
  int copies = 0; // of the data that fit the memory: one for each position, one, or none
  int team = 1;
  std::vector<KernelCounts> kernels; // in the order in which they ran
  std::vector<WindowCounts> windows;
  std::vector<Drift> drifts;
  std::vector<std::vector<double>> repetitions_s; // [repetition][window]
  int executions = 0;                             // of each window between two readings
  std::optional<Refusal> refused;
  int doing = -1;      // the position that was executed last
  bool reached = true; // the call that was asked for
  bool done = false;   // else the program ended in the middle
};

/// Untrusted input. Error: it is no such text, or cut off within a line.
Result<CouplingRecord> readCouplingRecord(const std::string &text);

} // namespace tare
