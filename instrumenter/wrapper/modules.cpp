// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/modules.h"

#include "base/files.h"
#include "base/text.h"
#include "instrumenter/wrapper/text_search.h"

namespace tare {

bool isAboutModules(const std::string &word) {
  return startsWith(word, "-fmodule") || startsWith(word, "-fcxx-modules") ||
         startsWith(word, "-fprebuilt-module");
}

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

bool isModule(const Unit &unit, Modules modules) {
  if (modules == Modules::everywhere)
    return true;
  if (unit.language != Language::cxx || unit.source == "-")
    return false;
  Result<std::string> text = readFile(unit.source);
  return text.ok() && (modules == Modules::where_written ? namesModules(text.value())
                                                         : declaresModule(text.value()));
}

} // namespace tare
