// SPDX-License-Identifier: Apache-2.0
#include "driver/program_request.h"

#include "base/files.h"
#include "base/lists.h"
#include "base/system.h"
#include "base/text.h"
#include "driver/results/source_hashes.h"
#include "driver/source_root.h"
#include "driver/verbs.h"
#include "driver/weigh.h"

#include <algorithm>

namespace tare {
namespace {

/// Words of a command, or names of files.
using Words = std::vector<std::string>;

/// One root for all programs: the root for the first source, or the folder of that source when
/// others lie outside of its root.
std::string rootOf(const BuildRequest &request) {
  bool is_given = !environmentVariable("TARE_SOURCE_ROOT").empty();
  std::string root = sourceRoot(request.parallel_sources.front());
  bool below = true;
  for (const Words *sources : {&request.serial_sources, &request.parallel_sources})
    for (const std::string &source : *sources)
      below &= startsWith(realPath(source), realPath(root) + "/");
  return below || is_given ? root : folderOf(realPath(request.parallel_sources.front()));
}

} // namespace

Result<BuildRequest> requestOf(const OverheadsOptions &options) {
  bool twice = !options.source.empty();
  BuildRequest request;
  TARE_TRY(request.serial_sources, sourceList(twice ? options.source : options.serial));
  TARE_TRY(request.parallel_sources, sourceList(twice ? options.source : options.parallel));
  TARE_TRY(request.cflags, splitCommand(options.cflags));
  TARE_TRY(request.ldflags, splitCommand(options.ldflags));
  request.prefix = installPrefix();
  request.events = options.events;
  request.root = rootOf(request);
  TARE_TRY(ChosenCompiler compiler, orExit(exit_build_failed, chooseCompiler(options.compiler)));
  useCompiler(compiler, request);
  return request;
}

std::string programName(const BuildRequest &request) {
  std::string name = baseName(request.parallel_sources.front());
  return name.substr(0, name.rfind('.'));
}

Manifest manifestOf(const std::string &verb, const OverheadsOptions &options,
                    const BuildRequest &request) {
  Manifest manifest = plannedManifest(options.experiment, programName(request));
  manifest.reference = "serial";
  manifest.same_source = isSameSource(request);
  manifest.source_root = request.root;
  for (const Words *sources : {&request.serial_sources, &request.parallel_sources})
    for (const std::string &source : *sources)
      addSource(realPath(source), manifest);
  manifest.command_line = {"tare", verb};
  for (const auto &[name, value] :
       {std::pair("--source", options.source), std::pair("--serial", options.serial),
        std::pair("--parallel", options.parallel), std::pair("--cflags", options.cflags),
        std::pair("--ldflags", options.ldflags)})
    if (!value.empty())
      manifest.command_line.insert(manifest.command_line.end(), {name, value});
  return manifest;
}

void describe(const BuiltPrograms &built, const Words &arguments, Manifest &manifest) {
  manifest.compile = built.lines;
  append(manifest.warnings, built.warnings);
  for (const auto &[role, line] : built.lines) {
    Words shown = {"build/" + role};
    append(shown, arguments);
    manifest.commands[role] = quoteCommand(shown);
  }
}

Programs programsIn(const std::string &build_folder, const BuiltPrograms &built,
                    const Words &arguments) {
  Programs programs;
  for (auto [role, words] :
       {std::pair(role::serial, &programs.serial), std::pair(role::parallel, &programs.parallel),
        std::pair(role::instrumented, &programs.instrumented),
        std::pair(role::ignored, &programs.ignored),
        std::pair(role::serial_instrumented, &programs.serial_instrumented)}) {
    if (!built.lines.count(role))
      continue;
    *words = {build_folder + "/" + role};
    append(*words, arguments);
  }
  return programs;
}

} // namespace tare
