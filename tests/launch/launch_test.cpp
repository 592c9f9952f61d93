// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"

#include "analyzer/launch/launch.h"
#include "base/text.h"

using namespace tare;

namespace {

std::vector<std::string> split(const std::string &command) { return splitCommand(command).value(); }

std::string programOf(const std::string &command) {
  Launch launch = launchOf(split(command));
  return launch.words.at(launch.program);
}

} // namespace

TEST_CASE("the program of a command is the one behind its launchers") {
  CHECK(programOf("./pi 1000") == "./pi");
  CHECK(programOf("pi ./input") == "pi");
  for (const char *launcher : {"env A=1 B=",
                               "env -i A=1",
                               "env -u X --unset Y --unset=Z -C /tmp A=./b",
                               "/usr/bin/env -",
                               "A=1",
                               "nice",
                               "nice -n 5",
                               "nice -5",
                               "nice --adjustment=5",
                               "taskset 3",
                               "taskset -c 0,1",
                               "taskset -ac 0-3",
                               "numactl --interleave=all",
                               "numactl -N 0 --membind 0 -l",
                               "numactl -C0 --",
                               "stdbuf -oL",
                               "stdbuf -o L -e0",
                               "time -p",
                               "time -f %e -o t",
                               "timeout -k 5 10",
                               "nohup",
                               "setarch -R",
                               "setarch x86_64 -R",
                               "mpirun -n 4",
                               "mpiexec -n 2 --bind-to core",
                               "srun --mpi=pmix -n 2",
                               "mpirun -hostfile /a/hosts -np 2 -x LIB=/a -x B",
                               "mpiexec -machinefile /a/m -genv LIB /a/b -ppn 2",
                               "srun -H -p test --chdir /a",
                               "mpirun --mca plm_rsh_agent /a/ssh -np 1 env -u C",
                               "env A=1 taskset -c 0 nice mpirun -np 2 env B=2"})
    CHECK(programOf(std::string(launcher) + " ./pi 1000 ./input") == "./pi");
}

TEST_CASE("where no program can be told it is the launcher") {
  CHECK(programOf("mpirun -n 4 pi") == "mpirun");
  CHECK(programOf("env A=1") == "env");
  CHECK(programOf("nice -n 5") == "nice");
  CHECK(programOf("taskset -c") == "taskset");
  CHECK(launchOf({}).program == 0);
  CHECK(launchedProgram({}).empty());
}

TEST_CASE("a program of one's own may have a launcher's name") {
  CHECK(programOf("./time 1000") == "./time");
  CHECK(programOf("/home/me/env ./data") == "/home/me/env");
  CHECK(programOf("/usr/bin/time ./pi") == "./pi");
}

TEST_CASE("behind mpirun a program is what can be executed on this machine") {
  CHECK(launchedProgram(split("mpirun -n 4 --map-by core true x")) == "true");
  CHECK(launchedProgram(split("mpirun -n 4 --hostfile ./no-such-file sh")) == "sh");
  CHECK(launchedProgram(split("srun -p test /bin/sh 1")) == "/bin/sh");
  CHECK(launchedProgram(split("mpirun -host sh -np 1 true")) == "true");
  CHECK(launchedProgram(split("mpirun --what-is-this test /bin/sh")) == "/bin/sh");
  CHECK(launchedProgram(split("mpirun -np 1 A=/bin/true /bin/sh")) == "/bin/sh");
}

TEST_CASE("what env splits are words of the command") {
  for (const char *command :
       {"env -S './pi 1'", "env '-S./pi 1'", "env -iS './pi 1'", "env --split-string './pi 1'",
        "env '--split-string=A=1 ./pi 1'", "env -S 'A=1 ./pi' 1"}) {
    Launch launch = launchOf(split(command));
    CHECK(launch.words.at(launch.program) == "./pi");
    CHECK(launch.words.back() == "1");
  }
}

TEST_CASE("what a launcher sets and what it is are told apart") {
  Launch launch = launchOf(split("env -u OMP_PLACES -uB A=1 LIB=./x=y taskset -c 0 ./pi C=3"));
  CHECK(launch.environment == std::map<std::string, std::string>{{"A", "1"}, {"LIB", "./x=y"}});
  CHECK(launch.unset == std::set<std::string>{"B", "OMP_PLACES"});
  CHECK(joinText(launch.through, " ") == "taskset -c 0");
  CHECK(launchOf(split("./pi A=1")).environment.empty());
}

TEST_CASE("launchers may be called by the MPI that they belong to") {
  for (std::string name : {"mpirun.openmpi", "mpiexec.hydra", "orterun", "/usr/bin/mpirun.mpich"})
    CHECK(programOf(name + " -n 2 ./p 100") == "./p");
  CHECK(programOf("./mpirun.own 2") == "./mpirun.own");
  CHECK(programOf("srun --mpi pmix -n 2 ./p") == "./p");
}
