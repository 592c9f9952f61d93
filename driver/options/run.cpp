// SPDX-License-Identifier: Apache-2.0
#include "driver/options/experiment.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

constexpr Parser::Verb verb = {
    "tare run",
    "Run commands and print the table of overheads. {threads} in a command is replaced by\n"
    "the number of threads; OMP_NUM_THREADS is always set. No shell is involved.",
    "tare run [--serial COMMAND] --parallel COMMAND [--instrumented COMMAND] [options]",
    "tare run --serial './s 1000' --parallel './p 1000' --instrumented './pi 1000'"};

} // namespace

Options parseRun(std::vector<std::string> arguments, std::vector<std::string> rest) {
  RunOptions options;
  RawExperiment raw;
  Parser parser(verb);
  parser.text("--serial", options.serial, "COMMAND",
              "the serial program; without it, p = 1 stands in");
  parser.text("--parallel", options.parallel, "COMMAND", "the OpenMP program", true);
  parser.text("--instrumented", options.instrumented, "COMMAND",
              "the same, built by tare cc; default: the parallel one, probes on");
  addExperiment(parser, options.experiment, raw);
  if (auto shown = parser.parse(std::move(arguments)))
    return *shown;
  if (!rest.empty())
    return parser.refuse("nothing may follow --: arguments belong into the quoted commands");
  if (auto wrong = checkExperiment(raw, options.experiment))
    return parser.refuse(*wrong);
  return options;
}

} // namespace tare
