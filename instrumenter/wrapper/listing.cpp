// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/listing.h"

#include "base/files.h"
#include "base/text.h"
#include "instrumenter/wrapper/modules.h"

#include <algorithm>
#include <sys/stat.h>

namespace tare {

namespace {

/// Options that say what else comes out of a compile, or that make an object of another form.
bool isForUsersText(const Argument &argument) {
  static constexpr std::string_view beginnings[] = {
      "--coverage",    "-coverage",     "-fprofile-",       "-ftest-coverage",
      "-gsplit-dwarf", "-fstack-usage", "-fcallgraph-info", "-fdump-",
      "-ftime-trace",  "-save-temps",   "--save-temps",     "-fsave-optimization-record",
      "-flto",         "-Xclang"};
  const std::string &word = argument.words.front();
  return isAboutModules(word) || std::ranges::any_of(beginnings, [&](std::string_view beginning) {
           return startsWith(word, beginning);
         });
}

/// The compilation without what is for the text of its own units.
Compilation forStub(Compilation compilation) {
  CompileCommand &command = compilation.command;
  std::erase_if(command.arguments, isForUsersText);
  command.mode = Mode::object;
  command.plan.clear();
  return compilation;
}

/// Whether the object may be linked with another one: an ELF file without code for link-time
/// optimization, which a linker would compile.
bool mayBeMerged(const std::string &object, const CompileCommand &command) {
  struct stat about;
  bool is_file = stat(object.c_str(), &about) == 0 && S_ISREG(about.st_mode);
  Result<std::string> bytes = is_file ? readFile(object) : Error{"no file"};
  return bytes.ok() &&
         startsWith(bytes.value(), "\x7f"
                                   "ELF") &&
         !command.hasOptionLike({"-flto"});
}

} // namespace

Listing::Listing(Compilation compilation, Companions companions, ProcessRunner &processes,
                 std::string folder)
    : compilation_(std::move(compilation)), companions_(std::move(companions)),
      processes_(processes), folder_(std::move(folder)) {}

bool Listing::run(const Words &argv) {
  Command command;
  command.argv = argv;
  command.standard_error = folder_ + "/listing.log";
  Result<Outcome> outcome = processes_.run(command);
  return outcome.ok() && outcome.value().exit_status == 0;
}

std::string Listing::objectFor(const UnreadUnit &unread) {
  const std::string place = folder_ + "/listed-" + std::to_string(count_++);
  const std::string empty = place + ".empty.ii", text = place + ".ii";
  Unit unit;
  unit.source = unread.source;
  unit.language = unread.language;
  unit.output = place + ".o";
  const Compilation stub = forStub(compilation_);
  bool made = writeFileAtomic(empty, "\n", 0600).ok() &&
              run(instrumentStep(stub, unit, companions_, empty, text, unread.reason)) &&
              run(compileStep(stub, unit, text));
  return made ? unit.output : "";
}

void Listing::addTo(const UnreadUnit &unit) {
  if (unit.object.empty() || !mayBeMerged(unit.object, compilation_.command))
    return;
  const std::string ours = objectFor(unit), merged = ours + ".merged.o";
  if (ours.empty() || !run(mergeStep(forStub(compilation_), {unit.object, ours}, merged)))
    return;
  Result<std::string> bytes = readFile(merged);
  struct stat about;
  if (bytes.ok() && stat(unit.object.c_str(), &about) == 0)
    (void)writeFileAtomic(unit.object, bytes.value(), int(about.st_mode & 07777));
}

} // namespace tare
