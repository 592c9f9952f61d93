// SPDX-License-Identifier: Apache-2.0
#include "driver/options/couple.h"

#include "driver/options/experiment.h"
#include "driver/options/programs.h"
#include "driver/options/verb_parsers.h"

#include "base/lists.h"
#include "base/system.h"
#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

constexpr Parser::Verb couple_verb = {
    "tare model --couple",
    "How functions of a program affect each other's time, and what a loop over them takes.\n"
    "They are repeated on the program's own data, each alone and in turns.",
    "tare model --couple NAME,NAME,... --source FILE [options] [-- ARGUMENTS]\n"
    "  tare model --couple NAME,NAME,... --program FILE [options] [-- ARGUMENTS]",
    "tare model --couple smooth,norm --source jacobi.c --threads 2 -- 1000"};

/// Each once.
std::string kernelsIn(const std::string &text, std::vector<std::string> &kernels) {
  std::vector<std::string> all;
  std::string wrong = kernelNamesInto(all, text, "--couple");
  for (const std::string &name : all)
    addOnce(kernels, name);
  return wrong;
}

std::optional<std::string> wrongIn(const CouplingOptions &options) {
  bool from_source = !options.program.source.empty();
  if (options.kernels.empty())
    return "which functions? --couple NAME,NAME,...";
  if (from_source == !options.built.empty())
    return "which program? give --source FILE, or --program FILE that tare cc --couple built";
  if (!options.counted.empty() && options.built.empty())
    return "--counted is the program of --program, built to count";
  return std::nullopt;
}

} // namespace

std::string kernelNamesInto(std::vector<std::string> &kernels, const std::string &text,
                            const std::string &option) {
  for (const std::string &part : splitText(text, ',')) {
    std::string name(trimText(part));
    bool plain = !name.empty() &&
                 std::ranges::all_of(name, [](char c) { return isWordCharacter(c) || c == ':'; });
    if (!plain)
      return option + " wants names of functions such as smooth,norm, not '" + text + "'";
    kernels.push_back(name);
  }
  return "";
}

Options parseCoupling(std::vector<std::string> arguments, std::vector<std::string> rest) {
  CouplingOptions options;
  ExperimentOptions &experiment = options.program.experiment;
  if (arguments == std::vector<std::string>{"--couple", "--help"}) // no name is needed for it
    arguments = {"--help"};
  Parser parser(couple_verb);
  parser.read("--couple", "NAMES", "functions that a loop of the program calls; at least two calls",
              [&](const std::string &text) { return kernelsIn(text, options.kernels); });
  parser.text("--source", options.program.source, "FILE",
              "source of the program; several: A.c,B.c");
  parser.text("--program", options.built, "FILE",
              "or the program, built by tare cc --couple NAMES");
  parser.text("--counted", options.counted, "FILE",
              "it once more, built with -fsanitize-coverage=trace-pc: tells\nwhose work changes");
  parser.text("--compiler", options.program.compiler, "CC",
              "default: $CC, else clang-19, another clang, cc");
  parser.text("--cflags", options.program.cflags, "FLAGS", "flags for compiling (default -O2)");
  parser.text("--ldflags", options.program.ldflags, "FLAGS", "flags for linking");
  parser.read("--threads", "LIST",
              "numbers of threads, such as 1,2,4 (default: as many as\nthere are CPUs)",
              threadsInto(experiment.threads));
  parser.readEach("--param", "NAME=VALUE",
                  "a size of the program to record, for --compose; repeatable",
                  [&](const std::string &text) { return parameterInto(experiment, text); });
  parser.flag("--alone", options.alone,
              "each function alone, no pairs: --compose has their couplings\nfrom other sizes");
  parser.number("--at", options.pass, "K",
                "repeat before pass K of the loop (default 2: data are warm)", 2, 1000000);
  parser.number("--repeat", experiment.repeat, "N", "runs that time (default 3)", 1, 1000);
  parser.number("--seconds", options.seconds, "S", "of repetitions in each run, about (default 5)",
                0.01, 36000.0);
  parser.number("--timeout", experiment.timeout_s, "SECONDS", "end a run that takes longer", 0.0,
                1e9);
  parser.number("--status", experiment.status, "N",
                "exit status of runs that are right (default 0)", 0, 125);
  parser.text("--output", experiment.output, "DIR", "folder for results (default tare-results)");
  parser.text("--json", experiment.json, "FILE",
              "also write the couplings (tare.coupling/1; -: to stdout, alone)");
  parser.text("--archive", experiment.archive, "WHERE",
              "also keep the couplings as tare archive add does (usual:\nin the usual archive)");
  parser.flag("--quiet", experiment.quiet, "no progress");
  parser.note("What the loop takes at another size, from several results:\n"
              "  tare model --compose RESULTS... --param N=VALUE   (tare model --compose --help)");
  parser.behind(options.program.program_arguments);
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  if (auto wrong = wrongIn(options))
    return parser.refuse(*wrong);
  if (experiment.threads.empty())
    experiment.threads = {std::max(2, coresAllowed())};
  return options;
}

} // namespace tare
