// SPDX-License-Identifier: Apache-2.0
#include "bench/witness/checked_run.h"

#include "analyzer/report/page.h"
#include "base/files.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/runs/run_once.h"
#include "driver/verbs.h"

#include <algorithm>
#include <cstdio>

namespace tare {
namespace {

std::string toolLibrary() { return installPrefix() + "/lib/libtare-ompt.so"; }

/// The program's own output is nobody's business here.
Command commandOf(const std::vector<std::string> &words, int threads, double timeout_s,
                  const std::string &folder) {
  Command command;
  command.argv = commandFor(words, threads);
  command.environment = {
      {"OMP_NUM_THREADS", std::to_string(threads)}, {"OMP_TOOL", "enabled"},
      {"OMP_TOOL_LIBRARIES", toolLibrary()},        {"TARE_ENABLE", "1"},
      {"TARE_OUTPUT_DIR", folder + "/results"},     {"TARE_WITNESS", folder + "/witness"}};
  command.standard_output = folder + "/stdout";
  command.timeout_s = timeout_s;
  return command;
}

Result<void> checkOutcome(const Outcome &outcome) {
  if (outcome.interrupted)
    return Error{"interrupted", "", "", outcome.interrupted};
  if (outcome.timed_out)
    return Error{.message = "it took longer than --timeout", .timed_out = true};
  if (outcome.exit_status != 0)
    return Error{"it ended with status " + std::to_string(outcome.exit_status)};
  return {};
}

Error noWitness(const Profile &profile) {
  if (profile.openmp_runtime == "libgomp")
    return Error{"it runs on libgomp, which has no OMPT: there is no second witness", "",
                 "build it with tare-clang"};
  return Error{"its OpenMP runtime did not load the tool", "",
               "OMPT needs libomp as a shared library"};
}

Result<CrossCheck> checkProcess(const std::string &folder, const std::string &profile_path) {
  Result<Profile> profile = readProfile(profile_path);
  if (!profile.ok())
    return profile.error();
  std::string path = folder + "/witness." + std::to_string(profile.value().pid);
  if (!fileExists(path))
    return noWitness(profile.value());
  Result<Witness> witness = readWitness(path);
  if (!witness.ok())
    return witness.error();
  return crossCheck(profile.value(), witness.value());
}

std::string amountText(const CheckedFigure &figure, int64_t amount, double ticks_per_second) {
  char text[64];
  if (figure.is_time)
    std::snprintf(text, sizeof text, "%.6f s", static_cast<double>(amount) / ticks_per_second);
  else
    std::snprintf(text, sizeof text, "%lld", static_cast<long long>(amount));
  return text;
}

std::string verdictText(const CheckedFigure &figure, const CrossCheck &check) {
  char text[64];
  double difference = static_cast<double>(figure.ompt - figure.probes);
  switch (agreement(figure, check)) {
  case Agreement::NotCompared:
    return "not compared: " + figure.reason;
  case Agreement::Agrees:
    return "agree";
  case Agreement::WithinToolCost:
    return "agree within the tool's own cost";
  case Agreement::Differs:
    std::snprintf(text, sizeof text, "DIFFER by %+.2f %% of p*T",
                  100 * difference / static_cast<double>(check.area));
    return figure.is_time ? text : "DIFFER";
  }
  return "";
}

bool anyDiffers(const CrossCheck &check) {
  return std::any_of(check.figures.begin(), check.figures.end(), [&](const CheckedFigure &f) {
    return agreement(f, check) == Agreement::Differs;
  });
}

std::string costText(const CrossCheck &check) {
  char text[160];
  std::snprintf(text, sizeof text,
                "OMPT: %llu callbacks, %.1f ns each in the tool: %.2f %% of p*T, without what the "
                "runtime itself needs to make them",
                static_cast<unsigned long long>(check.events),
                check.events ? 1e9 * check.tool_ticks / check.ticks_per_second /
                                   static_cast<double>(check.events)
                             : 0,
                100 * check.tool_ticks / static_cast<double>(check.area));
  return text;
}

/// 0, or the exit status of what went wrong.
int checkCommand(const std::string &command, int threads, double timeout_s) {
  Result<std::vector<std::string>> words = splitCommand(command);
  if (!words.ok() || words.value().empty()) {
    complain(Error{words.ok() ? "a command is empty" : words.error().message, command});
    return exit_usage;
  }
  Result<std::vector<CrossCheck>> checks = crossCheckRun(words.value(), threads, timeout_s);
  if (!checks.ok()) {
    const Error &error = checks.error();
    complain(Error{error.message, command, error.next});
    return error.signal ? 128 + error.signal : error.timed_out ? exit_timeout : exit_program_failed;
  }
  int status = exit_ok;
  for (const CrossCheck &check : checks.value()) {
    std::fputs(crossCheckText(command, threads, check).c_str(), stdout);
    status = anyDiffers(check) ? exit_gate_failed : status;
  }
  return status;
}

} // namespace

Result<std::vector<CrossCheck>> crossCheckRun(const std::vector<std::string> &command, int threads,
                                              double timeout_s) {
  if (!fileExists(toolLibrary()))
    return Error{"not at " + toolLibrary() + ": it was not built", "",
                 "install libomp-19-dev and build again"};
  Result<std::string> made = makeTemporaryFolder("tare-cross-check-");
  if (!made.ok())
    return made.error();
  TemporaryFolder folder(made.value());
  Result<Outcome> outcome =
      SystemProcessRunner().run(commandOf(command, threads, timeout_s, folder.path()));
  if (!outcome.ok())
    return outcome.error();
  if (Result<void> ended = checkOutcome(outcome.value()); !ended.ok())
    return ended.error();
  std::vector<CrossCheck> checks;
  for (const std::string &name : listFolder(folder.path() + "/results")) {
    std::string profile = folder.path() + "/results/" + name + "/profile.tare";
    if (!fileExists(profile))
      continue;
    Result<CrossCheck> check = checkProcess(folder.path(), profile);
    if (!check.ok())
      return Error{check.error().message, check.error().place, check.error().next};
    checks.push_back(std::move(check).value());
  }
  if (checks.empty())
    return Error{"no profile was written: it has no instrumented region", "",
                 "build it with tare-clang"};
  return checks;
}

std::string crossCheckText(const std::string &command, int threads, const CrossCheck &check) {
  Page page(80, false);
  char window[96];
  std::snprintf(window, sizeof window, ", p = %d, T = %.6f s", threads,
                static_cast<double>(check.area) / threads / check.ticks_per_second);
  page.paragraph(printable(command) + window, 2);
  constexpr int name = 26, amount = 13;
  page.line("  " + leftAligned("", name) + rightAligned("source probes", amount) +
            rightAligned("OMPT", amount));
  std::string neither;
  for (const CheckedFigure &f : check.figures) {
    if (f.probes == 0 && f.ompt == 0) {
      neither += (neither.empty() ? "" : ", ") + f.name;
      continue;
    }
    page.item("  " + leftAligned(f.name, name) +
                  rightAligned(amountText(f, f.probes, check.ticks_per_second), amount) +
                  rightAligned(amountText(f, f.ompt, check.ticks_per_second), amount) + "  ",
              verdictText(f, check));
  }
  if (!neither.empty())
    page.item("  seen by neither: ", neither);
  page.item("  ", costText(check));
  for (const std::string &note : check.notes)
    page.item("  note: ", printable(note));
  page.blank();
  return page.take();
}

int crossCheckPrograms(const std::vector<std::string> &commands, int threads, double timeout_s) {
  int worst = exit_ok;
  for (const std::string &command : commands)
    if (worst <= exit_timeout) // else interrupted
      worst = std::max(worst, checkCommand(command, threads, timeout_s));
  return worst;
}

} // namespace tare
