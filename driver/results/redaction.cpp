// SPDX-License-Identifier: Apache-2.0
#include "driver/results/redaction.h"

#include "analyzer/launch/launch.h"
#include "base/files.h"
#include "base/system.h"
#include "base/text.h"
#include "driver/results/known_variables.h"

#include <algorithm>
#include <pwd.h>
#include <unistd.h>

namespace tare {
namespace {

using Words = std::vector<std::string>;

constexpr const char *argument_placeholder = "[argument]", *value_placeholder = "[value]",
                     *user_placeholder = "[user]";
constexpr size_t shortest_argument = 3; // that is looked for in sentences

/// A part of a path, as far as anybody can tell where it stands in a text.
bool isOfName(char c) {
  constexpr std::string_view around = "/\\\"'`,:;()=#<>|&? \t\n\r";
  return around.find(c) == std::string_view::npos;
}

std::string ownName() {
  struct passwd *entry = ::getpwuid(::getuid());
  return entry && entry->pw_name ? entry->pw_name : "";
}

/// Behind the value that begins at `at`: quoted parts belong to it.
size_t pastValue(const std::string &text, size_t at, char quote) {
  while (at < text.size()) {
    char c = text[at];
    if (quote ? c == quote : (c == ' ' || c == '\t' || c == '\n' || c == ',' || c == ';'))
      return at;
    if (c == '\\')
      ++at;
    else if (!quote && (c == '"' || c == '\''))
      at = std::min(text.find(c, at + 1), text.size());
    ++at;
  }
  return text.size();
}

/// Behind "NAME" or "NAME(x)", if a '=' follows; else where it began.
size_t pastMacro(const std::string &text, size_t begin) {
  size_t at = begin;
  while (at < text.size() && isWordCharacter(text[at]))
    ++at;
  if (at < text.size() && text[at] == '(')
    at = std::min(text.find(')', at), text.size() - 1) + 1;
  return at > begin && at < text.size() && text[at] == '=' ? at + 1 : begin;
}

/// -DNAME=[value]
std::string withoutValues(const std::string &text) {
  std::string shown;
  size_t copied = 0;
  for (size_t at = 0; (at = text.find("-D", at)) != std::string::npos; at += 2) {
    char before = at ? text[at - 1] : ' ';
    if (isOfName(before) && before != '[')
      continue; // "x-D"
    size_t macro = at + 2 + (at + 2 < text.size() && text[at + 2] == ' ');
    size_t value = pastMacro(text, macro);
    if (value == macro || text.compare(value, 7, value_placeholder) == 0)
      continue;
    char quote = before == '\'' || before == '"' ? before : '\0';
    shown += text.substr(copied, value - copied) + value_placeholder;
    copied = pastValue(text, value, quote);
    at = std::max(at, copied > 2 ? copied - 2 : 0);
  }
  return shown + text.substr(copied);
}

/// The length of NAME in NAME=value; 0: it is none such.
size_t assignedName(const std::string &word) {
  size_t length = word.find('=');
  bool is_name = length != std::string::npos &&
                 std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(length),
                             isWordCharacter);
  return is_name ? length : 0;
}

} // namespace

Redaction::Redaction(const std::string &host) : hosts_{hostName(), host} {
  for (std::string name : Words(hosts_.begin(), hosts_.end()))
    hosts_.insert(name.substr(0, name.find('.')));
  users_ = {ownName(), environmentVariable("USER"), environmentVariable("LOGNAME"),
            baseName(environmentVariable("HOME"))};
  for (std::set<std::string> *names : {&hosts_, &users_})
    std::erase_if(*names, [](const std::string &name) {
      return name.empty() || name == "/" || name == host_placeholder;
    });
}

Words Redaction::command(const Words &words) {
  Launch launch = launchOf(words);
  Words shown;
  for (size_t i = 0; i < launch.words.size(); ++i) {
    const std::string &word = launch.words[i];
    size_t name = i < launch.program ? assignedName(word) : 0;
    if (i == launch.program || (i == 0 && name == 0))
      shown.push_back(text(word));
    else if (isKnownVariable(word.substr(0, name)))
      shown.push_back(text(word));
    else
      shown.push_back(hideArgument(word, name));
  }
  return shown;
}

/// `name`: the length of the name that it sets; 0: none.
std::string Redaction::hideArgument(const std::string &word, size_t name) {
  std::string value = name ? word.substr(name + 1) : word;
  if (value != argument_placeholder && value != value_placeholder)
    arguments_.insert({value, value.substr(value.find('=') + 1)}); // --key=value
  return name ? word.substr(0, name + 1) + value_placeholder : argument_placeholder;
}

/// Placeholders are not quoted: nobody runs this.
std::string Redaction::command(const std::string &text) {
  Result<Words> words = splitCommand(text);
  if (!words.ok() || words.value().empty())
    return text.empty() ? text : argument_placeholder;
  return joinText(command(words.value()), " ");
}

std::string Redaction::compile(const std::string &text) const {
  Result<Words> words = splitCommand(text);
  if (!words.ok())
    return this->text(text);
  Words shown;
  bool is_macro = false; // the one before was -D
  for (const std::string &word : words.value()) {
    std::string whole = is_macro ? "-D" + word : word;
    size_t value = whole.starts_with("-D") ? pastMacro(whole, 2) : 2;
    std::string kept = value > 2 ? whole.substr(0, value) + value_placeholder : whole;
    shown.push_back(this->text(is_macro ? kept.substr(2) : kept));
    is_macro = word == "-D";
  }
  return joinText(shown, " ");
}

std::string Redaction::shownName(const std::string &name, const std::string &before) const {
  bool is_users = before == "home" || before == "Users" || before == "users";
  if (users_.contains(name) || (is_users && name[0] != '['))
    return user_placeholder;
  if (hosts_.contains(name))
    return host_placeholder;
  if (!name.starts_with("tare-")) // a results folder: tare-<program>-<UTC>-<host>-<pid>
    return name;
  std::string shown = name;
  for (const std::string &host : hosts_) {
    std::string tidy = host; // as the runtime has it
    std::ranges::replace(tidy, '-', '_');
    for (const std::string &part : {"Z-" + host + "-", "Z-" + tidy + "-"})
      if (size_t at = shown.find(part); at != std::string::npos)
        shown.replace(at + 2, part.size() - 3, host_placeholder);
  }
  return shown;
}

std::string Redaction::names(const std::string &text) const {
  std::string shown, before;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && isOfName(text[end]))
      ++end;
    std::string name = text.substr(at, end - at);
    bool in_path = at > 0 && text[at - 1] == '/';
    bool is_folder = end < text.size() && text[end] == '/';
    if (!name.empty())
      shown += in_path || (is_folder && name.starts_with("tare-")) ? shownName(name, before) : name;
    before = is_folder ? name : "";
    if (end < text.size())
      shown += text[end];
    at = end + 1;
  }
  return shown;
}

std::string Redaction::text(const std::string &text) const { return names(withoutValues(text)); }

std::string Redaction::sentence(const std::string &sentence) const {
  std::string shown = text(sentence);
  for (const std::string &argument : arguments_) {
    if (argument.size() < shortest_argument)
      continue;
    for (size_t at = 0; (at = shown.find(argument, at)) != std::string::npos;) {
      size_t end = at + argument.size();
      bool is_part =
          (at > 0 && isWordCharacter(shown[at - 1]) && isWordCharacter(argument.front())) ||
          (end < shown.size() && isWordCharacter(shown[end]) && isWordCharacter(argument.back()));
      std::string_view stands_there = is_part ? std::string_view(argument) : argument_placeholder;
      shown.replace(at, argument.size(), stands_there);
      at += stands_there.size();
    }
  }
  return shown;
}

namespace {

/// Tare's own command: which program, and with which flags.
void redactOwnCommand(Words &words, Redaction &hidden) {
  bool runs = words.size() > 1 && words[1] == "run";
  for (size_t i = 2; i < words.size(); i += 2) {
    if (i + 1 == words.size())
      break;
    const std::string &name = words[i];
    bool is_path = !runs || name == "--pilot-from";
    bool is_flags = name == "--cflags" || name == "--ldflags";
    std::string &value = words[i + 1];
    value = is_flags ? hidden.compile(value) : is_path ? hidden.text(value) : hidden.command(value);
  }
}

} // namespace

Manifest redacted(Manifest manifest) {
  Redaction hidden(manifest.machine.host);
  for (auto &[role, command] : manifest.commands)
    command = hidden.command(command);
  for (auto &[role, command] : manifest.compile)
    command = hidden.compile(command);
  for (std::vector<RunRecord> *runs : {&manifest.runs, &manifest.pilots})
    for (RunRecord &run : *runs)
      run.argv = hidden.command(run.argv);
  redactOwnCommand(manifest.command_line, hidden);
  for (auto &[name, value] : manifest.environment)
    value = hidden.text(value);
  for (std::string *path : {&manifest.source_root, &manifest.started_in})
    *path = hidden.text(*path);
  for (std::string &warning : manifest.warnings)
    warning = hidden.sentence(warning);
  manifest.machine.host = host_placeholder;
  manifest.identity.clear(); // it says all of this again, and what is redacted does not go on
  return manifest;
}

} // namespace tare
