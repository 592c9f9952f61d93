// SPDX-License-Identifier: Apache-2.0
// Compilers, and the OpenMP runtimes that their programs get. A small program is run to find out.
#include "driver/doctor/finding.h"

#include "base/files.h"
#include "base/lists.h"
#include "base/process.h"
#include "base/system.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/building/build.h"
#include "driver/runs/openmp_build.h"

#include <cstdlib>

namespace tare {
namespace {

using Level = Finding::Level;

/// Prints the path of the mapped OpenMP runtime, and the size of its team.
constexpr const char *probe_source = R"(#include <omp.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  int team = 0;
  char line[4096];
#pragma omp parallel num_threads(2)
#pragma omp atomic
  team += 1;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) {
    char *path = strchr(line, '/');
    if (path && (strstr(path, "libomp") || strstr(path, "libgomp") || strstr(path, "libiomp"))) {
      printf("%s", path);
      break;
    }
  }
  printf("%d\n", team);
  return 0;
}
)";

/// Error: it did not start, or wrote too much.
Result<Captured> ran(std::vector<std::string> argv, double timeout_s) {
  Command command;
  command.argv = std::move(argv);
  command.timeout_s = timeout_s;
  return runAndCapture(command);
}

std::string firstLine(const std::string &text) { return splitText(text, '\n').front(); }

/// `library`: path of the OpenMP runtime; empty: it is linked in.
Finding runtimeFinding(const std::string &library) {
  if (library.empty())
    return {Level::Ok, "  runtime", "linked in statically"};
  if (!isDebugRuntime(library))
    return {Level::Ok, "  runtime", library};
  return {Level::Warn, "  runtime",
          library + " is a debug build (KMP_DEBUG): each start of a static `omp for` takes some "
                    "0.3 us more, which the rows of the loop and of its region contain",
          "for short loops use gcc, or a libomp that was built for release"};
}

/// What the small program has shown.
struct Probe {
  std::string failure = {}; // empty: it ran
  std::string library = {};
  int team = 0;
};

/// Builds and runs the small program.
Probe runProbe(const std::string &compiler, const std::string &folder) {
  std::string source = folder + "/probe.c", program = folder + "/probe";
  if (!writeFileAtomic(source, probe_source).ok())
    return {"cannot write a small program into " + folder};
  Result<Captured> built = ran({compiler, "-fopenmp", "-O1", source, "-o", program}, 60);
  if (!built.ok())
    return {built.error().text()};
  if (built.value().outcome.exit_status != 0)
    return {"a small OpenMP program does not build: " + firstLine(built.value().error_output)};
  Result<Captured> started = ran({program}, 20);
  if (!started.ok() || started.value().outcome.exit_status != 0)
    return {"a small OpenMP program does not run"};
  std::vector<std::string> lines = splitText(trimText(started.value().output), '\n');
  return {"", lines.size() > 1 ? lines.front() : "", std::atoi(lines.back().c_str())};
}

/// What to do about a missing compiler.
std::string packageFor(const std::string &compiler) {
  return compiler.find("clang") != std::string::npos ? "install clang-19 and libomp-19-dev"
                                                     : "install gcc and g++";
}

/// True when OpenMP programs can be built with it.
bool checkCompiler(const std::string &compiler, const std::string &folder, Findings &findings) {
  if (findProgram(compiler).empty()) {
    findings.push_back({Level::Warn, compiler, "not found", packageFor(compiler)});
    return false;
  }
  Probe probe = runProbe(compiler, folder);
  if (!probe.failure.empty()) {
    findings.push_back({Level::Warn, compiler, probe.failure, packageFor(compiler)});
    return false;
  }
  Result<Captured> version = ran({compiler, "--version"}, 20);
  findings.push_back({Level::Ok, compiler, version.ok() ? firstLine(version.value().output) : ""});
  findings.push_back(runtimeFinding(probe.library));
  if (probe.team < 2)
    findings.push_back({Level::Warn, "  team",
                        "a region of 2 threads got " + std::to_string(probe.team),
                        "look at OMP_THREAD_LIMIT and OMP_DYNAMIC"});
  return true;
}

/// The released one, else the one without a release; clang-19 where there is neither.
std::string usualClang(const std::string &family) {
  std::string released = releasedClang(family);
  if (!released.empty())
    return released;
  return findProgram(family).empty() ? family + "-19" : family;
}

/// clang and gcc, and $CC if it names another.
std::vector<std::string> compilersToTry() {
  std::vector<std::string> compilers;
  compilers.push_back(usualClang("clang"));
  compilers.push_back("gcc");
  Result<std::vector<std::string>> words = splitCommand(environmentVariable("CC"));
  if (words.ok() && words.value().size() == 1)
    addOnce(compilers, words.value()[0]);
  return compilers;
}

} // namespace

/// Missing if no compiler builds OpenMP programs; each compiler by itself is only a warning.
Findings checkCompilers() {
  Findings findings;
  Result<std::string> made = makeTemporaryFolder("tare-doctor-");
  if (!made.ok())
    return {{Level::Missing, "temporary files", made.error().text(), "set TMPDIR"}};
  TemporaryFolder folder(made.value());
  bool usable = false;
  for (const std::string &compiler : compilersToTry())
    usable |= checkCompiler(compiler, folder.path(), findings);
  for (const std::string &name : {usualClang("clang++"), std::string("g++")})
    if (findProgram(name).empty())
      findings.push_back(
          {Level::Warn, name, "not found: C++ programs cannot be built with it", packageFor(name)});
  if (!usable)
    findings.push_back({Level::Missing, "a compiler", "none of these builds OpenMP programs",
                        "install gcc, or clang-19 and libomp-19-dev"});
  return findings;
}

} // namespace tare
