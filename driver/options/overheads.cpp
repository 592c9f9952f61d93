// SPDX-License-Identifier: Apache-2.0
#include "driver/options/experiment.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

constexpr Parser::Verb verb = {
    "tare overheads", "Build a program, run it, and print its table of overheads.",
    "tare overheads (--source FILE | --serial FILE --parallel FILE) [options]\n"
    "                      [-- ARGUMENTS OF THE PROGRAM]",
    "tare overheads --source mine.c --threads 1,2,4 -- 1000"};

void addPrograms(Parser &parser, OverheadsOptions &options) {
  parser.text("--source", options.source, "FILE", "one source, built twice");
  parser.text("--serial", options.serial, "FILE", "or two sources: the serial program");
  parser.text("--parallel", options.parallel, "FILE", "and the OpenMP program");
  parser.text("--compiler", options.compiler, "CC", "default: $CC, else clang-19, else cc");
  parser.text("--cflags", options.cflags, "FLAGS", "flags for compiling (default -O2)");
  parser.text("--ldflags", options.ldflags, "FLAGS", "flags for linking");
}

} // namespace

Options parseOverheads(std::vector<std::string> arguments, std::vector<std::string> rest) {
  OverheadsOptions options;
  RawExperiment raw;
  Parser parser(verb);
  addPrograms(parser, options);
  addExperiment(parser, options.experiment, raw);
  if (auto shown = parser.parse(std::move(arguments)))
    return *shown;
  bool two = !options.serial.empty() || !options.parallel.empty();
  if (options.source.empty() && !two)
    return parser.refuse("which program? give --source FILE, or --serial FILE --parallel FILE");
  if (!options.source.empty() && two)
    return parser.refuse(
        "--source is one source for both programs; leave out --serial, --parallel");
  if (two && (options.serial.empty() || options.parallel.empty()))
    return parser.refuse("--serial and --parallel go together; one source for both is --source");
  if (auto wrong = checkExperiment(raw, options.experiment))
    return parser.refuse(*wrong);
  options.program_arguments = std::move(rest);
  return options;
}

} // namespace tare
