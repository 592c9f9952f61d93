// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/modules.h"

#include "base/text.h"

#include <algorithm>

namespace tare {

namespace {

bool isAboutModules(const std::string &word) {
  return startsWith(word, "-fmodule") || startsWith(word, "-fcxx-modules") ||
         startsWith(word, "-fprebuilt-module");
}

/// Cuts blanks and the word behind them off.
std::string_view takeName(std::string_view &line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  size_t length = 0;
  while (length < line.size() && isWordCharacter(line[length]))
    ++length;
  std::string_view word = line.substr(0, length);
  line.remove_prefix(length);
  return startsWith(word, "__") ? word.substr(2) : word;
}

/// As the language has it: behind `import = 3` or `module.x` stands something else.
bool namesModule(std::string_view line) {
  std::string_view word = takeName(line);
  if (word == "export")
    word = takeName(line);
  if (word != "import" && word != "module")
    return false;
  line = trimText(line);
  if (line.empty() || startsWith(line, "::"))
    return false;
  char next = line[0];
  return isWordCharacter(next) || next == ':' ||
         (word == "module" ? next == ';' : next == '<' || next == '"');
}

} // namespace

Modules modulesOf(const CompileCommand &command) {
  bool mapped = command.hasOptionLike({"-fmodule-mapper="}); // gcc's -fmodules has such a one
  Modules found = Modules::none;
  for (const Argument &argument : command.arguments) {
    const std::string &word = argument.words.front();
    if (argument.role == Role::input || !isAboutModules(word))
      continue;
    if (word != "-fmodules-ts" && !startsWith(word, "-fmodule-mapper=") &&
        !(word == "-fmodules" && mapped))
      return Modules::everywhere;
    found = Modules::where_written;
  }
  return found;
}

bool namesModules(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    if (namesModule(text.substr(at, end - at)))
      return true;
    at = end + 1;
  }
  return false;
}

} // namespace tare
