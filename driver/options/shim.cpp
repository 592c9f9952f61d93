// SPDX-License-Identifier: Apache-2.0
#include "driver/options/parser.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

/// Prints the line that puts the folder in front of PATH.
constexpr Parser::Verb shim_verb = {
    "tare shim",
    "Make a folder of links named like the compilers in PATH. With that folder in front of\n"
    "PATH, a build that calls gcc or clang++ by name is built as by tare cc.",
    "tare shim DIR", "eval \"$(tare shim /tmp/shim)\" && make"};

} // namespace

Options parseShim(std::vector<std::string> arguments, std::vector<std::string> rest) {
  ShimOptions options;
  Parser parser(shim_verb);
  parser.operand("DIR", options.folder, "made if it is not there");
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  return options;
}

} // namespace tare
