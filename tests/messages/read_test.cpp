// SPDX-License-Identifier: Apache-2.0
// Message files: what is in them, and damaged or hostile ones.
#include "analyzer/messages/clocks.h"
#include "analyzer/messages/rank_log.h"
#include "catch.hpp"
#include "messages/log_writer.h"

#include <cstring>
#include <random>

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

/// A little of everything.
LogWriter soundLog(int rank = 0) {
  LogWriter log(rank, 2);
  int other = 1 - rank;
  log.collective(TARE_MF_START, 0, 0);
  log.call("MPI_Init", 0, 50);
  log.communicator(2, (uint64_t(1) << 32) + 1, {1, 0});
  log.call("MPI_Comm_split", 60, 70);
  log.send(other, 7, 100);
  log.call("MPI_Send", 100, 110, 0x400100);
  log.post(TARE_MF_ANY, TARE_MF_ANY, 4096, 1);
  log.call("MPI_Irecv", 120, 121);
  log.polls("MPI_Test", 130, 150, 9, 15);
  log.received(other, 7, 100, 1);
  log.call("MPI_Wait", 151, 200, 0x400200);
  log.collective(TARE_MF_ALL, 8, 8, -1, 2, 2);
  log.call("MPI_Iallreduce", 210, 215);
  log.received(TARE_MF_ANY, TARE_MF_ANY, 0, 2, 2);
  log.call("MPI_Wait", 220, 240);
  log.notModelled();
  log.call("MPI_Put", 250, 251, 0, true);
  log.collective(TARE_MF_END, 0, 0);
  log.call("MPI_Finalize", 300, 320);
  return log;
}

std::string errorOf(const std::string &bytes) {
  Result<RankLog> log = readRankLog(bytes);
  return log.ok() ? "" : log.error().text();
}

/// What its users index must be there.
bool isSound(const RankLog &log) {
  for (const MpiCall &call : log.calls) {
    if (call.first_part + call.parts > log.parts.size() || call.end < call.begin)
      return false;
    log.nameOf(call);
  }
  return log.rank < log.size;
}

} // namespace

TEST_CASE("a rank's log is read as it was written") {
  RankLog log = readRankLog(soundLog().bytes(320)).value();
  CHECK(log.rank == 0);
  CHECK(log.size == 2);
  CHECK(log.host == "node1");
  CHECK(log.library == "Simulated MPI 1.0");
  CHECK(log.is_closed);
  CHECK(log.window == 320);
  CHECK(log.ticks_per_second == Approx(1e9));
  REQUIRE(log.calls.size() == 10);
  CHECK(log.nameOf(log.calls[2]) == "MPI_Send");
  CHECK(log.calls[2].begin == 100);
  CHECK(log.calls[2].duration() == 10);
  CHECK(log.calls[2].site == 0x400100);
  CHECK(log.parts[log.calls[2].first_part].bytes == 100);
  CHECK(log.calls[4].polls == 9);
  CHECK(log.calls[4].in_polls == 15);
  CHECK(log.calls[8].in_region);
  CHECK(log.communicators.at(2).ranks == std::vector<int32_t>{1, 0});
}

TEST_CASE("a message file cut anywhere is one error") {
  std::string whole = soundLog().bytes(320);
  for (size_t size = 0; size < whole.size(); ++size)
    REQUIRE(!errorOf(whole.substr(0, size)).empty());
  CHECK(errorOf("") == errorOf(std::string(5000, '\0')));
  CHECK_THAT(errorOf(""), Contains("is empty"));
  CHECK_THAT(errorOf(whole.substr(0, 4000)), Contains("the header page needs 4096 bytes"));
  CHECK_THAT(errorOf("TAREPROF" + std::string(5000, 'x')), Contains("is no message file"));
}

TEST_CASE("lies in a message file are named with their record") {
  auto with = [](auto lie) {
    LogWriter log = soundLog();
    lie(log);
    return errorOf(log.bytes(320));
  };
  CHECK_THAT(with([](LogWriter &log) { log.send(5, 0, 1); }),
             Contains("names rank 5 of a job of 2"));
  CHECK_THAT(with([](LogWriter &log) { log.send(1, 0, 1, 1); }), !Contains("corrupted"));
  CHECK_THAT(with([](LogWriter &log) { log.send(1, 0, 1, 0, TARE_MF_STANDARD, 9); }),
             Contains("communicator 9, which no record describes"));
  CHECK_THAT(with([](LogWriter &log) { log.sent(77); }), Contains("request 77, which is not open"));
  CHECK_THAT(with([](LogWriter &log) { log.received(1, 0, 1); }),
             Contains("a message without a receive"));
  CHECK_THAT(with([](LogWriter &log) {
               log.send(1, 0, 1, 3);
               log.received(1, 0, 1, 3);
             }),
             Contains("as what it is not"));
  CHECK_THAT(with([](LogWriter &log) { log.call("MPI_Send", 310, 400); }),
             Contains("before the last one of its thread has ended"));
  CHECK_THAT(with([](LogWriter &log) { log.communicator(2, 5, {0}); }), Contains("again"));
  CHECK_THAT(with([](LogWriter &log) { log.communicator(3, 5, {2}); }),
             Contains("a member of rank 2"));
  CHECK_THAT(with([](LogWriter &log) { log.communicator(3, 5, {0}, 8); }),
             Contains("another end that no record describes"));
  CHECK_THAT(with([](LogWriter &log) { log.header.rank = 2; }), Contains("rank 2 of a job of 2"));
  CHECK_THAT(with([](LogWriter &log) { log.header.major = 9; }),
             Contains("this Tare reads version 1"));
  CHECK_THAT(with([](LogWriter &log) { log.header.clock = 9; }), Contains("unknown clock 9"));
  CHECK_THAT(with([](LogWriter &log) { log.polls("MPI_Test", 330, 331, 2, 5); }),
             Contains("more ticks in its calls"));
}

TEST_CASE("what a rank did in a call that never returned is passed over") {
  LogWriter log = soundLog();
  log.header.status = TARE_MF_ABORTED | TARE_MF_SPAWNED;
  log.send(1, 3, 8);
  RankLog read = readRankLog(log.bytes(500)).value();
  CHECK(!read.is_closed);
  CHECK(read.is_aborted);
  CHECK(read.is_spawned);
  CHECK(read.calls.size() == 10);
  CHECK(read.window == 500);
}

TEST_CASE("flipped and copied bytes of message files do no harm") {
  const std::string wholes[] = {soundLog(0).bytes(320), soundLog(1).bytes(320)};
  std::mt19937 random(1);
  const uint64_t odd[] = {0,         1, 0xffff, 0xffffffff, uint64_t(1) << 61, uint64_t(1) << 63,
                          UINT64_MAX};
  size_t read = 0, unsound = 0;
  for (int round = 0; round < 6000; ++round) {
    std::vector<RankLog> logs;
    for (const std::string &whole : wholes) {
      std::string bytes = whole;
      for (int change = 0; change <= round % 3; ++change) {
        size_t body = TARE_MF_PAGE + random() % (bytes.size() - TARE_MF_PAGE);
        size_t at = random() % 4 ? body : random() % sizeof(tare_mf_header);
        if (random() % 2) {
          bytes[at] ^= static_cast<char>(1 + random() % 255);
        } else {
          at = std::min(at / 4 * 4, bytes.size() - 8);
          std::memcpy(&bytes[at], &odd[random() % std::size(odd)], 4 + random() % 2 * 4);
        }
      }
      Result<RankLog> log = readRankLog(bytes);
      if (!log.ok()) {
        unsound += log.error().text().empty();
        continue;
      }
      unsound += !isSound(log.value());
      logs.push_back(std::move(log).value());
      ++read;
    }
    Result<Matching> matching = matchMessages(logs);
    if (!matching.ok())
      continue;
    JobClock clock = alignClocks(logs, matching.value());
    for (uint32_t log = 0; log < logs.size(); ++log)
      clock.at(log, logs[log].window);
  }
  CHECK(unsound == 0);
  CHECK(read > 1000); // else what is behind the header was not reached
}
