// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "tests/runner/fakes.h"

#include <sys/stat.h>

using namespace tare;
using tare::testing::Scratch;

namespace {

Manifest fullManifest() {
  Manifest manifest;
  manifest.program = "lu2";
  manifest.reference = "serial";
  manifest.started_utc = "2026-01-02T03:04:05Z";
  manifest.command_line = {"tare", "overheads", "--source", "lu 2.c"};
  manifest.commands = {{"serial", "build/serial 'a b'"}};
  manifest.compile = {{"serial", "gcc -O2 lu2.c -lm"}};
  manifest.parameters = {{"n", "1100"}};
  manifest.environment = {{"OMP_PROC_BIND", "true"}};
  manifest.sources = {{"src/lu2.c", "0123456789abcdef"}};
  manifest.threads = {1, 2};
  manifest.same_source = true;
  manifest.started_in = "/home/u/p/src";
  manifest.missing_roles = {"ignored"};
  manifest.ended = false;
  manifest.interrupted = true;
  manifest.repeat = 5;
  manifest.probed_environment = {{"TARE_BUDGET", "2%"}};
  manifest.check = true;
  manifest.check_ignore = "time|threads";
  manifest.check_tolerance = 1e-6;
  manifest.compare = false;
  manifest.outputs = Outputs{OutputStatus::Differs, "by hash", 7, 3, 5, 1, 2, 1, 1, 1e-9, {}};
  manifest.outputs->difference =
      Outputs::Difference{"parallel", "serial", 2, 1, 4, "a", {}, 0, 0, 3, 7};
  manifest.predicted_s = {{1, 0.001}, {2, 0.0025}};
  manifest.source_root = "/home/u/p";
  manifest.machine = {"host", "cpu", "rdtsc", "6.1", 2, 8e9, {{1, 32768, 1}}, 2.1e9};
  manifest.openmp_runtime = {"libomp", "/usr/lib/libomp.so.5", true};
  manifest.build = {"GCC", "0a", std::string(40, 'c'), true};
  manifest.warnings = {"a \"warning\""};
  RunRecord run;
  run.number = 1;
  run.repetition = 1;
  run.role = "instrumented";
  run.threads = 2;
  run.argv = {"./pi", "\xff not UTF-8"};
  run.exit_status = 139;
  run.signal = 11;
  run.timed_out = true;
  run.wall_s = 1.25;
  run.window_cpu_s = 0.75;
  run.window_ticks = int64_t(1) << 60;
  run.window_source = "window";
  run.runq_s = 0.5;
  run.threads_alive = 3;
  run.counts.faults = 17;
  run.counts.cycles = 1e12;
  run.foreign_cpu_s = 0.25;
  run.register_probe_s = 0.001;
  run.memory_probe_s = 0.002;
  run.profile = "runs/001/tare-pi-1/profile.tare";
  run.accepted = "failed";
  run.output = "differs";
  manifest.runs = {run};
  run.profile = "pilot/runs/001/tare-pi-1/profile.tare";
  manifest.pilots = {run};
  return manifest;
}

/// Writes a good manifest with one piece of its text replaced, and reads it back.
Result<Manifest> tampered(const std::string &from, const std::string &to) {
  Scratch folder;
  REQUIRE(writeManifest(folder.path(), fullManifest()).ok());
  std::string path = folder.path() + "/manifest.json";
  std::string text = readFile(path).value();
  size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  REQUIRE(writeFileAtomic(path, text.replace(at, from.size(), to)).ok());
  return readManifest(folder.path());
}

} // namespace

TEST_CASE("a manifest comes back as it was written, and is private") {
  Scratch folder;
  Manifest before = fullManifest();
  REQUIRE(writeManifest(folder.path(), before).ok());
  Result<Manifest> read = readManifest(folder.path());
  REQUIRE(read.ok());
  const Manifest &after = read.value();
  CHECK(after.program == before.program);
  CHECK(after.reference == before.reference);
  CHECK(after.command_line == before.command_line);
  CHECK(after.commands == before.commands);
  CHECK(after.compile == before.compile);
  CHECK(after.check_ignore == before.check_ignore);
  CHECK(after.check_tolerance == before.check_tolerance);
  CHECK_FALSE(after.compare);
  CHECK(after.runs[0].output == "differs");
  REQUIRE(after.outputs);
  CHECK(after.outputs->status == OutputStatus::Differs);
  CHECK(after.outputs->reason == "by hash");
  CHECK(after.outputs->passedOver() == 4);
  CHECK(after.outputs->largest_difference == 1e-9);
  REQUIRE(after.outputs->difference);
  CHECK(after.outputs->difference->expected == "a");
  CHECK_FALSE(after.outputs->difference->found);
  CHECK(after.outputs->difference->of_runs == 7);
  CHECK(after.parameters == before.parameters);
  CHECK(after.environment == before.environment);
  CHECK(after.sources == before.sources);
  CHECK(after.same_source);
  CHECK(after.started_in == "/home/u/p/src");
  CHECK(after.missing_roles == before.missing_roles);
  CHECK(after.ended == before.ended);
  CHECK(after.interrupted == before.interrupted);
  CHECK(after.runs[0].counts.faults == 17);
  CHECK(after.runs[0].counts.cycles == 1e12);
  CHECK_FALSE(after.runs[0].counts.switches.has_value());
  CHECK(after.threads == before.threads);
  CHECK(after.repeat == 5);
  CHECK(after.probed_environment == before.probed_environment);
  CHECK(after.check);
  CHECK(after.predicted_s == before.predicted_s);
  CHECK(after.source_root == before.source_root);
  CHECK(after.machine.ticks_per_second == before.machine.ticks_per_second);
  CHECK(after.openmp_runtime == before.openmp_runtime);
  CHECK(after.warnings == before.warnings);
  REQUIRE(after.runs.size() == 1);
  CHECK(after.runs[0].window_ticks == before.runs[0].window_ticks);
  CHECK(after.runs[0].profile == before.runs[0].profile);
  CHECK(after.runs[0].timed_out);
  CHECK(after.runs[0].window_cpu_s == 0.75);
  CHECK(after.runs[0].signal == 11);
  CHECK(after.runs[0].threads_alive == 3);
  REQUIRE(after.pilots.size() == 1);
  CHECK(after.pilots[0].profile == before.pilots[0].profile);
  CHECK(after.pilots[0].threads == 2);
  struct stat about;
  REQUIRE(::stat((folder.path() + "/manifest.json").c_str(), &about) == 0);
  CHECK((about.st_mode & 0777) == 0600);
}

TEST_CASE("a manifest that points out of its folder is refused") {
  for (const char *path : {"/etc/passwd", "../../etc/passwd", "runs/../../x", "runs//x", "."}) {
    if (std::string(path) == ".")
      continue; // stays inside: the profile reader refuses a folder
    for (const char *profile :
         {"\"runs/001/tare-pi-1/profile.tare", "\"pilot/runs/001/tare-pi-1/profile.tare"}) {
      Result<Manifest> read = tampered(profile, std::string("\"") + path);
      REQUIRE_FALSE(read.ok());
      CHECK(read.error().message.find("[0].profile' leads out") != std::string::npos);
    }
  }
  CHECK_FALSE(tampered("src/lu2.c", "../lu2.c").ok());
  CHECK_FALSE(tampered("src/lu2.c", "/lu2.c").ok());
  CHECK_FALSE(tampered("/home/u/p", "relative").ok());
}

TEST_CASE("a manifest of the wrong shape is refused, never guessed at") {
  CHECK_FALSE(tampered("tare.manifest/1", "tare.manifest/9").ok());
  CHECK_FALSE(tampered("\"repeat\": 5", "\"repeat\": \"5\"").ok());
  CHECK_FALSE(tampered("\"repeat\": 5", "\"repeat\": 1e300").ok());
  CHECK_FALSE(tampered("\"repeat\": 5", "\"repeat\": -5").ok());
  CHECK_FALSE(tampered("\"repeat\": 5", "\"repeat\": 18446744073709551615").ok());
  CHECK_FALSE(tampered("\"repeat\": 5", "\"again\": 5").ok());
  CHECK_FALSE(tampered("\"check\": true", "\"check\": 1").ok());
  CHECK_FALSE(tampered("\"instrumented\"", "\"other\"").ok());
  CHECK_FALSE(tampered("\"wall_s\": 1.25", "\"wall_s\": -1.25").ok());
  CHECK_FALSE(tampered("\"wall_s\": 1.25", "\"wall_s\": null").ok());
  CHECK_FALSE(tampered("\"exit_status\": 139", "\"exit_status\": 4000000000").ok());
  CHECK_FALSE(tampered("\"predicted_s\": 0.0025", "\"predicted_s\": -1").ok());
  CHECK_FALSE(tampered("{", "[").ok());
}

TEST_CASE("keys that this version does not know are passed over") {
  CHECK(tampered("\"repeat\": 5", "\"later\": [1], \"repeat\": 5").ok());
  CHECK(tampered("\"predicted\":", "\"foretold\":").ok()); // nor those that an earlier one lacks
}

TEST_CASE("no manifest at all, and a bottomless one") {
  Scratch folder;
  CHECK_FALSE(readManifest(folder.path()).ok());
  REQUIRE(writeFileAtomic(folder.path() + "/manifest.json", std::string(1 << 20, '[')).ok());
  CHECK_FALSE(readManifest(folder.path()).ok());
}

TEST_CASE("a pipe in place of a manifest is not waited for") {
  Scratch folder;
  REQUIRE(::mkfifo((folder.path() + "/manifest.json").c_str(), 0600) == 0);
  CHECK_FALSE(readManifest(folder.path()).ok());
}

TEST_CASE("a results folder is new, private, and ignored by git") {
  Scratch base;
  std::string results = base.path() + "/tare-results";
  Result<std::string> first = makeResultsFolder(results, "my program/../x");
  Result<std::string> second = makeResultsFolder(results, "my program/../x");
  REQUIRE(first.ok());
  REQUIRE(second.ok());
  CHECK(first.value() != second.value());
  CHECK(startsWith(first.value(), results + "/tare-my_program_.._x-"));
  CHECK(readFile(results + "/.gitignore").value() == "*\n");
  struct stat about;
  REQUIRE(::stat(first.value().c_str(), &about) == 0);
  CHECK((about.st_mode & 0777) == 0700);
  REQUIRE(::stat(results.c_str(), &about) == 0);
  CHECK((about.st_mode & 0777) == 0700);
}

TEST_CASE("a folder of the user's gets no .gitignore of ours") {
  Scratch base;
  REQUIRE(makeResultsFolder(base.path(), "x").ok());
  CHECK_FALSE(fileExists(base.path() + "/.gitignore"));
}

TEST_CASE("where no folder can be made, the message says what to do") {
  Scratch base;
  REQUIRE(writeFileAtomic(base.path() + "/file", "").ok());
  Result<std::string> made = makeResultsFolder(base.path() + "/file/below", "x");
  REQUIRE_FALSE(made.ok());
  CHECK(made.error().next.find("--output") != std::string::npos);
}

TEST_CASE("a manifest of an earlier version does not tell whether it was interrupted") {
  Result<Manifest> read = tampered("\"interrupted\"", "\"unknown\"");
  REQUIRE(read.ok());
  CHECK_FALSE(read.value().interrupted);
  CHECK_FALSE(read.value().ended);
}

TEST_CASE("a manifest of an earlier version knows neither counts nor one source") {
  Result<Manifest> read = tampered("\"same_source\"", "\"unknown\"");
  REQUIRE(read.ok());
  CHECK_FALSE(read.value().same_source);
  CHECK_FALSE(tampered("\"faults\": 17", "\"faults\": -17").ok());
  CHECK_FALSE(tampered("\"instrumented\"", "\"elsewhere\"").ok());
}

TEST_CASE("a manifest of an earlier version knows no pilot runs") {
  Result<Manifest> read = tampered("\"pilots\"", "\"unknown\"");
  REQUIRE(read.ok());
  CHECK(read.value().pilots.empty());
}
