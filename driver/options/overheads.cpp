// SPDX-License-Identifier: Apache-2.0
#include "driver/options/experiment.h"
#include "driver/options/programs.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

/// Programs that Tare builds; all words behind `--` are theirs.
constexpr Parser::Verb overheads_verb = {
    "tare overheads", "Build a program, run it, and print its table of overheads.",
    "tare overheads (--source FILE | --serial FILE --parallel FILE) [options]\n"
    "                      [-- ARGUMENTS OF THE PROGRAM]",
    "tare overheads --source mine.c --threads 1,2,4 -- 1000"};

} // namespace

Options parseOverheads(std::vector<std::string> arguments, std::vector<std::string> rest) {
  OverheadsOptions options;
  Parser parser(overheads_verb);
  addPrograms(parser, options);
  addExperiment(parser, options.experiment);
  parser.flag(
      "--events", options.events,
      "also keep which task created which, and which lock is\ntaken: tare whatif then knows");
  parser.behind(options.program_arguments);
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  if (auto wrong = checkPrograms(options))
    return parser.refuse(*wrong);
  if (auto wrong = checkExperiment(parser, options.experiment))
    return parser.refuse(*wrong);
  return options;
}

} // namespace tare
