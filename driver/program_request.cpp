// SPDX-License-Identifier: Apache-2.0
#include "driver/program_request.h"

#include "base/files.h"
#include "base/text.h"
#include "driver/results/source_hashes.h"
#include "driver/source_root.h"
#include "driver/weigh.h"

#include <algorithm>
#include <cstdlib>

namespace tare {
namespace {

using Words = std::vector<std::string>;

/// One for all programs: what a build of the first source takes, or its own folder when sources lie
/// outside of that.
std::string rootOf(const BuildRequest &request) {
  const char *given = std::getenv("TARE_SOURCE_ROOT");
  std::string root = sourceRoot(request.parallel_sources.front());
  bool below = true;
  for (const Words *sources : {&request.serial_sources, &request.parallel_sources})
    for (const std::string &source : *sources)
      below &= startsWith(realPath(source), realPath(root) + "/");
  return below || (given && *given) ? root : folderOf(realPath(request.parallel_sources.front()));
}

} // namespace

Result<BuildRequest> requestOf(const OverheadsOptions &options) {
  bool twice = !options.source.empty();
  Result<Words> serial = sourceList(twice ? options.source : options.serial);
  Result<Words> parallel = sourceList(twice ? options.source : options.parallel);
  Result<Words> cflags = splitCommand(options.cflags), ldflags = splitCommand(options.ldflags);
  for (const Result<Words> *part : {&serial, &parallel, &cflags, &ldflags})
    if (!part->ok())
      return part->error();
  BuildRequest request;
  request.serial_sources = serial.value();
  request.parallel_sources = parallel.value();
  request.cflags = cflags.value();
  request.ldflags = ldflags.value();
  request.prefix = installPrefix();
  request.root = rootOf(request);
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
  manifest.warnings.insert(manifest.warnings.end(), built.warnings.begin(), built.warnings.end());
  for (const auto &[role, line] : built.lines) {
    Words shown = {"build/" + role};
    shown.insert(shown.end(), arguments.begin(), arguments.end());
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
    words->insert(words->end(), arguments.begin(), arguments.end());
  }
  return programs;
}

} // namespace tare
