// SPDX-License-Identifier: Apache-2.0
#include "driver/options/parser.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

constexpr Parser::Verb verb = {"tare report", "Print the table of earlier results.",
                               "tare report RESULTS [options]",
                               "tare report tare-results/tare-lu2-... --top 20"};

} // namespace

Options parseReport(std::vector<std::string> arguments, std::vector<std::string> rest) {
  ReportOptions options;
  Parser parser(verb);
  parser.operand("RESULTS", options.results,
                 "results folder, folder of one run, or a table in JSON");
  parser.choice("--format", options.format, "FORMAT", "text or json (default text)",
                {"text", "json"});
  parser.number("--top", options.top, "N", "constructs shown for each p (default 5)", 0, 100000);
  if (auto shown = parser.parse(std::move(arguments)))
    return *shown;
  if (!rest.empty())
    return parser.refuse("nothing may follow --");
  return options;
}

} // namespace tare
