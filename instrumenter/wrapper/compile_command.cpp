// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/compile_command.h"

#include "base/files.h"
#include "base/text.h"
#include "instrumenter/wrapper/compiler_kind.h"
#include "instrumenter/wrapper/long_options.h"
#include "instrumenter/wrapper/option_table.h"
#include "instrumenter/wrapper/response_file.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string_view>

namespace tare {

namespace {

bool oneOf(std::string_view text, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

Language languageOfSuffix(const std::string &path, bool cxx_driver) {
  size_t dot = baseName(path).rfind('.');
  std::string suffix = dot == std::string::npos ? "" : baseName(path).substr(dot + 1);
  if (suffix == "c" || suffix == "i")
    return cxx_driver ? Language::cxx : Language::c;
  if (oneOf(suffix, {"cc", "cp", "cxx", "cpp", "CPP", "c++", "C", "ii"}) ||
      oneOf(suffix, {"cppm", "ccm", "cxxm", "c++m", "ixx"}))
    return Language::cxx;
  if (oneOf(suffix, {"h", "hh", "hp", "hxx", "hpp", "HPP", "h++", "H", "tcc"}))
    return Language::header;
  if (oneOf(suffix, {"s", "S", "sx"}))
    return Language::assembler;
  if (oneOf(suffix, {"f",   "F",   "for", "FOR", "f90", "F90", "f95", "F95", "f03",
                     "F03", "f08", "F08", "fpp", "FPP", "cu",  "m",   "M",   "mm",
                     "mi",  "mii", "hip", "d",   "go",  "adb", "ads", "ll",  "bc"}))
    return Language::other;
  return Language::none;
}

Language languageOfName(std::string_view name) {
  if (oneOf(name, {"c", "cpp-output", "c-cpp-output"}))
    return Language::c;
  if (oneOf(name, {"c++", "c++-module", "c++-cpp-output"}))
    return Language::cxx;
  if (endsWith(name, "header") || name == "c++-user-header")
    return Language::header;
  if (startsWith(name, "assembler"))
    return Language::assembler;
  return Language::other;
}

/// Collects arguments one by one. An -x holds for all inputs behind it.
class Parser {
public:
  explicit Parser(CompileCommand &command) : command_(command) {}

  void read(const Words &words) {
    for (size_t i = 0; i < words.size(); ++i)
      i += readOne(words, i);
    joinXclangPairs();
  }

private:
  size_t readOne(const Words &words, size_t i);
  void addInput(const std::string &word);
  void note(const Argument &argument);
  void noteMode(const std::string &name);
  void joinXclangPairs();

  CompileCommand &command_;
  std::string language_;     // of -x, empty: by suffix
  bool only_inputs_ = false; // after --
};

size_t Parser::readOne(const Words &words, size_t i) {
  if (only_inputs_ || words[i].size() < 2 || words[i][0] != '-') {
    addInput(words[i]);
    return 0;
  }
  const std::string word = shortSpelling(words[i]);
  only_inputs_ = word == "--";
  const OptionRule *rule = findOptionRule(word);
  Argument argument{Role::general, word, "", {word}, Language::none};
  bool takes_next = false;
  if (rule) {
    argument.role = rule->role;
    argument.name = rule->name;
    argument.value = word.substr(rule->name.size());
    takes_next = rule->shape == Shape::separate || rule->shape == Shape::joined_and_separate ||
                 (rule->shape == Shape::joined_or_separate && word == rule->name);
  }
  if (takes_next && i + 1 < words.size()) {
    argument.value = words[i + 1];
    argument.words.push_back(words[i + 1]);
  } else {
    takes_next = false;
  }
  // In this way -fopenmp reaches a compiler whose own driver does not take it.
  if ((argument.name == "-Xclang" || argument.name == "-Xpreprocessor") &&
      argument.value == "-fopenmp")
    argument.role = Role::openmp;
  note(argument);
  command_.arguments.push_back(std::move(argument));
  return takes_next ? 1 : 0;
}

void Parser::addInput(const std::string &word) {
  Argument input{Role::input, "", word, {word}, Language::none};
  if (!language_.empty()) {
    input.language = languageOfName(language_);
    input.preprocessed = endsWith(language_, "cpp-output");
  } else {
    input.language = languageOfSuffix(word, command_.cxx_driver);
    input.preprocessed = endsWith(word, ".i") || endsWith(word, ".ii");
  }
  command_.reads_stdin |= word == "-";
  command_.arguments.push_back(std::move(input));
}

void Parser::note(const Argument &argument) {
  const std::string &name = argument.name;
  if (argument.role == Role::output)
    command_.output = argument.value;
  else if (argument.role == Role::language)
    language_ = argument.value == "none" ? "" : argument.value;
  else if (argument.role == Role::openmp) {
    command_.openmp = name != "-fno-openmp";
    command_.openmp_library = name == "-fopenmp=" ? argument.value : "";
  } else if (oneOf(name, {"-static", "--static", "-static-pie", "--static-pie"}))
    command_.link_static = true;
  else if (argument.role == Role::mode || argument.role == Role::query)
    noteMode(name);
  else if (startsWith(name, "-fopenmp-targets=") || startsWith(name, "--offload-arch="))
    command_.offload = true;
}

/// The mode that stops earliest wins, as in the compilers' drivers.
void Parser::noteMode(const std::string &name) {
  Mode mode = Mode::query;
  if (name == "-c")
    mode = Mode::object;
  else if (name == "-S")
    mode = Mode::assembly;
  else if (name == "-E")
    mode = Mode::preprocess;
  else if (name == "-M" || name == "-MM")
    mode = Mode::dependencies;
  if (mode > command_.mode)
    command_.mode = mode;
}

/// `-Xclang -include -Xclang x.h`: the option of the inner compiler and its value are two pairs.
void Parser::joinXclangPairs() {
  std::vector<Argument> &arguments = command_.arguments;
  for (size_t i = 0; i + 1 < arguments.size(); ++i) {
    if (arguments[i].name != "-Xclang" || arguments[i + 1].name != "-Xclang")
      continue;
    const OptionRule *inner = findOptionRule(arguments[i].value);
    if (!inner || inner->role != Role::preprocessor || inner->name != arguments[i].value)
      continue;
    arguments[i].role = Role::preprocessor;
    arguments[i + 1].role = Role::preprocessor;
    ++i;
  }
}

bool isNamedCompiler(const std::string &word) {
  return kindOfName(word) != CompilerKind::unknown || oneOf(baseName(word), {"cc", "c++"});
}

/// The compiler is the first word with a compiler's name (`time gcc ...`, `env A=1 gcc ...`). If
/// there is none, it is the first word behind well-known launchers.
size_t placeOfCompiler(const Words &argv) {
  for (size_t i = 0; i < argv.size() && !startsWith(argv[i], "-"); ++i)
    if (isNamedCompiler(argv[i]))
      return i;
  size_t place = 0;
  while (place + 1 < argv.size() && isKnownLauncher(argv[place]))
    ++place;
  return place;
}

} // namespace

bool isKnownLauncher(const std::string &word) {
  return oneOf(baseName(word), {"ccache", "distcc", "sccache", "icecc"});
}

bool CompileCommand::hasOption(const std::string &name) const {
  return std::ranges::any_of(arguments, [&](const Argument &argument) {
    return argument.role != Role::input && argument.name == name;
  });
}

bool CompileCommand::hasOptionLike(std::initializer_list<std::string_view> beginnings) const {
  return std::ranges::any_of(arguments, [&](const Argument &argument) {
    return argument.role != Role::input &&
           std::ranges::any_of(beginnings, [&](std::string_view beginning) {
             return startsWith(argument.words.front(), beginning);
           });
  });
}

size_t CompileCommand::inputs() const {
  return size_t(std::ranges::count(arguments, Role::input, &Argument::role));
}

bool isCxxDriver(const std::string &compiler) {
  std::string name = baseName(compiler);
  return name.find("++") != std::string::npos || name.find("cxx") != std::string::npos ||
         name.find("CC") != std::string::npos;
}

void append(Words &words, const Words &more) {
  words.insert(words.end(), more.begin(), more.end());
}

CompileCommand parseCompileCommand(const Words &argv) {
  CompileCommand command;
  command.original = argv;
  if (argv.empty())
    return command;
  auto compiler = argv.begin() + long(placeOfCompiler(argv));
  command.launcher.assign(argv.begin(), compiler);
  command.compiler = *compiler;
  command.cxx_driver = isCxxDriver(command.compiler);
  Parser(command).read(expandResponseFiles({compiler + 1, argv.end()}));
  return command;
}

} // namespace tare
