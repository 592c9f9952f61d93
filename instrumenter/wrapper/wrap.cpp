// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/wrap.h"

#include "base/files.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "instrumenter/wrapper/compilation_record.h"
#include "instrumenter/wrapper/kept_pipes.h"
#include "instrumenter/wrapper/listing.h"
#include "instrumenter/wrapper/modules.h"
#include "instrumenter/wrapper/pass_through.h"
#include "instrumenter/wrapper/source_scan.h"
#include "instrumenter/wrapper/text_search.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>

namespace tare {

namespace {

/// A unit on its way: the text of the first step and what came with it.
struct Work {
  Unit &unit;
  std::string text; ///< Preprocessed.
  std::string rewritten;
  std::string log;        ///< A file with a step's stderr, which is not shown yet.
  std::string notes;      ///< The preprocessor's stderr.
  std::string refusal;    ///< Why it cannot be instrumented, as far as known.
  bool is_wanted = false; ///< It may hold something to measure.
};

/// Nothing: go on. Else the whole command ends so.
using Ending = std::optional<WrapOutcome>;

/// tare-instrument's status for a unit of the serial program without a serial counterpart.
constexpr int no_counterparts = 3;

/// The first line that speaks of an error, else the last line that says anything.
std::string reasonIn(const std::string &log) {
  constexpr std::string_view front = "tare-instrument: ";
  std::string last;
  for (const std::string &line : splitText(log, '\n')) {
    size_t error = line.find("error: ");
    if (error != std::string::npos)
      return printable(line.substr(error + 7));
    if (!trimText(line).empty())
      last = line;
  }
  if (startsWith(last, front))
    last.erase(0, front.size());
  return printable(trimText(last));
}

bool interrupted(const Outcome &outcome) {
  return outcome.signal == SIGINT || outcome.signal == SIGTERM || outcome.signal == SIGHUP;
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
  Wrap(Compilation compilation, const WrapOptions &options, const WrapSeams &seams,
       const Companions &companions, const std::string &folder)
      : compilation_(std::move(compilation)), options_(options), seams_(seams),
        companions_(companions), folder_(folder) {}

  WrapOutcome run();

private:
  bool single() const { return !compilation_.links() && works_.size() == 1; }
  Outcome start(const Words &argv, const std::string &log, double timeout_s = 0);
  bool isTaken(const std::string &object) const;
  WrapOutcome runUnits();
  std::string textOf(const std::string &path) const;
  bool mayBeMeasured(const std::string &text) const {
    if (!command_.kernels.empty())
      return namesAny(text, command_.kernels);
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

  Compilation compilation_;
  const CompileCommand &command_ = compilation_.command;
  const WrapOptions &options_;
  const WrapSeams &seams_;
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

/// Whether an object may not have this name. Only the compiler may write over what lies beside the
/// program, and a/x.c and b/x.c are both named after x.
bool Wrap::isTaken(const std::string &object) const {
  return fileExists(object) ||
         std::ranges::any_of(works_, [&](const Work &work) { return work.unit.output == object; });
}

WrapOutcome Wrap::runUnits() {
  bool any_wanted = false;
  for (Unit &unit : compilation_.units) {
    if (compilation_.links() && isTaken(unit.output))
      unit.output = folder_ + "/" + std::to_string(works_.size()) + "-" + baseName(unit.output);
    Work &work = works_.emplace_back(unit);
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
  Ending ending = compilation_.links() ? link() : std::nullopt;
  return ending.value_or(WrapOutcome{});
}

/// Decides from the preprocessed text whether the unit is wanted, or why it cannot be measured.
void Wrap::judge(Work &work, const std::string &text) const {
  if (command_.serial_program && command_.openmp && mayContainOpenmp(text))
    work.refusal = "it has OpenMP and is compiled with it, and so is not the serial program";
  else if (modulesOf(command_) != Modules::none && mayBeMeasured(text) && namesModules(text))
    work.refusal = is_module; // it imports one through a header
  else
    work.is_wanted = mayBeMeasured(text) || !work.unit.constructs.empty();
}

/// Directives between `#ifdef _OPENMP` and `#endif` are not in the serial program's text, so the
/// unit is read with OpenMP, too. If that fails, the unit has only the directives in its text.
void Wrap::readConstructs(Work &work, const std::string &text, const std::string &place) {
  if (!command_.serial_program || command_.openmp || !command_.parallel.empty())
    return;
  std::string path = place + "/constructs.ii";
  Outcome outcome = start(constructsStep(compilation_, work.unit, path), place + "/log2");
  if (outcome.exit_status == 0 && directivesIn(textOf(path)) != directivesIn(text))
    work.unit.constructs = path;
}

/// Writes the list of unchecked functions. If that fails, the compile step fails, and the original
/// is compiled.
void Wrap::allowProbes(Work &work, const std::string &place) {
  if (!checksIndirectCalls(compilation_))
    return;
  work.unit.ignorelist = place + "/ignorelist";
  (void)writeFileAtomic(work.unit.ignorelist, cfi_ignorelist, 0600);
}

/// Preprocesses the unit. A failure is a refusal: compiling the original shows the reason.
Ending Wrap::prepare(Work &work) {
  std::string place = folder_ + "/" + std::to_string(works_.size());
  std::string name = baseName(work.unit.source);
  name = name.substr(0, name.rfind('.'));
  if (!makeFolder(place, 0700).ok())
    return WrapOutcome{command_.original, 0};
  work.text = place + "/" + name + ".original.ii";
  work.rewritten = place + "/" + name + ".ii"; // its name shows in -save-temps and dumps
  allowProbes(work, place);
  std::string kept = keptText(compilation_, work.unit);
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
  Outcome outcome = start(preprocessStep(compilation_, work.unit, work.text), work.log);
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
    Outcome outcome = start(warningStep(compilation_, work.unit), "");
    if (outcome.exit_status != 0)
      return WrapOutcome{{}, outcome.exit_status};
  }
  return rewriteAndCompile(work);
}

/// A unit without anything to measure.
Ending Wrap::compileOriginal(Work &work) {
  Outcome outcome = start(originalStep(compilation_, work.unit), work.log);
  if (outcome.exit_status != 0)
    return WrapOutcome{command_.original, 0};
  seams_.forward(textOf(work.log));
  return std::nullopt;
}

bool Wrap::instrument(Work &work, const std::string &fallback, Outcome &outcome) {
  outcome = start(
      instrumentStep(compilation_, work.unit, companions_, work.text, work.rewritten, fallback),
      work.log, options_.instrument_timeout_s);
  return outcome.exit_status == 0;
}

Ending Wrap::rewriteAndCompile(Work &work) {
  Outcome outcome;
  if (!instrument(work, "", outcome)) {
    if (command_.serial_program && outcome.exit_status == no_counterparts)
      return compileOriginal(work);
    std::string why = reasonIn(textOf(work.log));
    if (outcome.timed_out)
      why = "tare-instrument took longer than " +
            std::to_string(long(options_.instrument_timeout_s)) +
            " s; TARE_TIMEOUT sets another limit";
    else if (outcome.signal && !interrupted(outcome))
      why = "tare-instrument ended by signal " + std::to_string(outcome.signal);
    work.refusal = why.empty() ? "tare-instrument failed" : why;
  } else {
    outcome = start(compileStep(compilation_, work.unit, work.rewritten), work.log);
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

/// Compiles the unit as the user wrote it, with the compiler's own diagnostics and status. If the
/// command has more than this unit, diagnostics are held back: after a failure the whole original
/// command runs and prints them again.
Ending Wrap::useOriginal(Work &work) {
  Outcome outcome = start(originalStep(compilation_, work.unit), single() ? "" : work.log);
  if (outcome.exit_status != 0)
    return single() || interrupted(outcome) ? WrapOutcome{{}, outcome.exit_status}
                                            : WrapOutcome{command_.original, 0};
  if (!single())
    seams_.forward(textOf(work.log));
  seams_.say(work.unit.source + ": not measured: " + work.refusal);
  listUnmeasured(work);
  return std::nullopt;
}

/// Puts the unit's name and the reason into its object, so that the table can name it. If a step
/// fails here, the original's object remains.
void Wrap::listUnmeasured(Work &work) {
  if (!command_.kernels.empty()) // no table is made of such a program
    return;
  Outcome outcome;
  if (fileExists(work.text) && instrument(work, work.refusal, outcome)) {
    outcome = start(compileStep(compilation_, work.unit, work.rewritten), work.log);
    if (outcome.exit_status == 0)
      return;
    start(originalStep(compilation_, work.unit), work.log);
  }
  const Unit &unit = work.unit;
  Listing(compilation_, companions_, seams_.processes, folder_)
      .addTo({unit.source, work.refusal, unit.output, false, unit.language});
}

/// Writes the file of -MJ, which our steps would fill with commands of their own.
void Wrap::recordCommands() const {
  std::string file = recordFile(command_);
  if (file.empty())
    return;
  std::error_code error;
  std::string folder = std::filesystem::current_path(error).string(), records;
  for (const Unit &unit : compilation_.units)
    records += compilationRecord(command_, unit, folder);
  std::ofstream(file) << records;
}

Ending Wrap::link() {
  Outcome outcome = start(linkStep(compilation_, companions_), "");
  bool keeps =
      !keptText(compilation_, compilation_.units.front()).empty(); // -save-temps keeps objects too
  for (const Unit &unit : compilation_.units)
    if (!keeps && !startsWith(unit.output, folder_))
      removeTree(unit.output);
  return WrapOutcome{{}, outcome.exit_status};
}

} // namespace

WrapOutcome wrapCompile(const CompileCommand &command, const WrapOptions &options,
                        const WrapSeams &seams) {
  if (!options.surroundings.switched_off && !isConfigureProbe(command, options.surroundings))
    if (std::vector<UnreadUnit> trees = unitsWithTrees(command); !trees.empty())
      return passUnread(command, std::move(trees), options, seams);
  Decision decision = decide(command, options.surroundings);
  if (!decision.instrument)
    return passLost(command, decision, options, seams);
  if (std::string pipe = pipeIn(command); !pipe.empty()) {
    seams.say(pipe + ": not measured: it can be read only once, which the compiler does");
    return passThrough(command, "a pipe", options, seams);
  }
  Compilation compilation = makeCompilation(command);
  if (command.kernels.empty() && !mayHoldConstructs(compilation)) // before anything that costs time
    return becomeOriginal(command, options, seams);
  if (std::vector<UnreadUnit> units = unitsWithModules(compilation); !units.empty())
    return passUnread(command, std::move(units), options, seams);
  const std::string first_source = compilation.units.front().source;
  Result<std::string> made = makeTemporaryFolder("tare-cc-");
  if (!made.ok()) {
    seams.say(made.error().text() + "; " + first_source + " is not measured");
    return passThrough(command, "no temporary folder", options, seams);
  }
  TemporaryFolder folder(made.value());
  CompilerKind kind = askKind(command.compiler, seams.processes, folder.path());
  decision = decideKind(command, kind);
  if (!decision.instrument)
    return passLost(command, decision, options, seams);
  Result<Companions> companions = seams.companions(first_source);
  if (!companions.ok()) {
    seams.say(companions.error().text());
    return passThrough(command, "Tare is not complete", options, seams);
  }
  compilation = makeCompilation(command, kind, folder.path());
  return Wrap(std::move(compilation), options, seams, companions.value(), folder.path()).run();
}

} // namespace tare
