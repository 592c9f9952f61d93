// SPDX-License-Identifier: Apache-2.0
// Clocks of hosts, aligned by messages whose true times are known.
#include "analyzer/messages/clocks.h"
#include "catch.hpp"
#include "messages/log_writer.h"

#include <cmath>
#include <random>

using namespace tare;
using namespace tare::testing;

namespace {

/// A host's clock shows this at a true time of so many ns.
struct TrueClock {
  double offset = 0, drift = 0;
  uint64_t at(double time) const { return static_cast<uint64_t>(offset + time * (1 + drift)); }
};

struct Exchange {
  std::vector<RankLog> logs;
  Matching matching;
};

/// Rank r is on host r. Neighbours send each other messages in turn, which take at least `least`
/// ns.
Exchange exchange(const std::vector<TrueClock> &clocks, double least, unsigned seed,
                  size_t rounds = 50, double pause = 1e6) {
  auto size = static_cast<int>(clocks.size());
  std::vector<LogWriter> writers;
  for (int rank = 0; rank < size; ++rank)
    writers.emplace_back(rank, size, clocks[size_t(rank)].at(0), "host" + std::to_string(rank));
  std::mt19937 random(seed);
  auto own = [&](size_t rank, double time) { return clocks[rank].at(time) - clocks[rank].at(0); };
  double time = 1000;
  for (size_t round = 0; round < rounds; ++round)
    for (size_t from = 0; from < clocks.size(); ++from) {
      size_t to = from + 1 < clocks.size() && random() % 2 ? from + 1
                  : from > 0                               ? from - 1
                                                           : from + 1;
      double arrives = time + least + static_cast<double>(random() % 1000);
      writers[from].send(int(to), 0, 8);
      writers[from].call("MPI_Send", own(from, time), own(from, time) + 1);
      writers[to].post(int(from), 0, 8);
      writers[to].received(int(from), 0, 8);
      writers[to].call("MPI_Recv", own(to, time), own(to, arrives));
      time = arrives + pause;
    }
  Exchange all;
  for (LogWriter &writer : writers)
    all.logs.push_back(readRankLog(writer.bytes(uint64_t(time) + 1000)).value());
  all.matching = matchMessages(all.logs).value();
  return all;
}

/// How far the job's clock is off between two logs at a true time.
double errorAt(const JobClock &clock, const std::vector<TrueClock> &clocks, uint32_t log,
               double time) {
  auto own = [&](uint32_t of) {
    return clock.at(of, Ticks(clocks[of].at(time) - clocks[of].at(0)));
  };
  return static_cast<double>(own(log) - own(0));
}

} // namespace

TEST_CASE("ranks of one host share its clock, to the tick") {
  std::vector<RankLog> logs;
  for (int rank = 0; rank < 3; ++rank)
    logs.push_back(
        readRankLog(LogWriter(rank, 3, uint64_t(1e15) + 17 * (3 - unsigned(rank))).bytes(100))
            .value());
  JobClock clock = alignClocks(logs, matchMessages(logs).value());
  CHECK(clock.hosts.size() == 1);
  CHECK(clock.at(0, 0) == 34);
  CHECK(clock.at(1, 0) == 17);
  CHECK(clock.at(2, 5) == 5);
}

TEST_CASE("offsets lie between the bounds of the messages, in chains of hosts too") {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::vector<TrueClock> clocks = {{5e9, 0}, {7e12, 0}, {3e6, 0}, {9e10, 0}};
    Exchange all = exchange(clocks, 5000, seed);
    JobClock clock = alignClocks(all.logs, all.matching);
    CHECK(clock.violations == 0);
    for (uint32_t log = 1; log < 4; ++log) {
      const HostClock &host = clock.hosts[log];
      CHECK(host.is_consistent);
      CHECK(host.drift == 0);
      double error = errorAt(clock, clocks, log, 1e6) * 1e-9;
      INFO("seed " << seed << ", host " << log);
      CHECK(std::abs(error) <= (host.high_s - host.low_s) / 2 + 2e-9);
      // Messages of 5 to 6 us both ways: each link leaves at most 12 us, which error has half of.
      CHECK(host.high_s - host.low_s <= 12e-6 * log);
      CHECK(std::abs(error) <= 0.5e-6 * log + 2e-9);
    }
  }
}

TEST_CASE("clocks that run apart are seen as such, and put right") {
  std::vector<TrueClock> clocks = {{5e9, 0}, {7e9, 20e-6}};
  Exchange all = exchange(clocks, 5000, 3, 200, 1e7); // 4 s: 80 us apart in the end
  JobClock clock = alignClocks(all.logs, all.matching);
  CHECK(clock.violations == 0);
  CHECK(clock.hosts[1].is_consistent);
  CHECK(clock.hosts[1].drift == Approx(-20e-6).epsilon(0.1));
  for (double time : {1e6, 1e9, 3.9e9})
    CHECK(std::abs(errorAt(clock, clocks, 1, time)) < 2000);
}

TEST_CASE("a clock that messages bound from one side only, or not at all") {
  LogWriter zero(0, 3, 1000000, "a"), one(1, 3, 9000000, "b"), two(2, 3, 5000000, "c");
  zero.send(1, 0, 8);
  zero.call("MPI_Send", 100, 110);
  one.post(0, 0, 8);
  one.received(0, 0, 8);
  one.call("MPI_Recv", 10, 20);
  std::vector<RankLog> logs;
  for (LogWriter *writer : {&zero, &one, &two})
    logs.push_back(readRankLog(writer->bytes(1000)).value());
  JobClock clock = alignClocks(logs, matchMessages(logs).value());
  CHECK(std::isinf(clock.hosts[1].high_s));
  CHECK(clock.hosts[1].offset_s == clock.hosts[1].low_s);
  CHECK(clock.at(1, 20) == clock.at(0, 100));
  CHECK(std::isinf(clock.hosts[2].low_s));
  CHECK(clock.hosts[2].offset_s == 0);
}

TEST_CASE("messages that no clock explains are counted") {
  LogWriter zero(0, 2), one(1, 2); // one host: one clock
  zero.send(1, 0, 8);
  zero.call("MPI_Send", 100, 110);
  one.post(0, 0, 8);
  one.received(0, 0, 8);
  one.call("MPI_Recv", 10, 20);
  std::vector<RankLog> logs = {readRankLog(zero.bytes(200)).value(),
                               readRankLog(one.bytes(200)).value()};
  JobClock clock = alignClocks(logs, matchMessages(logs).value());
  CHECK(clock.violations == 1);
  CHECK(clock.worst_violation_s == Approx(80e-9));
}
