// SPDX-License-Identifier: Apache-2.0
// tare cc: stands where the compiler stands, and returns what the compiler returns.
#include "driver/verbs.h"

#include "base/files.h"
#include "base/system.h"
#include "base/text.h"
#include "driver/source_root.h"
#include "instrumenter/wrapper/compiler_paths.h"
#include "instrumenter/wrapper/compiler_process.h"
#include "instrumenter/wrapper/kept_pipes.h"
#include "instrumenter/wrapper/without_openmp.h"
#include "instrumenter/wrapper/wrap.h"

#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace tare {

namespace {

bool isSwitchedOn(const char *name) {
  std::string value = environmentVariable(name);
  return !value.empty() && value != "0";
}

Result<Companions> findCompanions(const std::string &source) {
  std::string prefix = installPrefix();
  Companions companions;
  companions.instrumenter = prefix + "/libexec/tare/tare-instrument";
  companions.runtime = libraryFolderOf(prefix) + "/libtare-rt.so.1";
  companions.runtime_archive = libraryFolderOf(prefix) + "/libtare-rt.a";
  if (!fileExists(companions.runtime_archive))
    companions.runtime_archive.clear(); // the program then links, and runs unmeasured
  companions.root = sourceRoot(source);
  for (const std::string &path : {companions.instrumenter, companions.runtime})
    if (!fileExists(path))
      return Error{
          "this installation has no " + path + ", nothing is measured", source,
          "install all of Tare (Debian: the package tare-instrument), or set TARE_WRAPPER=off"};
  return companions;
}

/// Whether the compiler takes the sources with their simd directives alone. What it says is not for
/// the user: without them they are built all the same.
bool takesSimd(const CompileCommand &command) {
  Command question;
  question.argv = simdQuestion(command);
  if (question.argv.empty())
    return false;
  question.standard_output = question.standard_error = "/dev/null";
  CompilerRunner processes;
  Result<Outcome> outcome = processes.run(question);
  return outcome.ok() && outcome.value().exit_status == 0;
}

/// The command as typed, or without OpenMP where its source is to be built so.
CompileCommand commandOf(const CompileOptions &options, const Surroundings &around) {
  bool same_source = options.serial_program && options.parallel.empty();
  CompileCommand command = parseCompileCommand(options.command);
  if (!(options.ignored || same_source) || around.switched_off || isConfigureProbe(command, around))
    return command;
  std::string archive = libraryFolderOf(installPrefix()) + "/libtare-omp-serial.a";
  Simd simd = takesSimd(command) ? Simd::Kept : Simd::Dropped;
  return withoutOpenMP(std::move(command), fileExists(archive) ? archive : "", simd);
}

void writeToStderr(std::string_view text) { (void)writeAll(STDERR_FILENO, text); }

/// A line of ours. Names of files in it cannot drive the terminal.
void writeLine(const std::string &line) { writeToStderr("tare: " + printable(line) + "\n"); }

/// What CC should be, so that it is one word. `role`: of --role; empty: none was given.
std::string oneWordFor(const CompileCommand &command, const std::string &role) {
  std::string name = "tare-" + baseName(command.compiler);
  const char *variable = isCxxDriver(command.compiler) ? "CXX=" : "CC=";
  std::string word =
      fileExists(installPrefix() + "/bin/" + name)
          ? variable + name
          : "the compiler's own name, and the folder of `tare shim` in front of PATH";
  return word + (role.empty() ? "" : ", and TARE_ROLE=" + role + " in the environment");
}

/// The status of a compiler that was called by several words. If it fails at a file that holds the
/// paths of these words, it is said that one word helps.
int statusOfWords(const CompileCommand &command, const std::string &role,
                  const WrapOutcome &outcome, ProcessRunner &processes) {
  bool fails = outcome.replace_by.empty() && outcome.status != 0;
  std::string file =
      fails || !outcome.replace_by.empty() ? fileWithPathsOfWords(command) : std::string();
  if (file.empty())
    return outcome.replace_by.empty() ? outcome.status : replaceProcess(outcome.replace_by);
  int status = outcome.status;
  if (!outcome.replace_by.empty()) {
    Command original;
    original.argv = outcome.replace_by;
    Result<Outcome> ended = processes.run(original);
    status = ended.ok() ? ended.value().exit_status : 127;
  }
  if (status != 0)
    writeLine(file + ": it holds a path for each word of `tare cc " +
              (role.empty() ? "" : "--role " + role + " ") + baseName(command.compiler) +
              "`; give the build one word: " + oneWordFor(command, role));
  return status;
}

} // namespace

int verbCompile(const CompileOptions &options) {
  if (options.command.empty()) {
    complain({"`tare cc` needs a compiler", "", "for example: tare cc gcc -fopenmp -c x.c"});
    return exit_usage;
  }
  if (options.from_shim && !leaveShim(options.command.front())) {
    complain({options.command.front() + " is in no folder of PATH but Tare's own", "",
              "add the folder of the compiler to PATH"});
    return 127;
  }
  WrapOptions wrap;
  wrap.surroundings.folder = absolutePath(".");
  wrap.surroundings.switched_off = environmentVariable("TARE_WRAPPER") == "off";
  wrap.verbose = isSwitchedOn("TARE_VERBOSE");
  if (!wrap.surroundings.switched_off)
    if (Result<void> kept = keepPipes(options.command); !kept.ok()) {
      complain(kept.error());
      return 1;
    }
  CompileCommand command = commandOf(options, wrap.surroundings);
  CompilerRunner processes;
  if (options.ignored) {
    if (wrap.verbose)
      writeLine("without OpenMP: " + quoteCommand(command.original));
    WrapOutcome whole;
    whole.replace_by = command.original;
    return options.of_words ? statusOfWords(command, "ignored", whole, processes)
                            : replaceProcess(command.original);
  }
  command.serial_program = options.serial_program;
  command.parallel = options.parallel;
  command.events = options.events || isSwitchedOn("TARE_EVENTS");
  command.kernels = options.couple.empty() ? environmentVariable("TARE_COUPLE") : options.couple;
  std::string plan = options.plan.empty() ? environmentVariable("TARE_PLAN") : options.plan;
  if (!plan.empty())
    command.plan = absolutePath(plan);
  wrap.warnings = isSwitchedOn("TARE_WARNINGS");
  double timeout_s = std::atof(environmentVariable("TARE_TIMEOUT").c_str());
  if (timeout_s >= 1)
    wrap.instrument_timeout_s = timeout_s;
  WrapSeams seams{processes, findCompanions, [] { return readAll(STDIN_FILENO); }, writeLine,
                  [](const std::string &text) { writeToStderr(text); }};
  WrapOutcome outcome = wrapCompile(command, wrap, seams);
  if (options.of_words && !wrap.surroundings.switched_off)
    return statusOfWords(command, options.serial_program ? "serial" : "", outcome, processes);
  return outcome.replace_by.empty() ? outcome.status : replaceProcess(outcome.replace_by);
}

} // namespace tare
