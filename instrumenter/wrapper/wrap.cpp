// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/wrap.h"

#include "base/files.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "instrumenter/wrapper/compilation_record.h"
#include "instrumenter/wrapper/kept_pipes.h"
#include "instrumenter/wrapper/modules.h"
#include "instrumenter/wrapper/source_scan.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>

namespace tare {

namespace {

/// A unit on its way: the text of the first step and what came with it.
struct Work {
  Unit unit;
  std::string text; ///< Preprocessed.
  std::string rewritten;
  std::string log;        ///< stderr of a step that we do not want to show yet.
  std::string notes;      ///< What the preprocessor said.
  std::string refusal;    ///< Why it cannot be instrumented, as far as known.
  bool is_wanted = false; ///< It may hold something to measure.
};

/// Nothing: go on. A status: leave with it. Text: become the original command.
using Ending = std::optional<WrapOutcome>;

/// tare-instrument's status for a unit of the serial program that holds no twin.
constexpr int no_twins = 3;

constexpr const char *imports_modules = "it imports modules, or is one";

/// The first line that speaks of an error, else the last line that says anything.
std::string reasonIn(const std::string &log) {
  std::string last;
  for (const std::string &line : splitText(log, '\n')) {
    size_t error = line.find("error: ");
    if (error != std::string::npos)
      return printable(line.substr(error + 7));
    if (!trimText(line).empty())
      last = line;
  }
  return printable(trimText(last));
}

bool interrupted(const Outcome &outcome) {
  return outcome.signal == SIGINT || outcome.signal == SIGTERM || outcome.signal == SIGHUP;
}

bool holdsMain(const CompileCommand &command, const std::string &source) {
  Result<std::string> text = readFile(source);
  return !command.serial_program && text.ok() && mayDefineMain(text.value());
}

bool mayBeWanted(const CompileCommand &command) {
  if (!command.parallel.empty()) // twins have no directive
    return true;
  std::vector<Unit> units = unitsOf(command, "");
  return std::any_of(units.begin(), units.end(), [&](const Unit &unit) {
    return unit.preprocessed || unit.source == "-" || holdsMain(command, unit.source) ||
           mayReachOpenmp(command, unit.source);
  });
}

WrapOutcome becomeOriginal(const CompileCommand &command, const WrapOptions &options,
                           const WrapSeams &seams) {
  if (options.verbose)
    seams.say("passed through, neither an OpenMP directive nor main: " +
              quoteCommand(command.original));
  return {command.original, 0};
}

/// Runs the steps of one command. One object per call of the compiler.
class Wrap {
public:
  Wrap(const CompileCommand &command, const WrapOptions &options, const WrapSeams &seams,
       CompilerKind kind, const Companions &companions, const std::string &folder)
      : command_(command), options_(options), seams_(seams), kind_(kind), companions_(companions),
        folder_(folder) {}

  WrapOutcome run();

private:
  bool single() const { return command_.mode != Mode::link && works_.size() == 1; }
  Outcome start(const Words &argv, const std::string &log, double timeout_s = 0);
  WrapOutcome runUnits();
  std::string textOf(const std::string &path) const;
  bool mayBeMeasured(const std::string &text) const {
    return !command_.parallel.empty() || mayContainOpenmp(text) ||
           (!command_.serial_program && mayDefineMain(text));
  }
  void judge(Work &work, const std::string &text) const;
  void readConstructs(Work &work, const std::string &text, const std::string &place);
  Ending prepare(Work &work);
  void allowProbes(Work &work, const std::string &place);
  Ending finish(Work &work);
  Ending rewriteAndCompile(Work &work);
  bool instrument(Work &work, const std::string &fallback, Outcome &outcome);
  Ending compileOriginal(Work &work);
  Ending useOriginal(Work &work);
  void listUnmeasured(Work &work);
  void recordCommands() const;
  Ending link();

  const CompileCommand &command_;
  const WrapOptions &options_;
  const WrapSeams &seams_;
  CompilerKind kind_;
  const Companions &companions_;
  const std::string &folder_;
  std::string input_; // standard input, kept: every step must be able to read it
  std::vector<Work> works_;
};

/// A process that cannot be started is one that failed, with the shell's status for it.
Outcome Wrap::start(const Words &argv, const std::string &log, double timeout_s) {
  Command command;
  command.argv = argv;
  command.standard_input = input_;
  command.standard_error = log;
  command.timeout_s = timeout_s;
  Result<Outcome> outcome = seams_.processes.run(command);
  if (outcome.ok())
    return outcome.value();
  Outcome failed;
  failed.exit_status = 127;
  return failed;
}

std::string Wrap::textOf(const std::string &path) const {
  Result<std::string> text = readFile(path);
  return text.ok() ? text.value() : "";
}

WrapOutcome Wrap::run() {
  if (!command_.reads_stdin)
    return runUnits();
  Result<std::string> text = seams_.standard_input();
  input_ = folder_ + "/stdin";
  if (!text.ok() || !writeFileAtomic(input_, text.value(), 0600).ok()) {
    seams_.say("standard input cannot be kept; its text is not compiled");
    return WrapOutcome{{}, 1};
  }
  WrapOutcome outcome = runUnits();
  if (!outcome.replace_by.empty()) // who replaces us could not read what we have read
    outcome = {{}, start(outcome.replace_by, "").exit_status};
  return outcome;
}

WrapOutcome Wrap::runUnits() {
  std::vector<Unit> units = unitsOf(command_, folder_);
  bool any_wanted = false;
  for (Unit &unit : units) {
    // Only the compiler may write over what lies beside the program.
    if (command_.mode == Mode::link && fileExists(unit.output))
      unit.output = folder_ + "/" + std::to_string(works_.size()) + "-" + baseName(unit.output);
    Work &work = works_.emplace_back();
    work.unit = std::move(unit);
    if (Ending ending = prepare(work))
      return *ending;
    any_wanted = any_wanted || work.is_wanted || !work.refusal.empty();
  }
  if (!any_wanted)
    return becomeOriginal(command_, options_, seams_);
  for (Work &work : works_)
    if (Ending ending = finish(work))
      return *ending;
  recordCommands();
  Ending ending = command_.mode == Mode::link ? link() : std::nullopt;
  return ending.value_or(WrapOutcome{});
}

/// What of a unit is known from its preprocessed text.
void Wrap::judge(Work &work, const std::string &text) const {
  if (command_.serial_program && command_.openmp && mayContainOpenmp(text))
    work.refusal = "it has OpenMP and is compiled with it, and so is not the serial program";
  else if (modulesOf(command_) != Modules::none && mayBeMeasured(text) && namesModules(text))
    work.refusal = imports_modules; // by a header
  else
    work.is_wanted = mayBeMeasured(text) || !work.unit.constructs.empty();
}

/// Directives between `#ifdef _OPENMP` and `#endif` are not in the serial program's text. What
/// cannot be read with OpenMP has none but those.
void Wrap::readConstructs(Work &work, const std::string &text, const std::string &place) {
  if (!command_.serial_program || command_.openmp || !command_.parallel.empty())
    return;
  std::string path = place + "/constructs.ii";
  Outcome outcome = start(constructsStep(command_, work.unit, kind_, path), place + "/log2");
  if (outcome.exit_status == 0 && directivesIn(textOf(path)) != directivesIn(text))
    work.unit.constructs = path;
}

/// Without that file the compiler is asked in vain, and the original is what is compiled.
void Wrap::allowProbes(Work &work, const std::string &place) {
  if (!checksIndirectCalls(command_, kind_))
    return;
  work.unit.ignorelist = place + "/ignorelist";
  (void)writeFileAtomic(work.unit.ignorelist, cfi_ignorelist, 0600);
}

/// Preprocesses. A text that cannot be had is a refusal: the original will say why.
Ending Wrap::prepare(Work &work) {
  std::string place = folder_ + "/" + std::to_string(works_.size());
  std::string name = baseName(work.unit.source);
  name = name.substr(0, name.rfind('.'));
  if (!makeFolder(place, 0700).ok())
    return WrapOutcome{command_.original, 0};
  work.text = place + "/" + name + ".original.ii";
  work.rewritten = place + "/" + name + ".ii"; // its name shows in -save-temps and dumps
  allowProbes(work, place);
  std::string kept = keptText(command_, work.unit, kind_);
  if (!kept.empty())
    work.rewritten = kept;
  work.log = place + "/log";
  if (work.unit.preprocessed) {
    work.text = work.unit.source == "-" ? input_ : work.unit.source;
    std::string text = textOf(work.text);
    if (!isInstrumented(text))
      judge(work, text);
    return std::nullopt;
  }
  Outcome outcome = start(preprocessStep(command_, work.unit, kind_, work.text), work.log);
  if (interrupted(outcome))
    return WrapOutcome{{}, outcome.exit_status};
  work.notes = textOf(work.log);
  if (outcome.exit_status != 0)
    work.refusal = "it cannot be preprocessed: " + reasonIn(work.notes);
  else {
    std::string text = textOf(work.text);
    readConstructs(work, text, place);
    judge(work, text);
  }
  return std::nullopt;
}

Ending Wrap::finish(Work &work) {
  if (!work.refusal.empty())
    return useOriginal(work);
  if (!work.is_wanted) // beside others that have some
    return compileOriginal(work);
  if (options_.warnings) {
    Outcome outcome = start(warningStep(command_, work.unit), "");
    if (outcome.exit_status != 0)
      return WrapOutcome{{}, outcome.exit_status};
  }
  return rewriteAndCompile(work);
}

/// A unit without anything to measure.
Ending Wrap::compileOriginal(Work &work) {
  Outcome outcome = start(originalStep(command_, work.unit, kind_), work.log);
  if (outcome.exit_status != 0)
    return WrapOutcome{command_.original, 0};
  seams_.forward(textOf(work.log));
  return std::nullopt;
}

bool Wrap::instrument(Work &work, const std::string &fallback, Outcome &outcome) {
  outcome = start(
      instrumentStep(command_, work.unit, kind_, companions_, work.text, work.rewritten, fallback),
      work.log, options_.instrument_timeout_s);
  return outcome.exit_status == 0;
}

Ending Wrap::rewriteAndCompile(Work &work) {
  Outcome outcome;
  if (!instrument(work, "", outcome)) {
    if (command_.serial_program && outcome.exit_status == no_twins)
      return compileOriginal(work);
    std::string why = reasonIn(textOf(work.log));
    if (outcome.timed_out)
      why = "tare-instrument took longer than " +
            std::to_string(long(options_.instrument_timeout_s)) + " s";
    else if (outcome.signal && !interrupted(outcome))
      why = "tare-instrument ended by signal " + std::to_string(outcome.signal);
    work.refusal = why.empty() ? "tare-instrument failed" : why;
  } else {
    outcome = start(compileStep(command_, work.unit, kind_, work.rewritten), work.log);
    if (outcome.exit_status != 0)
      work.refusal = "the instrumented text does not compile: " + reasonIn(textOf(work.log));
  }
  if (interrupted(outcome))
    return WrapOutcome{{}, outcome.exit_status};
  if (!work.refusal.empty())
    return useOriginal(work);
  if (!options_.warnings)
    seams_.forward(work.notes);
  seams_.forward(textOf(work.log));
  if (options_.verbose)
    seams_.say(work.unit.source + ": instrumented");
  return std::nullopt;
}

/// The compiler's own diagnostics and status. Where the command is more than this unit they are
/// held back: if it fails, the whole original command says it all once more.
Ending Wrap::useOriginal(Work &work) {
  Outcome outcome = start(originalStep(command_, work.unit, kind_), single() ? "" : work.log);
  if (outcome.exit_status != 0)
    return single() || interrupted(outcome) ? WrapOutcome{{}, outcome.exit_status}
                                            : WrapOutcome{command_.original, 0};
  if (!single())
    seams_.forward(textOf(work.log));
  seams_.say(work.unit.source + ": not measured: " + work.refusal);
  listUnmeasured(work);
  return std::nullopt;
}

/// Puts the unit's name and the reason into its object, so that the table can name it. Whatever
/// goes wrong here, the original's object is what remains.
void Wrap::listUnmeasured(Work &work) {
  Outcome outcome;
  if (!fileExists(work.text) || !instrument(work, work.refusal, outcome))
    return;
  outcome = start(compileStep(command_, work.unit, kind_, work.rewritten), work.log);
  if (outcome.exit_status != 0)
    start(originalStep(command_, work.unit, kind_), work.log);
}

/// What no step of ours writes as the user's command would.
void Wrap::recordCommands() const {
  std::string file = recordFile(command_);
  if (file.empty())
    return;
  std::error_code error;
  std::string folder = std::filesystem::current_path(error).string(), records;
  for (const Work &work : works_)
    records += compilationRecord(command_, work.unit, folder);
  std::ofstream(file) << records;
}

Ending Wrap::link() {
  std::vector<Unit> units;
  for (const Work &work : works_)
    units.push_back(work.unit);
  Outcome outcome = start(linkStep(command_, units, companions_), "");
  bool keeps = !keptText(command_, units.front(), kind_).empty(); // -save-temps keeps objects too
  for (const Unit &unit : units)
    if (!keeps && !startsWith(unit.output, folder_))
      removeTree(unit.output);
  return WrapOutcome{{}, outcome.exit_status};
}

WrapOutcome passThrough(const CompileCommand &command, const std::string &reason,
                        const WrapOptions &options, const WrapSeams &seams) {
  if (options.verbose)
    seams.say("passed through, " + reason + ": " + quoteCommand(command.original));
  WrapOutcome outcome{command.original, 0};
  // A configure check judges by what the plain link prints, makes and is told.
  if (options.surroundings.switched_off || !linksStatically(command) ||
      isConfigureProbe(command, options.surroundings))
    return outcome;
  Result<Companions> companions = seams.companions("");
  if (!companions.ok())
    return outcome;
  Words words = staticRuntimeWords(companions.value());
  outcome.replace_by.insert(outcome.replace_by.end(), words.begin(), words.end());
  return outcome;
}

/// Asks the compiler itself where its name says nothing (cc, mpicc).
CompilerKind findKind(const CompileCommand &command, const WrapSeams &seams,
                      const std::string &folder) {
  CompilerKind kind = kindOfProgram(command.compiler);
  if (kind != CompilerKind::unknown)
    return kind;
  Command version;
  version.argv = {command.compiler, "--version"};
  version.standard_output = folder + "/version";
  version.standard_error = folder + "/version.err";
  Result<Outcome> outcome = seams.processes.run(version);
  if (!outcome.ok() || outcome.value().exit_status != 0)
    return CompilerKind::unknown;
  Result<std::string> text = readFile(version.standard_output);
  return text.ok() ? kindOfVersionText(text.value()) : CompilerKind::unknown;
}

/// The first file to compile that whoever reads it takes from the others. Empty: none.
std::string pipeIn(const CompileCommand &command) {
  for (const Argument &argument : command.arguments)
    if (argument.role == Role::input || argument.name == "-include" || argument.name == "-imacros")
      if (isReadOnce(argument.value))
        return argument.value;
  return "";
}

/// The first unit that needs modules of others, or makes one. Empty: none.
std::string moduleIn(const CompileCommand &command) {
  Modules modules = modulesOf(command);
  if (modules == Modules::none)
    return "";
  for (const Unit &unit : unitsOf(command, "")) {
    Result<std::string> text = readFile(unit.source);
    if (modules == Modules::everywhere || (text.ok() && namesModules(text.value())))
      return unit.source;
  }
  return "";
}

std::string firstSource(const CompileCommand &command) {
  std::vector<Unit> units = unitsOf(command, "");
  return units.empty() ? "" : units.front().source;
}

} // namespace

WrapOutcome wrapCompile(const CompileCommand &command, const WrapOptions &options,
                        const WrapSeams &seams) {
  Decision decision = decide(command, options.surroundings);
  if (!decision.instrument)
    return passThrough(command, decision.reason, options, seams);
  if (std::string pipe = pipeIn(command); !pipe.empty()) {
    seams.say(pipe + ": not measured: it can be read only once, which the compiler does");
    return passThrough(command, "a pipe", options, seams);
  }
  if (!mayBeWanted(command)) // before anything that costs time
    return becomeOriginal(command, options, seams);
  if (std::string source = moduleIn(command); !source.empty()) {
    seams.say(source + ": not measured: " + imports_modules);
    return passThrough(command, "modules are imported", options, seams);
  }
  Result<std::string> made = makeTemporaryFolder("tare-cc-");
  if (!made.ok()) {
    seams.say(made.error().text() + "; " + firstSource(command) + " is not measured");
    return passThrough(command, "no temporary folder", options, seams);
  }
  TemporaryFolder folder(made.value());
  CompilerKind kind = findKind(command, seams, folder.path());
  decision = decideKind(command, kind);
  if (!decision.instrument)
    return passThrough(command, decision.reason, options, seams);
  Result<Companions> companions = seams.companions(firstSource(command));
  if (!companions.ok()) {
    seams.say(companions.error().text());
    return passThrough(command, "Tare is not complete", options, seams);
  }
  return Wrap(command, options, seams, kind, companions.value(), folder.path()).run();
}

} // namespace tare
