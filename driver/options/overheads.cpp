// SPDX-License-Identifier: Apache-2.0
#include "driver/options/experiment.h"
#include "driver/options/programs.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

constexpr Parser::Verb overheads_verb = {
    "tare overheads", "Build a program, run it, and print its table of overheads.",
    "tare overheads (--source FILE | --serial FILE --parallel FILE) [options]\n"
    "                      [-- ARGUMENTS OF THE PROGRAM]",
    "tare overheads --source mine.c --threads 1,2,4 -- 1000"};

} // namespace

Options parseOverheads(std::vector<std::string> arguments, std::vector<std::string> rest) {
  OverheadsOptions options;
  RawExperiment raw;
  Parser parser(overheads_verb);
  addPrograms(parser, options);
  addExperiment(parser, options.experiment, raw);
  if (auto shown = parser.parse(std::move(arguments)))
    return *shown;
  if (auto wrong = checkPrograms(options))
    return parser.refuse(*wrong);
  options.experiment.dry_run.top_given = parser.given("--top");
  if (auto wrong = checkExperiment(parser, raw, options.experiment))
    return parser.refuse(*wrong);
  options.program_arguments = std::move(rest);
  return options;
}

} // namespace tare
