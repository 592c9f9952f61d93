// SPDX-License-Identifier: Apache-2.0
#include "driver/options/project_file.h"

#include "analyzer/compare/gate.h"
#include "base/files.h"
#include "base/nearest.h"
#include "base/text.h"
#include "driver/options/verb_parsers.h"

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <set>

namespace tare {
namespace {

enum class KeyKind { Flag, Value, List, Each }; // Each: the option is given once for each value

struct FileKey {
  const char *name;
  KeyKind kind;
};

constexpr FileKey measure_keys[] = {
    {"threads", KeyKind::List},       {"ranks", KeyKind::List},
    {"fixed-ranks", KeyKind::Flag},   {"repeat", KeyKind::Value},
    {"precision", KeyKind::Value},    {"quick", KeyKind::Flag},
    {"budget", KeyKind::Value},       {"timeout", KeyKind::Value},
    {"status", KeyKind::Value},       {"param", KeyKind::Each},
    {"check", KeyKind::Flag},         {"check-tolerance", KeyKind::Value},
    {"check-ignore", KeyKind::Value}, {"no-compare", KeyKind::Flag},
    {"null", KeyKind::Flag},          {"redact", KeyKind::Flag},
    {"top", KeyKind::Value}};
constexpr FileKey diff_keys[] = {{"fail-on", KeyKind::Each}, {"min-effect", KeyKind::Value}};

struct FileTable {
  const char *name;
  std::vector<const char *> verbs;
  std::vector<FileKey> keys;
};

const std::vector<FileTable> &knownTables() {
  static const std::vector<FileTable> tables = {
      {"measure",
       {"overheads", "run", "search"},
       {std::begin(measure_keys), std::end(measure_keys)}},
      {"diff", {"diff"}, {std::begin(diff_keys), std::end(diff_keys)}}};
  return tables;
}

/// Options that say what is run, read or written: a command line's alone.
constexpr std::string_view of_commands[] = {
    "source",   "parallel", "serial",  "instrumented", "ignored",    "serial-instrumented",
    "compiler", "cflags",   "ldflags", "output",       "json",       "archive",
    "rerun",    "resume",   "from",    "pilot",        "pilot-from", "format"};

/// One of these on the command line makes the others of its group wrong.
const std::vector<std::set<std::string>> &exclusive() {
  static const std::vector<std::set<std::string>> groups = {{"repeat", "precision"},
                                                            {"repeat", "quick"},
                                                            {"precision", "quick"},
                                                            {"check", "no-compare"},
                                                            {"check-tolerance", "no-compare"},
                                                            {"check-ignore", "no-compare"},
                                                            {"redact", "dry-run"}};
  return groups;
}

Error mistake(const std::string &path, const toml::source_region &where, const std::string &message,
              const std::string &next = "") {
  return Error{message, path + ":" + std::to_string(where.begin.line), next};
}

/// A number or a text as an option takes it. Nothing: it is neither.
std::optional<std::string> wordOf(const toml::node &node) {
  if (auto text = node.value_exact<std::string>())
    return *text;
  if (auto number = node.value_exact<int64_t>())
    return std::to_string(*number);
  if (auto number = node.value_exact<double>(); number && std::isfinite(*number)) {
    char text[32];
    return std::string(text, std::to_chars(text, text + sizeof text, *number).ptr);
  }
  return std::nullopt;
}

std::vector<std::string> optionsOf(const std::string &verb) {
  std::vector<std::string> options;
  for (const VerbWords &words : verbWords())
    for (const OptionWords &option : words.options)
      if (words.name == verb)
        options.push_back(option.name);
  return options;
}

/// Whether one of the table's verbs has it.
bool isOption(const FileTable &table, const std::string &option) {
  return std::ranges::any_of(table.verbs, [&](const char *verb) {
    std::vector<std::string> options = optionsOf(verb);
    return std::ranges::find(options, option) != options.end();
  });
}

class ProjectFileReader {
public:
  explicit ProjectFileReader(std::string path) { file_.path = std::move(path); }

  Result<ProjectFile> read(const std::string &text) {
    toml::parse_result parsed = toml::parse(text, file_.path);
    if (!parsed)
      return mistake(file_.path, parsed.error().source(),
                     std::string(parsed.error().description()));
    for (const auto &[name, node] : parsed.table()) {
      auto known = std::ranges::find_if(
          knownTables(), [&](const FileTable &table) { return name.str() == table.name; });
      if (known == knownTables().end() || !node.is_table())
        return mistake(file_.path, node.source(),
                       "'" + std::string(name.str()) + "' is no table of this file",
                       "it has [measure] and [diff]");
      for (const auto &[key, value] : *node.as_table())
        TARE_DO(readKey(*known, std::string(key.str()), value));
    }
    return std::move(file_);
  }

private:
  Result<void> readKey(const FileTable &table, const std::string &key, const toml::node &value) {
    if (table.name == std::string("measure") && key == "arguments")
      return readWords(key, value, file_.arguments);
    auto known =
        std::ranges::find_if(table.keys, [&](const FileKey &each) { return key == each.name; });
    if (known == table.keys.end())
      return unknown(table, key, value);
    std::vector<std::string> &values = file_.options[table.name][key];
    file_.lines["--" + key] = static_cast<int>(value.source().begin.line);
    if (known->kind == KeyKind::Flag) {
      auto yes = value.value_exact<bool>();
      if (!yes)
        return mistake(file_.path, value.source(), "'" + key + "' is true or false");
      if (!*yes)
        file_.options[table.name].erase(key);
      return {};
    }
    if (known->kind == KeyKind::Value) {
      auto word = wordOf(value);
      if (!word)
        return mistake(file_.path, value.source(), "'" + key + "' is one text or number");
      values = {*word};
      return {};
    }
    if (key == "param" && value.is_table())
      return readParameters(*value.as_table(), values);
    TARE_DO(readWords(key, value, values));
    if (key == "fail-on")
      for (const std::string &text : values)
        if (Result<Gate> gate = parseGate(text); !gate.ok())
          return mistake(file_.path, value.source(), gate.error().message, gate.error().next);
    if (known->kind == KeyKind::List)
      values = {joinText(values, ",")};
    return {};
  }

  Result<void> readWords(const std::string &key, const toml::node &value,
                         std::vector<std::string> &words) {
    auto add = [&](const toml::node &node) -> Result<void> {
      auto word = wordOf(node);
      if (!word)
        return mistake(file_.path, node.source(), "'" + key + "' is a list of texts or numbers");
      words.push_back(*word);
      return {};
    };
    if (!value.is_array())
      return add(value);
    for (const toml::node &node : *value.as_array())
      TARE_DO(add(node));
    return {};
  }

  /// param = { n = 1100 }
  Result<void> readParameters(const toml::table &table, std::vector<std::string> &values) {
    for (const auto &[name, node] : table) {
      auto word = wordOf(node);
      if (!word)
        return mistake(file_.path, node.source(), "a parameter is one text or number");
      values.push_back(std::string(name.str()) + "=" + *word);
    }
    return {};
  }

  Error unknown(const FileTable &table, const std::string &key, const toml::node &value) const {
    if (std::ranges::find(of_commands, key) != std::end(of_commands))
      return mistake(file_.path, value.source(),
                     "'" + key + "' says what is run or written, and a project's file does not",
                     "give --" + key + " on the command line");
    std::set<std::string> names;
    for (const FileKey &each : table.keys)
      names.insert(each.name);
    if (isOption(table, "--" + key))
      return mistake(file_.path, value.source(),
                     "'" + key + "' is an option, but no key of this file",
                     "give it on the command line; keys of [" + std::string(table.name) + "] are " +
                         joinText({names.begin(), names.end()}, ", "));
    return mistake(file_.path, value.source(),
                   "[" + std::string(table.name) + "] has no '" + key + "'",
                   "did you mean '" + nearestNames(key, names, 1).front() + "'?");
  }

  ProjectFile file_;
};

bool isGiven(const std::vector<std::string> &arguments, const std::string &name) {
  return std::ranges::any_of(arguments, [&](const std::string &argument) {
    return argument == "--" + name || startsWith(argument, "--" + name + "=");
  });
}

bool isContradicted(const std::vector<std::string> &arguments, const std::string &name) {
  return std::ranges::any_of(exclusive(), [&](const std::set<std::string> &group) {
    return group.contains(name) && std::ranges::any_of(group, [&](const std::string &other) {
             return other != name && isGiven(arguments, other);
           });
  });
}

} // namespace

Result<ProjectFile> readProjectFile(const std::string &path) {
  TARE_TRY(std::string text, readFile(path));
  return ProjectFileReader(path).read(text);
}

Result<ProjectFile> projectFileOf(const std::string &folder) {
  const std::string begin = absolutePath(folder);
  std::string top = begin;
  while (!fileExists(top + "/.git") && !isFolder(top + "/.git") && top.size() > 1)
    top = folderOf(top);
  if (top.size() <= 1)
    top = begin;
  for (std::string at = begin;; at = folderOf(at)) {
    if (fileExists(at + "/tare.toml"))
      return readProjectFile(at + "/tare.toml");
    if (at == top || at.size() <= 1)
      return ProjectFile();
  }
}

std::vector<std::string> wordsFor(const ProjectFile &file, const std::string &verb,
                                  const std::vector<std::string> &arguments,
                                  const std::vector<std::string> &known) {
  std::vector<std::string> words;
  for (const FileTable &table : knownTables()) {
    auto own = file.options.find(table.name);
    if (own == file.options.end() || std::ranges::find(table.verbs, verb) == table.verbs.end())
      continue;
    const bool has_gate = isGiven(arguments, "fail-on") || own->second.contains("fail-on");
    for (const auto &[name, values] : own->second) {
      const std::string option = "--" + name;
      if (name == "min-effect" && !has_gate)
        continue; // it is about gates
      bool is_free = std::ranges::find(known, option) != known.end() && !isGiven(arguments, name) &&
                     !isContradicted(arguments, name);
      if (!is_free)
        continue;
      if (values.empty())
        words.push_back(option);
      for (const std::string &value : values)
        words.push_back(option + "=" + value);
    }
  }
  return words;
}

Result<ProjectWords> withProjectFile(std::vector<std::string> argv, const std::string &folder) {
  const std::string verb = argv.size() > 1 ? argv[1] : "";
  bool is_for_verb = std::ranges::any_of(knownTables(), [&](const FileTable &table) {
    return std::ranges::find(table.verbs, verb) != table.verbs.end();
  });
  auto cut = std::ranges::find(argv, "--");
  std::vector<std::string> arguments(argv.begin() + std::min<long>(2, argv.end() - argv.begin()),
                                     cut);
  if (!is_for_verb || isGiven(arguments, "help") || std::ranges::count(arguments, "-h"))
    return ProjectWords{std::move(argv), "", "", {}};
  TARE_TRY(ProjectFile file, projectFileOf(folder));
  ProjectWords result{{}, file.path, "", {}};
  std::vector<std::string> words = wordsFor(file, verb, arguments, optionsOf(verb));
  for (const std::string &word : words) {
    const std::string option = word.substr(0, word.find('='));
    result.lines[option] = file.lines[option];
  }
  bool takes_arguments = verb != "run" && verb != "diff" && cut == argv.end();
  result.argv.assign(argv.begin(), cut);
  result.argv.insert(result.argv.end(), words.begin(), words.end());
  if (takes_arguments && !file.arguments.empty()) {
    words.emplace_back("--");
    words.insert(words.end(), file.arguments.begin(), file.arguments.end());
    result.argv.emplace_back("--");
    result.argv.insert(result.argv.end(), file.arguments.begin(), file.arguments.end());
  }
  result.argv.insert(result.argv.end(), cut, argv.end());
  result.added = quoteCommand(words);
  return result;
}

std::string placeOfOption(const ProjectWords &words, const std::string &message) {
  size_t first = std::string::npos;
  std::string place;
  for (const auto &[option, line] : words.lines) {
    size_t at = message.find(option);
    for (; at != std::string::npos; at = message.find(option, at + 1)) {
      size_t end = at + option.size();
      bool is_whole =
          end == message.size() ||
          !(std::isalnum(static_cast<unsigned char>(message[end])) || message[end] == '-');
      if (is_whole)
        break;
    }
    if (at < first) {
      first = at;
      place = words.path + ":" + std::to_string(line);
    }
  }
  return place;
}

Result<bool> isProjectFileOff(const std::string &value) {
  std::string word = value;
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const char *off : {"off", "no", "false", "0"})
    if (word == off)
      return true;
  for (const char *on : {"", "on", "yes", "true", "1"})
    if (word == on)
      return false;
  return Error{"'" + value + "' is neither on nor off", "TARE_PROJECT_FILE",
               "off: tare.toml is not read"};
}

} // namespace tare
