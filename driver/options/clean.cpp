// SPDX-License-Identifier: Apache-2.0
#include "driver/options/parser.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

constexpr int most_kept = 1000000;

constexpr Parser::Verb clean_verb = {
    "tare clean",
    "Remove old experiments from a results folder, and say how much space that frees.\n"
    "Experiments that have not ended stay: --resume can go on with them.",
    "tare clean [FOLDER] [--keep N] [--unfinished] [--dry-run]", "tare clean --keep 5"};

} // namespace

Options parseClean(std::vector<std::string> arguments, std::vector<std::string> rest) {
  CleanOptions options;
  Parser parser(clean_verb);
  parser.operand("FOLDER", options.folder,
                 "what holds the experiments (default: tare-results,\nor TARE_OUTPUT_DIR)", false);
  parser.number("--keep", options.keep, "N", "newest experiments to keep (default 3)", 0,
                most_kept);
  parser.flag("--unfinished", options.unfinished, "remove old experiments that have not ended too");
  parser.flag("--dry-run", options.dry_run, "only say what would be removed");
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  return options;
}

} // namespace tare
