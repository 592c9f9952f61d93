// SPDX-License-Identifier: Apache-2.0
#include "driver/options/parser.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

/// Results that exist already. Nothing is run.
constexpr Parser::Verb report_verb = {
    "tare report", "Print what earlier results say: the short answer, or all of it.",
    "tare report [RESULTS] [options]",
    "tare report\n  tare report tare-results/tare-lu2-... --by function --top 20"};

} // namespace

/// --by and --top choose parts, so they are refused where everything is shown.
Options parseReport(std::vector<std::string> arguments, std::vector<std::string> rest) {
  ReportOptions options;
  Parser parser(report_verb);
  parser.operand("RESULTS", options.results,
                 "results folder, folder of one run, or a table in JSON\n(default: the latest in "
                 "tare-results)",
                 false);
  parser.flag("--full", options.full, "every row, its locations and all notes");
  parser.flag("--notes", options.notes, "what to beware of, alone");
  parser.choice("--format", options.format, "FORMAT",
                "text, json, markdown, csv, html, openmetrics,\nspeedscope, svg, github-summary or "
                "chrome-trace\n(default text)",
                {"text", "json", "markdown", "csv", "html", "openmetrics", "speedscope", "svg",
                 "github-summary", "chrome-trace"});
  parser.choice("--by", options.by, "PART",
                "only that, for all p: program, function, construct, path",
                {"program", "function", "construct", "path"});
  parser.text("--at", options.at, "LOCATION",
              "that part alone, for all p:\nFILE:LINE[-LINE] or a function");
  int top = 5;
  parser.number("--top", top, "N",
                "--full, with N constructs, functions or call\npaths (default 5; csv: all)", 0,
                100000);
  parser.text("--sources", options.sources.folder, "DIR",
              "read the constructs from these sources, and say what changed");
  parser.text("--cflags", options.sources.cflags, "FLAGS",
              "compiler options for --sources (default: the build's)");
  parser.text("--compiler", options.sources.compiler, "CC",
              "compiler for --sources (default: the build's)");
  parser.flag("--raw", options.raw, "times as measured, with what the probes took");
  parser.flag("--calibrated", options.calibrated,
              "what the probes took by their calibration alone");
  parser.flag("--redact", options.redact, "hide arguments, -D values, host and user names");
  parser.text("--source-root", options.source_root, "DIR",
              "html: lines of the sources from here, if they are what was built");
  parser.flag("--no-source", options.no_source, "html: no line of any source");
  parser.text("--whatif", options.whatif, "FILE",
              "html: predictions from tare whatif --json FILE\n(default: asked now, if there are "
              "runs)");
  parser.flag("--no-whatif", options.no_whatif, "html: no predictions");
  parser.texts("--models", options.models, "RESULTS",
               "html: curves of models made of these results\n(as tare model takes them); "
               "repeatable");
  parser.text("--template", options.model_template, "TERMS",
              "terms that the times of --models are known to have: 'N^3'");
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  if (options.raw && options.calibrated)
    return parser.refuse("--raw takes no cost out, --calibrated does: give one of them");
  options.sources.has_cflags = parser.given("--cflags");
  if (parser.given("--sources") && options.sources.folder.empty())
    return parser.refuse("--sources names no folder");
  for (const char *option : {"--source-root", "--no-source", "--whatif", "--no-whatif", "--models"})
    if (parser.given(option) && options.format != "html")
      return parser.refuse(std::string(option) + " is for --format html");
  if (parser.given("--source-root") && (options.no_source || options.redact))
    return parser.refuse("--source-root shows lines of the sources, and " +
                         std::string(options.redact ? "--redact" : "--no-source") +
                         " does not: give one of them");
  if (parser.given("--whatif") && options.no_whatif)
    return parser.refuse("--whatif shows predictions, --no-whatif does not: give one of them");
  if (parser.given("--template") && options.models.empty())
    return parser.refuse("--template is about models: give --models");
  for (const char *option : {"--whatif", "--models"})
    if (parser.given(option) && options.redact)
      return parser.refuse(std::string(option) +
                           " names results whose names --redact cannot hide: give one of them");
  for (const char *option : {"--cflags", "--compiler"})
    if (parser.given(option) && options.sources.folder.empty())
      return parser.refuse(std::string(option) + " is for reading sources again: give --sources");
  if (parser.given("--at") && options.at.empty())
    return parser.refuse("--at names no location: FILE:LINE, FILE:LINE-LINE or a function");
  if (!options.at.empty() && !options.by.empty())
    return parser.refuse("--at shows one part, --by shows all of them: give one of these");
  bool holds_all =
      options.format != "text" && options.format != "markdown" && options.format != "csv";
  if (!options.at.empty() && holds_all)
    return parser.refuse("--at is for text, markdown and csv: " + options.format +
                         " always holds everything");
  if (!options.by.empty() && holds_all)
    return parser.refuse("--by is for text, markdown and csv: " + options.format +
                         " always holds everything");
  if (options.format == "chrome-trace")
    for (const char *option : {"--raw", "--calibrated", "--sources"})
      if (parser.given(option))
        return parser.refuse(std::string(option) +
                             " makes a table anew, and a chrome-trace shows what was kept");
  if (options.notes && (options.full || !options.by.empty() || options.format != "text"))
    return parser.refuse("--notes is a text of its own: leave out --full, --by and --format");
  if (parser.given("--top")) {
    options.full = true;
    if (holds_all)
      return parser.refuse("--top is for text, markdown and csv: " + options.format +
                           " always holds everything");
    if (options.by == "program")
      return parser.refuse("--top is how many parts are shown, and --by program shows none");
    options.top = top;
  }
  return options;
}

} // namespace tare
