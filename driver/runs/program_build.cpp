// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/program_build.h"

#include "base/elf.h"
#include "base/files.h"
#include "base/temporary_folder.h"
#include "base/text.h"

#include <algorithm>
#include <cstring>

namespace tare {

namespace {

/// The start files are gcc's in every program.
std::string compilerIn(const ElfFile &file) {
  Result<std::string> comments = file.sectionsNamed(".comment");
  if (!comments.ok())
    return "";
  std::string found;
  for (const std::string &line : splitText(comments.value(), '\0')) {
    bool is_clang = line.find("clang") != std::string::npos;
    if (!line.empty() && (found.empty() || is_clang))
      found = line;
  }
  return found.substr(0, 200);
}

/// Elf64_Nhdr, "GNU\0", the id.
std::string buildIdIn(const ElfFile &file) {
  Result<std::string> note = file.sectionsNamed(".note.gnu.build-id");
  uint32_t head[3];
  constexpr size_t begin = sizeof head + 4;
  if (!note.ok() || note.value().size() < begin)
    return "";
  std::memcpy(head, note.value().data(), sizeof head);
  if (head[0] != 4 || head[1] > 64 || note.value().size() < begin + head[1])
    return "";
  std::string hex;
  for (size_t i = 0; i < head[1]; ++i) {
    constexpr char digits[] = "0123456789abcdef";
    auto byte = static_cast<unsigned char>(note.value()[begin + i]);
    hex += {digits[byte >> 4], digits[byte & 15]};
  }
  return hex;
}

/// What git prints; empty where it fails. A repository may name programs that git runs (a monitor
/// of its files): not here.
std::string askGit(const std::string &folder, std::vector<std::string> arguments,
                   ProcessRunner &processes) {
  Result<std::string> made = makeTemporaryFolder("tare-git-");
  if (!made.ok())
    return "";
  TemporaryFolder temporary(made.value());
  Command command;
  command.argv = {"git", "-c",  "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null",
                  "-C",  folder};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.environment = {{"GIT_OPTIONAL_LOCKS", "0"}, {"GIT_TERMINAL_PROMPT", "0"}};
  command.standard_input = "/dev/null";
  command.standard_output = temporary.path() + "/out";
  command.standard_error = "/dev/null";
  command.timeout_s = 5;
  Result<Outcome> outcome = processes.run(command);
  if (!outcome.ok() || outcome.value().exit_status != 0 || outcome.value().timed_out)
    return "";
  Result<std::string> text = readFile(command.standard_output, uint64_t(1) << 20);
  return text.ok() ? std::string(trimText(text.value())) : "";
}

bool isCommit(const std::string &text) {
  return text.size() >= 40 && text.size() <= 64 &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

} // namespace

ProgramBuild buildOfProgram(const std::string &program, const std::string &source_root,
                            ProcessRunner &processes) {
  ProgramBuild build;
  if (Result<ElfFile> file = ElfFile::open(program); file.ok()) {
    build.compiler = compilerIn(file.value());
    build.build_id = buildIdIn(file.value());
  }
  std::string commit = askGit(source_root, {"rev-parse", "HEAD"}, processes);
  if (!isCommit(commit))
    return build;
  build.commit = commit;
  build.is_changed =
      !askGit(source_root, {"status", "--porcelain", "--untracked-files=no"}, processes).empty();
  return build;
}

} // namespace tare
