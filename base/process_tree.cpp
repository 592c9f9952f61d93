// SPDX-License-Identifier: Apache-2.0
#include "base/process_tree.h"

#include "base/files.h"
#include "base/text.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <optional>

namespace tare {
namespace {

struct Entry {
  ProcessId id;
  pid_t parent = 0;
};

/// From /proc/PID/stat: behind the name, which may hold anything, the state and the parent stand
/// first, and the start is the 20th word.
std::optional<Entry> entryOf(const std::string &pid) {
  Result<std::string> stat = readFile("/proc/" + pid + "/stat");
  size_t name_end = stat.ok() ? stat.value().rfind(") ") : std::string::npos;
  if (name_end == std::string::npos)
    return std::nullopt;
  std::vector<std::string> words = splitText(stat.value().substr(name_end + 2), ' ');
  if (words.size() < 20)
    return std::nullopt;
  return Entry{{std::atoi(pid.c_str()), std::strtoull(words[19].c_str(), nullptr, 10)},
               std::atoi(words[1].c_str())};
}

std::vector<Entry> allProcesses() {
  std::vector<Entry> all;
  for (const std::string &name : listFolder("/proc"))
    if (std::optional<Entry> entry;
        name.find_first_not_of("0123456789") == std::string::npos && (entry = entryOf(name)))
      all.push_back(*entry);
  return all;
}

} // namespace

void addProcessesBelow(pid_t root, std::vector<ProcessId> &known) {
  std::vector<Entry> all = allProcesses();
  auto isBelow = [&](const Entry &entry) {
    return entry.parent == root || std::ranges::count(known, entry.parent, &ProcessId::pid);
  };
  for (bool found = true; found;) {
    found = false;
    for (const Entry &entry : all)
      if (isBelow(entry) && !std::ranges::count(known, entry.id)) {
        known.push_back(entry.id);
        found = true;
      }
  }
}

void signalAll(const std::vector<ProcessId> &processes, int signal) {
  for (const ProcessId &process : processes)
    if (std::optional<Entry> now = entryOf(std::to_string(process.pid)); now && now->id == process)
      ::kill(process.pid, signal);
}

} // namespace tare
