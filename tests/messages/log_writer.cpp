// SPDX-License-Identifier: Apache-2.0
#include "tests/messages/log_writer.h"

#include "runtime/profile_format.h"

#include <cstring>

namespace tare::testing {

LogWriter::LogWriter(int rank, int size, uint64_t start_tick, std::string host) {
  std::memset(static_cast<void *>(&header), 0, sizeof header);
  std::memcpy(header.magic, TARE_MF_MAGIC, sizeof header.magic);
  header.major = TARE_MF_MAJOR;
  header.minor = TARE_MF_MINOR;
  header.header_size = sizeof header;
  header.clock = TARE_CLOCK_TSC;
  header.start_tick = start_tick;
  header.start_ns = start_tick; // a tick is a nanosecond
  header.rank = rank;
  header.size = size;
  header.status = TARE_MF_CLOSED | TARE_MF_FINALIZED;
  std::strncpy(header.host, host.c_str(), sizeof header.host - 1);
  std::strncpy(header.library, "Simulated MPI 1.0", sizeof header.library - 1);
  std::vector<int32_t> world;
  for (int32_t member = 0; member < size; ++member)
    world.push_back(member);
  communicator(1, 0, world);
}

template <class Record> void LogWriter::add(tare_mf_kind kind, Record record) {
  record.record.kind = static_cast<uint16_t>(kind);
  record.record.size8 = sizeof record / 8;
  record.record.thread = thread;
  records_.append(reinterpret_cast<const char *>(&record), sizeof record);
}

void LogWriter::message(tare_mf_kind kind, int peer, int tag, uint64_t bytes, uint64_t request,
                        tare_mf_mode mode, uint32_t communicator) {
  tare_mf_message record{};
  record.request = request;
  record.peer = peer;
  record.tag = tag;
  record.communicator = communicator;
  record.mode = mode;
  record.bytes = bytes;
  add(kind, record);
}

void LogWriter::send(int peer, int tag, uint64_t bytes, uint64_t request, tare_mf_mode mode,
                     uint32_t communicator) {
  message(TARE_MF_SEND, peer, tag, bytes, request, mode, communicator);
}

void LogWriter::post(int peer, int tag, uint64_t bytes, uint64_t request, uint32_t communicator) {
  message(TARE_MF_POST, peer, tag, bytes, request, TARE_MF_STANDARD, communicator);
}

void LogWriter::received(int peer, int tag, uint64_t bytes, uint64_t request,
                         uint32_t communicator) {
  message(TARE_MF_RECEIVED, peer, tag, bytes, request, TARE_MF_STANDARD, communicator);
}

void LogWriter::sent(uint64_t request) {
  message(TARE_MF_SENT, 0, 0, 0, request, TARE_MF_STANDARD, 1);
}

void LogWriter::dropped(uint64_t request, int peer, int tag) {
  message(TARE_MF_DROPPED, peer, tag, 0, request, TARE_MF_STANDARD, 1);
}

void LogWriter::probed(int peer, int tag, uint64_t bytes) {
  message(TARE_MF_PROBED, peer, tag, bytes, 0, TARE_MF_STANDARD, 1);
}

void LogWriter::collective(tare_mf_shape shape, uint64_t sent, uint64_t received, int root,
                           uint64_t request, uint32_t communicator) {
  tare_mf_collective record{};
  record.request = request;
  record.communicator = communicator;
  record.root = root;
  record.shape = shape;
  record.sent = sent;
  record.received = received;
  add(TARE_MF_COLLECTIVE, record);
}

void LogWriter::notModelled() {
  struct {
    tare_mf_record record;
  } part{};
  add(TARE_MF_NOT_MODELLED, part);
}

void LogWriter::communicator(uint32_t id, uint64_t shared, const std::vector<int32_t> &ranks,
                             uint32_t remote) {
  tare_mf_communicator record{};
  size_t bytes = sizeof record + (ranks.size() * sizeof(int32_t) + 7) / 8 * 8;
  record.record = {TARE_MF_COMMUNICATOR, static_cast<uint16_t>(bytes / 8), thread};
  record.id = id;
  record.size = static_cast<uint32_t>(ranks.size());
  record.shared = shared;
  record.remote = remote;
  size_t at = records_.size();
  records_.append(reinterpret_cast<const char *>(&record), sizeof record);
  records_.append(reinterpret_cast<const char *>(ranks.data()), ranks.size() * sizeof(int32_t));
  records_.resize(at + bytes, '\0');
}

tare_mf_call LogWriter::callRecord(const std::string &function, uint64_t begin, uint64_t end) {
  auto [at, is_new] = functions_.emplace(function, uint32_t(functions_.size()));
  if (is_new) {
    tare_mf_name name{};
    name.function = at->second;
    std::strncpy(name.text, function.c_str(), sizeof name.text - 1);
    uint32_t caller = thread;
    add(TARE_MF_NAME, name);
    thread = caller;
  }
  tare_mf_call record{};
  record.function = at->second;
  record.node = TARE_MF_NO_NODE;
  record.slot = UINT32_MAX;
  record.begin = header.start_tick + begin;
  record.end = header.start_tick + end;
  return record;
}

void LogWriter::call(const std::string &function, uint64_t begin, uint64_t end, uint64_t site,
                     bool in_region) {
  tare_mf_call record = callRecord(function, begin, end);
  record.site = site;
  record.in_region = in_region;
  add(TARE_MF_CALL, record);
}

void LogWriter::polls(const std::string &function, uint64_t begin, uint64_t end, uint64_t calls,
                      uint64_t ticks) {
  struct {
    tare_mf_record record;
    char rest[sizeof(tare_mf_polls) - sizeof(tare_mf_record)];
  } flat{};
  tare_mf_polls record{};
  record.call = callRecord(function, begin, end);
  record.calls = calls;
  record.ticks = ticks;
  std::memcpy(&flat, &record, sizeof flat);
  add(TARE_MF_POLLS, flat);
}

std::string LogWriter::bytes(uint64_t after) {
  header.stop_tick = header.beat_tick = header.start_tick + after;
  header.stop_ns = header.beat_ns = header.start_ns + after;
  header.used = records_.size();
  std::string file(TARE_MF_PAGE, '\0');
  std::memcpy(file.data(), &header, sizeof header);
  return file + records_;
}

} // namespace tare::testing
