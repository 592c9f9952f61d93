// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/pass_through.h"

#include "base/temporary_folder.h"
#include "base/text.h"
#include "instrumenter/wrapper/listing.h"

#include <memory>

namespace tare {

namespace {

/// Nothing where our programs are missing, or the compiler is of another make.
std::unique_ptr<Listing> makeListing(const CompileCommand &command, const std::string &source,
                                     const std::string &folder, const WrapSeams &seams) {
  CompilerKind kind = askKind(command.compiler, seams.processes, folder);
  Result<Companions> companions = seams.companions(source);
  if (!companions.ok() || kind == CompilerKind::unknown)
    return nullptr;
  return std::make_unique<Listing>(makeCompilation(command, kind, folder), companions.value(),
                                   seams.processes, folder);
}

/// The words with objects behind the compiler's name: in front of any -x and of `--`.
Words withObjects(Words words, const CompileCommand &command, const Words &objects) {
  auto behind = words.begin() + long(command.launcher.size()) + 1;
  words.insert(behind, objects.begin(), objects.end());
  return words;
}

/// Runs a command that others see: its output is the compiler's.
int runAsTyped(const Words &words, const WrapSeams &seams) {
  Command command;
  command.argv = words;
  Result<Outcome> outcome = seams.processes.run(command);
  return outcome.ok() ? outcome.value().exit_status : 127;
}

} // namespace

WrapOutcome passThrough(const CompileCommand &command, const std::string &reason,
                        const WrapOptions &options, const WrapSeams &seams) {
  if (options.verbose)
    seams.say("passed through, " + reason + ": " + quoteCommand(command.original));
  WrapOutcome outcome{command.original, 0};
  // A configure check depends on the words, the output and the files of the plain link.
  if (options.surroundings.switched_off || !linksStatically(command) ||
      isConfigureProbe(command, options.surroundings))
    return outcome;
  Result<Companions> companions = seams.companions("");
  if (!companions.ok())
    return outcome;
  append(outcome.replace_by, staticRuntimeWords(companions.value()));
  return outcome;
}

WrapOutcome passUnread(const CompileCommand &command, std::vector<UnreadUnit> units,
                       const WrapOptions &options, const WrapSeams &seams) {
  Words words = passThrough(command, units.front().reason, options, seams).replace_by;
  Result<std::string> made = makeTemporaryFolder("tare-cc-");
  std::unique_ptr<TemporaryFolder> folder;
  std::unique_ptr<Listing> listing;
  if (made.ok()) {
    folder = std::make_unique<TemporaryFolder>(made.value());
    listing = makeListing(command, units.front().source, folder->path(), seams);
  }
  Words objects;
  for (const UnreadUnit &unit : units)
    if (listing && command.mode == Mode::link)
      if (std::string object = listing->objectFor(unit); !object.empty())
        objects.push_back(object);
  int status = runAsTyped(withObjects(std::move(words), command, objects), seams);
  if (status != 0)
    return {{}, status};
  for (const UnreadUnit &unit : units) {
    if (unit.is_tree && !unit.object.empty() && !callsOpenmp(unit.object))
      continue;
    seams.say(unit.source + ": not measured: " + unit.reason);
    if (listing)
      listing->addTo(unit);
  }
  return {};
}

WrapOutcome passLost(const CompileCommand &command, const Decision &decision,
                     const WrapOptions &options, const WrapSeams &seams) {
  if (decision.loses)
    if (std::vector<UnreadUnit> units = unitsWithOpenmp(command, decision.reason); !units.empty())
      return passUnread(command, std::move(units), options, seams);
  return passThrough(command, decision.reason, options, seams);
}

} // namespace tare
