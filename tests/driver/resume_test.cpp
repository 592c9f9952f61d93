// SPDX-License-Identifier: Apache-2.0
#include "driver/resume.h"

#include "catch.hpp"
#include "tests/runner/fakes.h"

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

ExperimentIdentity identity() { return {{"sources", "x.c 1"}, {"host", "h"}}; }

/// Interrupted during so many runs from the start.
struct Interrupted : FakeExperiment {
  explicit Interrupted(size_t during) {
    manifest.identity = identity();
    processes.script = [during](const Command &, size_t number) {
      Act act;
      act.outcome.interrupted = number == during ? 2 : 0;
      return act;
    };
    CHECK(run().ending == Ending::interrupted);
    processes.script = nullptr;
  }

  void resume() {
    Result<Manifest> resumed = resumedManifest(folder.path(), identity());
    REQUIRE(resumed.ok());
    manifest = resumed.value();
    CHECK(run().ending == Ending::complete);
  }
};

} // namespace

TEST_CASE("an experiment that was interrupted goes on, and no run that ended is made again") {
  FakeExperiment whole;
  whole.manifest.identity = identity();
  CHECK(whole.run().ending == Ending::complete);
  for (size_t during : {size_t(1), size_t(3), size_t(9)}) {
    Interrupted experiment(during);
    experiment.resume();
    CHECK(experiment.processes.commands.size() == whole.processes.commands.size() + 1);
    REQUIRE(experiment.result.runs.size() == whole.result.runs.size());
    for (size_t i = 0; i < whole.result.runs.size(); ++i) {
      CHECK(experiment.result.runs[i].role == whole.result.runs[i].role);
      CHECK(experiment.result.runs[i].number == static_cast<int>(i) + 1);
      CHECK(experiment.result.runs[i].accepted == whole.result.runs[i].accepted);
    }
    CHECK(experiment.result.ended);
    CHECK_FALSE(experiment.result.interrupted);
    CHECK(experiment.result.warnings.empty());
  }
}

TEST_CASE("what is not as it was is named, and nothing is run") {
  Interrupted experiment(5);
  ExperimentIdentity other = identity();
  other["sources"] = "x.c 2";
  Result<Manifest> refused = resumedManifest(experiment.folder.path(), other);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message == "the experiment cannot go on: sources was 'x.c 1' when it was "
                                   "begun, and is 'x.c 2' now");
  other = identity();
  other["compiler"] = "gcc";
  CHECK_THAT(resumedManifest(experiment.folder.path(), other).error().message,
             Contains("compiler was ''"));
  const Manifest interrupted = readManifest(experiment.folder.path()).value();
  Manifest redacted = interrupted;
  redacted.redacted = true;
  REQUIRE(writeManifest(experiment.folder.path(), redacted).ok());
  CHECK_THAT(resumedManifest(experiment.folder.path(), identity()).error().message,
             Contains("--redact"));
  REQUIRE(writeManifest(experiment.folder.path(), interrupted).ok());
  experiment.resume();
  CHECK_THAT(resumedManifest(experiment.folder.path(), identity()).error().message,
             Contains("has ended"));
  CHECK_FALSE(resumedManifest("/nowhere", identity()).ok());
}

TEST_CASE("the identity knows the settings, the environment and the programs' files") {
  Manifest manifest;
  manifest.threads = {1, 2};
  manifest.environment = {{"OMP_PROC_BIND", "true"}, {"TARE_VERBOSE", "1"}};
  Programs programs;
  programs.parallel = {"/bin/sh", "-c", "true"};
  ExperimentIdentity before = experimentIdentity(manifest, programs, {{"compiler", "gcc"}});
  CHECK(before.at("compiler") == "gcc");
  CHECK(before.at("OpenMP environment") == "OMP_PROC_BIND=true");
  CHECK(before.at("the parallel program's file").size() == 16);
  manifest.precision = 0.01;
  CHECK(experimentIdentity(manifest, programs, {{"compiler", "gcc"}}) != before);
}
