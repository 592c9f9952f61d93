// SPDX-License-Identifier: Apache-2.0
#include "driver/options/experiment.h"

#include "base/pattern.h"
#include "base/system.h"
#include "base/text.h"

#include <algorithm>
#include <cstdlib>

namespace tare {
namespace {

/// As many as there are CPUs, and at least two: one is no team.
int usualThreads() { return std::max(2, coresAllowed()); }

/// Of each rank, so that all ranks together have the CPUs.
int usualThreadsOf(const std::vector<int> &ranks) {
  return ranks.empty() ? usualThreads() : std::max(1, coresAllowed() / ranks.back());
}

std::vector<int> oneAnd(int threads) {
  return threads > 1 ? std::vector<int>{1, threads} : std::vector<int>{1};
}

/// Empty: it is no such list.
std::vector<int> threadsIn(const std::string &text) {
  std::vector<int> threads;
  for (const std::string &part : splitText(text, ',')) {
    std::string digits(trimText(part));
    bool plain = !digits.empty() && digits.size() <= 5 &&
                 digits.find_first_not_of("0123456789") == std::string::npos;
    if (!plain || std::stoi(digits) < 1)
      return {};
    threads.push_back(std::stoi(digits));
  }
  std::sort(threads.begin(), threads.end());
  threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
  return threads;
}

/// 0: it is no such share.
double shareIn(std::string_view text) {
  std::string_view number = trimText(text);
  if (number.empty() || number.back() != '%')
    return 0;
  number = trimText(number.substr(0, number.size() - 1));
  bool plain = !number.empty() && number.size() <= 12 &&
               number.find_first_not_of("0123456789.") == std::string_view::npos;
  std::string digits(plain ? number : "0");
  char *end = nullptr;
  double percent = std::strtod(digits.c_str(), &end);
  return *end == '\0' && percent < 100 ? percent / 100 : 0;
}

} // namespace

Parser::Take threadsInto(std::vector<int> &threads, const char *option) {
  return [&threads, option](const std::string &text) {
    threads = threadsIn(text);
    return threads.empty()
               ? std::string(option) + " wants positive numbers such as 1,2,4, not '" + text + "'"
               : "";
  };
}

Parser::Take shareInto(const char *option, double &share) {
  return [option, &share](const std::string &text) {
    share = shareIn(text);
    return share > 0 ? "" : std::string(option) + " wants a share such as 2%, not '" + text + "'";
  };
}

std::string parameterInto(ExperimentOptions &options, const std::string &text) {
  size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos)
    return "--param wants NAME=VALUE such as n=1100, not '" + text + "'";
  options.parameters[text.substr(0, equals)] = text.substr(equals + 1);
  return "";
}

void addRuns(Parser &parser, ExperimentOptions &options) {
  parser.number("--timeout", options.timeout_s, "SECONDS", "end a run that takes longer", 0.0, 1e9);
  parser.number("--status", options.status, "N", "exit status of runs that are right (default 0)",
                0, 125);
  parser.readEach("--param", "NAME=VALUE", "a parameter of the program to record; repeatable",
                  [&options](const std::string &text) { return parameterInto(options, text); });
  parser.text("--output", options.output, "DIR", "folder for results (default tare-results)");
  parser.flag("--no-compare", options.no_compare, "do not compare what the programs print");
  parser.flag("--redact", options.redact,
              "hide arguments, -D values, host and user names, also in\nthe results that are kept");
  parser.flag("--check", options.check, "fail if parallel and serial output differ");
  parser.number("--check-tolerance", options.check_tolerance, "SHARE",
                "--check, but numbers may differ by this share, such as 1e-6", 0.0, 1.0);
  parser.text("--check-ignore", options.check_ignore, "REGEX",
              "--check, but lines with a match do not count");
}

void addExperiment(Parser &parser, ExperimentOptions &options) {
  parser.read("--threads", "LIST",
              "numbers of threads, such as 1,2,4 (default: 1 and as\nmany as there are CPUs)",
              threadsInto(options.threads));
  parser.number("--repeat", options.repeat, "N",
                "times that everything is run (default: 3 to 15, until\nbands are narrow)", 1,
                10000);
  parser.read("--precision", "PERCENT",
              "run until the bands of T_s and T_p are at most this\nwide (default 1%)",
              shareInto("--precision", options.precision));
  parser.flag("--quick", options.quick,
              "as few runs as a table needs, and a short calibration;\nwork inflation is not split by cause");
  parser.text("--resume", options.resume, "RESULTS",
              "go on with an experiment that was interrupted");
  parser.read("--budget", "PERCENT", "of the threads' time that probes may take, such as 2%",
              shareInto("--budget", options.budget));
  addRuns(parser, options);
  parser.text("--json", options.json, "FILE",
              "also write the table to this file (-: to stdout, alone)");
  parser.text("--archive", options.archive, "WHERE",
              "also keep the table as tare archive add does (usual:\nin the usual archive)");
  parser.flag("--full", options.full, "print every row, its locations and all notes");
  parser.number("--top", options.top, "N", "--full, with N constructs (default 5)", 0, 100000);
  parser.flag("--null", options.null, "also run the instrumented program with its probes off");
  parser.flag("--quiet", options.quiet, "no progress");
  parser.flag("--dry-run", options.dry_run.wanted,
              "predict what the probes will cost; run nothing");
  parser.text("--from", options.dry_run.from, "RESULTS",
              "earlier results: how often each probe is executed (--dry-run)");
}

std::optional<std::string> checkExperiment(const Parser &parser, ExperimentOptions &options) {
  options.dry_run.threads_given = parser.given("--threads");
  if (options.repeat && options.precision > 0)
    return "--repeat says how often everything is run, --precision how exact: give one of them";
  if (!options.resume.empty() && options.dry_run.wanted)
    return "--resume goes on with runs, and --dry-run runs nothing";
  if (options.threads.empty()) // a run on one thread takes longest
    options.threads = options.quick && options.ranks.empty()
                          ? std::vector<int>{usualThreads()}
                          : oneAnd(usualThreadsOf(options.ranks));
  options.dry_run.top_given = parser.given("--top");
  options.full |= parser.given("--top");
  if (!options.dry_run.from.empty() && !options.dry_run.wanted)
    return "--from belongs to --dry-run";
  if (!options.archive.empty() && options.dry_run.wanted)
    return "--archive keeps a table: --dry-run makes none";
  if (options.redact && options.dry_run.wanted)
    return "--redact is for a table: --dry-run makes none";
  if (!options.check_ignore.empty() && !patternOf(options.check_ignore))
    return "--check-ignore wants a regular expression such as 'time|threads', not '" +
           options.check_ignore + "'";
  options.check |= !options.check_ignore.empty() || options.check_tolerance.has_value();
  if (options.check && options.no_compare)
    return "--check compares what the programs print, --no-compare does not: leave one of them out";
  return std::nullopt;
}

} // namespace tare
