// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/steps.h"

#include "base/files.h"
#include "base/text.h"

#include <algorithm>

namespace tare {

namespace {

void append(Words &words, const Words &more) {
  words.insert(words.end(), more.begin(), more.end());
}

/// The words of every argument that `wanted` accepts, in their order.
template <class Wanted> Words wordsOf(const CompileCommand &command, Wanted wanted) {
  Words words;
  for (const Argument &argument : command.arguments)
    if (wanted(argument))
      append(words, argument.words);
  return words;
}

/// The compiler with what stands before it, but for caches and the like: a text that is only read
/// once is not worth keeping.
Words nearCompiler(const CompileCommand &command) {
  auto first = std::find_if_not(command.launcher.begin(), command.launcher.end(), isKnownLauncher);
  Words words(first, command.launcher.end());
  words.push_back(command.compiler);
  return words;
}

Words wholeCompiler(const CompileCommand &command) {
  Words words = command.launcher;
  words.push_back(command.compiler);
  return words;
}

std::string stemOf(const std::string &path) {
  std::string name = baseName(path);
  size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

std::string withSuffix(const std::string &path, const std::string &suffix) {
  size_t slash = path.rfind('/');
  size_t dot = path.rfind('.');
  bool has_suffix = dot != std::string::npos && (slash == std::string::npos || dot > slash);
  return (has_suffix ? path.substr(0, dot) : path) + suffix;
}

const char *suffixOfOutput(const CompileCommand &command) {
  bool llvm = command.hasOption("-emit-llvm");
  if (command.mode == Mode::assembly)
    return llvm ? ".ll" : ".s";
  return llvm ? ".bc" : ".o";
}

std::string outputOf(const CompileCommand &command, const std::string &source) {
  return command.output.empty() ? stemOf(source) + suffixOfOutput(command) : command.output;
}

std::string dependencyFile(const CompileCommand &command, const Unit &unit, CompilerKind kind) {
  if (!command.output.empty())
    return withSuffix(command.output, ".d");
  // gcc names what it makes on the way to a program after the program.
  bool after_program = command.mode == Mode::link && kind == CompilerKind::gcc;
  return (after_program ? "a-" : "") + stemOf(unit.source) + ".d";
}

/// -MD names its file and its target after the object; in -E there is no object, so both are
/// said aloud.
Words dependencyWords(const CompileCommand &command, const Unit &unit, CompilerKind kind) {
  bool writes = command.hasOption("-MD") || command.hasOption("-MMD");
  bool by_preprocessor = command.hasOption("-Wp,"); // -Wp,-MD,file: clang's driver reads it too
  if (!writes && !(by_preprocessor && kind == CompilerKind::clang))
    return {};
  Words words;
  if (writes && !command.hasOption("-MF"))
    words = {"-MF", dependencyFile(command, unit, kind)};
  if (!command.hasOption("-MT") && !command.hasOption("-MQ"))
    append(words, {"-MQ", command.output.empty() ? stemOf(unit.source) + ".o" : command.output});
  return words;
}

const char *languageName(Language language) { return language == Language::cxx ? "c++" : "c"; }

const char *languageOfUnit(const Unit &unit) {
  if (!unit.preprocessed)
    return languageName(unit.language);
  return unit.language == Language::cxx ? "c++-cpp-output" : "cpp-output";
}

bool keepsTexts(const CompileCommand &command) {
  return command.hasOptionLike({"-save-temps", "--save-temps"});
}

/// Does the compiler leave files that are named after the object?
bool leavesSideFiles(const CompileCommand &command) {
  return keepsTexts(command) ||
         command.hasOptionLike({"--coverage", "-coverage", "-fprofile-", "-ftest-coverage",
                                "-gsplit-dwarf", "-fstack-usage", "-fcallgraph-info", "-fdump-",
                                "-ftime-trace", "-fsave-optimization-record"});
}

std::string objectOfLink(const CompileCommand &command, const std::string &source) {
  return (command.output.empty() ? "a" : command.output) + "-" + stemOf(source) + ".o";
}

/// What gcc puts before the names of what it leaves on the way to a program: "out/p-" for out/p;
/// only "out/" where the program has the name of its one source.
std::string programPrefix(const CompileCommand &command, const std::string &source) {
  bool named = !command.output.empty() && command.output != "/dev/null";
  std::string base = named ? command.output : "a.out";
  if (endsWith(base, ".out") || endsWith(base, ".exe"))
    base.resize(base.size() - 4);
  size_t name = base.rfind('/') + 1; // npos + 1 is 0
  bool shared_name = command.inputs() == 1 && base.substr(name) == stemOf(source);
  return shared_name ? base.substr(0, name) : base + "-";
}

/// Names what gcc leaves beside an object (x.gcno, x.su, x.c.123t.name) as the whole command would,
/// of whose steps gcc sees only one. gcc 10 and before name it after the object whatever is said
/// here, and do not know -dumpbase-ext, without which dumps lack the source's suffix.
Words sideNames(const CompileCommand &command, const Unit &unit, CompilerKind kind) {
  if (kind != CompilerKind::gcc || !leavesSideFiles(command) || keepsTexts(command) ||
      command.hasOptionLike({"-dumpdir", "-dumpbase"}))
    return {};
  bool links = command.mode == Mode::link;
  bool dumps = command.hasOptionLike({"-fdump-"});
  std::string stem = stemOf(links ? unit.source : unit.output), name = baseName(unit.source);
  Words words;
  if (links)
    words = {"-dumpdir", programPrefix(command, unit.source)};
  if (dumps && stemOf(name) != name) {
    std::string suffix = name.substr(name.rfind('.'));
    append(words, {"-dumpbase", stem + suffix, "-dumpbase-ext", suffix});
  } else if (links) {
    append(words, {"-dumpbase", stem});
  }
  return words;
}

/// What a parser of another make needs to read the same text; anything more it may not know.
bool shapesLanguage(const Argument &argument) {
  const std::string &name = argument.name;
  if (argument.role != Role::general || name == "-mllvm")
    return false;
  // The -f options are those that gcc and clang share and that decide what is a keyword or a type.
  for (const char *shared :
       {"-fms-extensions", "-fno-asm", "-fno-operator-names", "-fchar8_t", "-fno-char8_t",
        "-fshort-enums", "-fshort-wchar", "-funsigned-char", "-fsigned-char", "-fgnu89-inline"})
    if (name == shared)
      return true;
  return startsWith(name, "-std=") || startsWith(name, "--std=") || name == "-ansi" ||
         startsWith(name, "-m") || startsWith(name, "-target") || startsWith(name, "--target");
}

/// clang warns of what it has no use for; -mllvm speaks to the code generator.
bool concernsLink(const CompileCommand &command, const Argument &argument) {
  if (argument.name == "-mllvm")
    return command.hasOption("-flto");
  return argument.role != Role::dependency && argument.role != Role::separator;
}

} // namespace

std::vector<Unit> unitsOf(const CompileCommand &command, const std::string &folder) {
  std::vector<Unit> units;
  for (size_t i = 0; i < command.arguments.size(); ++i) {
    const Argument &argument = command.arguments[i];
    bool source = argument.role == Role::input &&
                  (argument.language == Language::c || argument.language == Language::cxx);
    if (!source)
      continue;
    Unit unit{i, argument.value, argument.language, argument.preprocessed, {}, {}, {}};
    if (command.mode != Mode::link)
      unit.output = outputOf(command, unit.source);
    else if (leavesSideFiles(command))
      unit.output = objectOfLink(command, unit.source);
    else
      unit.output = folder + "/" + std::to_string(units.size()) + "-" + stemOf(unit.source) + ".o";
    units.push_back(std::move(unit));
  }
  return units;
}

/// The beginning of a preprocessing, without files of its own: arguments of these roles.
static Words preprocessor(const CompileCommand &command, CompilerKind kind,
                          std::initializer_list<Role> roles) {
  Words words = nearCompiler(command);
  append(words, wordsOf(command, [&](const Argument &argument) {
           return argument.name != "-MJ" && !startsWith(argument.name, "-save-temps") &&
                  !startsWith(argument.name, "--save-temps") &&
                  std::ranges::count(roles, argument.role);
         }));
  if (kind == CompilerKind::clang) // -mllvm and the like, which this step has no use for
    words.push_back("-Qunused-arguments");
  return words;
}

static Words intoFile(const Unit &unit, const std::string &text) {
  return {"-E", "-o", text, "-x", languageName(unit.language), unit.source};
}

Words preprocessStep(const CompileCommand &command, const Unit &unit, CompilerKind kind,
                     const std::string &text) {
  Words words = preprocessor(
      command, kind,
      {Role::general, Role::preprocessor, Role::dependency, Role::warning, Role::openmp});
  // Its directives with their macros expanded, its code as without. With -fopenmp, which a project
  // may give to all of its programs, a serial program is read as it is compiled.
  if (command.serial_program && !command.openmp)
    append(words, {"-fopenmp", "-U_OPENMP", "-Wno-builtin-macro-redefined"});
  append(words, dependencyWords(command, unit, kind));
  append(words, intoFile(unit, text));
  return words;
}

Words constructsStep(const CompileCommand &command, const Unit &unit, CompilerKind kind,
                     const std::string &text) {
  Words words = preprocessor(command, kind, {Role::general, Role::preprocessor});
  append(words, {"-w", "-fopenmp"});
  append(words, intoFile(unit, text));
  return words;
}

Words instrumentStep(const CompileCommand &command, const Unit &unit, CompilerKind kind,
                     const Companions &companions, const std::string &text,
                     const std::string &rewritten, const std::string &fallback) {
  Words words = {companions.instrumenter,
                 "--input",
                 text,
                 "--output",
                 rewritten,
                 "--language",
                 languageName(unit.language),
                 "--compiler",
                 kindName(kind),
                 "--runtime",
                 companions.runtime,
                 "--unit",
                 unit.source,
                 "--root",
                 companions.root};
  if (command.serial_program)
    append(words, {"--role", "serial"});
  if (!command.parallel.empty())
    append(words, {"--parallel", command.parallel});
  if (!unit.constructs.empty())
    append(words, {"--constructs", unit.constructs});
  if (!fallback.empty()) // the plan may be what is wrong
    append(words, {"--fallback", fallback});
  else if (!command.plan.empty())
    append(words, {"--plan", command.plan});
  words.push_back("--");
  append(words, wordsOf(command, shapesLanguage));
  return words;
}

// -w silences warnings, but not what a compiler takes for an error unless it is told not to.
static bool forgives(const Argument &argument) {
  return argument.role == Role::warning && startsWith(argument.words.front(), "-Wno-");
}

bool checksIndirectCalls(const CompileCommand &command, CompilerKind kind) {
  return kind == CompilerKind::clang &&
         std::ranges::any_of(command.arguments, [](const Argument &argument) {
           return startsWith(argument.name, "-fsanitize=") &&
                  argument.name.find("cfi") != std::string::npos;
         });
}

/// Where `.incbin` and `.include` of the text's assembly look. Of a preprocessed text clang takes
/// them from the assembler's options only.
static Words assemblerFolders(const CompileCommand &command, CompilerKind kind) {
  Words words;
  for (const Argument &argument : command.arguments)
    if (argument.name == "-I" && kind == CompilerKind::clang)
      append(words, {"-Xassembler", "-I" + argument.value});
    else if (argument.name == "-I")
      append(words, argument.words);
  return words;
}

Words compileStep(const CompileCommand &command, const Unit &unit, CompilerKind kind,
                  const std::string &rewritten) {
  Words names = sideNames(command, unit, kind);
  // A compiler cache looks for such files under the object's name.
  Words words = names.empty() ? wholeCompiler(command) : nearCompiler(command);
  append(words, wordsOf(command, [](const Argument &argument) {
           return argument.role == Role::general || argument.role == Role::openmp ||
                  forgives(argument);
         }));
  append(words, assemblerFolders(command, kind));
  append(words, names);
  if (!unit.ignorelist.empty())
    words.push_back("-fsanitize-ignorelist=" + unit.ignorelist);
  if (kind == CompilerKind::clang) // a crash on our text is not for its developers
    append(words, {"-fno-crash-diagnostics", "-fbracket-depth=4096"}); // our braces nest, too
  append(words, {"-w", command.mode == Mode::assembly ? "-S" : "-c", "-o", unit.output, "-x",
                 unit.language == Language::cxx ? "c++-cpp-output" : "cpp-output", rewritten});
  return words;
}

Words originalStep(const CompileCommand &command, const Unit &unit, CompilerKind kind) {
  if (command.mode != Mode::link && command.inputs() == 1)
    return command.original;
  Words names = sideNames(command, unit, kind);
  Words words = names.empty() ? wholeCompiler(command) : nearCompiler(command);
  append(words, wordsOf(command, [](const Argument &argument) {
           return argument.role != Role::input && argument.role != Role::output &&
                  argument.role != Role::mode && argument.role != Role::language &&
                  argument.role != Role::link && argument.role != Role::separator &&
                  argument.role != Role::dependency;
         }));
  append(words, names);
  append(words, {command.mode == Mode::assembly ? "-S" : "-c", "-o", unit.output, "-x",
                 languageOfUnit(unit), unit.source});
  return words;
}

std::string keptText(const CompileCommand &command, const Unit &unit, CompilerKind kind) {
  if (!keepsTexts(command) || unit.preprocessed)
    return "";
  bool beside_object =
      command.hasOption("-save-temps=obj") || command.hasOption("--save-temps=obj");
  // gcc names it after the object, clang after the source
  std::string name = stemOf(kind == CompilerKind::gcc ? unit.output : unit.source) +
                     (unit.language == Language::cxx ? ".ii" : ".i");
  return beside_object ? folderOf(unit.output) + "/" + name : name;
}

Words warningStep(const CompileCommand &command, const Unit &unit) {
  Words words = nearCompiler(command);
  append(words, wordsOf(command, [](const Argument &argument) {
           return argument.role == Role::general || argument.role == Role::preprocessor ||
                  argument.role == Role::warning || argument.role == Role::openmp;
         }));
  append(words, {"-fsyntax-only", "-x", languageOfUnit(unit), unit.source});
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

Words linkStep(const CompileCommand &command, const std::vector<Unit> &units,
               const Companions &companions) {
  Words words = wholeCompiler(command);
  std::string wanted, said; // languages of -x: objects must not be read in the one of a source
  auto say = [&](const std::string &language) {
    if (language != said)
      append(words, {"-x", language.empty() ? "none" : language});
    said = language;
  };
  for (size_t i = 0; i < command.arguments.size(); ++i) {
    const Argument &argument = command.arguments[i];
    auto unit = std::find_if(units.begin(), units.end(),
                             [i](const Unit &candidate) { return candidate.argument == i; });
    if (argument.role == Role::language) {
      wanted = argument.value == "none" ? "" : argument.value;
    } else if (unit != units.end()) {
      say("");
      words.push_back(unit->output);
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
