// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/compiler_paths.h"

#include "base/files.h"
#include "base/lexer.h"
#include "instrumenter/wrapper/kept_pipes.h"
#include "instrumenter/wrapper/text_search.h"

#include <algorithm>
#include <set>
#include <vector>

namespace tare {

namespace {

constexpr size_t most_looked_into = 200;

/// In the order of -iquote, -I and -isystem; a file's own folder comes first.
std::vector<std::string> foldersOf(const CompileCommand &command) {
  std::vector<std::string> folders;
  for (const Argument &argument : command.arguments)
    if (argument.name == "-iquote" || argument.name == "-I" || argument.name == "-isystem")
      folders.push_back(argument.value);
  return folders;
}

std::vector<std::string> firstFiles(const CompileCommand &command) {
  std::vector<std::string> files;
  for (const Argument &argument : command.arguments)
    if (argument.isSource() || argument.name == "-include")
      files.push_back(argument.value);
  return files;
}

} // namespace

bool listsPathsOfWords(std::string_view text) { return findText(text, "/tare\n/") != text.npos; }

std::string fileWithPathsOfWords(const CompileCommand &command) {
  const std::vector<std::string> folders = foldersOf(command);
  std::vector<std::string> files = firstFiles(command);
  std::set<std::string> known(files.begin(), files.end());
  for (size_t i = 0; i < files.size() && i < most_looked_into; ++i) {
    const std::string file = files[i];
    Result<std::string> text = isReadOnce(file) ? Error{"a pipe"} : readFile(file);
    if (!text.ok())
      continue;
    if (listsPathsOfWords(text.value()))
      return file;
    for (const std::string &include : scanText(text.value()).includes) {
      std::vector<std::string> around = folders;
      if (include[0] == '"')
        around.insert(around.begin(), folderOf(file));
      auto holds = [&](const std::string &folder) {
        return fileExists(folder + "/" + include.substr(1));
      };
      if (auto folder = std::ranges::find_if(around, holds); folder != around.end())
        if (std::string path = *folder + "/" + include.substr(1); known.insert(path).second)
          files.push_back(path);
    }
  }
  return {};
}

} // namespace tare
