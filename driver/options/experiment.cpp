// SPDX-License-Identifier: Apache-2.0
#include "driver/options/experiment.h"

#include "base/pattern.h"
#include "base/text.h"
#include "driver/options/share.h"

#include <algorithm>

namespace tare {

std::vector<int> parseThreads(const std::string &text) {
  std::vector<int> threads;
  for (const std::string &part : splitText(text, ',')) {
    std::string digits(trimText(part));
    if (digits.empty() || digits.size() > 5 ||
        digits.find_first_not_of("0123456789") != std::string::npos)
      return {};
    int count = std::stoi(digits);
    if (count < 1)
      return {};
    threads.push_back(count);
  }
  std::sort(threads.begin(), threads.end());
  threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
  return threads;
}

std::string badThreads(const std::string &text) {
  return "--threads wants positive numbers such as 1,2,4, not '" + text + "'";
}

void addExperiment(Parser &parser, ExperimentOptions &options, RawExperiment &raw) {
  parser.text("--threads", raw.threads, "LIST", "numbers of threads, such as 1,2,4 (default 1,2)");
  parser.number("--repeat", options.repeat, "N",
                "times that everything is run (default 5, short ones 15)", 1, 10000);
  parser.number("--timeout", options.timeout_s, "SECONDS", "end a run after so many seconds", 0.0,
                1e9);
  parser.number("--status", options.status, "N", "exit status of runs that are right (default 0)",
                0, 125);
  parser.text("--budget", raw.budget, "PERCENT",
              "of the threads' time that probes may take, such as 2%");
  parser.texts("--param", raw.parameters, "NAME=VALUE",
               "a parameter of the program to record; repeatable");
  parser.text("--output", options.output, "DIR", "folder for results (default tare-results)");
  parser.text("--json", options.json, "FILE", "also write the table to this file");
  parser.number("--top", options.top, "N", "constructs shown for each p (default 5)", 0, 100000);
  parser.flag("--null", options.null, "also run the instrumented program with its probes off");
  parser.flag("--check", options.check, "fail if parallel and serial output differ");
  parser.number("--check-tolerance", options.check_tolerance, "SHARE",
                "--check, but numbers may differ by so much of them, as 1e-6", 0.0, 1.0);
  parser.text("--check-ignore", options.check_ignore, "REGEX",
              "--check, but for lines with a match: times, threads");
  parser.flag("--quiet", options.quiet, "no progress");
  parser.flag("--dry-run", options.dry_run.wanted,
              "predict what the probes will cost; run nothing");
  parser.text("--from", options.dry_run.from, "RESULTS",
              "earlier results: how often each probe is executed (--dry-run)");
}

std::optional<std::string> checkExperiment(const Parser &parser, const RawExperiment &raw,
                                           ExperimentOptions &options) {
  if (parser.given("--threads")) {
    options.threads = parseThreads(raw.threads);
    if (options.threads.empty())
      return badThreads(raw.threads);
    options.dry_run.threads_given = true;
  }
  if (!options.dry_run.from.empty() && !options.dry_run.wanted)
    return "--from belongs to --dry-run";
  if (!raw.budget.empty()) {
    std::optional<double> budget = parseShare(raw.budget);
    if (!budget)
      return badShare("--budget", raw.budget);
    options.budget = *budget;
  }
  if (!options.check_ignore.empty()) {
    if (!patternOf(options.check_ignore))
      return "--check-ignore wants a regular expression such as 'time|threads', not '" +
             options.check_ignore + "'";
    options.check = true;
  }
  options.check |= parser.given("--check-tolerance"); // 0 is none
  for (const std::string &parameter : raw.parameters) {
    size_t equals = parameter.find('=');
    if (equals == 0 || equals == std::string::npos)
      return "--param wants NAME=VALUE such as n=1100, not '" + parameter + "'";
    options.parameters[parameter.substr(0, equals)] = parameter.substr(equals + 1);
  }
  return std::nullopt;
}

} // namespace tare
