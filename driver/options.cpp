// SPDX-License-Identifier: Apache-2.0
// argv -> verb -> that verb's parser (driver/options/).
#include "driver/options.h"

#include "base/files.h"
#include "base/nearest.h"
#include "base/system.h"
#include "base/text.h"
#include "driver/building/build.h"
#include "driver/options/parser.h"
#include "driver/options/verb_parsers.h"
#include "instrumenter/wrapper/compiler_kind.h"

#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <set>

namespace tare {
namespace {

constexpr const char *overview =
    R"(Tare says where the speed-up of an OpenMP program went: T_p = T_s/p + overheads.

usage: tare VERB [options]

  overheads    build a program, run it, and say where its speed-up went
  run          the same for commands that are built already
  search       the same in steps, with probes only where time was found to be lost
  report       what earlier results say: the short answer, or all of it
  whatif       what the program would take if something were changed; what to try first
  follow       the same while the program runs: what it has lost so far
  model        how each row grows with the problem's size and the threads, from several results
  forecast     the table for a size or threads that were not run, predicted from these
  which        which program, compiler, machine or number of threads is best at a size
  diff         which overhead changed between two versions, and where
  cc           compile as the given compiler would, and add probes
  nodes        the OpenMP constructs of a source, an object or a program; their serial counterparts
  shim         a folder to put in front of PATH, for builds that call gcc by name
  instrument   the instrumented source, for people to read
  doctor       what is missing or unsound on this machine, or in a build
  calibrate    what each kind of probe costs on this machine
  archive      many results in one data base: keep, list, ask, hand on
  completion   what makes bash, zsh or fish complete all this
  clean        remove old experiments from a results folder

  tare VERB --help      options of a verb
  tare --version

example:
  tare overheads --source mine.c --threads 1,2,4
)";

constexpr const char *compile_help =
    R"(Compile exactly as the given compiler would, and put Tare's probes into OpenMP units.
The exit status and the messages are the compiler's. No link line needs to change.

usage: tare cc [--plan FILE] COMPILER [arguments of the compiler]
       tare cc --role serial [--parallel FILE,...] COMPILER [arguments of the compiler]
       tare cc --role ignored COMPILER [arguments of the compiler]
       tare-clang, tare-clang++, tare-gcc, tare-g++, tare-clang-19 [arguments]

You see the preprocessor's warnings only, for what is compiled is not what you wrote;
TARE_WARNINGS=1 checks the original as well. TARE_VERBOSE=1 says what was decided, and
TARE_WRAPPER=off compiles as if Tare were not there.

With --role serial the command builds the serial program, and the code that does
what a construct of the parallel program does gets probes. --parallel names objects
or programs of the parallel one, built through tare cc; without it both have the same
source, and the command may be the one of the parallel program.

With --role ignored the parallel program is built, plain, with its pragmas ignored:
options and libraries of OpenMP are left out of the command, and a link gets the omp_* of
a program with one thread; -fopenmp-simd keeps simd directives on. --role serial without
--parallel does that too.

TARE_ROLE=serial or TARE_ROLE=ignored is --role for the one-word names (tare-gcc, links of
`tare shim`), and for `tare cc` where no --role is given.

--plan (or TARE_PLAN, an absolute path) names a file with constructs that get no
probes, each with a reason; a unit whose plan cannot be read is not measured.

With --events (or TARE_EVENTS=1) tasks and locks also tell what happens when: which task
created which, and which lock is taken. tare whatif then knows. The probes take more.

With --couple (or TARE_COUPLE=NAME,...) calls of these functions are rewritten, and
nothing gets probes: tare model --couple --program then measures how they affect each
other.

examples:
  tare cc gcc -fopenmp -O3 -c x.c
  tare cc --role serial --parallel ./p gcc -O3 -c serial.c
  tare cc --role ignored gcc -fopenmp -O3 x.c -o without
  make CC="tare cc gcc"
  cmake -DCMAKE_C_COMPILER_LAUNCHER="tare;cc" ...
)";

/// `role` is what --role says; without one TARE_ROLE says it, for a compiler's name has no room for
/// options. As with TARE_PLAN, an empty one is none, and TARE_WRAPPER=off turns all of Tare off.
Options withRole(CompileOptions options, const std::optional<std::string> &given) {
  bool is_off = environmentVariable("TARE_WRAPPER") == "off";
  std::string role = given ? *given : is_off ? "" : environmentVariable("TARE_ROLE");
  if ((given || !role.empty()) && role != "serial" && role != "ignored")
    return usageError(std::string("tare cc: a ") + (given ? "--role" : "TARE_ROLE") +
                      " is serial or ignored, not '" + role + "'");
  options.serial_program = role == "serial";
  options.ignored = role == "ignored";
  if (!options.parallel.empty() && !options.serial_program)
    return usageError("tare cc: --parallel needs --role serial");
  return options;
}

/// Tare's own options stand in front of the compiler; the rest is not looked at.
Options parseCompile(std::vector<std::string> command) {
  CompileOptions options;
  std::optional<std::string> role;
  auto isOurs = [](const std::string &word) {
    return word == "--role" || word == "--parallel" || word == "--plan" || word == "--couple";
  };
  while (command.size() > 1 && (isOurs(command[0]) || command[0] == "--events")) {
    if (command[0] == "--events") {
      options.events = true;
      command.erase(command.begin());
      continue;
    }
    const std::string &name = command[0], &value = command[1];
    std::string &option = name == "--role"     ? role.emplace()
                          : name == "--plan"   ? options.plan
                          : name == "--couple" ? options.couple
                                               : options.parallel;
    option = value;
    command.erase(command.begin(), command.begin() + 2);
  }
  if (command.empty())
    return usageError("tare cc: which compiler? for example tare cc gcc -fopenmp -c x.c");
  if (command.front() == "--help" || command.front() == "-h")
    return HelpShown{compile_help};
  options.command = std::move(command);
  options.of_words = true;
  return withRole(std::move(options), role);
}

/// The compiler that a one-word name stands for ("tare-gcc", "tare-clang++-19"), or empty. LLVM's
/// packages may come without the unversioned name.
std::string compilerOfName(const std::string &name) {
  static const std::regex one_word("tare-((?:gcc|g\\+\\+|clang|clang\\+\\+)(-[0-9.]+)?)");
  std::smatch found;
  if (!std::regex_match(name, found, one_word))
    return {};
  std::string compiler = found[1];
  if (!startsWith(compiler, "clang") || found[2].matched || !findProgram(compiler).empty())
    return compiler;
  std::string released = releasedClang(compiler);
  return released.empty() ? compiler : released;
}

/// For an option of a compiler where the verb should be.
constexpr const char *first_word_only =
    ". A build that calls the first word of `tare cc gcc` alone needs one word: CC=tare-gcc";

using VerbParser = Options (*)(std::vector<std::string>, std::vector<std::string>);

const std::map<std::string, VerbParser> &verbParsers() {
  static const std::map<std::string, VerbParser> parsers = {
      {"overheads", parseOverheads},   {"run", parseRun},
      {"report", parseReport},         {"diff", parseDiff},
      {"nodes", parseNodes},           {"shim", parseShim},
      {"instrument", parseInstrument}, {"doctor", parseDoctor},
      {"calibrate", parseCalibrate},   {"search", parseSearch},
      {"clean", parseClean},           {"whatif", parseWhatif},
      {"follow", parseFollow},         {"archive", parseArchive},
      {"model", parseModel},           {"forecast", parseForecast},
      {"which", parseWhich},           {"completion", parseCompletion}};
  return parsers;
}

std::string likelyVerb(const std::string &typed) {
  std::set<std::string> names = {"cc"};
  for (const auto &[name, parser] : verbParsers())
    names.insert(name);
  return nearestNames(typed, names, 1).front();
}

/// Cuts the arguments at `--`, but for `tare cc`.
Options parseVerb(const std::string &verb, std::vector<std::string> arguments) {
  if (verb == "cc") // every argument, `--` too, is the compiler's
    return parseCompile(std::move(arguments));
  std::vector<std::string> rest;
  auto cut = std::find(arguments.begin(), arguments.end(), "--");
  if (cut != arguments.end()) {
    rest.assign(cut + 1, arguments.end());
    arguments.erase(cut, arguments.end());
  }
  auto parser = verbParsers().find(verb);
  if (parser == verbParsers().end())
    return usageError("tare: no verb '" + verb + "'; " +
                      (startsWith(verb, "-")
                           ? std::string("see tare --help") + first_word_only
                           : "did you mean " + likelyVerb(verb) + "? See tare --help"));
  return parser->second(std::move(arguments), std::move(rest));
}

/// Options of `tare cc`, whose parser is its own.
VerbWords compileWords() {
  return {"cc",
          "",
          {},
          {{"--role", "ROLE", {"serial", "ignored"}, "the program to build"},
           {"--parallel", "FILE,...", {}, "objects or programs of the parallel program"},
           {"--plan", "FILE", {}, "constructs that get no probes"},
           {"--events", "", {}, "what happens when at tasks and locks, too"},
           {"--couple", "NAME,...", {}, "functions whose calls are coupled"}}};
}

} // namespace

/// Those of its parser; `tare model` has three more commands, each with a parser.
static VerbWords parsedWords(const std::string &name) {
  auto described = [](VerbParser parser) {
    return describedVerb(std::get<HelpShown>(parser({describe_options}, {})).text);
  };
  VerbWords verb = described(verbParsers().at(name));
  if (name == "model")
    for (VerbParser parser : {parseCoupling, parseComposition, parseOperationModel})
      for (OptionWords &option : described(parser).options)
        if (std::ranges::find(verb.options, option.name, &OptionWords::name) == verb.options.end())
          verb.options.push_back(std::move(option));
  return verb;
}

/// In the overview's order, with what it says of them.
std::vector<VerbWords> verbWords() {
  static const std::regex line("  ([a-z]+) +(.+)");
  std::vector<VerbWords> verbs;
  for (const std::string &text : splitText(overview, '\n')) {
    std::smatch found;
    if (!std::regex_match(text, found, line) || found[1] == "tare")
      continue;
    VerbWords verb = found[1] == "cc" ? compileWords() : parsedWords(found[1]);
    verb.name = found[1];
    verb.what = found[2];
    verbs.push_back(std::move(verb));
  }
  return verbs;
}

Options parseOptions(const std::vector<std::string> &argv) {
  if (!argv.empty()) {
    const std::string name = baseName(argv.front());
    const bool from_shim = isCompilerName(name);
    std::string compiler = from_shim ? name : compilerOfName(name);
    if (!compiler.empty()) {
      std::vector<std::string> command(argv.begin() + 1, argv.end());
      command.insert(command.begin(), compiler);
      CompileOptions options;
      options.command = std::move(command);
      options.from_shim = from_shim;
      return withRole(std::move(options), std::nullopt);
    }
  }
  if (argv.size() < 2)
    return HelpShown{overview, true, exit_usage};
  const std::string &verb = argv[1];
  if (verb == "--help" || verb == "-h" || verb == "help")
    return HelpShown{overview};
  if (verb == "--version")
    return HelpShown{"tare " TARE_VERSION "\n"};
  return parseVerb(verb, {argv.begin() + 2, argv.end()});
}

} // namespace tare
