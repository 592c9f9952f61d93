// SPDX-License-Identifier: Apache-2.0
#include "driver/coupling/coupled_runs.h"

#include "base/files.h"
#include "base/lists.h"
#include "base/quantity.h"
#include "base/system.h"
#include "base/text.h"

#include <cstdio>

namespace tare {
namespace {

constexpr uint64_t largest_record = uint64_t(80) << 20;

std::string lastLineOf(const std::string &path) {
  Result<std::string> text = readFile(path, uint64_t(1) << 20);
  std::string last;
  if (text.ok())
    for (const std::string &line : splitText(text.value(), '\n'))
      if (!trimText(line).empty())
        last = printable(trimText(line));
  return last;
}

} // namespace

std::string requestText(const CoupledRun &run, const std::string &file) {
  static const char *const modes[] = {"order", "check", "time"};
  std::vector<std::string> windows;
  for (const RepeatedWindow &window : run.windows)
    windows.push_back(std::to_string(window.window.first) + ":" +
                      std::to_string(window.window.length) + (window.restored ? ":r" : ":f"));
  return joinText({modes[run.mode], std::to_string(run.at), std::to_string(run.cycle),
                   run.in_region ? "1" : "0", std::to_string(static_cast<long>(run.seconds * 1000)),
                   windows.empty() ? "-" : joinText(windows, ","), file},
                  " ");
}

Result<CoupledOutcome> CoupledRuns::run(const std::string &program, const CoupledRun &what) {
  char name[16];
  std::snprintf(name, sizeof name, "%03d", ++number_);
  std::string folder = setting_.folder + "/runs/" + name;
  TARE_DO(makeFolder(setting_.folder + "/runs", 0700));
  TARE_DO(makeFolder(folder, 0700));
  std::string theirs = environmentVariable("LD_PRELOAD");
  Command command;
  command.argv = {program};
  append(command.argv, setting_.arguments);
  command.environment = {{"LD_PRELOAD", setting_.library + (theirs.empty() ? "" : ":" + theirs)},
                         {"TARE_COUPLING", requestText(what, absolutePath(folder) + "/record")},
                         {"OMP_NUM_THREADS", std::to_string(setting_.threads)},
                         {"OMP_DYNAMIC", "false"}};
  command.standard_input = setting_.standard_input;
  command.standard_output = folder + "/stdout";
  command.standard_error = folder + "/stderr";
  command.timeout_s = setting_.timeout_s;
  TARE_TRY(Outcome ended, processes_.run(command));
  std::string shown = quoteCommand(command.argv);
  if (ended.interrupted)
    return Error{"interrupted", shown, "", ended.interrupted};
  if (ended.timed_out)
    return Error{"took longer than " + timeText(setting_.timeout_s), shown,
                 "give a larger --timeout"};
  Result<std::string> text = readFile(folder + "/record", largest_record);
  std::string last = lastLineOf(folder + "/stderr");
  if (!text.ok())
    return Error{"called no kernel that was rewritten" +
                     (last.empty() ? "" : "; its last line: " + last),
                 shown, "was it built with tare cc --couple?"};
  CoupledOutcome outcome;
  TARE_TRY(outcome.record, placedAt(folder + "/record", readCouplingRecord(text.value())));
  if (ended.signal)
    outcome.ended = "by signal " + std::to_string(ended.signal);
  else if (ended.exit_status != (what.mode == CoupledRun::Order ? setting_.expected_status : 0))
    outcome.ended = "with status " + std::to_string(ended.exit_status);
  if (what.mode == CoupledRun::Order && (!outcome.ended.empty() || !outcome.record.done))
    return Error{"the program ended " + (outcome.ended.empty() ? "early" : outcome.ended) +
                     (last.empty() ? "" : "; its last line: " + last),
                 shown, "does it run so without Tare? --status names the status of a good run"};
  return outcome;
}

} // namespace tare
