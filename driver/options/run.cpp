// SPDX-License-Identifier: Apache-2.0
#include "driver/options/experiment.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

/// Programs that are built already. No shell is involved.
constexpr Parser::Verb run_verb = {
    "tare run",
    "Run commands and print the table of overheads. {threads} in a command is replaced by\n"
    "the number of threads; OMP_NUM_THREADS is always set. No shell is involved.",
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
  addExperiment(parser, options.experiment);
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
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
