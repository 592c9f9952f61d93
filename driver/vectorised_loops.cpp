// SPDX-License-Identifier: Apache-2.0
#include "driver/vectorised_loops.h"

#include "base/files.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "base/text.h"

#include <cstdlib>

namespace tare {
namespace {

constexpr double compiling_timeout_s = 120;
constexpr uint64_t most_remarks = 16 << 20;

std::string nameOfFile(const std::string &path) { return path.substr(path.rfind('/') + 1); }

bool isClang(const std::string &compiler) {
  return nameOfFile(compiler).find("clang") != std::string::npos;
}

/// False: the source was not compiled.
bool readRemarksOf(const std::string &source, const std::string &compiler,
                   const std::vector<std::string> &flags, VectorisedLoops &loops) {
  Result<std::string> made = makeTemporaryFolder("tare-remarks-");
  if (!made.ok())
    return false;
  TemporaryFolder folder(made.value());
  Command command;
  command.argv = {compiler};
  command.argv.insert(command.argv.end(), flags.begin(), flags.end());
  command.argv.insert(
      command.argv.end(),
      {"-fopenmp", isClang(compiler) ? "-Rpass=loop-vectorize" : "-fopt-info-vec-optimized"});
  command.argv.insert(command.argv.end(), {"-c", source, "-o", folder.path() + "/object"});
  command.standard_input = command.standard_output = "/dev/null";
  command.standard_error = folder.path() + "/remarks";
  command.timeout_s = compiling_timeout_s;
  SystemProcessRunner processes;
  Result<Outcome> outcome = processes.run(command);
  Result<std::string> text = readFile(command.standard_error, most_remarks);
  if (!outcome.ok() || outcome.value().exit_status != 0 || !text.ok())
    return false;
  readVectorRemarks(text.value(), loops);
  return true;
}

} // namespace

/// "x.c:12:3: optimized: loop vectorized using 16 byte vectors" of gcc,
/// "x.c:12:3: remark: vectorized loop (vectorization width: 2, ...)" of clang.
void readVectorRemarks(const std::string &text, VectorisedLoops &into) {
  for (const std::string &line : splitText(text, '\n')) {
    bool is_about = line.find(" loop vectorized") != std::string::npos ||
                    line.find(" vectorized loop") != std::string::npos;
    std::vector<std::string> parts = splitText(line, ':');
    if (is_about && parts.size() > 3)
      into.loops.emplace(nameOfFile(parts[0]), std::atoi(parts[1].c_str()));
  }
}

VectorisedLoops vectorisedLoops(const std::string &compiler, const std::vector<std::string> &flags,
                                const std::vector<std::string> &sources) {
  VectorisedLoops loops;
  loops.known = true;
  for (const std::string &source : sources)
    loops.known &= readRemarksOf(source, compiler, flags, loops);
  if (!loops.known)
    loops.loops.clear();
  return loops;
}

} // namespace tare
