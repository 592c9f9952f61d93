// SPDX-License-Identifier: Apache-2.0
// `tare model --operations`
#include "base/symbolic/formula_text.h"
#include "base/text.h"
#include "driver/options/experiment.h"
#include "driver/options/verb_parsers.h"
#include "instrumenter/operations/evaluation.h"

#include <algorithm>
#include <cstdlib>

namespace tare {
namespace {

constexpr Parser::Verb operation_model_verb = {
    "tare model --operations",
    "How long functions and constructs take at sizes that were never run: operations of the\n"
    "source times what this machine takes for each. No program is run. The machine's times\n"
    "come from tare calibrate --primitives, by the same compiler and flags.",
    "tare model --operations SOURCE --param NAME=VALUES [options] [-- FLAGS]",
    "tare calibrate --primitives --cflags '-O3 -march=native'\n"
    "  tare model --operations mm.c --param n=800,1200 --cflags '-O3 -march=native'"};

/// "n=800,1200"; 'trips(x.c:12)=7/3'
std::string sizesInto(std::map<std::string, std::vector<std::string>> &parameters,
                      const std::string &text) {
  size_t equals = text.rfind('=');
  std::string name = text.substr(0, equals);
  std::vector<std::string> values = equals == std::string::npos
                                        ? std::vector<std::string>()
                                        : splitText(text.substr(equals + 1), ',');
  bool are_numbers = std::ranges::all_of(
      values, [](const std::string &value) { return parameterNumber(value).has_value(); });
  if (!symbolic::isSymbolName(name) || values.empty() || !are_numbers)
    return "--param wants NAME=NUMBERS such as n=800,1200 or 'trips(x.c:12)=7/3', not '" + text +
           "'";
  parameters[name] = values;
  return {};
}

/// "x=80000"
std::string bytesInto(std::map<std::string, double> &bytes, const std::string &text) {
  size_t equals = text.rfind('=');
  char *end = nullptr;
  double value = equals == std::string::npos ? 0 : std::strtod(text.c_str() + equals + 1, &end);
  if (equals == 0 || !(value > 0) || !end || *end)
    return "--bytes wants ARRAY=NUMBER such as x=80000, not '" + text + "'";
  bytes[text.substr(0, equals)] = value;
  return {};
}

} // namespace

Options parseOperationModel(std::vector<std::string> arguments, std::vector<std::string> rest) {
  OperationModelOptions options;
  if (arguments == std::vector<std::string>{"--operations", "--help"}) // no source is needed for it
    arguments = {"--help"};
  Parser parser(operation_model_verb);
  parser.behind(options.source_flags);
  parser.text("--operations", options.sources, "SOURCE",
              "source of C or C++; several of one program: a.c,b.c", true);
  parser.text("--function", options.function, "NAME", "only this function and its constructs");
  parser.readEach("--param", "NAME=VALUES", "values of a size, such as n=800,1200; repeatable",
                  [&](const std::string &text) { return sizesInto(options.parameters, text); });
  parser.read("--threads", "LIST", "numbers of threads (default 1)", threadsInto(options.threads));
  parser.text("--compiler", options.compiler, "CC", "for C (default gcc)");
  parser.text("--cflags", options.flags, "FLAGS",
              "its flags, as the primitives have them (default -O2)");
  parser.text("--machine", options.machine, "HOST",
              "by the primitives of that machine, which an archive has");
  parser.text("--archive", options.archive, "WHERE",
              "of --machine: file, or postgresql://USER@HOST/BASE\n(default: the usual one)");
  parser.readEach("--bytes", "ARRAY=BYTES",
                  "size of an array that is accessed indirectly; repeatable",
                  [&](const std::string &text) { return bytesInto(options.array_bytes, text); });
  parser.text("--rescale", options.rescale, "POINT",
              "scale all times to a measured one of --function:\nn=400:12.3ms (with 1 thread), or "
              "n=400:8ms:2");
  parser.choice("--format", options.format, "FORMAT", "text or json (default text)",
                {"text", "json"});
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  if (options.threads.empty())
    options.threads = {1};
  if (!options.archive.empty() && options.machine.empty())
    return parser.refuse("--archive is about --machine, and there is none: add --machine HOST");
  if (!options.rescale.empty() && options.function.empty())
    return parser.refuse("--rescale is about one function: add --function NAME");
  return options;
}

} // namespace tare
