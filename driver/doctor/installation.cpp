// SPDX-License-Identifier: Apache-2.0
// Tare's own companions, and the tools that some builds want beside a compiler.
#include "driver/doctor/finding.h"

#include "base/files.h"
#include "base/lists.h"
#include "base/process.h"
#include "base/text.h"
#include "driver/building/build.h"
#include "driver/preload.h"

#include <unistd.h>

namespace tare {
namespace {

using Level = Finding::Level;

/// A file that Tare needs beside its own program.
struct Companion {
  const char *path; // below the prefix; of a library its name
  bool program;
  const char *without; // what does not work then
  bool needed;
};

constexpr Companion companions[] = {
    {"libexec/tare/tare-instrument", true, "nothing can be instrumented", true},
    {"libexec/tare/tare-archive", true, "there is no tare archive", false},
    {"libtare-rt.so.1", false, "instrumented programs run unmeasured", true},
    {"libtare-rt.a", false, "programs linked with -static run unmeasured", false},
    {"libtare-window.so", false, "plain programs cannot be timed from start to end", true},
};

/// A program that some builds need.
struct Tool {
  std::string name;
  std::string use;
  std::string package;
};

std::vector<Tool> toolsOfBuilds() {
  std::string clang = releasedClang("clang");
  std::string release = clang.empty() ? "-19" : clang.substr(clang.find('-'));
  return {{"ld.lld" + release, "wanted by clang" + release + " -flto", "install lld" + release},
          {"llvm-ar" + release, "wanted by archives of clang" + release + " -flto",
           "install llvm" + release},
          {"cmake", "wanted by tare_overheads() in CMake projects", "install cmake"}};
}

/// Whether the file is there, and can be executed if it is a program.
Finding companionFinding(const std::string &prefix, const Companion &companion) {
  std::string name = baseName(companion.path);
  std::string path =
      name == companion.path ? libraryFolderOf(prefix) + "/" + name : prefix + "/" + companion.path;
  bool there = fileExists(path) && (!companion.program || access(path.c_str(), X_OK) == 0);
  if (there)
    return {Level::Ok, name, path};
  return {companion.needed ? Level::Missing : Level::Warn, name,
          "not at " + path + ": " + companion.without,
          "install all of Tare (Debian: the package tare-instrument), or build it: cmake --build "
          "<build folder>"};
}

/// A prebuilt tare-instrument without its libraries dies in the loader, at every compile.
Findings instrumenterStarts(const std::string &prefix) {
  std::string path = prefix + "/libexec/tare/tare-instrument";
  if (access(path.c_str(), X_OK) != 0)
    return {};
  Command command;
  command.argv = {path, "--help"};
  command.timeout_s = 20;
  Result<Captured> captured = runAndCapture(command);
  if (captured.ok() && captured.value().outcome.exit_status != 127 &&
      captured.value().outcome.signal == 0)
    return {};
  std::string why = captured.ok() ? splitText(captured.value().error_output, '\n').front()
                                  : captured.error().text();
  return {{Level::Missing, "tare-instrument", "does not start: " + why,
           "install libclang-cpp19 and libllvm19"}};
}

/// Nothing where LD_PRELOAD can name the folder.
Findings nameOfFolder(const std::string &prefix) {
  if (canBePreloaded(prefix))
    return {};
  return {{Level::Warn, "installed in",
           prefix + ": LD_PRELOAD cannot name what is in a folder with a blank or a colon, so runs "
                    "preload libtare-window.so through a link in a temporary folder",
           "if programs cannot see that folder, install Tare in another one"}};
}

} // namespace

/// Files first, then whether the instrumenter starts, then tools.
Findings checkInstallation() {
  std::string prefix = installPrefix();
  Findings findings = nameOfFolder(prefix);
  for (const Companion &companion : companions)
    findings.push_back(companionFinding(prefix, companion));
  append(findings, instrumenterStarts(prefix));
  for (const Tool &tool : toolsOfBuilds()) {
    std::string path = findProgram(tool.name);
    if (path.empty())
      findings.push_back({Level::Warn, tool.name, "not found: " + tool.use, tool.package});
    else
      findings.push_back({Level::Ok, tool.name, path});
  }
  return findings;
}

} // namespace tare
