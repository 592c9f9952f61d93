// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/categories.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/options/parser.h"
#include "driver/options/verb_parsers.h"

#include <algorithm>

namespace tare {
namespace {

constexpr Parser::Verb diff_verb = {
    "tare diff",
    "Say which overhead changed between two versions of a program, where, and\n"
    "whether that is more than noise. Exit status with gates: 0 all passed, 1 one\n"
    "failed, 5 one could not be decided; 6: a side is not reliable.",
    "tare diff BASE HEAD [options]",
    "tare diff base.json head.json --fail-on 'any > 5%'\n"
    "  tare diff base.json head.json --fail-on 'waiting for locks@x.c:31 > 3%' --format sarif"};

/// Each overhead's two names, one a line.
std::string namesText() {
  std::string text;
  for (const CategoryInfo &info : allCategories()) {
    std::string label(info.label);
    label.resize(std::max<size_t>(label.size() + 2, 38), ' ');
    text += "  " + label + std::string(info.name.substr(info.name.rfind('.') + 1)) + "\n";
  }
  return text;
}

/// Empty, or what is wrong with the command that measures again.
std::string rerunMistake(const std::string &command) {
  Result<std::vector<std::string>> words = splitCommand(command);
  if (!words.ok())
    return "--rerun: " + words.error().text();
  for (const char *name : {"{side}", "{output}"})
    if (command.find(name) == std::string::npos)
      return std::string("--rerun: the command has to say ") + name +
             ": it is run once for base and once for head, each into a results folder";
  return "";
}

/// Empty, or what is wrong with the options of gates.
std::string gateMistake(const Parser &parser, const DiffOptions &options) {
  if (options.fail_on.empty())
    for (const char *name : {"--rerun", "--min-effect"})
      if (parser.given(name))
        return std::string(name) + " is about gates, and there is none: add --fail-on GATE";
  return parser.given("--rerun") ? rerunMistake(options.rerun) : "";
}

/// Empty, or what is wrong with the options of sources.
std::string sourceMistake(const Parser &parser, const DiffOptions &options) {
  for (const char *name : {"--source-root", "--base-source-root", "--no-source"})
    if (parser.given(name) && options.format != "html")
      return std::string(name) + " is for --format html";
  for (const char *name : {"--source-root", "--base-source-root"})
    if (parser.given(name) && options.no_source)
      return std::string(name) +
             " shows lines of the sources, and --no-source does not: give one of them";
  return "";
}

} // namespace

/// Gates need both measurements; options about gates need a gate.
Options parseDiff(std::vector<std::string> arguments, std::vector<std::string> rest) {
  DiffOptions options;
  Parser parser(diff_verb);
  parser.operand("BASE", options.base, "results folder or table in JSON, of the version before");
  parser.operand("HEAD", options.head, "the same of the version under review");
  parser.choice("--format", options.format, "FORMAT",
                "text, json, markdown, html, sarif or gitlab (default text)",
                {"text", "json", "markdown", "html", "sarif", "gitlab"});
  parser.texts("--fail-on", options.fail_on, "GATE",
               "fail on growth, in % of BASE's T_p:\n"
               "'NAME[@LOCATION] > PERCENT'; NAME is an overhead\n"
               "(below), any, time or total; repeatable");
  parser.note("names of overheads, plain, and as JSON has them (the end is enough):\n" +
              namesText());
  parser.read("--min-effect", "PERCENT", "no gate fails on a smaller growth (default 5)",
              [&](const std::string &text) {
                std::optional<double> percent = readPercent(text, 1000);
                options.least_effect = percent.value_or(0);
                return percent
                           ? ""
                           : "--min-effect wants a percentage of T_p such as 5, not '" + text + "'";
              });
  parser.text("--rerun", options.rerun, "COMMAND",
              "measures again, to confirm: {side} is base or head,\n"
              "{output} a results folder");
  parser.text("--base-name", options.base_name, "TEXT",
              "what the review calls BASE, such as a commit\n(default: as it was given)");
  parser.text("--head-name", options.head_name, "TEXT", "the same of HEAD");
  parser.flag("--force", options.force, "compare other machines and settings all the same");
  parser.text("--source-root", options.source_root, "DIR",
              "html: lines of the sources from here, if they are what was built");
  parser.text("--base-source-root", options.base_source_root, "DIR",
              "html: lines of BASE's sources from here\n(default: as HEAD's)");
  parser.flag("--no-source", options.no_source, "html: no line of any source");
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  if (std::string mistake = sourceMistake(parser, options); !mistake.empty())
    return parser.refuse(mistake);
  if (options.base.empty() || options.head.empty())
    return parser.refuse("which results? tare diff BASE HEAD");
  if (std::string mistake = gateMistake(parser, options); !mistake.empty())
    return parser.refuse(mistake);
  return options;
}

} // namespace tare
