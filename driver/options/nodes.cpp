// SPDX-License-Identifier: Apache-2.0
#include "base/symbolic/formula_text.h"
#include "driver/options/parser.h"
#include "driver/options/verb_parsers.h"
#include "instrumenter/operations/evaluation.h"

namespace tare {
namespace {

/// Two programs, as the second example has them, give pairs of constructs.
constexpr Parser::Verb nodes_verb = {
    "tare nodes", "Print the OpenMP constructs of a source, an object or a program.",
    "tare nodes INPUT [--serial INPUT] [-- FLAGS OF THE COMPILER]\n"
    "tare nodes INPUT --operations [--by-loop] [--param NAME=VALUE] [-- FLAGS OF THE COMPILER]",
    "tare nodes x.c -- -Iinclude -DN=100\n"
    "  tare nodes parallel.c --serial serial.c\n"
    "  tare nodes lu.c --operations --param n=800\n"
    "  tare nodes lu.c --operations --by-loop"};

/// "N=800" as a symbol's value. Else what is wrong with it.
std::string symbolValueIn(const std::string &text, std::map<std::string, std::string> &values) {
  size_t equals = text.rfind('=');
  std::string name = text.substr(0, equals);
  std::string value = equals == std::string::npos ? "" : text.substr(equals + 1);
  if (!symbolic::isSymbolName(name) || !parameterNumber(value))
    return "--param wants NAME=NUMBER such as N=800 or 'trips(x.c:12)=7/3', not '" + text + "'";
  values[name] = value;
  return {};
}

} // namespace

Options parseNodes(std::vector<std::string> arguments, std::vector<std::string> rest) {
  NodesOptions options;
  Parser parser(nodes_verb);
  parser.behind(options.compiler_flags);
  parser.operand("INPUT", options.input, "x.c, x.o or a built program; several sources: a.c,b.c");
  parser.text("--serial", options.serial, "INPUT",
              "a serial program, or the same source: print counterparts in it");
  parser.flag("--operations", options.operations,
              "what functions and constructs of sources do, as\nformulas of their sizes");
  parser.flag("--by-loop", options.by_loop,
              "with --operations: what each loop does itself, and how often");
  parser.readEach("--param", "NAME=VALUE", "a size to evaluate the formulas for; repeatable",
                  [&](const std::string &text) { return symbolValueIn(text, options.parameters); });
  parser.choice("--format", options.format, "FORMAT",
                "of the pairs or operations: text or json (default text)", {"text", "json"});
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  if (options.serial.empty() && !options.operations && options.format != "text")
    return parser.refuse("--format is for pairs and operations: give --serial or --operations too");
  if (!options.serial.empty() && options.operations)
    return parser.refuse("--serial prints pairs, and --operations counts: give one of them");
  if (options.by_loop && !options.operations)
    return parser.refuse("--by-loop is for counts: give --operations too");
  if (options.by_loop && options.format != "text")
    return parser.refuse("--by-loop is for text: --format json has the loops anyway");
  if (!options.operations && !options.parameters.empty())
    return parser.refuse("--param is for formulas: give --operations too");
  return options;
}

} // namespace tare
