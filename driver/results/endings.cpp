// SPDX-License-Identifier: Apache-2.0
#include "driver/results/endings.h"

#include "driver/results/noise.h"

#include <algorithm>

namespace tare {
namespace {

/// How far the experiment came. None: nothing was run completely, and other notes name the single
/// runs.
std::vector<Note> howFar(const Manifest &manifest) {
  int repetitions = 0;
  for (const RunRecord &run : manifest.runs)
    repetitions = std::max(repetitions, run.repetition);
  int whole = repetitions - 1;
  if (whole >= manifest.repeat)
    return {{"ended-for-noise"}};
  if (whole <= 0)
    return {};
  return {{.rule = "ended-early", .figures = {{"whole", whole}, {"repetitions", manifest.repeat}}}};
}

/// Whoever interrupted the experiment ended its last run. Many programs take the signal in good
/// order, and some end with a status of their own then.
bool wasEnded(const RunRecord &run, const Manifest &manifest) {
  return manifest.interrupted && &run == &manifest.runs.back();
}

Note failureOf(const RunRecord &run, const Manifest &manifest) {
  Note note{.rule = "run-failed",
            .figures = {{"number", run.number}, {"role", run.role}, {"threads", run.threads}}};
  if (run.ranks > 0)
    note.figures.emplace_back("size", sizeText(run.size()));
  if (!run.lost.empty())
    note.figures.emplace_back("lost", run.lost);
  if (wasEnded(run, manifest))
    note.figures.emplace_back("interrupted", 1);
  if (run.timed_out)
    note.figures.emplace_back("timed_out", 1);
  else if (run.signal)
    note.figures.emplace_back("signal", run.signal);
  else
    note.figures.emplace_back("exit_status", run.exit_status);
  return note;
}

} // namespace

std::vector<Note> endWarnings(const Manifest &manifest) {
  std::vector<Note> notes;
  if (!manifest.ended)
    notes = howFar(manifest);
  for (const RunRecord &run : manifest.runs)
    if (failed(run) && !std::ranges::count(manifest.missing_roles, run.role))
      notes.push_back(failureOf(run, manifest));
  return notes;
}

} // namespace tare
