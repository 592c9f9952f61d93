// SPDX-License-Identifier: Apache-2.0
#include "driver/options/experiment.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

/// Programs that are built already. No shell is involved.
constexpr Parser::Verb run_verb = {
    "tare run",
    "Run commands and print the table of overheads. {threads} in a command is replaced by\n"
    "the number of threads of a process, {ranks} by the number of ranks of a job;\n"
    "OMP_NUM_THREADS is always set. No shell is involved.",
    "tare run [--serial COMMAND] --parallel COMMAND [--instrumented COMMAND] [options]\n"
    "                [--serial-instrumented COMMAND] [--ignored COMMAND]",
    "tare run --serial './s 1000' --parallel './p 1000' --instrumented './pi 1000'",
    ": arguments belong into the quoted commands"};

} // namespace

/// Commands stay as typed; verb_run.cpp splits them.
Options parseRun(std::vector<std::string> arguments, std::vector<std::string> rest) {
  RunOptions options;
  Parser parser(run_verb);
  parser.text("--serial", options.serial, "COMMAND",
              "the serial program; without it, p = 1 stands in");
  parser.text("--parallel", options.parallel, "COMMAND", "the OpenMP program", true);
  parser.text("--instrumented", options.instrumented, "COMMAND",
              "the same, built by tare cc; default: the parallel one, probes on");
  parser.text("--serial-instrumented", options.serial_instrumented, "COMMAND",
              "the serial one, built by tare cc --role serial");
  parser.text("--ignored", options.ignored, "COMMAND", "the OpenMP source built without -fopenmp");
  parser.text("--pilot-from", options.pilot_from, "RESULTS",
              "results whose pilot runs stand for constructs without probes");
  parser.read(
      "--ranks", "LIST",
      "the command starts a job of so many ranks (MPI), such\nas 1,2: all of them are one table",
      threadsInto(options.experiment.ranks, "--ranks"));
  parser.flag("--fixed-ranks", options.experiment.same_ranks,
              "compare each job with as many ranks of one thread: what\ndoes OpenMP add?");
  addExperiment(parser, options.experiment);
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  if (options.experiment.same_ranks && options.experiment.ranks.empty())
    return parser.refuse("--fixed-ranks is for jobs: give --ranks too");
  if (options.experiment.same_ranks && !options.serial.empty())
    return parser.refuse("--fixed-ranks compares a job with itself: leave out --serial");
  if (options.experiment.ranks.size() > 1 && options.parallel.find("{ranks}") == std::string::npos)
    return parser.refuse("several --ranks want {ranks} in the command, as in "
                         "--parallel 'mpirun -n {ranks} ./p'");
  if (!options.experiment.ranks.empty() && options.experiment.budget > 0)
    return parser.refuse("--budget is for one process: ranks would skip different executions, and "
                         "nobody could tell then who waited for whom. Leave it out, or measure "
                         "one rank without --ranks");
  bool refined = !options.serial_instrumented.empty() || !options.ignored.empty();
  if (refined && options.serial.empty())
    return parser.refuse("--serial-instrumented and --ignored refine the serial reference: give "
                         "--serial too");
  if (!options.pilot_from.empty() && options.experiment.dry_run.wanted)
    return parser.refuse("--pilot-from is for a table: --dry-run runs nothing");
  if (auto wrong = checkExperiment(parser, options.experiment))
    return parser.refuse(*wrong);
  return options;
}

} // namespace tare
