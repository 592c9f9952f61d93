// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/steps.h"

#include "base/text.h"

#include <algorithm>

namespace tare {

namespace {

using Roles = std::initializer_list<Role>;

/// The words of every argument of these roles, in their order.
void appendRoles(Words &words, const Compilation &compilation, Roles roles) {
  for (const Argument &argument : compilation.command.arguments)
    if (std::ranges::count(roles, argument.role))
      append(words, argument.words);
}

/// The compiler and the words before it, without compiler caches: they would keep a text that is
/// read only once.
Words nearCompiler(const Compilation &compilation) {
  const Words &launcher = compilation.command.launcher;
  Words words(std::ranges::find_if_not(launcher, isKnownLauncher), launcher.end());
  words.push_back(compilation.command.compiler);
  return words;
}

/// The compiler of a step that makes an object. A compiler cache looks for files beside the object
/// under the object's name. It is left away if options give them other names.
Words compilerOfObject(const Compilation &compilation, const Words &side_names) {
  if (!side_names.empty())
    return nearCompiler(compilation);
  Words words = compilation.command.launcher;
  words.push_back(compilation.command.compiler);
  return words;
}

const char *languageName(Language language) { return language == Language::cxx ? "c++" : "c"; }

const char *preprocessedName(Language language) {
  return language == Language::cxx ? "c++-cpp-output" : "cpp-output";
}

/// `-x LANGUAGE SOURCE`
void appendSource(Words &words, const Unit &unit) {
  append(words,
         {"-x", unit.preprocessed ? preprocessedName(unit.language) : languageName(unit.language),
          unit.source});
}

const char *compileOption(const Compilation &compilation) {
  return compilation.command.mode == Mode::assembly ? "-S" : "-c";
}

/// Options that a parser of another make needs to read the same text. It may not know others.
bool shapesLanguage(const Argument &argument) {
  const std::string &name = argument.name;
  if (argument.role != Role::general || name == "-mllvm")
    return false;
  // The -f options are those that gcc and clang share and that decide what is a keyword or a type.
  constexpr std::string_view shared[] = {"-fms-extensions",
                                         "-fno-asm",
                                         "-fno-operator-names",
                                         "-fchar8_t",
                                         "-fno-char8_t",
                                         "-fshort-enums",
                                         "-fshort-wchar",
                                         "-funsigned-char",
                                         "-fsigned-char",
                                         "-fgnu89-inline",
                                         "-ansi"};
  constexpr std::string_view beginnings[] = {"-std=", "--std=", "-m", "-target", "--target"};
  return std::ranges::count(shared, name) ||
         std::ranges::any_of(
             beginnings, [&](std::string_view beginning) { return startsWith(name, beginning); });
}

/// Whether the linking step gets an argument. clang warns of arguments that it does not use, and
/// -mllvm is for the code generator.
bool concernsLink(const CompileCommand &command, const Argument &argument) {
  if (argument.name == "-mllvm")
    return command.hasOption("-flto");
  return argument.role != Role::dependency && argument.role != Role::separator;
}

/// A preprocessing into `text` that leaves no files of its own: arguments of these roles, and
/// `more`.
Words preprocessing(const Compilation &compilation, const Unit &unit, const std::string &text,
                    Roles roles, const Words &more) {
  Words words = nearCompiler(compilation);
  for (const Argument &argument : compilation.command.arguments)
    if (std::ranges::count(roles, argument.role) && argument.name != "-MJ" &&
        !startsWith(argument.name, "-save-temps") && !startsWith(argument.name, "--save-temps"))
      append(words, argument.words);
  if (compilation.kind ==
      CompilerKind::clang) // -mllvm and the like, which this step has no use for
    words.push_back("-Qunused-arguments");
  append(words, more);
  append(words, {"-E", "-o", text, "-x", languageName(unit.language), unit.source});
  return words;
}

/// The folders in which `.incbin` and `.include` of the text's assembly look. For a preprocessed
/// text clang takes them only from the assembler's options.
void appendAssemblerFolders(Words &words, const Compilation &compilation) {
  for (const Argument &argument : compilation.command.arguments)
    if (argument.name == "-I" && compilation.kind == CompilerKind::clang)
      append(words, {"-Xassembler", "-I" + argument.value});
    else if (argument.name == "-I")
      append(words, argument.words);
}

} // namespace

Words preprocessStep(const Compilation &compilation, const Unit &unit, const std::string &text) {
  Words more;
  // Its directives with their macros expanded, its code as without. With -fopenmp, which a project
  // may give to all of its programs, a serial program is read as it is compiled.
  if (compilation.command.serial_program && !compilation.command.openmp)
    more = {"-fopenmp", "-U_OPENMP", "-Wno-builtin-macro-redefined"};
  append(more, dependencyWords(compilation, unit));
  return preprocessing(compilation, unit, text,
                       {Role::general, Role::preprocessor, Role::dependency, Role::warning,
                        Role::no_warning, Role::openmp},
                       more);
}

Words constructsStep(const Compilation &compilation, const Unit &unit, const std::string &text) {
  return preprocessing(compilation, unit, text, {Role::general, Role::preprocessor},
                       {"-w", "-fopenmp"});
}

Words instrumentStep(const Compilation &compilation, const Unit &unit, const Companions &companions,
                     const std::string &text, const std::string &rewritten,
                     const std::string &fallback) {
  const CompileCommand &command = compilation.command;
  Words words = {companions.instrumenter};
  auto add = [&](const char *option, const std::string &value) { append(words, {option, value}); };
  add("--input", text);
  add("--output", rewritten);
  add("--language", languageName(unit.language));
  add("--compiler", kindName(compilation.kind));
  add("--runtime", companions.runtime);
  add("--unit", unit.source);
  add("--root", companions.root);
  if (command.serial_program)
    add("--role", "serial");
  if (!command.parallel.empty())
    add("--parallel", command.parallel);
  if (!unit.constructs.empty())
    add("--constructs", unit.constructs);
  if (!command.kernels.empty())
    add("--kernels", command.kernels);
  if (!fallback.empty()) // the plan may be what is wrong
    add("--fallback", fallback);
  else if (!command.plan.empty())
    add("--plan", command.plan);
  if (command.events && !command.serial_program)
    words.push_back("--events");
  words.push_back("--");
  for (const Argument &argument : command.arguments)
    if (shapesLanguage(argument))
      append(words, argument.words);
  return words;
}

bool checksIndirectCalls(const Compilation &compilation) {
  return compilation.kind == CompilerKind::clang &&
         std::ranges::any_of(compilation.command.arguments, [](const Argument &argument) {
           return startsWith(argument.name, "-fsanitize=") &&
                  argument.name.find("cfi") != std::string::npos;
         });
}

Words compileStep(const Compilation &compilation, const Unit &unit, const std::string &rewritten) {
  Words names = sideNames(compilation, unit);
  Words words = compilerOfObject(compilation, names);
  // -w silences warnings, but not those that are errors without -Wno-.
  appendRoles(words, compilation, {Role::general, Role::openmp, Role::no_warning});
  appendAssemblerFolders(words, compilation);
  append(words, names);
  if (!unit.ignorelist.empty())
    words.push_back("-fsanitize-ignorelist=" + unit.ignorelist);
  if (compilation.kind == CompilerKind::clang) // a crash on our text is not for its developers
    append(words, {"-fno-crash-diagnostics", "-fbracket-depth=4096"}); // our braces nest, too
  append(words, {"-w", compileOption(compilation), "-o", unit.output, "-x",
                 preprocessedName(unit.language), rewritten});
  return words;
}

Words originalStep(const Compilation &compilation, const Unit &unit) {
  if (!compilation.links() && compilation.command.inputs() == 1)
    return compilation.command.original;
  Words names = sideNames(compilation, unit);
  Words words = compilerOfObject(compilation, names);
  appendRoles(words, compilation,
              {Role::general, Role::preprocessor, Role::expanded_output, Role::warning,
               Role::no_warning, Role::openmp});
  append(words, names);
  append(words, {compileOption(compilation), "-o", unit.output});
  appendSource(words, unit);
  return words;
}

Words mergeStep(const Compilation &compilation, const Words &objects, const std::string &merged) {
  Words words = nearCompiler(compilation);
  appendRoles(words, compilation, {Role::general});
  append(words, {"-w", "-nostdlib", "-r", "-o", merged});
  append(words, objects);
  return words;
}

Words warningStep(const Compilation &compilation, const Unit &unit) {
  Words words = nearCompiler(compilation);
  appendRoles(words, compilation,
              {Role::general, Role::preprocessor, Role::warning, Role::no_warning, Role::openmp});
  words.push_back("-fsyntax-only");
  appendSource(words, unit);
  return words;
}

Words staticRuntimeWords(const Companions &companions) {
  if (companions.runtime_archive.empty())
    return {};
  // The units ask weakly for tare_rt_attach, and a weak wish takes nothing out of an archive.
  return {"-Wl,-u,tare_rt_attach", companions.runtime_archive, "-ldl", "-lpthread"};
}

bool linksStatically(const CompileCommand &command) {
  return command.mode == Mode::link && command.link_static &&
         (command.openmp || command.serial_program) && command.inputs() &&
         !command.hasOption("-shared") && !command.hasOption("--shared") &&
         !command.hasOption("-r");
}

Words linkStep(const Compilation &compilation, const Companions &companions) {
  const CompileCommand &command = compilation.command;
  Words words = command.launcher;
  words.push_back(command.compiler);
  std::string wanted, said; // languages of -x: objects must not be read in the one of a source
  auto say = [&](const std::string &language) {
    if (language != said)
      append(words, {"-x", language.empty() ? "none" : language});
    said = language;
  };
  auto unit = compilation.units.begin();
  for (size_t i = 0; i < command.arguments.size(); ++i) {
    const Argument &argument = command.arguments[i];
    if (argument.role == Role::language) {
      wanted = argument.value == "none" ? "" : argument.value;
    } else if (unit != compilation.units.end() && unit->argument == i) {
      say("");
      words.push_back(unit++->output);
    } else if (concernsLink(command, argument)) {
      if (argument.role == Role::input)
        say(wanted);
      append(words, argument.words);
    }
  }
  if (linksStatically(command))
    append(words, staticRuntimeWords(companions));
  return words;
}

} // namespace tare
