// SPDX-License-Identifier: Apache-2.0
#include "bench/witness/witness.h"

#include "base/files.h"
#include "runtime/profile_format.h"

#include <cstring>
#include <string_view>

namespace tare {

namespace {

/// Of one state over all threads: as in profiles, sums must stay far from the ends of the range.
constexpr uint64_t most_ticks = uint64_t(1) << 61;
constexpr size_t most_bytes =
    TARE_WT_PAGE + size_t(TARE_WT_MOST_THREADS) * sizeof(tare_wt_thread) + TARE_WT_PAGE;

template <class Record> Record recordAt(std::string_view bytes, size_t offset) {
  Record record;
  std::memcpy(&record, bytes.data() + offset, sizeof record);
  return record;
}

Error corrupted(const std::string &what) {
  return Error{"corrupted: " + what, "", "measure again"};
}

Result<void> checkHeader(const tare_wt_header &header, size_t size) {
  if (header.major != TARE_WT_MAJOR)
    return Error{"written by another Tare (format " + std::to_string(header.major) +
                 ", this one reads " + std::to_string(TARE_WT_MAJOR) + ")"};
  if (header.clock != TARE_CLOCK_TSC && header.clock != TARE_CLOCK_MONOTONIC_NS)
    return corrupted("unknown clock " + std::to_string(header.clock));
  if (header.threads > TARE_WT_MOST_THREADS ||
      header.threads * sizeof(tare_wt_thread) > size - TARE_WT_PAGE)
    return corrupted("it says that it has " + std::to_string(header.threads) + " threads");
  if (header.trial_ticks > most_ticks)
    return corrupted("its own cost cannot be");
  return {};
}

Result<WitnessThread> readThread(const tare_wt_thread &raw) {
  WitnessThread thread;
  thread.lives = raw.lives;
  for (int state = 0; state < TARE_WT_STATES; ++state) {
    if (raw.cell[state].ticks > most_ticks / TARE_WT_MOST_THREADS)
      return corrupted("a thread has more ticks than any run can have");
    thread.states[state] = {static_cast<int64_t>(raw.cell[state].ticks), raw.cell[state].entries};
  }
  for (int count = 0; count < TARE_WT_COUNTS; ++count)
    thread.counts[count] = raw.count[count];
  return thread;
}

Result<Witness> readBytes(std::string_view bytes) {
  constexpr std::string_view magic = TARE_WT_MAGIC;
  if (!bytes.starts_with(magic))
    return Error{"is no record of OMPT"};
  if (bytes.size() < TARE_WT_PAGE)
    return Error{"truncated: it has " + std::to_string(bytes.size()) + " bytes"};
  auto header = recordAt<tare_wt_header>(bytes, 0);
  if (Result<void> checked = checkHeader(header, bytes.size()); !checked.ok())
    return checked.error();
  Witness witness;
  witness.runtime = {header.runtime, ::strnlen(header.runtime, sizeof header.runtime)};
  witness.pid = header.pid;
  witness.clock = header.clock;
  witness.finished = header.stop_tick != 0;
  witness.lost_threads = header.lost_threads;
  witness.refused = header.refused;
  if (header.trial_events)
    witness.ticks_per_event =
        static_cast<double>(header.trial_ticks) / static_cast<double>(header.trial_events);
  for (uint64_t i = 0; i < header.threads; ++i) {
    Result<WitnessThread> thread =
        readThread(recordAt<tare_wt_thread>(bytes, TARE_WT_PAGE + i * sizeof(tare_wt_thread)));
    if (!thread.ok())
      return thread.error();
    witness.threads.push_back(std::move(thread).value());
  }
  return witness;
}

} // namespace

WitnessCell Witness::state(tare_wt_state state) const {
  WitnessCell sum;
  for (const WitnessThread &thread : threads) {
    sum.ticks += thread.states[state].ticks;
    sum.entries += thread.states[state].entries;
  }
  return sum;
}

uint64_t Witness::count(tare_wt_count count) const {
  uint64_t sum = 0;
  for (const WitnessThread &thread : threads)
    sum += thread.counts[count];
  return sum;
}

Result<Witness> readWitness(const std::string &path) {
  Result<std::string> bytes = readFile(path, most_bytes);
  if (!bytes.ok())
    return bytes.error();
  Result<Witness> witness = readBytes(bytes.value());
  if (!witness.ok())
    return Error{witness.error().message, path, witness.error().next};
  witness.value().path = path;
  return witness;
}

} // namespace tare
