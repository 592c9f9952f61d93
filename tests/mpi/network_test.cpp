// SPDX-License-Identifier: Apache-2.0
// Networks: what the measuring program prints, by what a table is kept, and which one is found.
#include "base/files.h"
#include "driver/mpi/measure_network.h"
#include "driver/mpi/network_output.h"
#include "driver/mpi/network_store.h"

#include "catch.hpp"
#include "scratch.h"

#include <cmath>
#include <cstdlib>

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

const std::string printed = "[node1] a launcher's word\n"
                            "tare-network ranks 2 hosts 1\n"
                            "tare-network pair local node1 node1\n"
                            "tare-network eager local 4064\n"
                            "tare-network point local 0 4e-07 5e-07 1e-07 2e-07\n"
                            "tare-network point local 8 5e-07 9e-07 1e-07 2e-07\n"
                            "tare-network turns 3.95e-03 0.0053\n"
                            "tare-network end\n";

std::string with(const std::string &from, const std::string &to) {
  std::string text = printed;
  return text.replace(text.find(from), from.size(), to);
}

StoredNetwork measured(const NetworkUse &use, const std::string &utc) {
  StoredNetwork stored;
  stored.key = networkKey(use);
  stored.network.library = use.library;
  stored.network.local.points = {{8, 1e-6, 0, 0}};
  stored.launch = "mpirun -n 2";
  stored.measured_utc = utc;
  return stored;
}

NetworkUse useOf(std::vector<std::string> command, const std::string &library = "MPI 1") {
  return {library, std::move(command)};
}

} // namespace

TEST_CASE("a network's figures are read among what a launcher says") {
  NetworkOutput output = readNetworkOutput(printed).value();
  CHECK(output.ranks == 2);
  CHECK(output.hosts == std::vector<std::string>{"node1"});
  CHECK(output.disturbed == 1);
  CHECK(output.network.local.eager_limit_bytes == 4064);
  REQUIRE(output.network.local.points.size() == 2);
  CHECK(output.network.local.points[1].transfer_s == 5e-7);
  CHECK(output.network.local.points[1].receive_s == 2e-7);
  CHECK(!output.network.remote.isMeasured());
  CHECK(output.network.shared == SharedProcessor{.turn_s = 3.95e-3, .yield_share = 0.0053});
  std::string turns = "tare-network turns 3.95e-03 0.0053\n";
  CHECK(!readNetworkOutput(with(turns, "")).value().network.shared.isMeasured());
  CHECK(std::isinf(readNetworkOutput(with("4064", "-1")).value().network.local.eager_limit_bytes));
}

TEST_CASE("what is no output of the measuring program is refused") {
  for (const std::string &text :
       {with("tare-network end\n", ""), with("local 8", "local 0"), with("5e-07 9e-07", "0 0"),
        with("5e-07 9e-07", "5e-07 4e-07"), with("eager local", "eager here"),
        with("turns 3.95e-03", "turns 0"), with("3 0.0053", "3 1.5"), with("ranks 2", "ranks no"),
        with("8 5e-07", "8 many"), std::string()})
    CHECK(!readNetworkOutput(text).ok());
  CHECK_THAT(readNetworkOutput(with("pair", "peer")).error().text(), Contains("peer"));
}

TEST_CASE("a launcher is the same with any number of ranks, and another one with other options") {
  auto launcher = [](std::vector<std::string> command) {
    return networkKey(useOf(std::move(command))).at("launcher");
  };
  std::string plain = launcher({"mpirun", "-n", "2", "./a"});
  CHECK(launcher({"mpirun", "-np", "16", "/x/heat", "-n", "3"}) == plain);
  CHECK(launcher({"mpirun", "--bind-to", "core", "-n", "2", "./a"}) != plain);
  CHECK(launcher({"srun", "-n2", "./a"}) == launcher({"srun", "--ntasks=4", "./b"}));
  CHECK(launcher({"srun", "-N", "2", "-n2", "./a"}) != launcher({"srun", "-n2", "./a"}));
  CHECK(launcher({"./a"}).empty());
  NetworkUse tcp = useOf({"env", "OMPI_MCA_btl=tcp,self", "mpirun", "-n", "2", "./a"});
  CHECK(networkKey(tcp).at("transport") != networkKey(useOf({"mpirun", "./a"})).at("transport"));
}

TEST_CASE("the table of the same launcher is found, else the newest of the same MPI") {
  Scratch scratch;
  NetworkUse mpirun = useOf({"mpirun", "-n", "2", "./a"});
  NetworkUse bound = useOf({"mpirun", "--bind-to", "core", "-n", "2", "./a"});
  CHECK(!keptNetwork(scratch.path(), mpirun).value());
  CHECK(!keptNetwork("", mpirun).value());
  REQUIRE(keepNetwork(scratch.path(), measured(mpirun, "2026-01-02")).ok());
  REQUIRE(keepNetwork(scratch.path(), measured(bound, "2026-01-01")).ok());
  auto found = keptNetwork(scratch.path(), useOf({"mpirun", "-n", "64", "./b"})).value();
  REQUIRE(found);
  CHECK(found->same_launcher);
  CHECK(found->stored.measured_utc == "2026-01-02");
  CHECK(keptNetwork(scratch.path(), bound).value()->stored.measured_utc == "2026-01-01");
  found = keptNetwork(scratch.path(), useOf({"srun", "-n", "2", "./a"})).value();
  REQUIRE(found);
  CHECK(!found->same_launcher);
  CHECK(found->stored.measured_utc == "2026-01-02");
  CHECK(!keptNetwork(scratch.path(), useOf({"mpirun", "-n", "2", "./a"}, "MPI 2")).value());
}

TEST_CASE("MPI's version is compared as message files have it") {
  std::string whole = "MPI Version:\t4.0 " + std::string(80, 'x');
  CHECK(networkKey(useOf({"./a"}, whole)) ==
        networkKey(useOf({"./a"}, "MPI Version: 4.0 " + std::string(46, 'x'))));
  CHECK(networkKey(useOf({"./a"}, "MPI 2")) != networkKey(useOf({"./a"}, "MPI 3")));
}

TEST_CASE("a kept network is a table for others, and a damaged one is an error") {
  Scratch scratch;
  NetworkUse use = useOf({"mpirun", "-n", "2", "./a"});
  StoredNetwork stored = measured(use, "2026-01-02");
  REQUIRE(keepNetwork(scratch.path(), stored).ok());
  std::string path = networkPath(scratch.path(), stored.key);
  CHECK(readNetworkFile(path).value().local.points.size() == 1);
  REQUIRE(writeFileAtomic(path, "{").ok());
  CHECK_THAT(keptNetwork(scratch.path(), use).error().text(), Contains(path));
}

TEST_CASE("the compiler wrapper beside a launcher comes first") {
  CHECK(wrappersOfLauncher({"mpirun", "-n", "2"}, "/x/mpicc") ==
        std::vector<std::string>{"/x/mpicc"});
  CHECK(wrappersOfLauncher({"no-such-mpirun"}, "").front() == "mpicc");
  Scratch scratch;
  std::string launcher = scratch.path() + "/mpirun";
  REQUIRE(writeFileAtomic(launcher, "#!/bin/sh\n", 0700).ok());
  CHECK(wrappersOfLauncher({"taskset", "-c", "0", launcher}, "").front() ==
        scratch.path() + "/mpicc");
}
