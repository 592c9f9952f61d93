// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "driver/results/noise.h"
#include "driver/results/schedule.h"
#include "driver/runs/noise_meter.h"

using namespace tare;

namespace {

RunRecord quietRun(int repetition, const char *role, int threads) {
  RunRecord run;
  run.repetition = repetition;
  run.role = role;
  run.threads = threads;
  run.wall_s = 1.1;
  run.window_ticks = 1000;
  run.register_probe_s = 0.001;
  run.memory_probe_s = 0.002;
  return run;
}

Manifest quietExperiment(int repetitions, int threads = 2) {
  Manifest manifest;
  manifest.reference = "serial";
  manifest.threads = {threads};
  manifest.repeat = repetitions;
  manifest.machine.cores = 2;
  manifest.machine.ticks_per_second = 1000;
  for (int repetition = 1; repetition <= repetitions; ++repetition)
    for (const PlannedRun &planned : runsOfRepetition(repetition, {true}, {threads}))
      manifest.runs.push_back(quietRun(repetition, planned.role.c_str(), planned.size.threads));
  return manifest;
}

RunRecord &find(Manifest &manifest, int repetition, const std::string &role, int threads) {
  for (RunRecord &run : manifest.runs)
    if (run.repetition == repetition && run.role == role && run.threads == threads)
      return run;
  throw std::logic_error("no such run");
}

} // namespace

TEST_CASE("a quiet experiment is accepted whole") {
  Manifest manifest = quietExperiment(3);
  judgeRuns(manifest);
  for (const RunRecord &run : manifest.runs)
    CHECK(run.accepted == "yes");
}

TEST_CASE("waiting for a CPU is no reason to leave a run out, unless it is most disturbed") {
  Manifest manifest = quietExperiment(3);
  find(manifest, 2, "parallel", 2).runq_s = 0.21;
  find(manifest, 3, "parallel", 2).runq_s = 0.19;
  judgeRuns(manifest);
  CHECK(find(manifest, 2, "parallel", 2).accepted ==
        "threads waited for a CPU for 10 % of its time (limit 10 %)");
  std::vector<RepetitionRuns> repetitions = repetitionsOf(manifest, 2);
  REQUIRE(repetitions.size() == 3);
  CHECK(repetitions[0].rejected_because.empty());
  CHECK(repetitions[1].rejected_because.find("waited for a CPU") != std::string::npos);
  CHECK(repetitions[2].rejected_because.empty());
}

TEST_CASE("what runs wait usually is no disturbance, once there are enough to know it") {
  for (int repetitions : {4, 5}) {
    Manifest manifest = quietExperiment(repetitions);
    for (int repetition = 1; repetition <= repetitions; ++repetition)
      find(manifest, repetition, "parallel", 2).runq_s = 0.3; // 15 %
    find(manifest, 2, "parallel", 2).runq_s = 0.52;
    judgeRuns(manifest);
    bool known = repetitions == 5;
    CHECK((find(manifest, 1, "parallel", 2).accepted == "yes") == known);
    CHECK(find(manifest, 2, "parallel", 2).accepted ==
          (known ? "threads waited for a CPU for 26 % of its time (limit 25 %)"
                 : "threads waited for a CPU for 26 % of its time (limit 10 %)"));
  }
}

TEST_CASE("an outlier among runs that are alike is left out, slow or fast; waiting explains it") {
  Manifest manifest = quietExperiment(6);
  find(manifest, 2, "parallel", 2).window_ticks = 1100;
  find(manifest, 3, "parallel", 2).window_ticks = 1090;
  find(manifest, 3, "parallel", 2).runq_s = 0.18; // 90 ms of each thread
  find(manifest, 4, "parallel", 2).window_ticks = 1030;
  find(manifest, 5, "instrumented", 2).window_ticks = 900;
  judgeRuns(manifest);
  CHECK(find(manifest, 2, "parallel", 2).accepted == "it took 1.10 s, and runs like it 1.00 s");
  CHECK(find(manifest, 3, "parallel", 2).accepted == "yes");
  CHECK(find(manifest, 4, "parallel", 2).accepted == "yes");
  CHECK(find(manifest, 5, "instrumented", 2).accepted == "it took 900 ms, and runs like it 1.00 s");
  manifest = quietExperiment(4); // too few to have outliers
  find(manifest, 2, "parallel", 2).window_ticks = 1100;
  judgeRuns(manifest);
  CHECK(find(manifest, 2, "parallel", 2).accepted == "yes");
}

TEST_CASE("more threads than cores: waiting for a core is the program's own, others' time counts") {
  Manifest manifest = quietExperiment(2, 4);
  find(manifest, 1, "parallel", 4).runq_s = 2;
  find(manifest, 2, "parallel", 4).foreign_cpu_s = 0.4;
  judgeRuns(manifest);
  CHECK(find(manifest, 1, "parallel", 4).accepted == "yes");
  CHECK(find(manifest, 2, "parallel", 4).accepted ==
        "other programs had the CPUs for 20 % of its time (limit 10 %)");
}

TEST_CASE("threads that the program starts beyond p take turns on the cores too") {
  Manifest manifest = quietExperiment(2);
  for (RunRecord &run : manifest.runs)
    run.runq_s = 1;
  find(manifest, 1, "parallel", 2).threads_alive = 3;
  find(manifest, 2, "parallel", 2).threads_alive = 2;
  judgeRuns(manifest);
  CHECK(find(manifest, 1, "parallel", 2).accepted == "yes");
  CHECK(find(manifest, 2, "parallel", 2).accepted.find("threads waited") == 0);
}

TEST_CASE("what /proc/stat cannot resolve is no evidence") {
  Manifest manifest = quietExperiment(1, 4);
  RunRecord &run = find(manifest, 1, "parallel", 4);
  run.window_ticks = 10; // 10 ms
  run.foreign_cpu_s = 0.01;
  judgeRuns(manifest);
  CHECK(run.accepted == "yes");
}

TEST_CASE("warm-ups and failed runs are never accepted") {
  Manifest manifest = quietExperiment(1);
  manifest.runs.push_back(quietRun(0, "serial", 1));
  find(manifest, 1, "parallel", 2).signal = 11;
  judgeRuns(manifest);
  CHECK(manifest.runs.back().accepted == "warm-up");
  CHECK(find(manifest, 1, "parallel", 2).accepted == "failed");
  CHECK_FALSE(repetitionsOf(manifest, 2).at(0).complete);
}

TEST_CASE("a run that all numbers of threads share is taken from another repetition") {
  Manifest manifest = quietExperiment(3, 2);
  find(manifest, 1, "parallel", 2).runq_s = 1;
  find(manifest, 2, "serial", 1).runq_s = 1; // left out
  std::erase_if(manifest.runs, [](const RunRecord &run) {
    return run.repetition == 3 && run.role == "instrumented" && run.threads == 1; // never made
  });
  for (size_t i = 0; i < manifest.runs.size(); ++i)
    manifest.runs[i].number = static_cast<int>(i) + 1;
  judgeRuns(manifest);
  std::vector<RepetitionRuns> repetitions = repetitionsOf(manifest, 2);
  REQUIRE(repetitions.size() == 3);
  CHECK_FALSE(repetitions[0].rejected_because.empty()); // its own p was disturbed
  CHECK(repetitions[1].rejected_because.empty());
  CHECK(repetitions[1].serial->repetition == 3);
  CHECK(repetitions[2].rejected_because.empty());
  CHECK(repetitions[2].one->repetition == 1);
}

TEST_CASE("an extra repetition for one p is none of another") {
  Manifest manifest = quietExperiment(1, 2);
  for (const PlannedRun &planned : runsOfRepetition(2, {true}, {4}))
    manifest.runs.push_back(quietRun(2, planned.role.c_str(), planned.size.threads));
  judgeRuns(manifest);
  CHECK(repetitionsOf(manifest, 2).size() == 1);
  CHECK(repetitionsOf(manifest, 4).size() == 1);
}

TEST_CASE("busy time leaves out idle, waiting for disks, and guests that are counted already") {
  CHECK(busySecondsOf({100, 10, 50, 1000, 500, 5, 15, 20, 77}, 100) == Approx(2.0));
}
