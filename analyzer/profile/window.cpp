// SPDX-License-Identifier: Apache-2.0
// The window file of a plain program, and the clock rate that it shares with profiles.
#include "analyzer/profile/cells.h"
#include "analyzer/profile/image.h"
#include "analyzer/profile/profile.h"
#include "analyzer/profile/rate.h"
#include "base/files.h"
#include "base/formats/formats.h"

#include <algorithm>
#include <cstring>

namespace tare {

namespace {

std::optional<uint64_t> count(uint64_t raw) {
  return raw == UINT64_MAX ? std::nullopt : std::optional(raw);
}

SystemCounts countsOf(const tare_pf_window &raw) {
  SystemCounts counts;
  counts.faults = count(raw.faults);
  counts.switches = count(raw.switches);
  counts.migrations = count(raw.migrations);
  counts.instructions = count(raw.instructions);
  counts.cycles = count(raw.cycles);
  counts.reference_cycles = count(raw.reference_cycles);
  return counts;
}

Result<Window> readBytes(std::string_view bytes) {
  constexpr std::string_view magic = TARE_PF_WINDOW_MAGIC;
  if (bytes.empty())
    return Error{"is empty: no window was written"};
  if (!bytes.starts_with(magic))
    return Error{"not the window of a program"};
  if (bytes.size() < TARE_PF_WINDOW_LEAST)
    return Error{"truncated: a window needs " + std::to_string(TARE_PF_WINDOW_LEAST) +
                 " bytes, the file has " + std::to_string(bytes.size())};
  std::string whole(bytes);
  whole.resize(std::max(whole.size(), sizeof(tare_pf_window)));
  auto raw = recordAt<tare_pf_window>(whole, 0);
  TARE_DO(checkVersion(formats::window, raw.major));
  if (raw.stop_tick == 0 || raw.stop_ns == 0)
    return Error{"has no end: the program was killed, crashed or left by _exit"};
  bool ordered = raw.stop_tick > raw.start_tick && raw.stop_ns > raw.start_ns;
  if (!ordered || raw.stop_tick - raw.start_tick > tick_limit)
    return Error{"corrupted: its end does not follow its start", "", "measure again"};
  Result<double> rate =
      ticksPerSecond(raw.clock, {raw.start_tick, raw.start_ns}, {raw.stop_tick, raw.stop_ns});
  if (!rate.ok())
    return rate.error();
  Window window;
  window.pid = raw.pid;
  window.clock = raw.clock;
  window.ticks = static_cast<Ticks>(raw.stop_tick - raw.start_tick);
  window.seconds = static_cast<double>(raw.stop_ns - raw.start_ns) * 1e-9;
  window.ticks_per_second = rate.value();
  window.runq_ns = raw.runq_ns;
  window.threads = raw.threads;
  window.cpu_ns = raw.cpu_ns;
  window.device = raw.device;
  window.inode = raw.inode;
  window.openmp_file.assign(raw.openmp_file, strnlen(raw.openmp_file, sizeof raw.openmp_file));
  window.counts = countsOf(raw);
  window.rank = raw.rank_plus_1 > 0 ? raw.rank_plus_1 - 1 : -1;
  window.ranks = std::max(raw.ranks, 0);
  window.host.assign(raw.host, strnlen(raw.host, sizeof raw.host));
  window.start_tick = raw.start_tick;
  return window;
}

} // namespace

Result<double> ticksPerSecond(uint32_t clock, ClockReading first, ClockReading second) {
  constexpr double slowest = 1e6, fastest = 2e10;
  if (clock == TARE_CLOCK_MONOTONIC_NS)
    return 1e9;
  if (clock != TARE_CLOCK_TSC && clock != TARE_CLOCK_CNTVCT)
    return Error{"corrupted: unknown clock " + std::to_string(clock)};
  if (second.tick == 0 || second.ns == 0)
    return Error{"the program ended before the rate of its clock was known"};
  double ticks = static_cast<double>(second.tick - first.tick);
  double seconds = static_cast<double>(second.ns - first.ns) * 1e-9;
  bool ordered = second.tick > first.tick && second.ns > first.ns;
  if (!ordered || ticks < slowest * seconds || ticks > fastest * seconds)
    return Error{"corrupted: no clock ticks like the one in it", "", "measure again"};
  return ticks / seconds;
}

Result<Window> readWindow(const std::string &path) {
  Result<std::string> bytes = readFile(path, TARE_PF_PAGE);
  if (!bytes.ok())
    return bytes.error();
  Result<Window> window = readBytes(bytes.value());
  if (!window.ok())
    return Error{window.error().message, path, window.error().next};
  return window;
}

} // namespace tare
