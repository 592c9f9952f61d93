// SPDX-License-Identifier: Apache-2.0
// Where an experiment ran, what ran, and how: machine, OpenMP runtime, build, settings.
//
//   driver -> [experiment facts] -> ledger
#pragma once

#include <map>
#include <string>
#include <vector>

namespace tare {

/// Of the first core that the program may use.
struct Cache {
  int level = 0;
  double bytes = 0;
  int cores = 0; // that share it

  bool operator==(const Cache &) const = default;
};

/// What so many threads at once, each on a core of its own, read and write of memory, together.
struct MemoryRate {
  int threads = 0;
  double bytes_per_s = 0;

  bool operator==(const MemoryRate &) const = default;
};

struct Machine {
  std::string host, cpu, clock;
  std::string kernel; // release; empty: a ledger of an earlier version
  int cores = 0;
  double memory_bytes = 0;   // 0: not known
  std::vector<Cache> caches; // of data, the smallest first; empty: not known
  double ticks_per_second = 0;
  double register_probe_s = 0; // median of a short register probe between the runs; 0: not known
  /// By `tare calibrate --machine` for the program's OpenMP runtime; empty: not measured.
  std::vector<MemoryRate> memory_rates;
};

/// The OpenMP runtime that the program ran on.
struct OpenMPRuntime {
  std::string name; // "libomp", "libgomp"; empty: not known
  std::string file; // that it was loaded from, absolute; empty: it was linked in, or not known
  /// Built for debugging (KMP_DEBUG), as Debian's libomp is: see `debug_loop_start_s`.
  bool debug_build = false;

  bool operator==(const OpenMPRuntime &) const = default;
};

/// Which build of the OpenMP program ran. Empty: not known.
struct ProgramBuild {
  std::string compiler; // as it signs what it compiles: "GCC: (Debian 12.2.0-14) 12.2.0"
  std::string build_id; // of the linker, hex
  std::string commit;   // of the source's repository, 40 hex digits
  bool is_changed = false; // the source is not what that commit has

  bool operator==(const ProgramBuild &) const = default;
};

/// What such a runtime takes longer, at most, each time that a thread begins a loop or fetches a
/// chunk.
inline constexpr double debug_loop_start_s = 0.515e-6;

/// How the program was run, beside its command line.
struct Settings {
  std::map<std::string, std::string> parameters;  // of the program, as the user named them
  std::map<std::string, std::string> environment; // OMP_*, KMP_*, GOMP_*

  bool operator==(const Settings &) const = default;
};

} // namespace tare
