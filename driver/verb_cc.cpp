// SPDX-License-Identifier: Apache-2.0
// tare cc: stands where the compiler stands, and returns what the compiler returns.
#include "driver/verbs.h"

#include "base/files.h"
#include "instrumenter/wrapper/compiler_process.h"
#include "instrumenter/wrapper/wrap.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace tare {

namespace {

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

bool isSwitchedOn(const char *name) {
  std::string value = variable(name);
  return !value.empty() && value != "0";
}

bool isProjectRoot(const std::string &folder) {
  for (const char *mark : {"/.git", "/CMakeLists.txt", "/Makefile", "/configure"})
    if (fileExists(folder + mark) || isFolder(folder + mark))
      return true;
  return false;
}

/// TARE_SOURCE_ROOT, else the nearest folder above the source that looks like a project's, else
/// the current folder.
std::string sourceRoot(const std::string &source) {
  std::string given = variable("TARE_SOURCE_ROOT");
  if (!given.empty())
    return absolutePath(given);
  std::string folder = folderOf(absolutePath(source));
  while (folder.size() > 1 && !isProjectRoot(folder))
    folder = folderOf(folder);
  return folder.size() > 1 ? folder : absolutePath(".");
}

Result<Companions> findCompanions(const std::string &source) {
  std::string prefix = installPrefix();
  Companions companions;
  companions.instrumenter = prefix + "/libexec/tare/tare-instrument";
  companions.runtime = prefix + "/lib/libtare-rt.so.1";
  companions.runtime_archive = prefix + "/lib/libtare-rt.a";
  companions.root = sourceRoot(source);
  for (const std::string &path : {companions.instrumenter, companions.runtime})
    if (!fileExists(path))
      return Error{"this installation has no " + path + ", nothing is measured", source,
                   "install Tare again, or set TARE_WRAPPER=off"};
  return companions;
}

void writeToStderr(std::string_view text) {
  while (!text.empty()) {
    ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0)
      return;
    text.remove_prefix(size_t(written));
  }
}

} // namespace

int verbCompile(const CompileOptions &options) {
  if (options.command.empty()) {
    complain({"`tare cc` needs a compiler", "", "for example: tare cc gcc -fopenmp -c x.c"});
    return exit_usage;
  }
  CompileCommand command = parseCompileCommand(options.command);
  WrapOptions wrap;
  wrap.surroundings.folder = absolutePath(".");
  wrap.surroundings.switched_off = variable("TARE_WRAPPER") == "off";
  wrap.verbose = isSwitchedOn("TARE_VERBOSE");
  wrap.warnings = isSwitchedOn("TARE_WARNINGS");
  CompilerRunner processes;
  WrapSeams seams{processes, findCompanions,
                  [](const std::string &line) { writeToStderr("tare: " + line + "\n"); },
                  [](const std::string &text) { writeToStderr(text); }};
  WrapOutcome outcome = wrapCompile(command, wrap, seams);
  return outcome.replace_by.empty() ? outcome.status : replaceProcess(outcome.replace_by);
}

} // namespace tare
