// SPDX-License-Identifier: Apache-2.0
#include "driver/coupling/coupled_build.h"

#include "base/elf.h"
#include "base/files.h"
#include "base/lists.h"
#include "base/text.h"
#include "driver/results/schedule.h"

#include <algorithm>

namespace tare {
namespace {

/// GCC and Clang call a function in every block of code. No library is needed for it.
constexpr const char *counting_flag = "-fsanitize-coverage=trace-pc";

constexpr const char *kernel_section = "tare_kernels";

/// The command that builds the plain OpenMP program, through the wrapper that rewrites calls.
std::vector<std::string> coupledCommand(const BuildRequest &request,
                                        const std::vector<std::string> &kernels,
                                        const std::string &program, bool counts) {
  std::vector<std::string> command = compileCommand(request, role::parallel);
  command.back() = program;
  if (counts)
    command.insert(command.begin() + static_cast<std::ptrdiff_t>(request.compiler.size()),
                   counting_flag);
  command.insert(command.begin(),
                 {request.prefix + "/bin/tare", "cc", "--couple", joinText(kernels, ",")});
  return command;
}

Result<void> buildProgram(ProcessRunner &processes, const BuildRequest &request,
                          const std::vector<std::string> &argv, bool is_quiet) {
  Command command;
  command.argv = argv;
  if (!request.root.empty())
    command.environment["TARE_SOURCE_ROOT"] = request.root;
  command.unset = {"TARE_ROLE", "TARE_COUPLE", "TARE_PLAN", "TARE_EVENTS"};
  if (is_quiet)
    command.standard_output = command.standard_error = "/dev/null";
  TARE_TRY(Outcome outcome, processes.run(command));
  if (int signal = outcome.interrupted)
    return Error{"interrupted while a program was built", {}, {}, signal};
  if (outcome.exit_status != 0)
    return Error{"the program could not be built (status " + std::to_string(outcome.exit_status) +
                     "): " + quoteCommand(argv),
                 "", "does it build without Tare?"};
  return {};
}

} // namespace

Result<std::vector<KernelRefusal>> refusalsInList(const std::string &list,
                                                  const std::vector<std::string> &kernels) {
  std::vector<KernelRefusal> refused;
  std::vector<std::string> called;
  std::string text = list;
  std::erase(text, '\0'); // between the parts of units
  for (const std::string &line : splitText(text, '\n')) {
    std::vector<std::string> words = splitText(line, '\t');
    if (line.empty())
      continue;
    bool is_call = words.size() == 4 && words[0] == "call";
    if (!is_call && (words.size() != 6 || words[0] != "refused"))
      return Error{"its list of calls of kernels cannot be read", "",
                   "build it again with tare cc --couple"};
    called.push_back(words[1]);
    if (is_call)
      continue;
    KernelRefusal refusal{words[1], "rewriting",
                          printable(words[4]) + " (" + printable(words[2]) + ":" + words[3] + ")",
                          printable(words[5])};
    auto same = [&](const KernelRefusal &other) {
      return other.kernel == refusal.kernel && other.text == refusal.text;
    };
    if (std::ranges::none_of(refused, same))
      refused.push_back(std::move(refusal));
  }
  for (const std::string &kernel : kernels)
    if (!std::ranges::count(called, kernel))
      refused.push_back({kernel, "not-called", "no call of it was found in the sources",
                         "check its name; a source that was not measured was named above"});
  return refused;
}

Result<CoupledPrograms> coupledPrograms(const std::string &timed, const std::string &counted,
                                        const std::vector<std::string> &kernels) {
  CoupledPrograms programs;
  programs.timed = absolutePath(timed);
  TARE_TRY(ElfFile file, ElfFile::open(timed));
  if (!file.hasInterpreter())
    return Error{"is linked statically, so that no library can be put in front of it", timed,
                 "link it without -static"};
  TARE_TRY(std::string list, file.sectionsNamed(kernel_section));
  if (list.empty() && !isElf(timed))
    return Error{"is no program", timed, "build it with tare cc --couple"};
  TARE_TRY(programs.refused, placedAt(timed, refusalsInList(list, kernels)));
  if (!counted.empty())
    programs.counted = absolutePath(counted);
  else
    programs.notes.push_back(
        "what the kernels execute was not counted, so that a kernel whose work "
        "changes when it is repeated is not found out");
  return programs;
}

Result<CoupledPrograms> buildCoupled(ProcessRunner &processes, const BuildRequest &request,
                                     const std::vector<std::string> &kernels) {
  TARE_DO(makeFolder(request.folder, 0700));
  std::string timed = request.folder + "/coupled", counted = request.folder + "/counted";
  TARE_DO(buildProgram(processes, request, coupledCommand(request, kernels, timed, false), false));
  Result<void> counts =
      buildProgram(processes, request, coupledCommand(request, kernels, counted, true), true);
  if (!counts.ok() && counts.error().signal)
    return counts.error();
  TARE_TRY(CoupledPrograms programs, coupledPrograms(timed, counts.ok() ? counted : "", kernels));
  std::vector<std::string> plain = compileCommand(request, role::parallel);
  plain.resize(plain.size() - 2); // without "-o PROGRAM"
  programs.line = quoteCommand(plain);
  return programs;
}

} // namespace tare
