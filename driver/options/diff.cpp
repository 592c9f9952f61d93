// SPDX-License-Identifier: Apache-2.0
#include "driver/options/parser.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

constexpr Parser::Verb verb = {
    "tare diff",
    "Say which overhead changed between two versions of a program, where, and whether that is\n"
    "more than noise. Exit status with gates: 0 all passed, 1 one failed, 5 noise left one open.",
    "tare diff BASE HEAD [options]",
    "tare diff base.json head.json --fail-on 'any > 5%'\n"
    "  tare diff base.json head.json --fail-on 'locks@x.c:31 > 3%' --format sarif > tare.sarif"};

} // namespace

Options parseDiff(std::vector<std::string> arguments, std::vector<std::string> rest) {
  DiffOptions options;
  Parser parser(verb);
  parser.operand("BASE", options.base, "results folder or table in JSON, of the version before");
  parser.operand("HEAD", options.head, "the same of the version under review");
  parser.choice("--format", options.format, "FORMAT",
                "text, json, markdown, sarif or gitlab (default text)",
                {"text", "json", "markdown", "sarif", "gitlab"});
  parser.texts("--fail-on", options.fail_on, "GATE",
               "NAME[@PLACE] > PERCENT of T_p: an overhead, any, time or total; repeatable");
  parser.number("--min-effect", options.least_effect, "PERCENT",
                "no gate fails on less (default 5)", 0.0, 1000.0);
  parser.text("--rerun", options.rerun, "COMMAND",
              "measures again, to confirm: {side} is base or head, {output} a results folder");
  parser.flag("--force", options.force, "compare other machines and settings all the same");
  if (auto shown = parser.parse(std::move(arguments)))
    return *shown;
  if (!rest.empty())
    return parser.refuse("nothing may follow --");
  if (options.base.empty() || options.head.empty())
    return parser.refuse("which results? tare diff BASE HEAD");
  return options;
}

} // namespace tare
