// SPDX-License-Identifier: Apache-2.0
// The command line, by CLI11: the only file that includes it.
#include "driver/options.h"

#include "base/files.h"
#include "base/text.h"
#include "instrumenter/wrapper/compiler_kind.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <optional>

namespace tare {
namespace {

constexpr const char *overview =
    R"(Tare weighs what an OpenMP program costs beyond its work: T_p = T_s/p + overheads.

usage: tare VERB [options]

  overheads    build a program, run it, and print its table of overheads
  run          the same for commands that are built already
  report       print the table of earlier results
  cc           compile as the given compiler would, with instruments
  nodes        the OpenMP constructs of a source, an object or a program; their serial twins
  shim         a folder to put in front of PATH, for builds that call gcc by name
  instrument   the instrumented source, for people to read
  doctor       what is missing or unsound on this machine, or in a build

  tare VERB --help      options of a verb
  tare --version

example:
  tare overheads --source mine.c --threads 1,2,4
)";

constexpr const char *compile_help =
    R"(Compile exactly as the given compiler would, and put Tare's instruments into OpenMP units.
The exit status and the messages are the compiler's. No link line needs to change.

usage: tare cc COMPILER [arguments of the compiler]
       tare-clang, tare-clang++, tare-gcc, tare-g++ [arguments]     (one-word names)

Warnings are those of the preprocessor only, for what is compiled is not what you wrote;
TARE_WARNINGS=1 checks the original as well. TARE_VERBOSE=1 says what was decided, and
TARE_WRAPPER=off compiles as if Tare were not there.

examples:
  tare cc gcc -fopenmp -O3 -c x.c
  make CC="tare cc gcc"
  cmake -DCMAKE_C_COMPILER_LAUNCHER="tare;cc" ...
)";

HelpShown usageError(const std::string &message) {
  return {printable(message) + "\n", true, exit_usage};
}

/// "1,2,4" -> {1, 2, 4}, sorted, each once. Empty when it is not such a list.
std::vector<int> parseThreads(const std::string &text) {
  std::vector<int> threads;
  for (const std::string &part : splitText(text, ',')) {
    std::string digits(trimText(part));
    if (digits.empty() || digits.size() > 5 ||
        digits.find_first_not_of("0123456789") != std::string::npos)
      return {};
    int count = std::stoi(digits);
    if (count < 1)
      return {};
    threads.push_back(count);
  }
  std::sort(threads.begin(), threads.end());
  threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
  return threads;
}

/// What CLI11 fills and we still have to check.
struct RawExperiment {
  std::string threads;
  std::vector<std::string> parameters;
};

std::optional<std::string> checkExperiment(const RawExperiment &raw, ExperimentOptions &options) {
  if (!raw.threads.empty()) {
    options.threads = parseThreads(raw.threads);
    if (options.threads.empty())
      return "--threads wants positive numbers such as 1,2,4, not '" + raw.threads + "'";
  }
  for (const std::string &parameter : raw.parameters) {
    size_t equals = parameter.find('=');
    if (equals == 0 || equals == std::string::npos)
      return "--param wants NAME=VALUE such as n=1100, not '" + parameter + "'";
    options.parameters[parameter.substr(0, equals)] = parameter.substr(equals + 1);
  }
  return std::nullopt;
}

/// CLI11's help with our own line of usage.
struct Formatter : CLI::Formatter {
  std::string usage;
  explicit Formatter(std::string text) : usage(std::move(text)) { column_width(26); }
  std::string make_usage(const CLI::App *, std::string) const override {
    return "\nusage: " + usage + "\n";
  }
};

/// One verb's parser with what all of them share.
struct Verb {
  CLI::App app;

  Verb(const char *name, const char *what, const char *usage, const char *example)
      : app(what, name) {
    app.formatter(std::make_shared<Formatter>(usage));
    app.footer(std::string("example:\n  ") + example);
    app.set_help_flag("--help,-h", "print this");
  }

  /// Nothing when the arguments were understood.
  std::optional<HelpShown> parse(std::vector<std::string> arguments) {
    std::reverse(arguments.begin(), arguments.end()); // CLI11 takes them from the back
    try {
      app.parse(std::move(arguments));
    } catch (const CLI::CallForHelp &) {
      return HelpShown{app.help()};
    } catch (const CLI::ParseError &error) {
      std::string message = splitText(error.what(), '\n').front();
      return refuse(message + "; see " + app.get_name() + " --help");
    }
    return std::nullopt;
  }

  HelpShown refuse(const std::string &message) const {
    return usageError(app.get_name() + ": " + message);
  }
};

void addExperiment(Verb &verb, ExperimentOptions &options, RawExperiment &raw) {
  CLI::App &app = verb.app;
  app.add_option("--threads", raw.threads, "numbers of threads, such as 1,2,4 (default 1,2)")
      ->option_text("LIST");
  app.add_option("--repeat", options.repeat, "times that everything is run (default 5)")
      ->option_text("N")
      ->check(CLI::Range(1, 10000));
  app.add_option("--timeout", options.timeout_s, "end a run after so many seconds")
      ->option_text("SECONDS")
      ->check(CLI::Range(0.0, 1e9));
  app.add_option("--param", raw.parameters, "a parameter of the program to record; repeatable")
      ->option_text("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--output", options.output, "folder for results (default tare-results)")
      ->option_text("DIR");
  app.add_option("--json", options.json, "also write the table to this file")->option_text("FILE");
  app.add_option("--top", options.top, "constructs shown for each p (default 5)")
      ->option_text("N")
      ->check(CLI::Range(0, 100000));
  app.add_flag("--check", options.check, "fail if parallel and serial output differ");
  app.add_flag("--quiet", options.quiet, "no progress");
}

void addOverheads(Verb &verb, OverheadsOptions &options) {
  CLI::App &app = verb.app;
  app.add_option("--source", options.source, "one source, built twice")->option_text("FILE");
  app.add_option("--serial", options.serial, "or two sources: the serial program")
      ->option_text("FILE");
  app.add_option("--parallel", options.parallel, "and the OpenMP program")->option_text("FILE");
  app.add_option("--compiler", options.compiler, "default: $CC, else clang-19, else cc")
      ->option_text("CC");
  app.add_option("--cflags", options.cflags, "flags for compiling (default -O2)")
      ->option_text("FLAGS");
  app.add_option("--ldflags", options.ldflags, "flags for linking")->option_text("FLAGS");
}

Options parseOverheads(std::vector<std::string> arguments, std::vector<std::string> rest) {
  OverheadsOptions options;
  RawExperiment raw;
  Verb verb("tare overheads", "Build a program, run it, and print its table of overheads.",
            "tare overheads (--source FILE | --serial FILE --parallel FILE) [options]\n"
            "                      [-- ARGUMENTS OF THE PROGRAM]",
            "tare overheads --source mine.c --threads 1,2,4 -- 1000");
  addOverheads(verb, options);
  addExperiment(verb, options.experiment, raw);
  if (auto shown = verb.parse(std::move(arguments)))
    return *shown;
  bool two = !options.serial.empty() || !options.parallel.empty();
  if (options.source.empty() && !two)
    return verb.refuse("which program? give --source FILE, or --serial FILE --parallel FILE");
  if (!options.source.empty() && two)
    return verb.refuse("--source is one source for both programs; leave out --serial, --parallel");
  if (two && (options.serial.empty() || options.parallel.empty()))
    return verb.refuse("--serial and --parallel go together; one source for both is --source");
  if (auto wrong = checkExperiment(raw, options.experiment))
    return verb.refuse(*wrong);
  options.program_arguments = std::move(rest);
  return options;
}

Options parseRun(std::vector<std::string> arguments, const std::vector<std::string> &rest) {
  RunOptions options;
  RawExperiment raw;
  Verb verb("tare run",
            "Run commands and print the table of overheads. {threads} in a command is replaced by\n"
            "the number of threads; OMP_NUM_THREADS is always set. No shell is involved.",
            "tare run [--serial COMMAND] --parallel COMMAND [--instrumented COMMAND] [options]",
            "tare run --serial './s 1000' --parallel './p 1000' --instrumented './pi 1000'");
  CLI::App &app = verb.app;
  app.add_option("--serial", options.serial, "the serial program; without it, p = 1 stands in")
      ->option_text("COMMAND");
  app.add_option("--parallel", options.parallel, "the OpenMP program")
      ->option_text("COMMAND")
      ->required();
  app.add_option("--instrumented", options.instrumented,
                 "the same, built by tare cc; default: the parallel one, probes on")
      ->option_text("COMMAND");
  addExperiment(verb, options.experiment, raw);
  if (auto shown = verb.parse(std::move(arguments)))
    return *shown;
  if (!rest.empty())
    return verb.refuse("nothing may follow --: arguments belong into the quoted commands");
  if (auto wrong = checkExperiment(raw, options.experiment))
    return verb.refuse(*wrong);
  return options;
}

Options parseReport(std::vector<std::string> arguments, const std::vector<std::string> &rest) {
  ReportOptions options;
  Verb verb("tare report", "Print the table of earlier results.", "tare report RESULTS [options]",
            "tare report tare-results/tare-lu2-... --top 20");
  verb.app
      .add_option("RESULTS", options.results,
                  "results folder, folder of one run, or a table in JSON")
      ->required()
      ->option_text(" ");
  verb.app.add_option("--format", options.format, "text or json (default text)")
      ->option_text("FORMAT")
      ->check(CLI::IsMember({"text", "json"}));
  verb.app.add_option("--top", options.top, "constructs shown for each p (default 5)")
      ->option_text("N")
      ->check(CLI::Range(0, 100000));
  if (auto shown = verb.parse(std::move(arguments)))
    return *shown;
  if (!rest.empty())
    return verb.refuse("nothing may follow --");
  return options;
}

Options parseNodes(std::vector<std::string> arguments, std::vector<std::string> rest) {
  NodesOptions options;
  Verb verb("tare nodes", "Print the OpenMP constructs of a source, an object or a program.",
            "tare nodes INPUT [--serial INPUT] [-- FLAGS OF THE COMPILER]",
            "tare nodes x.c -- -Iinclude -DN=100\n"
            "  tare nodes parallel.c --serial serial.c");
  verb.app
      .add_option("INPUT", options.input, "x.c, x.o or a built program; several sources: a.c,b.c")
      ->required()
      ->option_text(" ");
  verb.app
      .add_option("--serial", options.serial,
                  "a serial program, or the same source: print the twins in it")
      ->option_text("INPUT");
  verb.app.add_option("--format", options.format, "of the pairs: text or json (default text)")
      ->option_text("FORMAT")
      ->check(CLI::IsMember({"text", "json"}));
  if (auto shown = verb.parse(std::move(arguments)))
    return *shown;
  if (options.serial.empty() && options.format != "text")
    return verb.refuse("--format is for pairs: give --serial too");
  options.compiler_flags = std::move(rest);
  return options;
}

Options parseInstrument(std::vector<std::string> arguments, std::vector<std::string> rest) {
  InstrumentOptions options;
  Verb verb("tare instrument", "Print the instrumented source, reduced to your own files.",
            "tare instrument SOURCE [options] [-- FLAGS OF THE COMPILER]",
            "tare instrument x.c --compiler gcc -- -Iinclude");
  verb.app.add_option("SOURCE", options.source, "a C or C++ source")->required()->option_text(" ");
  verb.app.add_option("--compiler", options.compiler, "default: $CC, else clang-19, else cc")
      ->option_text("CC");
  if (auto shown = verb.parse(std::move(arguments)))
    return *shown;
  options.compiler_flags = std::move(rest);
  return options;
}

Options parseDoctor(std::vector<std::string> arguments, const std::vector<std::string> &rest) {
  DoctorOptions options;
  Verb verb("tare doctor",
            "Say what is missing or unsound on this machine; for a build folder, which\n"
            "constructs are measured there, which are not, and why.",
            "tare doctor [BUILD_DIR]", "tare doctor build/tare");
  verb.app.add_option("BUILD_DIR", options.build_folder, "what was built through tare cc")
      ->option_text(" ");
  if (auto shown = verb.parse(std::move(arguments)))
    return *shown;
  if (!rest.empty())
    return verb.refuse("nothing may follow --");
  return options;
}

Options parseShim(std::vector<std::string> arguments, const std::vector<std::string> &rest) {
  ShimOptions options;
  Verb verb(
      "tare shim",
      "Make a folder of links named like the compilers in PATH. With that folder in front of\n"
      "PATH, a build that calls gcc or clang++ by name is built as by tare cc.",
      "tare shim DIR", "eval \"$(tare shim /tmp/shim)\" && make");
  verb.app.add_option("DIR", options.folder, "made if it is not there")
      ->required()
      ->option_text(" ");
  if (auto shown = verb.parse(std::move(arguments)))
    return *shown;
  if (!rest.empty())
    return verb.refuse("nothing may follow --");
  return options;
}

Options parseCompile(std::vector<std::string> command) {
  if (command.empty())
    return usageError("tare cc: which compiler? for example tare cc gcc -fopenmp -c x.c");
  if (command.front() == "--help" || command.front() == "-h")
    return HelpShown{compile_help};
  return CompileOptions{std::move(command), false};
}

/// The compiler that a one-word name stands for, or empty. LLVM's packages may come without the
/// unversioned name.
std::string compilerOfName(const std::string &name) {
  if (name != "tare-clang" && name != "tare-clang++" && name != "tare-gcc" && name != "tare-g++")
    return {};
  std::string compiler = name.substr(5);
  std::string versioned = compiler + "-19";
  if (startsWith(compiler, "clang") && findProgram(compiler).empty() &&
      !findProgram(versioned).empty())
    return versioned;
  return compiler;
}

Options parseVerb(const std::string &verb, std::vector<std::string> arguments) {
  if (verb == "cc") // every argument, `--` too, is the compiler's
    return parseCompile(std::move(arguments));
  std::vector<std::string> rest;
  auto cut = std::find(arguments.begin(), arguments.end(), "--");
  if (cut != arguments.end()) {
    rest.assign(cut + 1, arguments.end());
    arguments.erase(cut, arguments.end());
  }
  if (verb == "overheads")
    return parseOverheads(std::move(arguments), std::move(rest));
  if (verb == "run")
    return parseRun(std::move(arguments), rest);
  if (verb == "report")
    return parseReport(std::move(arguments), rest);
  if (verb == "nodes")
    return parseNodes(std::move(arguments), std::move(rest));
  if (verb == "instrument")
    return parseInstrument(std::move(arguments), std::move(rest));
  if (verb == "shim")
    return parseShim(std::move(arguments), rest);
  if (verb == "doctor")
    return parseDoctor(std::move(arguments), rest);
  return usageError("tare: no verb '" + verb + "'; see tare --help");
}

} // namespace

Options parseOptions(const std::vector<std::string> &argv) {
  if (!argv.empty()) {
    const std::string name = baseName(argv.front());
    const bool from_shim = isCompilerName(name);
    std::string compiler = from_shim ? name : compilerOfName(name);
    if (!compiler.empty()) {
      std::vector<std::string> command(argv.begin() + 1, argv.end());
      command.insert(command.begin(), compiler);
      return CompileOptions{std::move(command), from_shim};
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
