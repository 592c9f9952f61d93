// SPDX-License-Identifier: Apache-2.0
#include "driver/options/couple.h"
#include "driver/options/parser.h"
#include "driver/options/programs.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

constexpr Parser::Verb compose_verb = {
    "tare model --compose",
    "What a loop over functions takes at a size that was not measured: models of their own\n"
    "times, and couplings that were measured with the data in the same levels of the memory.",
    "tare model --compose RESULTS... --param N=VALUE [options]",
    "tare model --couple smooth,norm --source jacobi.c --param n=1000 -- 1000   (several sizes)\n"
    "  tare model --compose tare-results --param n=3000"};

} // namespace

Options parseComposition(std::vector<std::string> arguments, std::vector<std::string> rest) {
  std::erase(arguments, "--compose");
  ComposeOptions options;
  Parser parser(compose_verb);
  parser.operands("RESULTS", options.results,
                  "results folders of tare model --couple, folders of\nseveral, files, or an "
                  "application of the archive",
                  true);
  parser.readEach("--param", "NAME=VALUE", "the size to predict; repeatable",
                  [&](const std::string &text) { return sizeInto(options.at, text); });
  parser.number("--threads", options.threads, "N", "number of threads (default: the most measured)",
                1, 1000000);
  parser.number("--passes", options.passes, "N", "of the loop (default: as measured)", 1,
                1000000000);
  parser.read(
      "--loop", "NAMES",
      "functions of a pass in another order than measured, such\nas smooth,norm,copy",
      [&](const std::string &text) { return kernelNamesInto(options.order, text, "--loop"); });
  parser.text("--template", options.user_template, "TERMS",
              "terms that the functions' times are known to have: 'n^2+n+1'");
  parser.text("--json", options.json, "FILE",
              "write the forecast (tare.forecast/1; -: to stdout,\nalone)");
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  return options;
}

} // namespace tare
