// SPDX-License-Identifier: Apache-2.0
#include "driver/options/parser.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

constexpr Parser::Verb completion_verb = {
    "tare completion", "Print what makes a shell complete tare's verbs, options and their values.",
    "tare completion bash|zsh|fish",
    "source <(tare completion bash)\n  tare completion zsh > ~/.zfunc/_tare"};

} // namespace

Options parseCompletion(std::vector<std::string> arguments, std::vector<std::string> rest) {
  std::string shell;
  Parser parser(completion_verb);
  parser.operand("SHELL", shell, "bash, zsh or fish");
  parser.firstWords({"bash", "zsh", "fish"});
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  std::string script = completionScript(shell, verbWords());
  if (script.empty())
    return parser.refuse("'" + shell + "' is none of bash, zsh, fish");
  return HelpShown{script};
}

} // namespace tare
