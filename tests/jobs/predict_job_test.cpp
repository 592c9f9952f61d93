// SPDX-License-Identifier: Apache-2.0
// A job on another network, and elsewhere: times that can be followed on paper.
#include "analyzer/jobs/eager_limit.h"
#include "analyzer/jobs/network_change.h"
#include "analyzer/jobs/predict_job.h"
#include "analyzer/jobs/rank_placement.h"
#include "catch.hpp"
#include "tests/jobs/hand_made.h"
#include "tests/jobs/random_job.h"
#include "tests/jobs/simulated_job.h"

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

/// A message takes 5 ms inside a node and 9 between nodes, a send 2.
Network exampleNetwork() {
  NetworkTable local = {{{0, 5e-3, 2e-3, 0}, {1000, 5e-3, 2e-3, 0}}};
  NetworkTable remote = {{{0, 9e-3, 2e-3, 0}, {1000, 9e-3, 2e-3, 0}}};
  return {"Open MPI", local, remote};
}

JobScenario unchangedScenario(const Job &job) {
  JobScenario scenario;
  scenario.from = exampleNetwork();
  scenario.was = scenario.then = measuredPlacement(job);
  return scenario;
}

JobScenario withNetwork(const Job &job, const std::string &change) {
  JobScenario scenario = unchangedScenario(job);
  scenario.to = changedNetwork(*scenario.from, readNetworkChange(change).value());
  return scenario;
}

Job exampleJob() { return jobOfLogs(exampleLogs(), 81 * ms); }

double inMs(double ticks) { return ticks / double(ms); }

std::string errorOfChange(const std::string &text) {
  Result<NetworkChange> read = readNetworkChange(text);
  return read.ok() ? "" : read.error().text();
}

std::string errorOfPlacement(const std::string &text) {
  Result<AskedPlacement> read = readPlacement(text, 4);
  return read.ok() ? "" : read.error().text();
}

std::vector<uint32_t> nodesOf(const std::string &text) {
  return readPlacement(text, 4).value().node_of;
}

} // namespace

TEST_CASE("changes of a network: factors, values with units, local ones, what is wrong") {
  NetworkChange change = readNetworkChange("latency=/2,bandwidth=x4,local-latency=x3").value();
  CHECK(change.remote.latency == Approx(0.5));
  CHECK(change.remote.byte == Approx(0.25));
  CHECK(change.local.latency == Approx(3));
  change = readNetworkChange("latency=1.5us,bandwidth=100Gbit/s,eager=64KiB").value();
  CHECK(*change.remote.latency_s == Approx(1.5e-6));
  CHECK(*change.remote.byte_s == Approx(8e-11));
  CHECK(*change.remote.eager_limit_bytes == 65536);
  CHECK_FALSE(change.local.is_asked);
  CHECK(readNetworkChange("local-latency=x1").value().local.is_asked);
  CHECK_FALSE(readNetworkChange("local-eager=all").value().local.changesTimes());
  for (const char *wrong : {"latency", "", "latency=", "latency=2", "latency=/0", "latency=x-1",
                            "latency=5furlongs", "bandwidth=3us", "bandwidth=0GB/s", "eager=x2",
                            "latency=/2,,bandwidth=x2", "latency=nan", "latency=1e999s"}) {
    INFO(wrong);
    CHECK(errorOfChange(wrong) != "");
  }
  CHECK_THAT(errorOfChange("speed=x2"), Contains("latency, bandwidth and eager"));
}

TEST_CASE("a changed table: latency and what bytes add, each by itself; calls stay") {
  Network network = {"MPI", {}, {{{0, 10e-6, 1e-6, 2e-6}, {1000, 14e-6, 1e-6, 2e-6}}}};
  auto changed = [&](const char *text) {
    return changedNetwork(network, readNetworkChange(text).value()).remote;
  };
  CHECK(changed("latency=/2").transfer(1000) == Approx(9e-6));
  CHECK(changed("bandwidth=x4").transfer(1000) == Approx(11e-6));
  CHECK(changed("bandwidth=x4").transfer(0) == Approx(10e-6));
  CHECK(changed("latency=1us,bandwidth=1GB/s").transfer(1000) == Approx(2e-6));
  CHECK(changed("latency=/2").receive(0) == Approx(2e-6));
  CHECK(changed("eager=100").eager_limit_bytes == 100);
  NetworkChange local = readNetworkChange("local-latency=1us,local-bandwidth=1GB/s").value();
  CHECK(changedNetwork(network, local).local.transfer(1000) == Approx(2e-6));
  CHECK(changedNetwork(network, local).local.receive(0) == Approx(2e-6)); // of the other table
  NetworkChange half = readNetworkChange("local-latency=/2,local-bandwidth=1GB/s").value();
  CHECK_FALSE(changedNetwork(network, half).local.isMeasured());
}

TEST_CASE("placements as users of MPI write them, and what is wrong with others") {
  using Nodes = std::vector<uint32_t>;
  CHECK(nodesOf("nodes=2") == Nodes{0, 0, 1, 1});
  CHECK(nodesOf("nodes=2,cyclic") == Nodes{0, 1, 0, 1});
  CHECK(nodesOf("per-node=3") == Nodes{0, 0, 0, 1});
  CHECK(nodesOf("all:a") == Nodes{0, 0, 0, 0});
  CHECK(nodesOf("0-1:x,3:x,2:y") == Nodes{0, 0, 1, 0});
  for (const char *wrong :
       {"", "nodes=0", "nodes=5", "nodes=2,per-node=2", "0-2:a", "0-3:a,1:b", "4:a", "2-1:a", "a:b",
        "nodes=2,0:a", "cyclic", "0:", "racks=2", "nodes=-1"}) {
    INFO(wrong);
    CHECK(errorOfPlacement(wrong) != "");
  }
  CHECK_THAT(errorOfPlacement("0-2:a"), Contains("rank 3"));
  CHECK_THAT(errorOfPlacement("4:a"), Contains("4 ranks"));
}

TEST_CASE("an unchanged scenario is the measured job, in its time, bounds and rows") {
  std::mt19937 random(5);
  for (int round = 0; round < 60; ++round) {
    JobProgram program = randomJob(random);
    SimulatedMachine machine = randomMachine(random, program.size());
    Job job = jobOf(simulate(program, machine, unsigned(round)));
    JobScenario scenario;
    scenario.was = scenario.then = measuredPlacement(job);
    scenario.waits = RankWaits::Spins;
    INFO("round " << round);
    PredictedJob predicted = predictJob(job, scenario).value();
    REQUIRE(predicted.total == double(job.total()));
    REQUIRE(predicted.least == predicted.total);
    REQUIRE(predicted.most == predicted.total);
    REQUIRE(predicted.after.rows == predicted.before.rows);
  }
}

TEST_CASE("another latency: each message of the example, and its barrier, by the tables") {
  Job job = exampleJob();
  // The message comes at 42.5, and the barrier takes 0.5.
  PredictedJob half = predictJob(job, withNetwork(job, "local-latency=/2")).value();
  CHECK(inMs(half.total) == Approx(78));
  CHECK(inMs(half.least) == Approx(77.5)); // the barrier's 1 ms is less than the table's by 4
  CHECK(inMs(half.most) == Approx(78));
  // The message comes at 50, and the barrier takes 1 + 5.
  CHECK(inMs(predictJob(job, withNetwork(job, "local-latency=x2")).value().total) == Approx(91));
  // On two nodes each takes 4 more.
  JobScenario apart = unchangedScenario(job);
  apart.then = placementOn(job, readPlacement("nodes=2", 2).value(), 1);
  PredictedJob moved = predictJob(job, apart).value();
  CHECK(inMs(moved.total) == Approx(89));
  CHECK(moved.moved == 1);
  CHECK(moved.between_nodes == 1);
}

TEST_CASE("what a message took beside its table is beside the bytes of a slower network") {
  LogWriter zero(0, 2), one(1, 2);
  zero.send(1, 0, 1000);
  zero.call("MPI_Send", 40 * ms, 40 * ms);
  one.post(0, 0, 1000);
  one.received(0, 0, 1000);
  one.call("MPI_Recv", 30 * ms, 45 * ms);
  Job job = jobOfLogs({zero, one}, 45 * ms);
  JobScenario scenario = unchangedScenario(job);
  scenario.from->local.points = {{0, 1e-3, 0, 0}, {1000, 3e-3, 0, 0}}; // it took 2 ms more
  auto on = [&](const char *change) {
    scenario.to = changedNetwork(*scenario.from, readNetworkChange(change).value());
    return predictJob(job, scenario).value();
  };
  // Latency 2, and 3 for its bytes, of which it took 4; or these 2 + 3, and 2 beside them.
  PredictedJob alike = on("local-latency=2ms,local-bandwidth=333.333333kB/s");
  CHECK(inMs(alike.total) == Approx(46));
  CHECK(inMs(alike.most) == Approx(47));
  // 8 for its bytes.
  PredictedJob slower = on("local-latency=2ms,local-bandwidth=125kB/s");
  CHECK(inMs(slower.total) == Approx(50));
  CHECK(inMs(slower.most) == Approx(52));
}

TEST_CASE("messages that take no time: the rows say the same as those of the measured job") {
  Job job = exampleJob();
  JobScenario scenario = unchangedScenario(job);
  scenario.from.reset(); // no table is needed
  scenario.is_free = true;
  PredictedJob free = predictJob(job, scenario).value();
  CHECK(free.total == free.before.ideal);
  CHECK(free.after.rows.transfer == 0);
  CHECK(free.after.rows.imbalance == free.before.rows.imbalance);
  CHECK(free.after.rows.serialisation == free.before.rows.serialisation);
}

TEST_CASE("rows of a prediction sum to its area, less what ranks work") {
  Job job = exampleJob();
  PredictedJob half = predictJob(job, withNetwork(job, "local-latency=/2")).value();
  CHECK(half.after.total == Ticks(78 * ms));
  CHECK(half.after.rows.sum() == Ticks(2 * 78 * ms - 125 * ms));
  CHECK(half.after.rows.transfer == Ticks(2 * 3 * ms)); // messages without time end at 75
}

TEST_CASE("ranks on one core share it; who waits yields or spins") {
  Job job = exampleJob();
  JobScenario scenario = unchangedScenario(job);
  scenario.then = onSameNodes(job, 1);
  // Both work until 60, when rank 1 has its 30. Rank 0 sends from 70 to 72. Its message comes at
  // 75; both work until 109, rank 1 alone until 127, and the barrier takes 1.
  CHECK(inMs(predictJob(job, scenario).value().total) == Approx(128));
  scenario.waits = RankWaits::Spins;
  // Rank 0 has half of the core from 60 on: it sends at 80. Rank 1 goes on at 85, until 155.
  CHECK(inMs(predictJob(job, scenario).value().total) == Approx(156));
  scenario.then = onSameNodes(job, 2);
  CHECK(inMs(predictJob(job, scenario).value().total) == Approx(81));
}

TEST_CASE("starting and ending MPI takes as long on another network") {
  LogWriter zero(0, 2), one(1, 2);
  for (LogWriter *log : {&zero, &one}) {
    log->collective(TARE_MF_START, 0, 0);
    log->call("MPI_Init", 0, 10 * ms);
    log->collective(TARE_MF_END, 0, 0);
  }
  zero.call("MPI_Finalize", 50 * ms, 72 * ms);
  one.call("MPI_Finalize", 70 * ms, 72 * ms);
  Job job = jobOfLogs({zero, one}, 72 * ms);
  for (const char *change : {"local-latency=/2", "local-latency=x2"})
    CHECK(inMs(predictJob(job, withNetwork(job, change)).value().total) == Approx(72));
  JobScenario shared = unchangedScenario(job); // and it takes no core from the other rank:
  shared.then = onSameNodes(job, 1);           // 10, both until 90, rank 1 alone until 110, 2
  for (RankWaits waits : {RankWaits::Leaves, RankWaits::Spins}) {
    shared.waits = waits;
    CHECK(inMs(predictJob(job, shared).value().total) == Approx(112));
  }
}

TEST_CASE("a lower eager limit: the sender waits for the receive, or two wait for ever") {
  auto withoutTable = [](const Job &job) {
    JobScenario scenario;
    scenario.was = scenario.then = measuredPlacement(job);
    scenario.to = changedNetwork(limitsSeen(job), readNetworkChange("local-eager=0").value());
    return scenario;
  };
  LogWriter zero(0, 2), one(1, 2);
  zero.send(1, 0, 8);
  zero.call("MPI_Send", 10 * ms, 12 * ms);
  one.post(0, 0, 8);
  one.received(0, 0, 8);
  one.call("MPI_Recv", 30 * ms, 31 * ms);
  for (LogWriter *log : {&zero, &one})
    log->collective(TARE_MF_ALL, 0, 0);
  zero.call("MPI_Barrier", 62 * ms, 63 * ms);
  one.call("MPI_Barrier", 40 * ms, 63 * ms);
  Job job = jobOfLogs({zero, one}, 63 * ms);
  PredictedJob waits = predictJob(job, withoutTable(job)).value();
  CHECK(inMs(waits.total) == Approx(81)); // its send ends at 30
  CHECK(waits.rendezvous == 0);
  CHECK(waits.rendezvous_then == 1);
  LogWriter left(0, 2), right(1, 2);
  for (auto [log, peer] : {std::pair(&left, 1), std::pair(&right, 0)}) {
    log->send(peer, 0, 8);
    log->call("MPI_Send", 10 * ms, 11 * ms);
    log->post(peer, 0, 8);
    log->received(peer, 0, 8);
    log->call("MPI_Recv", 20 * ms, 21 * ms);
  }
  Job ring = jobOfLogs({left, right}, 30 * ms);
  Result<PredictedJob> refused = predictJob(ring, withoutTable(ring));
  REQUIRE_FALSE(refused.ok());
  CHECK_THAT(refused.error().text(), Contains("waits for ever"));
}

TEST_CASE("receives from any source get what came first, or last") {
  LogWriter zero(0, 3), one(1, 3), two(2, 3);
  one.send(0, 0, 8);
  one.call("MPI_Send", 10 * ms, 11 * ms);
  two.send(0, 0, 8);
  two.call("MPI_Send", 20 * ms, 21 * ms);
  for (int source : {2, 1}) { // as measured, the last one first
    uint64_t at = source == 2 ? 40 : 50;
    zero.post(TARE_MF_ANY, 0, 8);
    zero.received(source, 0, 8);
    zero.call("MPI_Recv", at * ms, (at + 1) * ms);
  }
  Job job = jobOfLogs({zero, one, two}, 60 * ms);
  JobScenario scenario;
  scenario.was = scenario.then = measuredPlacement(job);
  PredictedJob measured = predictJob(job, scenario).value();
  CHECK(measured.blind == 2);
  CHECK(measured.taken_otherwise == 0);
  scenario.blind = BlindOrder::Lifo;
  CHECK(predictJob(job, scenario).value().taken_otherwise == 0);
  scenario.blind = BlindOrder::Fifo;
  CHECK(predictJob(job, scenario).value().taken_otherwise == 2);
}

TEST_CASE("ranks that shared a core are predicted on cores of their own, and back") {
  JobProgram program = {{work(10e6), barrier()}, {work(10e6), barrier()}};
  SimulatedMachine shared = machineOf(1), apart = machineOf(2);
  shared.quantum = apart.quantum = 1e4;
  shared.barrier = apart.barrier = 0;
  Job job = jobOf(simulate(program, shared));
  JobScenario scenario;
  scenario.was = placementSeen(job, 1);
  scenario.then = onSameNodes(job, 2);
  PredictedJob predicted = predictJob(job, scenario).value();
  CHECK(inMs(predicted.unchanged) == Approx(20).epsilon(0.01));
  CHECK(inMs(predicted.total) == Approx(10).epsilon(0.01));
  CHECK(placementText(job, scenario.then) == "1 node, 2 ranks");
}
