// SPDX-License-Identifier: Apache-2.0
#include "driver/options/parser.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

/// One source, for people to read. Nothing is compiled.
constexpr Parser::Verb instrument_verb = {
    "tare instrument", "Print the instrumented source, reduced to your own files.",
    "tare instrument SOURCE [options] [-- FLAGS OF THE COMPILER]",
    "tare instrument x.c --compiler gcc -- -Iinclude"};

} // namespace

Options parseInstrument(std::vector<std::string> arguments, std::vector<std::string> rest) {
  InstrumentOptions options;
  Parser parser(instrument_verb);
  parser.behind(options.compiler_flags);
  parser.operand("SOURCE", options.source, "a C or C++ source");
  parser.text("--compiler", options.compiler, "CC",
              "default: $CC, else clang-19, another clang, cc");
  parser.text("--plan", options.plan, "FILE", "a plan: constructs that get no probes");
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  return options;
}

} // namespace tare
