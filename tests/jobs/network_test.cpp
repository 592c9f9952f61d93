// SPDX-License-Identifier: Apache-2.0
// Tables of networks, and what they make of a job.
#include "analyzer/jobs/job_slopes.h"
#include "analyzer/jobs/network.h"
#include "base/files.h"
#include "catch.hpp"
#include "scratch.h"
#include "tests/jobs/random_job.h"
#include "tests/jobs/simulated_job.h"

#include <cmath>

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

NetworkTable table() {
  return {{{0, 10e-6, 1e-6, 2e-6}, {1000, 12e-6, 2e-6, 3e-6}, {3000, 20e-6, 2e-6, 3e-6}}, 2000};
}

Network network() { return {"Open MPI 4.1", table(), table()}; }

std::string errorOf(const std::string &text) {
  Scratch scratch;
  std::string path = scratch.path() + "/network.json";
  REQUIRE(writeFileAtomic(path, text).ok());
  Result<Network> read = readNetworkFile(path);
  return read.ok() ? "" : read.error().text();
}

} // namespace

TEST_CASE("times are linear between the points of a table, and go on behind the last") {
  NetworkTable times = table();
  CHECK(times.transfer(0) == Approx(10e-6));
  CHECK(times.transfer(500) == Approx(11e-6));
  CHECK(times.transfer(1000) == Approx(12e-6));
  CHECK(times.transfer(2000) == Approx(16e-6));
  CHECK(times.transfer(5000) == Approx(28e-6));
  CHECK(times.send(500) == Approx(1.5e-6));
  CHECK(times.receive(9000) == Approx(3e-6));
  CHECK(NetworkTable().transfer(7) == 0);
  NetworkTable falls = {{{10, 5e-6}, {20, 1e-6}}};
  CHECK(falls.transfer(1000) == 0); // no time is below 0
  Network both = network();
  CHECK(both.collective(1, 8, false, true) == 0);
  CHECK(both.collective(5, 0, false, true) == Approx(3 * 10e-6));
  CHECK(both.collective(4, 4000, true, false) == Approx(3 * 12e-6));
}

TEST_CASE("a network that no message crosses faster than it may: the longer time counts") {
  Network limited = limitedNetwork(network(), 5e-6, 10e-9);
  for (uint64_t bytes : {0, 1, 500, 700, 999, 1000, 2500, 3000, 9000})
    CHECK(limited.local.transfer(bytes) ==
          Approx(std::max(table().transfer(bytes), 5e-6 + static_cast<double>(bytes) * 10e-9)));
  CHECK(limited.local.send(700) == Approx(table().send(700)));
  CHECK(limited.remote.eager_limit_bytes == 2000);
  CHECK(networkJson(limitedNetwork(network(), 0, 0)) == networkJson(network()));
}

TEST_CASE("a network is read as it was written, and nothing else is") {
  std::string text = networkJson(network());
  Scratch scratch;
  std::string path = scratch.path() + "/network.json";
  REQUIRE(writeFileAtomic(path, text).ok());
  Network read = readNetworkFile(path).value();
  CHECK(networkJson(read) == text);
  CHECK(read.remote.eager_limit_bytes == 2000);
  Network large = network();
  large.local.points.push_back({4194304, 1e-3, 0, 0});
  REQUIRE(writeFileAtomic(path, networkJson(large)).ok());
  CHECK(readNetworkFile(path).value().local.points.back().bytes == 4194304);
  Network near = network();
  near.remote = {};
  CHECK_THAT(networkJson(near), !Contains("remote"));
  REQUIRE(writeFileAtomic(path, networkJson(near)).ok());
  CHECK(!readNetworkFile(path).value().remote.isMeasured());
  CHECK_THAT(errorOf(networkJson({"MPI", {}, {}})), Contains("'remote'"));
  CHECK(read.local.points[1].receive_s == Approx(3e-6));
  Network unlimited = network();
  unlimited.local.eager_limit_bytes = std::numeric_limits<double>::infinity();
  CHECK_THAT(networkJson(unlimited), !Contains("null"));
  CHECK_THAT(errorOf("{\"schema\": \"tare.machine/1\"}"), Contains("network.json"));
  CHECK_THAT(errorOf("[]"), Contains("is no network table"));
  Network falls = network();
  falls.local.points[1].bytes = 0;
  CHECK_THAT(errorOf(networkJson(falls)), Contains("its bytes have to rise"));
  std::string negative = text;
  negative.replace(negative.find("\"transfer_s\": "), 14, "\"transfer_s\": -");
  CHECK_THAT(errorOf(negative), Contains("transfer_s"));
  CHECK(!errorOf(text.substr(0, text.size() / 2)).empty());
}

TEST_CASE("how a core is shared is read as it was written, within what a system may have") {
  Network of = network();
  CHECK_THAT(networkJson(of), !Contains("shared_processor")); // not measured
  of.shared = {.turn_s = 3.95e-3, .yield_share = 0.005};
  Scratch scratch;
  std::string path = scratch.path() + "/network.json";
  REQUIRE(writeFileAtomic(path, networkJson(of)).ok());
  CHECK(readNetworkFile(path).value().shared == of.shared);
  for (double turn_s : {1e-9, 11.0}) {
    of.shared.turn_s = turn_s;
    CHECK_THAT(errorOf(networkJson(of)), Contains("turn_s"));
  }
  of.shared = {.turn_s = 4e-3, .yield_share = 2};
  CHECK_THAT(errorOf(networkJson(of)), Contains("yield_share"));
}

TEST_CASE("slopes: messages on the critical path, 1 %, and where others come onto it") {
  // 20 rounds of ping-pong beside 10 ms of work of a third rank: the messages hide behind that
  // until each of the 40 takes 10 ms / 40.
  SimulatedMachine machine = machineOf(3);
  machine.remote = {1000, 1, 0, 0, 1e18, 0};
  machine.barrier = 0;
  JobProgram program(3);
  for (int round = 0; round < 20; ++round) {
    program[0].push_back(send(1, 1000));
    program[0].push_back(receive(1));
    program[1].push_back(receive(0));
    program[1].push_back(send(0, 1000));
  }
  program[2].push_back(work(10e6));
  for (auto &of : program)
    of.push_back(barrier());
  Job job = jobOf(simulate(program, machine));
  Network now = networkOf(machine);
  NetworkSlope latency =
      networkSlope(job, now, measuredPlacement(job), {}, NetworkSide::Latency, 1e-3);
  CHECK(latency.slope == Approx(2).margin(0.01)); // of the barrier alone: two rounds
  REQUIRE(latency.breaks.size() >= 1);
  CHECK(latency.breaks.front() == Approx(250e-6).epsilon(0.45)); // between two points of the grid
  double last = latency.points.back().total_s - latency.points[latency.points.size() - 2].total_s;
  double step = latency.points.back().added - latency.points[latency.points.size() - 2].added;
  CHECK(last / step == Approx(42).margin(0.1));
  REQUIRE(latency.one_percent);
  CHECK(*latency.one_percent == Approx(50e-6).epsilon(0.02)); // 100 us of 10 ms, twice
  NetworkSlope bytes = networkSlope(job, now, measuredPlacement(job), {}, NetworkSide::Bytes, 1e-6);
  CHECK(bytes.points.back().total_s > bytes.points.front().total_s);
  JobProgram alone = {{work(1e6)}, {work(1e6)}};
  Job quiet = jobOf(simulate(alone, machineOf(2)));
  CHECK(
      !networkSlope(quiet, now, measuredPlacement(quiet), {}, NetworkSide::Latency, 1).one_percent);
}

TEST_CASE("a slower network never makes a job shorter") {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    JobProgram program = randomJob(random);
    SimulatedMachine machine = randomMachine(random, program.size());
    Job job = jobOf(simulate(program, machine, unsigned(round)));
    Network now = networkOf(machine);
    JobPlacement placement = measuredPlacement(job);
    JobDurations measured = measuredDurations(job, {.network = &now});
    double before = 0;
    for (double factor : {0.0, 0.25, 0.5, 1.0, 2.0, 8.0}) {
      JobDurations durations =
          onNetwork(job, measured, now, placement, scaledNetwork(now, factor), placement);
      double total = replayJob(job, durations, placement).total;
      INFO("round " << round << ", factor " << factor);
      REQUIRE(total >= before - 1e-6);
      before = total;
    }
  }
}
