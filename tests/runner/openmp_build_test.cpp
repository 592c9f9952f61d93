// SPDX-License-Identifier: Apache-2.0
// Which OpenMP runtime the program ran on, and how that was built.
#include "catch.hpp"
#include "driver/results/experiment_of.h"
#include "driver/runs/openmp_build.h"
#include "tests/runner/fakes.h"

#include <sys/stat.h>

using namespace tare;
using namespace tare::testing;

namespace {

/// A file with the message that a debug build formats at each start of a loop, or without.
std::string libraryIn(const Scratch &folder, bool is_debug) {
  std::string path = folder.path() + (is_debug ? "/libomp.so.5" : "/libomp.so.6");
  std::string text = is_debug ? "..__kmpc_for_static_init: T#%d sched=%d.." : "..__kmpc_..";
  REQUIRE(writeFileAtomic(path, text).ok());
  return path;
}

OpenMPRuntime learnt(const std::string &file, const std::string &name) {
  FakeExperiment experiment;
  experiment.processes.script = [=](const Command &command, size_t) {
    Act act;
    act.openmp_file = command.argv[0] == "./pi" ? file : "/usr/lib/libgomp.so.1";
    return act;
  };
  experiment.read_profile = [=](const std::string &path) {
    Result<Profile> read = readFakeProfile(path);
    if (read.ok())
      read.value().openmp_runtime = name;
    return read;
  };
  experiment.run();
  Manifest manifest = readManifest(experiment.folder.path()).value();
  Result<Experiment> made =
      experimentOf(experiment.folder.path(), manifest, {}, experiment.read_profile);
  REQUIRE(made.ok());
  CHECK(made.value().openmp_runtime == manifest.openmp_runtime);
  return manifest.openmp_runtime;
}

} // namespace

TEST_CASE("the manifest keeps the runtime of the program with probes, and how that was built") {
  Scratch folder;
  std::string debug = libraryIn(folder, true), release = libraryIn(folder, false);
  CHECK(learnt(debug, "libomp") == OpenMPRuntime{"libomp", debug, true});
  CHECK(learnt(release, "libomp") == OpenMPRuntime{"libomp", release, false});
  CHECK(learnt(debug, "libgomp") == OpenMPRuntime{"libgomp", debug, false}); // it has no such build
  CHECK(learnt("/nowhere/libomp.so", "libomp") ==
        OpenMPRuntime{"libomp", "/nowhere/libomp.so", false});
}

TEST_CASE("a runtime that is linked in is looked for in the program") {
  Scratch folder;
  Profile profile;
  profile.openmp_runtime = "libomp";
  profile.program = libraryIn(folder, true);
  CHECK(openMPRuntimeOf(profile, "") ==
        OpenMPRuntime{"libomp", "", false}); // no program: not executable
  REQUIRE(::chmod(profile.program.c_str(), 0700) == 0);
  CHECK(openMPRuntimeOf(profile, "") == OpenMPRuntime{"libomp", "", true});
}
