// SPDX-License-Identifier: Apache-2.0
// whatif_rate [SEGMENTS]: how long a question about a run takes whose log has so many segments (a
// million if nothing is said), on one core. A line of JSON for each question.
#include "analyzer/whatif/scenario_run.h"
#include "tests/whatif/modelled_program.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>

using namespace tare;
using namespace tare::test;

namespace {

double cpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

size_t segmentsOf(const Profile &profile) {
  size_t segments = 0;
  for (const ProfileThread &thread : profile.threads)
    segments += thread.log.size();
  return segments;
}

void ask(const char *question, const Profile &profile, const Teams &teams,
         const Scenario &scenario) {
  double begin = cpuSeconds();
  Result<ScenarioRun> run = predictRun(profile, teams, scenario, {.cores = 8});
  std::printf("{\"question\": \"%s\", \"segments\": %zu, \"seconds\": %.3f, \"answered\": %s}\n",
              question, segmentsOf(profile), cpuSeconds() - begin, run.ok() ? "true" : "false");
}

} // namespace

int main(int argc, char **argv) {
  const double wanted = argc > 1 ? std::atof(argv[1]) : 1e6;
  ModelledProgram program;
  program.serial = 100;
  ModelledRegion region;
  for (int loop = 0; loop < 4; ++loop) {
    ModelledLoop shared;
    for (Ticks i = 0; i < 32; ++i)
      shared.costs.push_back(50 + 3 * i);
    region.loops.push_back(shared);
  }
  program.regions = {region};
  RunSettings settings;
  settings.threads = 8;
  program.times = static_cast<int>(wanted / (settings.threads * 5)) + 1;
  Profile profile = runModelled(program, settings);
  Teams teams(profile);
  Scenario threads, cores, schedule, faster;
  threads.threads = 4;
  cores.cores = 4;
  ConstructChange change;
  change.constructs = {idOfLoop(0)};
  change.factor = 2;
  faster.changes = {change};
  change.kind = ConstructChange::Kind::Schedule;
  change.schedule = {LoopSchedule::Kind::Dynamic, 2};
  schedule.changes = {change};
  ask("threads", profile, teams, threads);
  ask("cores", profile, teams, cores);
  ask("schedule", profile, teams, schedule);
  ask("faster", profile, teams, faster);
  return 0;
}
