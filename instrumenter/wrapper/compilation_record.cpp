// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/compilation_record.h"

#include "base/text.h"

#include <cstdio>

namespace tare {

namespace {

std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (char byte : text) {
    char escape[8] = {byte, 0};
    if (byte == '"' || byte == '\\')
      snprintf(escape, sizeof escape, "\\%c", byte);
    else if (static_cast<unsigned char>(byte) < 0x20)
      snprintf(escape, sizeof escape, "\\u%04x", unsigned(byte));
    out += escape;
  }
  return out + '"';
}

/// Without other sources, and without what is written on the way.
Words quotedWords(const CompileCommand &command, const Unit &unit) {
  Words words = {quoted(command.compiler)};
  for (size_t i = 0; i < command.arguments.size(); ++i) {
    const Argument &argument = command.arguments[i];
    if (argument.role != Role::dependency && (argument.role != Role::input || i == unit.argument))
      for (const std::string &word : argument.words)
        words.push_back(quoted(word));
  }
  return words;
}

} // namespace

std::string recordFile(const CompileCommand &command) {
  std::string file;
  for (const Argument &argument : command.arguments)
    if (argument.name == "-MJ")
      file = argument.value;
  return file == "-" ? "" : file;
}

std::string compilationRecord(const CompileCommand &command, const Unit &unit,
                              const std::string &folder) {
  std::string record = "{ \"directory\": " + quoted(folder) + ", \"file\": " + quoted(unit.source);
  if (command.mode != Mode::link) // there its object is ours
    record += ", \"output\": " + quoted(unit.output);
  return record + ", \"arguments\": [" + joinText(quotedWords(command, unit), ", ") + "]},\n";
}

} // namespace tare
