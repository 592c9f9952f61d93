// SPDX-License-Identifier: Apache-2.0
#include "driver/coupling/kernel_names.h"

#include "base/nearest.h"
#include "base/text.h"
#include "driver/results/schedule.h"

#include <set>

namespace tare {
namespace {

/// "step" of "Solver::step".
std::string lastPart(const std::string &kernel) {
  size_t colon = kernel.rfind(':');
  return colon == std::string::npos ? kernel : kernel.substr(colon + 1);
}

/// # 12 "file.h" 1 3: the flag 3 marks a system header.
bool isSystemMarker(std::string_view line) {
  size_t end = line.rfind('"');
  return end != std::string_view::npos && line.find(" 3", end) != std::string_view::npos;
}

class NamesOfText {
public:
  explicit NamesOfText(const std::string &text) {
    bool is_system = false;
    for (const std::string &line : splitText(text, '\n')) {
      if (startsWith(line, "# "))
        is_system = isSystemMarker(line);
      else
        take(line, is_system);
    }
    for (const char *word : {"if", "for", "while", "switch", "return", "sizeof", "catch",
                             "decltype", "alignof", "defined"})
      called.erase(word);
  }

  std::set<std::string> all, called;

private:
  void take(const std::string &line, bool is_system) {
    for (size_t i = 0; i < line.size();) {
      if (!isWordCharacter(line[i])) {
        ++i;
        continue;
      }
      size_t end = i;
      while (end < line.size() && isWordCharacter(line[end]))
        ++end;
      std::string word = line.substr(i, end - i);
      size_t next = line.find_first_not_of(' ', end);
      if (!is_system && next != std::string::npos && line[next] == '(' &&
          (word[0] < '0' || word[0] > '9'))
        called.insert(word);
      all.insert(std::move(word));
      i = end;
    }
  }
};

} // namespace

std::vector<KernelRefusal> kernelsNotNamed(const std::string &text,
                                           const std::vector<std::string> &kernels) {
  NamesOfText names(text);
  std::vector<KernelRefusal> refused;
  for (const std::string &kernel : kernels) {
    std::string name = lastPart(kernel);
    if (names.all.contains(name))
      continue;
    std::vector<std::string> nearest = nearestNames(name, names.called);
    refused.push_back(
        {kernel, "not-called", "the sources have no function of this name",
         nearest.empty() ? "check its name" : "the nearest names: " + joinText(nearest, ", ")});
  }
  return refused;
}

Result<std::vector<KernelRefusal>> kernelsNotNamed(const BuildRequest &request,
                                                   const std::vector<std::string> &kernels) {
  Command command;
  command.argv = compileCommand(request, role::parallel);
  command.argv.resize(command.argv.size() - 2); // without "-o PROGRAM"
  command.argv.push_back("-E");
  command.standard_input = "/dev/null";
  command.unset = {"TARE_ROLE", "TARE_COUPLE", "TARE_PLAN", "TARE_EVENTS"};
  Result<Captured> read = runAndCapture(command);
  if (read.ok() && read.value().outcome.interrupted)
    return Error{
        "interrupted while the sources were read", {}, {}, read.value().outcome.interrupted};
  if (!read.ok() || read.value().outcome.exit_status != 0)
    return std::vector<KernelRefusal>();
  return kernelsNotNamed(read.value().output, kernels);
}

} // namespace tare
