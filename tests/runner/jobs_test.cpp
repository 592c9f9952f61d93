// SPDX-License-Identifier: Apache-2.0
// What a run of a job left: which rank ended it, whether all processes are of one job, and where
// the library that records messages goes.
#include "catch.hpp"
#include "driver/runs/job_messages.h"
#include "driver/runs/job_run.h"
#include "driver/runs/lost_ranks.h"
#include "driver/runs/srun_mpi.h"

using namespace tare;
using Catch::Contains;

TEST_CASE("Open MPI names the rank that a signal ended, or that left with a status") {
  CHECK(lostRanks("------\nmpirun noticed that process rank 1 with PID 42 on node big exited on "
                  "signal 9 (Killed).\n-----\n",
                  {}) == std::vector<LostRank>{{1, "signal 9 (Killed)"}});
  CHECK(lostRanks("The first process to do so was:\n\n  Process name: [[49381,1],3]\n"
                  "  Exit code:    7\n",
                  {}) == std::vector<LostRank>{{3, "exit status 7"}});
}

TEST_CASE("MPICH names the process, whose files say its rank") {
  std::string text = "=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES\n"
                     "=   PID 77 RUNNING AT big\n=   EXIT CODE: 9\n"
                     "YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Killed (signal 9)\n";
  CHECK(lostRanks(text, {{76, 0}, {77, 1}}) == std::vector<LostRank>{{1, "signal 9 (Killed)"}});
  std::vector<LostRank> early = lostRanks(text, {{76, 0}});
  REQUIRE(early.size() == 1);
  CHECK(lostText(early[0]) == "process 77 (before it measured anything) by signal 9 (Killed)");
}

TEST_CASE("Slurm names the task") {
  CHECK(lostRanks("srun: error: big: task 1: Killed\n", {}) ==
        std::vector<LostRank>{{1, "Killed"}});
  CHECK(lostRanks("srun: error: big: task 0: Exited with exit code 3\n", {}) ==
        std::vector<LostRank>{{0, "exit status 3"}});
}

TEST_CASE("other text names no rank") {
  CHECK(lostRanks("", {}).empty());
  CHECK(lostRanks("EXIT CODE: 9\nExit code: 3\nProcess name: [[1,1],x]\nPID 99999999999999999999 "
                  "RUNNING AT x\nnoticed that process rank \n",
                  {{1, 0}})
            .empty());
}

TEST_CASE("processes of a job of two, as MPI sees them") {
  std::vector<std::string> command = {"mpirun", "-n", "2", "./p"};
  auto file = [](int rank, int ranks, uint64_t pid, bool is_spawned = false) {
    return MessageFile{"messages." + std::to_string(pid), {rank, ranks, pid, is_spawned}};
  };
  RunSize two{2, 2};
  CHECK_FALSE(notOneJob({file(0, 2, 10), file(1, 2, 11)}, command, two));
  CHECK_FALSE(notOneJob({file(0, 1, 10)}, command, {1, 1}));
  std::optional<Error> alone = notOneJob({file(0, 1, 10), file(0, 1, 11)}, command, two);
  REQUIRE(alone);
  CHECK_THAT(alone->message, Contains("each is a job of 1 rank"));
  CHECK_THAT(alone->next, Contains("of the MPI that it was built with"));
  std::optional<Error> several =
      notOneJob({file(0, 2, 10), file(1, 2, 11), file(0, 2, 12), file(1, 2, 13)}, command, two);
  REQUIRE(several);
  CHECK_THAT(several->message, Contains("rank 0 was there more than once"));
  std::optional<Error> spawned =
      notOneJob({file(0, 2, 10), file(1, 2, 11), file(0, 3, 12, true)}, command, two);
  REQUIRE(spawned);
  CHECK_THAT(spawned->message, Contains("MPI_Comm_spawn"));
}

TEST_CASE("srun: what it offers, and which of that an MPI knows") {
  CHECK(isBySrun({"srun", "-n", "2", "./p"}));
  CHECK(isBySrun({"env", "A=1", "/usr/bin/srun", "--mpi=pmix", "./p"}));
  CHECK_FALSE(isBySrun({"mpirun", "-n", "2", "./p"}));
  std::vector<std::string> offered =
      offeredMpi("MPI plugin types are...\n\tpmix\n\tnone\n\tcray_shasta\n\tpmi2\n"
                 "specific pmix plugin versions available: pmix_v4\n");
  CHECK(offered == std::vector<std::string>{"cray_shasta", "pmi2", "pmix"});
  CHECK_THAT(srunAdvice(offered),
             Contains("srun --mpi=pmi2 (MPICH and its like) or srun --mpi=pmix (Open MPI)") &&
                 Contains("this Slurm offers cray_shasta, pmi2, pmix"));
  CHECK_THAT(srunAdvice({"pmix"}), !Contains("pmi2") && Contains("--mpi=pmix"));
  CHECK_THAT(srunAdvice(std::vector<std::string>{"cray_shasta"}),
             !Contains("say") && Contains("offers cray_shasta"));
  CHECK_THAT(srunAdvice(std::vector<std::string>()), Contains("pmi2") && !Contains("offers"));
  CHECK(offeredMpi("").empty());
}

TEST_CASE("each program of a job gets the library, and the launcher does not") {
  RunSetting setting;
  setting.window_library = "/w.so";
  setting.message_library = "/m.so";
  std::vector<std::string> own = {"env", "LD_PRELOAD=/m.so:/w.so"};
  auto preloaded = [&](std::vector<std::string> words) {
    return preloadedIntoRanks(words, setting);
  };
  CHECK(preloaded({"mpirun", "-n", "2", "/bin/true", "x"}) ==
        std::vector<std::string>{"mpirun", "-n", "2", own[0], own[1], "/bin/true", "x"});
  CHECK(preloaded({"mpirun", "-n", "1", "/bin/true", "a", ":", "-n", "3", "/bin/false", "b"}) ==
        std::vector<std::string>{"mpirun", "-n", "1", own[0], own[1], "/bin/true", "a", ":", "-n",
                                 "3", own[0], own[1], "/bin/false", "b"});
  CHECK(preloaded({"mpirun", "-n", "2", "/bin/true", ":", "no-program-of-this-name"}) ==
        std::vector<std::string>{"mpirun", "-n", "2", own[0], own[1], "/bin/true", ":",
                                 "no-program-of-this-name"});
}
