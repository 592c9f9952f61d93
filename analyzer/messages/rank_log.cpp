// SPDX-License-Identifier: Apache-2.0
// The outer shape of a message file: header page, then records, up to `used`.
#include "analyzer/messages/rank_log.h"

#include "analyzer/messages/record_reader.h"
#include "analyzer/profile/image.h"
#include "analyzer/profile/rate.h"
#include "base/files.h"
#include "base/formats/formats.h"
#include "base/sparse_file.h"
#include "runtime/profile_format.h"

#include <algorithm>
#include <cstring>

namespace tare {

namespace {

/// Some hundred million calls.
constexpr uint64_t max_message_bytes = uint64_t(1) << 35;
/// More ranks than any machine has had; sums over them stay exact.
constexpr int32_t max_ranks = 1 << 24;

Result<void> checkMessageMagic(std::string_view bytes) {
  if (bytes.find_first_not_of('\0') == std::string_view::npos)
    return Error{"is empty: the rank ended while its message file was being made", "",
                 "measure again"};
  if (!bytes.starts_with(TARE_MF_MAGIC))
    return Error{"is no message file of Tare", "", "name a results folder"};
  if (bytes.size() < TARE_MF_PAGE)
    return Error{"truncated: the header page needs " + std::to_string(TARE_MF_PAGE) +
                     " bytes, the file has " + std::to_string(bytes.size()),
                 "", "measure again"};
  return {};
}

Error contradicted(const std::string &what) {
  return Error{"corrupted: " + what, "", "measure again"};
}

Result<void> checkMessageHeader(const tare_mf_header &header, uint64_t there) {
  static_assert(TARE_MF_MAJOR == formats::messages.version);
  TARE_DO(checkVersion(formats::messages, header.major));
  if (header.header_size < offsetof(tare_mf_header, sums) || header.header_size > TARE_MF_PAGE)
    return contradicted("the header says that it has " + std::to_string(header.header_size) +
                        " bytes");
  const bool is_known = header.clock == TARE_CLOCK_TSC || header.clock == TARE_CLOCK_CNTVCT ||
                        header.clock == TARE_CLOCK_MONOTONIC_NS;
  if (!is_known)
    return contradicted("unknown clock " + std::to_string(header.clock));
  if (header.size < 1 || header.size > max_ranks || header.rank < 0 || header.rank >= header.size)
    return contradicted("rank " + std::to_string(header.rank) + " of a job of " +
                        std::to_string(header.size));
  if (header.used % 8 != 0)
    return contradicted("the records cannot end at byte " + std::to_string(header.used));
  if (header.used > there)
    return Error{"truncated: its records need " + std::to_string(header.used) +
                     " bytes, the file has " + std::to_string(there),
                 "", "measure again"};
  return {};
}

bool wasStopped(const tare_mf_header &header) { return header.stop_tick && header.stop_ns; }

Result<void> copyMessageHeader(const tare_mf_header &header, RankLog &log) {
  log.rank = header.rank;
  log.size = header.size;
  log.host = fieldText(header.host, sizeof header.host);
  log.library = fieldText(header.library, sizeof header.library);
  log.job = fieldText(header.job, sizeof header.job);
  log.clock = header.clock;
  log.thread_level = header.thread_level;
  log.pid = header.pid;
  log.start_tick = header.start_tick;
  log.start_ns = header.start_ns;
  log.is_closed = header.status & TARE_MF_CLOSED;
  log.is_full = header.status & TARE_MF_FULL;
  log.is_aborted = header.status & TARE_MF_ABORTED;
  log.is_spawned = header.status & TARE_MF_SPAWNED;
  log.unrecorded = header.unrecorded;
  bool stopped = wasStopped(header);
  TARE_TRY(log.ticks_per_second, ticksPerSecond(header.clock, {header.start_tick, header.start_ns},
                                                {stopped ? header.stop_tick : header.beat_tick,
                                                 stopped ? header.stop_ns : header.beat_ns}));
  return {};
}

struct LeastOf {
  tare_mf_kind kind;
  size_t bytes;
};

/// Bytes that a record of this kind has at least; 0: there is no such kind.
size_t leastBytes(uint16_t kind) {
  static constexpr LeastOf all[] = {{TARE_MF_NAME, sizeof(tare_mf_name)},
                                    {TARE_MF_COMMUNICATOR, sizeof(tare_mf_communicator)},
                                    {TARE_MF_CALL, sizeof(tare_mf_call)},
                                    {TARE_MF_POLLS, sizeof(tare_mf_polls)},
                                    {TARE_MF_SEND, sizeof(tare_mf_message)},
                                    {TARE_MF_POST, sizeof(tare_mf_message)},
                                    {TARE_MF_RECEIVED, sizeof(tare_mf_message)},
                                    {TARE_MF_SENT, sizeof(tare_mf_message)},
                                    {TARE_MF_PROBED, sizeof(tare_mf_message)},
                                    {TARE_MF_DROPPED, sizeof(tare_mf_message)},
                                    {TARE_MF_COLLECTIVE, sizeof(tare_mf_collective)},
                                    {TARE_MF_NOT_MODELLED, sizeof(tare_mf_record)}};
  for (const LeastOf &of : all)
    if (of.kind == kind)
      return of.bytes;
  return 0;
}

/// The size of the record that begins `rest`; it lies within.
Result<uint64_t> sizeOfRecord(std::string_view rest, uint64_t offset) {
  if (rest.size() < sizeof(tare_mf_record))
    return badRecord(offset, "is cut off");
  auto head = recordAt<tare_mf_record>(rest, 0);
  uint64_t size = uint64_t(head.size8) * 8;
  if (size == 0 && head.kind == TARE_MF_COMMUNICATOR && rest.size() >= sizeof(tare_mf_communicator))
    size = sizeof(tare_mf_communicator) +
           (uint64_t(recordAt<tare_mf_communicator>(rest, 0).size) * sizeof(int32_t) + 7) / 8 * 8;
  if (size < std::max(leastBytes(head.kind), sizeof head) || size > rest.size())
    return badRecord(offset, "cannot have " + std::to_string(size) + " bytes");
  return size;
}

Result<void> readRecords(std::string_view bytes, const tare_mf_header &header, RankLog &log) {
  RecordReader reader(log);
  for (uint64_t at = 0; at < header.used;) {
    std::string_view rest = bytes.substr(TARE_MF_PAGE + at, header.used - at);
    TARE_TRY(uint64_t size, sizeOfRecord(rest, TARE_MF_PAGE + at));
    auto kind = recordAt<tare_mf_record>(rest, 0).kind;
    if (leastBytes(kind) != 0)
      TARE_DO(reader.read(TARE_MF_PAGE + at, rest.substr(0, size)));
    else if (header.minor <= TARE_MF_MINOR)
      return badRecord(TARE_MF_PAGE + at, "is of unknown kind " + std::to_string(kind));
    at += size;
  }
  return reader.finish();
}

/// Growing the file is divided among all calls. More than the whole run nothing can take.
double recordTicks(const tare_mf_header &header, const RankLog &log) {
  auto calls = static_cast<double>(log.calls.size());
  if (header.timed == 0 || calls == 0)
    return 0;
  double mean = static_cast<double>(header.timed_ticks) / static_cast<double>(header.timed) +
                static_cast<double>(header.grow_ticks) / calls;
  return std::min(mean, static_cast<double>(log.window) / calls);
}

/// The last thing that is known of the rank.
Result<Ticks> windowOf(const tare_mf_header &header, const RankLog &log) {
  Ticks last = 0;
  for (const MpiCall &call : log.calls)
    last = std::max(last, call.end);
  uint64_t until = wasStopped(header) ? header.stop_tick : header.beat_tick;
  if (until < header.start_tick || until - header.start_tick > tick_limit)
    return contradicted("it ends before it begins");
  return std::max(last, static_cast<Ticks>(until - header.start_tick));
}

} // namespace

Result<RankLog> readRankLog(std::string_view bytes) {
  TARE_DO(checkMessageMagic(bytes));
  auto header = recordAt<tare_mf_header>(bytes, 0);
  TARE_DO(checkMessageHeader(header, bytes.size() - TARE_MF_PAGE));
  RankLog log;
  TARE_DO(copyMessageHeader(header, log));
  TARE_DO(readRecords(bytes, header, log));
  TARE_TRY(log.window, windowOf(header, log));
  log.record_ticks = recordTicks(header, log);
  return log;
}

Result<RankLog> readRankLogFile(const std::string &path) {
  Result<SparseFile> file = SparseFile::read(path, max_message_bytes);
  if (!file.ok())
    return placedAt(path, Result<RankLog>(file.error()));
  return placedAt(path, readRankLog(file.value().bytes()));
}

std::optional<MessageFileOwner> ownerOfMessageFile(const std::string &path) {
  tare_mf_header header;
  std::string begin = beginOfFile(path, sizeof header);
  if (begin.size() < sizeof header || !begin.starts_with(TARE_MF_MAGIC))
    return std::nullopt;
  std::memcpy(&header, begin.data(), sizeof header);
  return MessageFileOwner{header.rank, header.size, header.pid,
                          (header.status & TARE_MF_SPAWNED) != 0};
}

} // namespace tare
