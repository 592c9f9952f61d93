// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/compiler_kind.h"

#include "base/files.h"
#include "base/text.h"

namespace tare {

namespace {

/// x86_64-linux-gnu-g++-12.2 -> g++
std::string plainName(const std::string &compiler) {
  std::string name = baseName(compiler);
  size_t end = name.find_last_not_of("0123456789.");
  if (end != std::string::npos && end + 1 < name.size() && name[end] == '-')
    name.resize(end);
  size_t dash = name.rfind('-');
  return dash == std::string::npos ? name : name.substr(dash + 1);
}

} // namespace

CompilerKind kindOfName(const std::string &compiler) {
  std::string name = plainName(compiler);
  if (name == "gcc" || name == "g++")
    return CompilerKind::gcc;
  if (name == "clang" || name == "clang++")
    return CompilerKind::clang;
  return CompilerKind::unknown;
}

bool isCompilerName(const std::string &name) {
  return !startsWith(name, "tare-") && (kindOfName(name) != CompilerKind::unknown || name == "cc" ||
                                        name == "c++" || name == "c89" || name == "c99");
}

CompilerKind kindOfProgram(const std::string &compiler) {
  CompilerKind kind = kindOfName(compiler);
  if (kind != CompilerKind::unknown)
    return kind;
  std::string path = findProgram(compiler);
  return path.empty() ? kind : kindOfName(realPath(path));
}

CompilerKind kindOfVersionText(const std::string &text) {
  if (text.find("Intel") != std::string::npos || text.find("NVIDIA") != std::string::npos)
    return CompilerKind::unknown; // their own OpenMP runtimes and options
  if (text.find("clang version") != std::string::npos)
    return CompilerKind::clang;
  if (text.find("Free Software Foundation") != std::string::npos)
    return CompilerKind::gcc;
  return CompilerKind::unknown;
}

CompilerKind askKind(const std::string &compiler, ProcessRunner &processes,
                     const std::string &folder) {
  CompilerKind kind = kindOfProgram(compiler);
  if (kind != CompilerKind::unknown)
    return kind;
  Command version;
  version.argv = {compiler, "--version"};
  version.standard_output = folder + "/version";
  version.standard_error = folder + "/version.err";
  Result<Outcome> outcome = processes.run(version);
  if (!outcome.ok() || outcome.value().exit_status != 0)
    return CompilerKind::unknown;
  Result<std::string> text = readFile(version.standard_output);
  return text.ok() ? kindOfVersionText(text.value()) : CompilerKind::unknown;
}

const char *kindName(CompilerKind kind) {
  static constexpr const char *names[] = {"unknown", "gcc", "clang"};
  return names[size_t(kind)];
}

} // namespace tare
