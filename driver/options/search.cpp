// SPDX-License-Identifier: Apache-2.0
#include "driver/options/experiment.h"
#include "driver/options/programs.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

constexpr Parser::Verb search_verb = {
    "tare search",
    "Find what an OpenMP program loses its time to, in steps with few probes each: regions\n"
    "first, then inside of what is large.",
    "tare search (--source FILE | --serial FILE --parallel FILE) [options]\n"
    "                   [-- ARGUMENTS OF THE PROGRAM]",
    "tare search --source mine.c --budget 2% --threads 4 -- 1000"};

/// Options that only a search has.
void addSearch(Parser &parser, SearchOptions &options) {
  parser.read("--budget", "SHARE", "what probes may take of the threads' time (default 5%)",
              shareInto("--budget", options.budget));
  parser.read("--least", "SHARE", "a row counts at a construct from this share of T_p (default 2%)",
              shareInto("--least", options.least));
  parser.number("--steps", options.steps, "N", "at most N steps (default 20)", 1, 1000);
  parser.flag("--pilot", options.pilot,
              "count how often every probe is executed first, in one run over any budget");
  parser.text("--resume", options.resume, "DIR", "go on with the search of this results folder");
}

/// Options of experiments, with the defaults of a step.
void addStepRuns(Parser &parser, ExperimentOptions &options) {
  parser.read("--threads", "P", "number of threads (default: the cores)",
              threadsInto(options.threads));
  parser.number("--repeat", options.repeat, "N",
                "times that everything is run in a step (default 3)", 2, 10000);
  addRuns(parser, options);
  parser.text("--json", options.json, "FILE", "also write what was found to this file");
  parser.number("--top", options.top, "N", "constructs shown in the last table (default 5)", 0,
                100000);
  parser.flag("--quiet", options.quiet, "no progress, and not what each step asks");
}

} // namespace

Options parseSearch(std::vector<std::string> arguments, std::vector<std::string> rest) {
  SearchOptions options;
  ExperimentOptions &experiment = options.program.experiment;
  experiment.threads = {0};
  experiment.repeat = 3;
  Parser parser(search_verb);
  addPrograms(parser, options.program);
  addSearch(parser, options);
  addStepRuns(parser, experiment);
  parser.behind(options.program.program_arguments);
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  if (auto wrong = checkPrograms(options.program))
    return parser.refuse(*wrong);
  if (auto wrong = checkExperiment(parser, experiment))
    return parser.refuse(*wrong);
  if (experiment.redact && !options.resume.empty())
    return parser.refuse("--resume compares what --redact does not keep: begin a new search");
  if (experiment.threads.size() != 1)
    return parser.refuse("--threads wants one number: a search is about one p");
  return options;
}

} // namespace tare
