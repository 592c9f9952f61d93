// SPDX-License-Identifier: Apache-2.0
#include "driver/compile_commands.h"

#include "base/files.h"
#include "base/json/fields.h"
#include "base/text.h"

#include <filesystem>

namespace tare {
namespace {

constexpr uint64_t largest_commands = uint64_t(128) << 20;

struct Entry {
  std::string directory, file, command;
  std::vector<std::string> arguments;
};

struct Entries {
  std::vector<Entry> commands;
};

void entryFields(json::Fields &io, Entry &entry) {
  io.required("directory", entry.directory);
  io.required("file", entry.file);
  io.optional("command", entry.command);
  io.optional("arguments", entry.arguments);
  io.check(!entry.command.empty() || !entry.arguments.empty(),
           "has neither 'command' nor 'arguments'");
}

void entriesFields(json::Fields &io, Entries &entries) {
  io.required("commands", entries.commands, entryFields);
}

} // namespace

Result<std::vector<FileCommand>> readCompileCommands(const std::string &path) {
  TARE_TRY(std::string text, readFile(path, largest_commands));
  // The document is a list, and documents of ours are objects.
  Result<Entries> read = json::read(R"({"commands":)" + text + "}", entriesFields);
  if (!read.ok())
    return Error{"these are no compile commands: " + read.error().message, path,
                 "write it again (cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON), or give --cflags"};
  std::vector<FileCommand> commands;
  for (Entry &entry : read.value().commands) {
    std::filesystem::path folder = std::filesystem::path(folderOf(absolutePath(path)));
    FileCommand command{(folder / entry.directory).lexically_normal().string(), entry.file,
                        std::move(entry.arguments)};
    if (command.words.empty()) {
      TARE_TRY(command.words, placedAt(path, splitCommand(entry.command)));
    }
    commands.push_back(std::move(command));
  }
  return commands;
}

std::string compileCommandsIn(const std::string &folder) {
  for (const char *name : {"/compile_commands.json", "/build/compile_commands.json"})
    if (fileExists(folder + name))
      return folder + name;
  return "";
}

} // namespace tare
