// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/command_tables.h"

#include "analyzer/launch/launch.h"
#include "base/files.h"

namespace tare {
namespace {

/// LD_LIBRARY_PATH of the program; no value: the caller's.
std::optional<std::string> libraryPathOf(const Launch &launch) {
  constexpr const char *name = "LD_LIBRARY_PATH";
  if (auto own = launch.environment.find(name); own != launch.environment.end())
    return own->second;
  return launch.unset.count(name) ? std::optional<std::string>("") : std::nullopt;
}

} // namespace

Result<std::vector<NodeTree>> readNodeTablesOfCommand(const std::vector<std::string> &words) {
  Launch launch = launchHere(words);
  if (launch.program >= launch.words.size())
    return Error{"a command is empty", "", "name a program in it"};
  return readNodeTablesOfProgram(findProgram(launch.words[launch.program]), libraryPathOf(launch));
}

} // namespace tare
