// SPDX-License-Identifier: Apache-2.0
#include "driver/options/couple.h"
#include "driver/options/parser.h"
#include "driver/options/verb_parsers.h"

#include "base/text.h"

#include <cstdlib>

namespace tare {
namespace {

constexpr Parser::Verb model_verb = {
    "tare model",
    "How every row of the table grows with the problem's size and the threads, and which\n"
    "rows grow otherwise than in another version.",
    "tare model RESULTS... [options]",
    "tare overheads --source mm.c --param N=200 --output sizes -- 200   (several "
    "sizes)\n"
    "  tare model sizes --template 'N^3+N^2+N+1'\n"
    "  tare model sizes --against sizes-before"};

constexpr Parser::Verb forecast_verb = {
    "tare forecast", "A table for a size or threads that were not run, predicted from results.",
    "tare forecast RESULTS... --param N=VALUE [options]",
    "tare forecast sizes --param N=1000 --threads 2 --table predicted.json"};

constexpr Parser::Verb which_verb = {
    "tare which", "Which program, compiler, machine or number of threads is best at a size.",
    "tare which RESULTS... --param N=VALUE [options]", "tare which naive tiled --param N=1000"};

constexpr const char *results_text = "results folders, folders of several results, tables in "
                                     "JSON,\nor an application of the archive (tare archive)";

/// "32K,1M,32M"
std::string cachesIn(const std::string &text, std::vector<double> &caches) {
  for (const std::string &part : splitText(text, ',')) {
    char *end = nullptr;
    double size = std::strtod(part.c_str(), &end);
    double unit = *end == 'K' ? 1024.0 : *end == 'M' ? 1048576.0 : *end == 'G' ? 1073741824.0 : 1;
    bool is_whole = *end == 0 || (unit > 1 && end[1] == 0);
    bool ascends = caches.empty() || size * unit > caches.back();
    if (!(size > 0) || !is_whole || !ascends)
      return "--caches wants ascending sizes such as 32K,1M,32M, not '" + text + "'";
    caches.push_back(size * unit);
  }
  return "";
}

} // namespace

std::string sizeInto(std::map<std::string, double> &at, const std::string &text) {
  size_t equals = text.find('=');
  char *end = nullptr;
  double value = equals == std::string::npos ? 0 : std::strtod(text.c_str() + equals + 1, &end);
  if (equals == 0 || !(value > 0) || !end || *end)
    return "--param wants NAME=NUMBER such as N=1000, not '" + text + "'";
  at[text.substr(0, equals)] = value;
  return "";
}

namespace {

void addModelInput(Parser &parser, ModelOptions &options) {
  parser.operands("RESULTS", options.results, results_text, true);
  parser.text("--template", options.user_template, "TERMS",
              "terms that its times are known to have: 'N^3+N^2+N+1'");
  parser.text("--footprint", options.footprint, "BYTES",
              "bytes that all threads together work on, such as '24*N^2':\n"
              "sizes within each level of the caches are modelled apart");
  parser.read("--caches", "LIST",
              "sizes of the caches for it, such as 32K,1M,32M\n"
              "(default: as the machine that was measured has)",
              [&](const std::string &text) { return cachesIn(text, options.caches); });
}

void addPoint(Parser &parser, ModelOptions &options) {
  parser.readEach("--param", "NAME=VALUE", "the size to predict; repeatable",
                  [&](const std::string &text) { return sizeInto(options.at, text); });
}

/// The options as `parser` fills them in, or what is to be shown instead.
Options parsed(Parser &parser, const ModelOptions &options, std::vector<std::string> arguments,
               std::vector<std::string> rest) {
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  if (!options.caches.empty() && options.footprint.empty())
    return parser.refuse("--caches is about --footprint, and there is none: add --footprint BYTES");
  return options;
}

} // namespace

Options parseModel(std::vector<std::string> arguments, std::vector<std::string> rest) {
  for (const std::string &argument : arguments)
    if (argument == "--couple" || startsWith(argument, "--couple="))
      return parseCoupling(std::move(arguments), std::move(rest));
    else if (argument == "--compose")
      return parseComposition(std::move(arguments), std::move(rest));
    else if (argument == "--operations" || startsWith(argument, "--operations="))
      return parseOperationModel(std::move(arguments), std::move(rest));
  ModelOptions options;
  options.verb = ModelOptions::Model;
  Parser parser(model_verb);
  addModelInput(parser, options);
  parser.text("--of", options.of, "ROW", "only rows whose name holds this text, as with --full");
  parser.flag("--full", options.full, "print formulas, checks and counts of every row");
  parser.text("--by", options.by, "LIST", "the parameters that are sizes, such as N,M");
  parser.texts("--against", options.against, "RESULTS",
               "results of the version before, of several sizes\n"
               "as well: say only which rows grow otherwise now;\nrepeatable");
  parser.number("--efficiency", options.efficiency, "E",
                "from which size on the efficiency is E, such as 0.8", 0.01, 1.0);
  parser.text("--json", options.json, "FILE",
              "write the models (tare.model/1; -: to stdout, alone)");
  parser.note(
      "How functions of one program affect each other's time, and what a loop over them takes:\n"
      "  tare model --couple A,B,... --source FILE   (tare model --couple --help)\n"
      "  tare model --compose RESULTS... --param N=VALUE   (at another size)\n"
      "How long a function takes at a size that was never run, from its source:\n"
      "  tare model --operations SOURCE --param n=800   (tare model --operations --help)");
  return parsed(parser, options, std::move(arguments), std::move(rest));
}

Options parseForecast(std::vector<std::string> arguments, std::vector<std::string> rest) {
  ModelOptions options;
  options.verb = ModelOptions::Forecast;
  Parser parser(forecast_verb);
  addModelInput(parser, options);
  addPoint(parser, options);
  parser.number("--threads", options.threads, "N", "number of threads (default: the most measured)",
                1, 1000000);
  parser.flag("--full", options.full, "print every row of the predicted table");
  parser.text("--json", options.json, "FILE",
              "write the forecast (tare.forecast/1; -: to stdout,\nalone)");
  parser.text("--table", options.table, "FILE", "write the predicted table, for tare diff");
  return parsed(parser, options, std::move(arguments), std::move(rest));
}

Options parseWhich(std::vector<std::string> arguments, std::vector<std::string> rest) {
  ModelOptions options;
  options.verb = ModelOptions::Which;
  Parser parser(which_verb);
  addModelInput(parser, options);
  addPoint(parser, options);
  parser.text("--of", options.of, "FUNCTION", "only the constructs of this function");
  parser.text("--json", options.json, "FILE",
              "write the choices (tare.which/1; -: to stdout, alone)");
  return parsed(parser, options, std::move(arguments), std::move(rest));
}

} // namespace tare
