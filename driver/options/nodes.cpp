// SPDX-License-Identifier: Apache-2.0
#include "driver/options/parser.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

/// Two programs, as the second example has them, give pairs of constructs.
constexpr Parser::Verb nodes_verb = {
    "tare nodes", "Print the OpenMP constructs of a source, an object or a program.",
    "tare nodes INPUT [--serial INPUT] [-- FLAGS OF THE COMPILER]",
    "tare nodes x.c -- -Iinclude -DN=100\n"
    "  tare nodes parallel.c --serial serial.c"};

} // namespace

Options parseNodes(std::vector<std::string> arguments, std::vector<std::string> rest) {
  NodesOptions options;
  Parser parser(nodes_verb);
  parser.behind(options.compiler_flags);
  parser.operand("INPUT", options.input, "x.c, x.o or a built program; several sources: a.c,b.c");
  parser.text("--serial", options.serial, "INPUT",
              "a serial program, or the same source: print counterparts in it");
  parser.choice("--format", options.format, "FORMAT", "of the pairs: text or json (default text)",
                {"text", "json"});
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  if (options.serial.empty() && options.format != "text")
    return parser.refuse("--format is for pairs: give --serial too");
  return options;
}

} // namespace tare
