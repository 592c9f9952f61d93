// SPDX-License-Identifier: Apache-2.0
#include "driver/source_tables.h"

#include "base/files.h"
#include "base/lists.h"
#include "base/text.h"
#include "driver/building/build.h"
#include "driver/reading_options.h"
#include "driver/results/schedule.h"
#include "driver/results/source_hashes.h"
#include "driver/verbs.h"
#include "instrumenter/plan/plan_file.h"
#include "instrumenter/wrapper/compile_command.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace tare {
namespace {

std::string normal(const std::string &path) {
  return std::filesystem::path(path).lexically_normal().string();
}

/// A path of another machine or folder, as far as it can be found below the sources: without what
/// it only passes through in front.
std::string tailOf(std::string path) {
  path = normal(path);
  while (startsWith(path, "../"))
    path.erase(0, 3);
  return path;
}

CompilerKind kindNamed(const std::string &name) {
  return name == "gcc" ? CompilerKind::gcc : CompilerKind::clang;
}

/// Serial programs of other sources have counterparts that were found by their code.
bool hasOwnSources(const RecordedUnit &unit, const Manifest *manifest) {
  auto found = [](const Node &node) {
    return !node.counterpart_by.empty() && node.counterpart_by != "same source";
  };
  bool one_source = !manifest || manifest->same_source || manifest->reference != "serial";
  return unit.of_serial_program && (std::ranges::any_of(unit.table.nodes, found) || !one_source);
}

} // namespace

Result<std::unique_ptr<SourceTables>> SourceTables::open(const SourceOptions &options) {
  if (!isFolder(options.folder))
    return Error{"there is no such folder of sources", options.folder,
                 "name the folder with the program's sources: --sources DIR"};
  TARE_TRY(std::string temporary, makeTemporaryFolder("tare-sources-"));
  std::unique_ptr<SourceTables> made(new SourceTables(options, std::move(temporary)));
  made->options_.folder = realPath(options.folder);
  if (std::string path = compileCommandsIn(options.folder); !path.empty() && !options.has_cflags) {
    TARE_TRY(made->commands_, readCompileCommands(path));
  }
  return {std::move(made)};
}

/// The folder may be a part of what the run called its sources, or be named as a folder around it.
Result<void> SourceTables::begin(const Manifest *manifest, const Profile &profile) {
  manifest_ = manifest;
  std::set<std::string> names;
  for (const ProfileModule &module : profile.modules)
    for (const Node &node : module.tree.nodes)
      if (!node.id.path.empty() && node.id.path[0] != '/')
        names.insert(node.id.path);
  std::vector<std::string> all(names.begin(), names.end());
  root_ = rootOfSources(all, {options_.folder});
  bool any_here = std::ranges::any_of(all, [&](const std::string &name) {
    return startsWith(realPath(root_ + "/" + name), options_.folder + "/");
  });
  if (!root_.empty() && any_here)
    return {};
  all.resize(std::min<size_t>(all.size(), 3));
  return Error{"the sources of this run are not here: there is no " + joinText(all, ", "),
               options_.folder, "name the folder that these names start from"};
}

Result<std::vector<NodeTree>> SourceTables::tablesOf(const RecordedUnit &unit,
                                                     const std::vector<NodeTree> &parallel) {
  std::vector<NodeTree> tables;
  std::string source = sourceOf(unit.table);
  if (source.empty())
    return tables;
  TARE_TRY(std::vector<UnitReading> ways, orExit(exit_build_failed, waysToRead(unit, source)));
  for (UnitReading &way : ways) {
    std::string place = temporary_.path() + "/" + std::to_string(made_++);
    TARE_DO(makeFolder(place, 0700));
    TARE_DO(addPlan(unit.table, place, way));
    if (hasOwnSources(unit, manifest_))
      way.parallel = parallel;
    TARE_TRY(NodeTree table, orExit(exit_build_failed, tableOfUnit(way, place)));
    tables.push_back(std::move(table));
  }
  return tables;
}

/// Only a file below the sources is read, whatever the results call the unit. Empty: there is none.
std::string SourceTables::sourceOf(const NodeTree &unit) const {
  std::vector<std::string> candidates;
  if (manifest_ && !manifest_->source_root.empty() && startsWith(unit.unit, "/"))
    candidates.push_back(root_ + "/" + relativeTo(normal(unit.unit), manifest_->source_root));
  if (startsWith(unit.unit, "/"))
    candidates.push_back(unit.unit);
  else
    candidates.push_back(folderOfRun() + "/" + unit.unit);
  std::string tail = tailOf(unit.unit);
  candidates.push_back(root_ + "/" + tail);
  for (const Node &node : unit.nodes)
    if (node.id.path == tail || endsWith(node.id.path, "/" + tail) ||
        endsWith(tail, "/" + node.id.path))
      addOnce(candidates, root_ + "/" + node.id.path);
  for (const std::string &candidate : candidates)
    if (std::string path = realPath(candidate);
        startsWith(path, realPath(root_) + "/") && std::filesystem::is_regular_file(path))
      return path;
  return "";
}

/// Where the commands of the run were typed, below the sources as they lie now.
std::string SourceTables::folderOfRun() const {
  if (!manifest_ || manifest_->started_in.empty() || manifest_->source_root.empty())
    return root_;
  std::string inner = relativeTo(manifest_->started_in, manifest_->source_root);
  std::string folder = inner == manifest_->started_in ? root_ : root_ + "/" + inner;
  return isFolder(folder) ? folder : root_;
}

Result<std::vector<UnitReading>> SourceTables::waysToRead(const RecordedUnit &unit,
                                                          const std::string &source) const {
  std::vector<UnitReading> ways;
  // What Tare built itself it knows better than a project's commands for other builds of the file.
  bool is_known = options_.has_cflags || !lineOfRun(unit).empty();
  for (const FileCommand &command : is_known ? std::vector<FileCommand>() : commands_) {
    std::string file = std::filesystem::path(command.folder) / command.file;
    if (realPath(file) != source || command.words.empty())
      continue;
    TARE_TRY(UnitReading way, readingBy(unit, source, command));
    ways.push_back(std::move(way));
  }
  if (ways.empty()) {
    TARE_TRY(UnitReading way, readingOfManifest(unit, source));
    ways.push_back(std::move(way));
  }
  for (UnitReading &way : ways) {
    way.root = root_;
    way.kind = kindNamed(unit.table.compiler);
    way.of_serial_program = unit.of_serial_program;
    if (unit.table.fallback)
      way.fallback = unit.table.fallback_reason;
    keepNames(unit, way);
  }
  return ways;
}

/// By the project's own command for the file.
Result<UnitReading> SourceTables::readingBy(const RecordedUnit &unit, const std::string &source,
                                            const FileCommand &command) const {
  CompileCommand parsed = parseCompileCommand(command.words);
  UnitReading reading;
  bool has_folder = isFolder(command.folder);
  reading.folder = has_folder ? command.folder : root_;
  reading.source = has_folder ? command.file : source;
  reading.options = readingOptions(parsed, CommandOrigin::User);
  reading.openmp = parsed.openmp || !unit.of_serial_program;
  std::string wish = options_.compiler.empty() ? parsed.compiler : options_.compiler;
  TARE_TRY(reading.compiler, compilerFor(unit, source, wish));
  return reading;
}

/// The compile command of the unit's program, where Tare built that. Empty: it did not.
std::string SourceTables::lineOfRun(const RecordedUnit &unit) const {
  const char *role = unit.of_serial_program ? role::serial_instrumented : role::instrumented;
  if (!manifest_ || !manifest_->compile.contains(role))
    return "";
  return manifest_->compile.at(role);
}

/// By what was typed now; else by the options that the results hold of the program's command.
Result<UnitReading> SourceTables::readingOfManifest(const RecordedUnit &unit,
                                                    const std::string &source) const {
  UnitReading reading;
  reading.folder = folderOfRun();
  reading.source = source;
  reading.openmp = !unit.of_serial_program;
  TARE_TRY(reading.compiler, compilerFor(unit, source, options_.compiler));
  std::string line = options_.has_cflags ? options_.cflags : lineOfRun(unit);
  CommandOrigin origin = options_.has_cflags ? CommandOrigin::User : CommandOrigin::Results;
  TARE_TRY(std::vector<std::string> words, splitCommand(line));
  if (origin == CommandOrigin::Results) // files of options that results name are not read
    std::erase_if(words, [](const std::string &word) { return startsWith(word, "@"); });
  words.insert(words.begin(), "cc"); // what is in front of the first option is left away
  append(reading.options, readingOptions(parseCompileCommand(words), origin));
  return reading;
}

/// The user's compiler if it is of the kind that the unit was built by, else the usual one of it.
Result<std::vector<std::string>> SourceTables::compilerFor(const RecordedUnit &unit,
                                                           const std::string &source,
                                                           const std::string &wish) const {
  CompilerKind kind = kindNamed(unit.table.compiler);
  TARE_TRY(ChosenCompiler chosen, chooseCompiler(wish));
  CompilerKind found = kindOfProgram(chosen.words.back());
  if (found != kind && found != CompilerKind::unknown) {
    if (!options_.compiler.empty())
      return Error{"this compiler is no " + unit.table.compiler + ", which built " +
                       unit.table.unit,
                   options_.compiler, "name one of that kind with --compiler"};
    std::string released = kind == CompilerKind::clang ? releasedClang("clang") : "";
    TARE_TRY(chosen, chooseCompiler(released.empty() ? unit.table.compiler : released));
  }
  std::vector<std::string> words = chosen.words;
  if (isCxxSource(source))
    words.back() = cxxDriverOf(words.back());
  append(words, chosen.flags);
  return words;
}

/// The names that the text has for its own files (__FILE__, so also those in assertions) must be
/// those of the run, or code would look changed that only lies elsewhere.
void SourceTables::keepNames(const RecordedUnit &unit, UnitReading &reading) const {
  const std::string &recorded = unit.table.unit;
  std::string there = std::filesystem::path(reading.folder) / reading.source;
  std::string as_recorded = std::filesystem::path(reading.folder) / recorded;
  if (realPath(as_recorded) == realPath(there))
    reading.source = recorded;
  if (startsWith(reading.source, "-") || startsWith(reading.source, "@")) // no option
    reading.source = realPath(there);
  auto map = [&](const std::string &now, const std::string &then) {
    if (now != then && now.find('=') == now.npos && then.find('=') == then.npos)
      reading.options.push_back("-fmacro-prefix-map=" + now + "=" + then);
  };
  if (manifest_ && !manifest_->source_root.empty())
    map(root_, manifest_->source_root);
  map(reading.source, recorded);
}

/// Which constructs had no probes is known by the run alone.
Result<void> SourceTables::addPlan(const NodeTree &table, const std::string &place,
                                   UnitReading &reading) const {
  std::vector<UnprobedNode> unprobed;
  for (const Node &node : table.nodes)
    if (node.treatment == Treatment::Unprobed)
      unprobed.push_back({node.id.text(), node.reason});
  if (unprobed.empty())
    return {};
  TARE_TRY(std::string text, writePlan(unprobed));
  reading.plan = place + "/plan";
  return writeFileAtomic(reading.plan, text, 0600);
}

} // namespace tare
