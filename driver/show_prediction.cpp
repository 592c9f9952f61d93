// SPDX-License-Identifier: Apache-2.0
#include "driver/show_prediction.h"

#include "analyzer/cost/static_frequencies.h"
#include "analyzer/report/page.h"
#include "base/json/fields.h"
#include "base/lists.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/results/schedule.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

namespace tare {
namespace {

using json::Fields;

constexpr int page_width = 80;
constexpr int construct_width = 31, entries_width = 11, ms_width = 10, share_width = 8;

struct GuessName {
  Guess guess;
  const char *name;
  const char *sentence;
};
constexpr GuessName guess_names[] = {
    {guess_loop, "loop", "a loop without constant bounds has 100 iterations"},
    {guess_branch, "branch",
     "branches are taken, of two sides with directives each every other time"},
    {guess_caller, "caller", "a function of which no call is known is executed once"},
    {guess_recursion, "recursion", "a function that calls itself is executed 100 times"}};
static_assert(unknown_trips == 100 && unknown_recursion == 100);

/// Probes in a few words, by kind: what stands at the construct.
constexpr const char *words[] = {"work",   "barrier", "lock",   "lock", "wait", "wait",  "task",
                                 "task",   "serial",  "serial", "iter", "iter", "count", "region",
                                 "region", "region",  "region", "lock", "lock"};
static_assert(std::size(words) == cost_kinds);

std::string probesText(const Executions &executions) {
  std::vector<std::string> found;
  for (size_t i = 0; i < cost_kinds; ++i)
    if (executions.times[i] > 0)
      addOnce(found, words[i]);
  return joinText(found, "+");
}

std::string fixed(double value, int digits) {
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

/// A cut name is marked and keeps its ending: x.cpp must not look like another file, x.c.
std::string cutFileName(const std::string &name, int room) {
  if (displayWidth(name) <= room)
    return name;
  size_t dot = name.rfind('.');
  std::string ending = dot == std::string::npos || name.size() - dot > 5 ? "" : name.substr(dot);
  return cutText(name, std::max(room - 1 - displayWidth(ending), 1)) + "~" + ending;
}

/// File, line and kind, cut to the width of the column.
std::string nameText(const Frequency &frequency) {
  std::string what = frequency.kind == NodeKind::Call ? "call " + frequency.directive
                                                      : std::string(kindName(frequency.kind));
  std::string line = printable(":" + std::to_string(frequency.place.line) + " " + what);
  constexpr int room = construct_width - 3,
                fewest = 8; // characters of a file's name: it is cut before the line
  std::string path = printable(frequency.path);
  if (displayWidth(path + line) > room)
    path = printable(frequency.path.substr(frequency.path.rfind('/') + 1));
  path = cutFileName(path, std::max(room - displayWidth(line), fewest));
  return cutText(path + line, room);
}

/// Costs in ms, and as a share of T where it is known.
std::string rowText(const std::string &name, const std::string &entries, double cost_s,
                    const PredictedRun &run, const std::string &probes) {
  std::string share = run.time_s > 0 ? percentText(cost_s / run.time_s) : "";
  return leftAligned("  " + name, construct_width) + rightAligned(entries, entries_width) +
         rightAligned(fixed(1e3 * cost_s, 4), ms_width) + rightAligned(share, share_width) + "  " +
         probes;
}

/// A mark in front of what rests on a guess.
std::string entriesText(const Frequency &frequency) {
  return (frequency.guesses ? "? " : "") + countText(frequency.entries());
}

/// Where the frequencies come from.
std::string basisText(const Prediction &prediction, const PredictedRun &run) {
  if (run.counted_runs == 0)
    return "frequencies from the source, nothing was counted";
  return "frequencies counted in " + numberOf(run.counted_runs, "run") + " of " +
         printable(prediction.from);
}

std::string headText(const PredictedRun &run) {
  return programTitle(run.role) + ", p = " + std::to_string(run.threads) + ", " +
         printable(run.openmp_runtime) + (run.time_s > 0 ? ", T " + timeText(run.time_s) : "");
}

/// The first `top` constructs; the others are one row.
void addRows(Page &page, const PredictedRun &run, int top) {
  size_t shown = std::min(run.constructs.size(), static_cast<size_t>(std::max(top, 0)));
  double rest_s = 0;
  for (size_t i = 0; i < run.constructs.size(); ++i) {
    const ConstructCost &construct = run.constructs[i];
    const Frequency &frequency = construct.frequency;
    if (i < shown)
      page.line(rowText(nameText(frequency), entriesText(frequency), construct.cost.direct, run,
                        probesText(frequency.executions)));
    else
      rest_s += construct.cost.direct;
  }
  if (shown < run.constructs.size())
    page.line(rowText("other (" + std::to_string(run.constructs.size() - shown) + ")", "", rest_s,
                      run, ""));
  page.line(rowText("total", "", run.total.direct, run, ""), Style::Bold);
}

/// One program: head, rows, bounds and notes.
void addRun(Page &page, const Prediction &prediction, const PredictedRun &run, int top) {
  page.blank();
  std::string head = headText(run);
  page.paragraph(char(std::toupper(static_cast<unsigned char>(head[0]))) + head.substr(1) + ": " +
                 basisText(prediction, run));
  if (run.constructs.empty())
    page.paragraph("  No probe is expected to be executed.", 2);
  else {
    page.line(leftAligned("", construct_width) + rightAligned("entries", entries_width) +
              rightAligned("ms", ms_width) +
              rightAligned(run.time_s > 0 ? "% of T" : "", share_width) + "  probes");
    addRows(page, run, top);
    page.paragraph("  At least " + timeText(run.total.low) +
                       " (every probe as fast as ever), at "
                       "most " +
                       timeText(run.total.high) + " (other work has had the caches).",
                   2);
    if (run.set_up_s > 0)
      page.paragraph("  Besides, setting up the profile takes " + timeText(run.set_up_s) +
                         " once a process.",
                     2);
  }
  if (run.time_s > 0 && !run.time_is_plain)
    page.item("  note: ", "T is the time of the instrumented runs, with the probes in it");
  for (const std::string &note : run.notes)
    page.item("  note: ", printable(note));
}

/// Which of the guesses were made.
void addGuesses(Page &page, const Prediction &prediction) {
  unsigned guesses = guess_none;
  for (const PredictedRun &run : prediction.runs)
    for (const ConstructCost &construct : run.constructs)
      guesses |= construct.frequency.guesses;
  std::vector<std::string> sentences;
  for (const GuessName &each : guess_names)
    if (guesses & each.guess)
      sentences.push_back(each.sentence);
  if (!sentences.empty())
    page.item("? ", "rests on a guess: " + joinText(sentences, "; ") + ".");
}

double toPicoseconds(double seconds) { return std::round(seconds * 1e12) / 1e12; }

constexpr json::Number seconds{0, 0, toPicoseconds}, as_it_is{};

void costFields(Fields &io, const ObservedCost &cost) {
  io.written("low_s", cost.low, seconds);
  io.written("time_s", cost.direct, seconds);
  io.written("high_s", cost.high, seconds);
}

/// By kind; kinds without executions are missing.
std::map<std::string, double> probesOf(const Executions &executions) {
  std::map<std::string, double> probes;
  for (size_t i = 0; i < cost_kinds; ++i)
    if (executions.times[i] > 0)
      probes[std::string(costKindName(CostKind(i)))] = executions.times[i];
  return probes;
}

void constructFields(Fields &io, const ConstructCost &construct, double run_s) {
  const Frequency &frequency = construct.frequency;
  io.written("id", frequency.id);
  io.written("kind", kindName(frequency.kind));
  io.written("file", frequency.path);
  io.written("line", frequency.place.line);
  io.written("directive", frequency.directive);
  io.written("function", frequency.function);
  io.written("entries", frequency.entries(), as_it_is);
  io.written("probes", probesOf(frequency.executions), as_it_is);
  io.written("cost", construct.cost, costFields);
  io.written("counted", frequency.counted);
  io.written("guesses", guessNames(frequency.guesses));
  if (run_s > 0)
    io.written("share", construct.cost.direct / run_s, as_it_is);
}

void runFields(Fields &io, const PredictedRun &run) {
  io.written("role", run.role);
  io.written("threads", run.threads);
  io.written("openmp_runtime", run.openmp_runtime);
  io.written("counted_runs", run.counted_runs);
  io.written("cost", run.total, costFields);
  io.written("constructs", run.constructs, [&](Fields &inner, const ConstructCost &construct) {
    constructFields(inner, construct, run.time_s);
  });
  io.written("notes", run.notes);
  if (run.counted_runs > 0)
    io.written("set_up_s", run.set_up_s, seconds);
  if (run.time_s > 0) {
    io.written("program_time_s", run.time_s, as_it_is);
    io.written("program_time_is_plain", run.time_is_plain);
    io.written("share", run.total.direct / run.time_s, as_it_is);
  }
}

void predictionFields(Fields &io, Prediction &prediction) {
  io.schema(formats::prediction);
  io.written("program", prediction.program);
  io.optional("from", prediction.from);
  io.written("runs", prediction.runs, runFields);
  io.written("warnings", prediction.warnings);
}

} // namespace

std::vector<std::string> guessNames(unsigned guesses) {
  std::vector<std::string> names;
  for (const GuessName &each : guess_names)
    if (guesses & each.guess)
      names.push_back(each.name);
  return names;
}

std::string predictionText(const Prediction &prediction, int top) {
  Page page(page_width, false);
  page.paragraph("Predicted cost of the probes in " + printable(prediction.program) +
                 ". Nothing was run. Times are shares of the threads' time (time of all threads / "
                 "p), as in the table.");
  for (const PredictedRun &run : prediction.runs)
    addRun(page, prediction, run, top);
  page.blank();
  addGuesses(page, prediction);
  for (const std::string &warning : prediction.warnings)
    page.item("warning: ", printable(warning));
  return page.take();
}

std::string predictionJson(const Prediction &prediction) {
  return json::write(prediction, predictionFields, 2);
}

} // namespace tare
