// SPDX-License-Identifier: Apache-2.0
// Which send a receive got: MPI's rules, and what is left without a partner.
#include "analyzer/messages/matching.h"
#include "catch.hpp"
#include "messages/log_writer.h"

#include <algorithm>

using namespace tare;
using namespace tare::testing;

namespace {

std::vector<RankLog> read(std::vector<LogWriter> writers) {
  std::vector<RankLog> logs;
  for (LogWriter &writer : writers)
    logs.push_back(readRankLog(writer.bytes(100000)).value());
  return logs;
}

Matching match(std::vector<LogWriter> writers) {
  return matchMessages(read(std::move(writers))).value();
}

/// "send call -> receive call" of rank 0's messages to rank 1, in the order of the sends.
std::vector<std::pair<size_t, size_t>> pairs(const Matching &matching, uint32_t from = 0,
                                             uint32_t to = 1) {
  std::vector<std::pair<size_t, size_t>> all;
  for (const MatchedMessage &message : matching.messages)
    if (message.send.log == from && message.received.log == to)
      all.push_back({message.send.call, message.received.call});
  std::ranges::sort(all);
  return all;
}

using Pairs = std::vector<std::pair<size_t, size_t>>;

uint64_t sum(const std::array<uint64_t, unmatched_reasons> &counts) {
  uint64_t all = 0;
  for (uint64_t count : counts)
    all += count;
  return all;
}

} // namespace

TEST_CASE("messages of one lane do not overtake, those of others may") {
  LogWriter zero(0, 2), one(1, 2);
  zero.send(1, 1, 10);
  zero.call("MPI_Send", 10, 20);
  zero.send(1, 2, 20);
  zero.call("MPI_Send", 30, 40);
  zero.send(1, 1, 30);
  zero.call("MPI_Send", 50, 60);
  for (auto [tag, at] : {std::pair(2, 100), std::pair(1, 200), std::pair(1, 300)}) {
    one.post(0, tag, 64);
    one.received(0, tag, 10);
    one.call("MPI_Recv", uint64_t(at), uint64_t(at) + 10);
  }
  Matching matching = match({zero, one});
  CHECK(pairs(matching) == Pairs{{0, 1}, {1, 0}, {2, 2}});
  CHECK(sum(matching.sends) + sum(matching.receives) == 0);
}

TEST_CASE("receives count in the order of their posting, not of their ends") {
  LogWriter zero(0, 2), one(1, 2);
  for (uint64_t at : {10, 20, 30}) {
    zero.send(1, 5, at);
    zero.call("MPI_Send", at, at + 5);
  }
  one.post(0, 5, 64, 1);
  one.call("MPI_Irecv", 1, 2);
  one.post(TARE_MF_ANY, TARE_MF_ANY, 64, 2);
  one.call("MPI_Irecv", 3, 4);
  one.post(0, TARE_MF_ANY, 64);
  one.received(0, 5, 30);
  one.call("MPI_Recv", 50, 60); // got the third one, and ends first
  one.received(0, 5, 20, 2);
  one.call("MPI_Wait", 70, 71);
  one.received(0, 5, 10, 1);
  one.call("MPI_Wait", 80, 81);
  Matching matching = match({zero, one});
  CHECK(pairs(matching) == Pairs{{0, 4}, {1, 3}, {2, 2}});
  for (const MatchedMessage &message : matching.messages) {
    CHECK(message.bytes == 10 * (message.send.call + 1));
    CHECK(message.any_source == (message.send.call == 1));
    CHECK(message.any_tag == (message.send.call != 0));
  }
}

TEST_CASE("what another thread began earlier counts earlier, though it ends later") {
  LogWriter zero(0, 2), one(1, 2);
  zero.thread = 1;
  zero.send(1, 5, 2);
  zero.call("MPI_Ssend", 20, 30);
  zero.thread = 0;
  zero.send(1, 5, 1);
  zero.call("MPI_Ssend", 10, 40);
  for (uint64_t at : {50, 60}) {
    one.post(0, 5, 64);
    one.received(0, 5, 1);
    one.call("MPI_Recv", at, at + 1);
  }
  CHECK(pairs(match({zero, one})) == Pairs{{0, 1}, {1, 0}});
}

TEST_CASE("requests: sends that end later, persistent ones, several in one wait") {
  LogWriter zero(0, 2), one(1, 2);
  for (uint64_t round = 0; round < 3; ++round) { // MPI_Start numbers them anew
    zero.send(1, 5, 8, round + 1);
    zero.call("MPI_Start", 100 * round, 100 * round + 1);
    zero.sent(round + 1);
    zero.call("MPI_Wait", 100 * round + 10, 100 * round + 20);
    one.post(0, 5, 8, 2 * round + 1);
    one.post(1, 6, 8, 2 * round + 2);
    one.call("MPI_Startall", 100 * round, 100 * round + 1);
    one.send(1, 6, 8);
    one.call("MPI_Send", 100 * round + 2, 100 * round + 3);
    one.received(1, 6, 8, 2 * round + 2);
    one.received(0, 5, 8, 2 * round + 1);
    one.call("MPI_Waitall", 100 * round + 30, 100 * round + 40);
  }
  Matching matching = match({zero, one});
  CHECK(pairs(matching) == Pairs{{0, 2}, {2, 5}, {4, 8}});
  CHECK(pairs(matching, 1, 1) == Pairs{{1, 2}, {4, 5}, {7, 8}});
  for (const MatchedMessage &message : matching.messages) {
    CHECK(message.sent.has_value() == (message.send.log == 0));
    if (message.sent)
      CHECK(message.sent->call == message.send.call + 1);
  }
}

TEST_CASE("communicators have orders of their own, also between groups") {
  LogWriter zero(0, 2), one(1, 2);
  uint64_t shared = (uint64_t(0) << 32) + 1, inter = (uint64_t(0) << 32) + 2;
  for (LogWriter *log : {&zero, &one}) { // ids differ between ranks
    uint32_t first = log == &zero ? 2 : 12;
    log->communicator(first, shared, {1, 0});
    std::vector<int32_t> own = {log == &zero ? 0 : 1}, other = {log == &zero ? 1 : 0};
    log->communicator(first + 1, inter, own, first + 2);
    log->communicator(first + 2, inter, other, first + 1);
  }
  zero.send(1, 5, 1, 0, TARE_MF_STANDARD, 1);
  zero.call("MPI_Send", 1, 2);
  zero.send(1, 5, 2, 0, TARE_MF_STANDARD, 2);
  zero.call("MPI_Send", 3, 4);
  zero.send(1, 5, 3, 0, TARE_MF_STANDARD, 3);
  zero.call("MPI_Send", 5, 6);
  for (uint32_t communicator : {13u, 12u, 1u}) {
    one.post(0, 5, 8, 0, communicator);
    one.received(0, 5, 1, 0, communicator);
    one.call("MPI_Recv", 10 * (20 - communicator), 10 * (20 - communicator) + 1);
  }
  CHECK(pairs(match({zero, one})) == Pairs{{0, 2}, {1, 1}, {2, 0}});
}

TEST_CASE("a probe belongs to the message that the next receive takes") {
  LogWriter zero(0, 2), one(1, 2);
  for (uint64_t at : {10, 20}) {
    zero.send(1, 5, 8);
    zero.call("MPI_Send", at, at + 5);
  }
  for (uint64_t at : {100, 200}) {
    one.probed(0, 5, 8);
    one.call("MPI_Probe", at, at + 10);
    one.post(0, 5, 8);
    one.received(0, 5, 8);
    one.call("MPI_Recv", at + 20, at + 30);
  }
  Matching matching = match({zero, one});
  REQUIRE(matching.messages.size() == 2);
  for (const MatchedMessage &message : matching.messages) {
    REQUIRE(message.probed.size() == 1);
    CHECK(message.probed[0].call + 1 == message.received.call);
  }
}

TEST_CASE("what has no partner is counted with its reason") {
  LogWriter zero(0, 4), one(1, 4), two(2, 4); // rank 3 has no log
  two.header.status = TARE_MF_FULL;
  zero.send(3, 1, 8);
  zero.send(TARE_MF_NOBODY, 1, 8);
  zero.send(TARE_MF_FOREIGN, 1, 8);
  zero.send(2, 1, 8);
  zero.send(1, 9, 8);
  zero.call("MPI_Send", 1, 2);
  one.post(0, 4, 8, 1);
  one.post(TARE_MF_ANY, 4, 8, 2);
  one.post(3, 4, 8, 3);
  one.call("MPI_Irecv", 1, 2);
  one.dropped(1, 0, 4);
  one.call("MPI_Wait", 3, 4);
  one.received(3, 4, 8, 3);
  one.notModelled();
  one.call("MPI_Wait", 5, 6);
  one.communicator(7, TARE_MF_SHARED_UNKNOWN, {0, 1});
  one.send(0, 1, 8, 0, TARE_MF_STANDARD, 7);
  one.call("MPI_Send", 7, 8);
  Matching matching = match({zero, one, two});
  auto count = [](const auto &counts, Unmatched reason) { return counts[size_t(reason)]; };
  CHECK(count(matching.sends, Unmatched::RankMissing) == 1);
  CHECK(count(matching.sends, Unmatched::Foreign) == 1);
  CHECK(count(matching.sends, Unmatched::LogEnds) == 1);
  CHECK(count(matching.sends, Unmatched::Alone) == 1);
  CHECK(count(matching.sends, Unmatched::Unknown) == 1);
  CHECK(sum(matching.sends) == 5);
  CHECK(count(matching.receives, Unmatched::Dropped) == 1);
  CHECK(count(matching.receives, Unmatched::LogEnds) == 1); // never ended, nobody knows of whom
  CHECK(count(matching.receives, Unmatched::RankMissing) == 1);
  CHECK(matching.not_modelled == 1);
  CHECK(matching.missing == std::vector<int>{3});
  CHECK(matching.messages.empty());
}

TEST_CASE("a freed receive takes its message, a cancelled one does not") {
  for (bool freed : {true, false}) {
    LogWriter zero(0, 2), one(1, 2);
    for (uint64_t at = 10; at < (freed ? 40u : 30u); at += 10) {
      zero.send(1, 5, at);
      zero.call("MPI_Send", at, at + 5);
    }
    one.post(0, 5, 8, 1);
    one.call("MPI_Irecv", 1, 2);
    one.dropped(1, 0, 5);
    one.call("MPI_Request_free", 3, 4);
    for (uint64_t at : {50, 60}) {
      one.post(0, 5, 8);
      one.received(0, 5, 8);
      one.call("MPI_Recv", at, at + 5);
    }
    Matching matching = match({zero, one});
    CHECK(pairs(matching) == (freed ? Pairs{{1, 2}, {2, 3}} : Pairs{{0, 2}, {1, 3}}));
    CHECK(matching.sends[size_t(Unmatched::Dropped)] == (freed ? 1u : 0u));
    CHECK(matching.receives[size_t(Unmatched::Dropped)] == (freed ? 0u : 1u));
  }
}

TEST_CASE("collectives meet by their ordinal, non-blocking ones end later") {
  LogWriter zero(0, 3), one(1, 3), two(2, 3);
  LogWriter *logs[] = {&zero, &one, &two};
  for (LogWriter *log : logs) {
    log->communicator(2, 17, {0, 2});
    log->communicator(3, TARE_MF_SHARED_OWN, {log->header.rank});
    log->collective(TARE_MF_START, 0, 0);
    log->call("MPI_Init", 0, 5);
    log->collective(TARE_MF_ALL, 1, 1, -1, 9);
    log->call("MPI_Ibarrier", 10, 11);
    if (log != &one) {
      log->collective(TARE_MF_FROM_ROOT, 1, 1, 2, 0, 2);
      log->call("MPI_Bcast", 20, 30);
    }
    log->collective(TARE_MF_ALL, 1, 1, -1, 0, 3);
    log->call("MPI_Barrier", 40, 41);
    if (log == &two)
      continue;
    log->received(TARE_MF_ANY, TARE_MF_ANY, 0, 9);
    log->call("MPI_Wait", 50, 60);
  }
  two.header.status = 0;
  Matching matching = match({zero, one, two});
  REQUIRE(matching.meetings.size() == 6); // barrier, bcast, three alone, start
  size_t of_three = 0;
  for (const MpiMeeting &meeting : matching.meetings) {
    CHECK(meeting.is_complete);
    if (meeting.shape == TARE_MF_FROM_ROOT) {
      CHECK(meeting.root == 2);
      CHECK(meeting.members.size() == 2);
    }
    if (meeting.shape == TARE_MF_ALL && meeting.members.size() == 3) {
      ++of_three;
      CHECK(meeting.members[0].exit->call == meeting.members[0].entry.call + 3);
      CHECK(!meeting.members[2].exit); // it died before
    }
  }
  CHECK(of_three == 1);
}

TEST_CASE("a collective without all its members says why") {
  LogWriter zero(0, 2), one(1, 2);
  zero.collective(TARE_MF_ALL, 1, 1);
  zero.call("MPI_Barrier", 10, 20);
  one.collective(TARE_MF_ALL, 1, 1);
  one.call("MPI_Allreduce", 10, 20);
  Matching differs = match({zero, one});
  CHECK(!differs.meetings[0].is_complete);
  CHECK(differs.collectives[size_t(Unmatched::Alone)] == 2);
  Matching missing = match({zero});
  CHECK(missing.collectives[size_t(Unmatched::RankMissing)] == 1);
  LogWriter died(1, 2);
  died.header.status = 0;
  CHECK(match({zero, died}).collectives[size_t(Unmatched::LogEnds)] == 1);
}

TEST_CASE("logs of two jobs, or two of one rank, are refused") {
  CHECK(!matchMessages(read({LogWriter(0, 2), LogWriter(1, 3)})).ok());
  Result<Matching> twice = matchMessages(read({LogWriter(1, 2), LogWriter(1, 2)}));
  REQUIRE(!twice.ok());
  CHECK(twice.error().message == "there are two message files of rank 1");
  CHECK(!matchMessages({}).ok());
}
