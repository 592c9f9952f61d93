// SPDX-License-Identifier: Apache-2.0
#include "driver/options/experiment.h"
#include "driver/options/programs.h"
#include "driver/options/share.h"
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

struct RawShares {
  std::string budget, least;
};

void addSearch(Parser &parser, SearchOptions &options, RawShares &raw) {
  parser.text("--budget", raw.budget, "SHARE",
              "what probes may take of the threads' time (default 5%)");
  parser.text("--least", raw.least, "SHARE",
              "what is worth a place: lines from this share of T_p (default 2%)");
  parser.number("--steps", options.steps, "N", "at most so many steps (default 20)", 1, 1000);
  parser.flag("--pilot", options.pilot,
              "count how often every probe is executed first, in one run over any budget");
  parser.text("--resume", options.resume, "DIR", "go on with the search of this results folder");
}

void addRuns(Parser &parser, ExperimentOptions &options, RawExperiment &raw) {
  parser.text("--threads", raw.threads, "P", "number of threads (default: the cores)");
  parser.number("--repeat", options.repeat, "N",
                "times that everything is run in a step (default 3)", 2, 10000);
  parser.number("--timeout", options.timeout_s, "SECONDS", "end a run after so many seconds", 0.0,
                1e9);
  parser.number("--status", options.status, "N", "exit status of runs that are right (default 0)",
                0, 125);
  parser.texts("--param", raw.parameters, "NAME=VALUE",
               "a parameter of the program to record; repeatable");
  parser.text("--output", options.output, "DIR", "folder for results (default tare-results)");
  parser.text("--json", options.json, "FILE", "also write what was found to this file");
  parser.number("--top", options.top, "N", "constructs shown in the last table (default 5)", 0,
                100000);
  parser.flag("--check", options.check, "fail if parallel and serial output differ");
  parser.number("--check-tolerance", options.check_tolerance, "SHARE",
                "--check, but numbers may differ by so much of them, as 1e-6", 0.0, 1.0);
  parser.text("--check-ignore", options.check_ignore, "REGEX",
              "--check, but for lines with a match: times, threads");
  parser.flag("--quiet", options.quiet, "no progress, and not what each step asks");
}

std::optional<std::string> setShare(const std::string &option, const std::string &text,
                                    double &share) {
  if (text.empty())
    return std::nullopt;
  std::optional<double> parsed = parseShare(text);
  if (!parsed)
    return badShare(option, text);
  share = *parsed;
  return std::nullopt;
}

} // namespace

Options parseSearch(std::vector<std::string> arguments, std::vector<std::string> rest) {
  SearchOptions options;
  ExperimentOptions &experiment = options.program.experiment;
  experiment.threads = {0};
  experiment.repeat = 3;
  RawExperiment raw;
  RawShares shares;
  Parser parser(search_verb);
  addPrograms(parser, options.program);
  addSearch(parser, options, shares);
  addRuns(parser, experiment, raw);
  if (auto shown = parser.parse(std::move(arguments)))
    return *shown;
  if (auto wrong = checkPrograms(options.program))
    return parser.refuse(*wrong);
  if (auto wrong = checkExperiment(parser, raw, experiment))
    return parser.refuse(*wrong);
  if (experiment.threads.size() != 1)
    return parser.refuse("--threads wants one number: a search is about one p");
  if (auto wrong = setShare("--budget", shares.budget, options.budget))
    return parser.refuse(*wrong);
  if (auto wrong = setShare("--least", shares.least, options.least))
    return parser.refuse(*wrong);
  options.program.program_arguments = std::move(rest);
  return options;
}

} // namespace tare
