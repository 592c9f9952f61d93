// SPDX-License-Identifier: Apache-2.0
#include "driver/kept_primitives.h"

#include "base/files.h"
#include "base/lists.h"
#include "base/system.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/calibration/calibration.h"
#include "driver/primitives/measure_primitives.h"
#include "driver/runs/machine.h"
#include "driver/verbs.h"

#include <algorithm>

namespace tare {
namespace {

std::vector<int> threadsNeeded(const OperationModelOptions &options) {
  std::vector<int> threads = options.threads;
  addOnce(threads, 1);
  std::ranges::sort(threads);
  return threads;
}

bool hasThreads(const MeasuredPrimitives &primitives, const std::vector<int> &threads) {
  std::vector<int> measured = primitives.threadsMeasured();
  return std::ranges::includes(measured, threads);
}

std::string threadsList(const std::vector<int> &threads) {
  std::vector<std::string> all;
  for (int each : threads)
    all.push_back(std::to_string(each));
  return joinText(all, ",");
}

/// The command that measures what is missing.
std::string measuringCommand(const OperationModelOptions &options) {
  std::vector<std::string> command = {"tare",           "calibrate", "--primitives", "--compiler",
                                      options.compiler, "--cflags",  options.flags};
  std::vector<int> threads = threadsNeeded(options);
  command.insert(command.end(), {"--threads", threadsList(threads)});
  return quoteCommand(command);
}

/// With exactly these threads, or with 1 and all cores, as tare calibrate has it by itself.
Result<FoundPrimitives> ofThisMachine(const OperationModelOptions &options) {
  SystemProcessRunner processes;
  PrimitivesSeams seams{processes, installPrefix(), calibrationFolder(), utcNow()};
  PrimitivesQuestion question;
  question.compiler = options.compiler;
  question.flags = options.flags;
  std::vector<int> needed = threadsNeeded(options);
  for (const std::vector<int> &threads : {needed, oneAndAllCores()}) {
    question.threads = threads;
    TARE_TRY(std::optional<StoredPrimitives> kept, keptPrimitives(seams, question));
    if (kept && hasThreads(kept->primitives, needed))
      return FoundPrimitives{std::move(*kept), true};
  }
  return Error{"the primitives of '" + printable(options.compiler + " " + options.flags) +
                   "' were not measured with " + threadsList(needed) + " threads",
               "", "measure them once: " + measuringCommand(options)};
}

Result<std::vector<StoredPrimitives>> archivedPrimitives(const OperationModelOptions &options) {
  TARE_TRY(std::string made, makeTemporaryFolder("tare-primitives-"));
  TemporaryFolder folder(made);
  std::string files = folder.path() + "/files";
  Command command;
  command.argv = {installPrefix() + "/libexec/tare/tare-archive", "primitives", options.machine,
                  files};
  if (!options.archive.empty())
    command.argv.insert(command.argv.end(), {"--archive", options.archive});
  command.standard_input = command.standard_output = "/dev/null";
  command.standard_error = folder.path() + "/message";
  SystemProcessRunner processes;
  TARE_TRY(Outcome outcome, processes.run(command));
  if (outcome.exit_status != 0) {
    Result<std::string> message = readFile(command.standard_error, uint64_t(1) << 16);
    std::string why(trimText(message.ok() ? message.value() : ""));
    return Error{startsWith(why, "tare: ") ? why.substr(6) : why};
  }
  std::vector<StoredPrimitives> all;
  for (const std::string &name : listFolder(files)) {
    TARE_TRY(StoredPrimitives stored, readPrimitives(files + "/" + name));
    all.push_back(std::move(stored));
  }
  return all;
}

/// Of this compiler if there are some, else the only ones with these flags.
Result<FoundPrimitives> ofAnotherMachine(const OperationModelOptions &options) {
  TARE_TRY(std::vector<StoredPrimitives> all, archivedPrimitives(options));
  Result<std::string> local = compilerSignature(options.compiler);
  std::vector<int> needed = threadsNeeded(options);
  std::vector<const StoredPrimitives *> fitting;
  std::vector<std::string> there;
  for (const StoredPrimitives &each : all) {
    there.push_back("'" + each.primitives.compiler + " " + each.primitives.flags + "' with " +
                    threadsList(each.primitives.threadsMeasured()) + " threads");
    if (each.primitives.flags != options.flags || !hasThreads(each.primitives, needed))
      continue;
    if (local.ok() && each.primitives.compiler == local.value())
      return FoundPrimitives{each, true};
    if (each.primitives.compiler.find(options.compiler) != std::string::npos)
      fitting.push_back(&each);
  }
  if (fitting.size() == 1)
    return FoundPrimitives{*fitting.front(), false};
  return Error{"the archive has no primitives of the machine '" + printable(options.machine) +
                   "' by '" + printable(options.compiler + " " + options.flags) + "' with " +
                   threadsList(needed) + " threads" +
                   (fitting.empty() ? "" : " that are the only ones"),
               "", "it has " + printable(joinText(there, "; "))};
}

} // namespace

Result<FoundPrimitives> foundPrimitives(const OperationModelOptions &options) {
  return options.machine.empty() ? ofThisMachine(options) : ofAnotherMachine(options);
}

} // namespace tare
