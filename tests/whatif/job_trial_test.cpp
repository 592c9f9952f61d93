// SPDX-License-Identifier: Apache-2.0
// How a predicted job is run, where that can be: the settings, and what is refused.
#include "catch.hpp"
#include "driver/whatif/job_trial.h"
#include "tests/jobs/hand_made.h"

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

using Words = std::vector<std::string>;

/// The example on one node of four cores. Its network: 5 us, and 1 ms for 1 MB.
class ExampleTrial {
public:
  ExampleTrial() {
    known.cores = 4;
    NetworkTable local = {{{0, 5e-6, 1e-6, 0}, {1e6, 5e-6 + 1e-3, 1e-6, 0}}};
    local.eager_limit_bytes = 4096;
    known.from = Network{"Open MPI v4.1", local, local};
    job.library = "Open MPI v4.1";
  }

  Result<JobTrial> of(const JobQuestion &question, int cores = 4) const {
    TARE_TRY(JobScenario scenario, jobScenario(job, question, known));
    return jobTrial(job, question, scenario, cores);
  }

  std::string refusal(const JobQuestion &question) const {
    Result<JobTrial> trial = of(question);
    return trial.ok() ? "" : trial.error().text();
  }

  Job job = jobOfLogs(exampleLogs(), 81 * ms);
  JobSurroundings known;
};

} // namespace

TEST_CASE("a slower network is one whose messages are delayed") {
  ExampleTrial example;
  JobTrial slow = example.of({.network = "local-latency=x10"}).value();
  CHECK(slow.delays_messages);
  CHECK(slow.words == Words{"env", "TARE_MPI_LATENCY_US=50", "TARE_MPI_BANDWIDTH_MB_S=1000"});
  JobTrial narrow = example.of({.network = "local-bandwidth=/4"}).value();
  CHECK(narrow.words == Words{"env", "TARE_MPI_LATENCY_US=5", "TARE_MPI_BANDWIDTH_MB_S=250"});
  JobTrial eager = example.of({.network = "local-eager=1KiB"}).value();
  CHECK(eager.words.back() == "TARE_MPI_EAGER_BYTES=1024");
}

TEST_CASE("a faster network, or one that takes no time, cannot be run") {
  ExampleTrial example;
  CHECK_THAT(example.refusal({.network = "local-latency=/2"}), Contains("not made faster"));
  CHECK_THAT(example.refusal({.network = "local-latency=x2,local-bandwidth=x2"}),
             Contains("not made faster"));
  CHECK_THAT(example.refusal({.network = "local-eager=1MiB"}), Contains("eager limit"));
  CHECK_THAT(example.refusal({.network = "free"}), Contains("no time"));
}

TEST_CASE("fewer cores, and what waiting ranks do, are settings of the launcher's environment") {
  ExampleTrial example;
  JobTrial one = example.of({.cores = 1, .waiting_ranks = "yield"}).value();
  REQUIRE(one.words.size() == 5);
  CHECK(one.words[1] == "OMPI_MCA_mpi_yield_when_idle=1");
  CHECK(one.words[2] == "taskset");
  CHECK_FALSE(one.delays_messages);
  CHECK(example.of({.waiting_ranks = "spin"}).value().words.back() ==
        "OMPI_MCA_mpi_yield_when_idle=0");
  CHECK_THAT(example.refusal({.cores = 1.5}), Contains("part of a core"));
  CHECK_THAT(example.refusal({.cores = 8}), Contains("4 cores here, not 8"));
  example.job.library = "MPICH 4.0";
  CHECK_THAT(example.refusal({.waiting_ranks = "spin"}), Contains("only Open MPI"));
}

TEST_CASE("several nodes and the order of receives are refused") {
  ExampleTrial example;
  CHECK_THAT(example.refusal({.placement = "nodes=2"}), Contains("several nodes"));
  CHECK_THAT(example.refusal({.receives = "fifo"}), Contains("cannot be chosen"));
  CHECK(example.of({.receives = "measured"}).value().words.empty());
}
