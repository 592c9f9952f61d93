// SPDX-License-Identifier: Apache-2.0
// write_results FOLDER: an experiment's folder with one run on two threads, and a table beside it
// (FOLDER/table.json), without running anything.
#include "analyzer/ledger/ledger_json.h"
#include "base/files.h"
#include "driver/results/results.h"
#include "driver/results/schedule.h"
#include "sample_ledger.h"
#include "tests/profile/profile_writer.h"

using namespace tare;

namespace {

RunRecord instrumentedRun() {
  RunRecord run;
  run.number = run.repetition = 1;
  run.role = role::instrumented;
  run.threads = 2;
  run.argv = {"./lu2"};
  run.wall_s = 0.001;
  run.window_ticks = 37630;
  run.window_source = "window";
  run.accepted = "yes";
  run.profile = "runs/001/profile.tare";
  return run;
}

Manifest manifestOfOne() {
  Manifest manifest;
  manifest.program = "lu2";
  manifest.reference = "none";
  manifest.started_utc = "2026-01-01T00:00:00Z";
  manifest.commands = {{role::instrumented, "./lu2"}};
  manifest.threads = {2};
  manifest.repeat = 1;
  manifest.machine = {"here", "fast", "rdtsc", "", 2, 0, {}, 1e9, 0.0004};
  manifest.runs = {instrumentedRun()};
  return manifest;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  std::string folder = argv[1], run = folder + "/runs/001";
  bool written = makeFolder(run, 0700).ok() && writeManifest(folder, manifestOfOne()).ok() &&
                 writeFileAtomic(run + "/profile.tare", tare::testing::lu2Profile().bytes()).ok() &&
                 writeFileAtomic(folder + "/table.json", writeLedger(sampleLedger())).ok();
  return written ? 0 : 1;
}
