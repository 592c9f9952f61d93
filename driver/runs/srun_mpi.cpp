// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/srun_mpi.h"

#include "analyzer/launch/launch.h"
#include "base/files.h"
#include "base/process.h"
#include "base/text.h"

#include <algorithm>

namespace tare {

bool isBySrun(const std::vector<std::string> &command) {
  return std::ranges::any_of(launchOf(command).through, [](const std::string &launcher) {
    return baseName(launcher.substr(0, launcher.find(' '))) == "srun";
  });
}

/// A line for each, behind a blank; then, in one line, the versions of one of them.
std::vector<std::string> offeredMpi(std::string_view list) {
  std::vector<std::string> names;
  for (std::string line : splitText(std::string(list), '\n')) {
    if (line.empty() || (line[0] != '\t' && line[0] != ' '))
      continue;
    line.erase(0, line.find_first_not_of(" \t"));
    if (!line.empty() && line != "none" && line.find(' ') == std::string::npos)
      names.push_back(line);
  }
  std::ranges::sort(names);
  return names;
}

std::string srunAdvice(const std::vector<std::string> &offered) {
  auto isOffered = [&](const char *name) {
    return offered.empty() || std::ranges::find(offered, name) != offered.end();
  };
  std::vector<std::string> usual;
  if (isOffered("pmi2"))
    usual.push_back("srun --mpi=pmi2 (MPICH and its like)");
  if (isOffered("pmix"))
    usual.push_back("srun --mpi=pmix (Open MPI)");
  std::string text = usual.empty() ? "" : "say " + joinText(usual, " or ");
  if (!offered.empty())
    text +=
        (text.empty() ? "" : "; ") + std::string("this Slurm offers ") + joinText(offered, ", ");
  return text + (text.empty() ? "" : "; ") +
         "or start it by the mpirun of the MPI that it was built with";
}

std::string srunAdvice() {
  Command command;
  command.argv = {"srun", "--mpi=list"};
  command.timeout_s = 10;
  Result<Captured> listed = runAndCapture(command);
  bool is_known = listed.ok() && listed.value().outcome.exit_status == 0;
  return srunAdvice(is_known ? offeredMpi(listed.value().output + listed.value().error_output)
                             : std::vector<std::string>());
}

} // namespace tare
