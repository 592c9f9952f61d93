// SPDX-License-Identifier: Apache-2.0
#include "driver/primitives/measure_primitives.h"

#include "base/file_lock.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/system.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/calibration/key.h"
#include "driver/primitives/primitives_output.h"

#include <algorithm>

namespace tare {
namespace {

constexpr double compile_timeout_s = 120, run_timeout_s = 300;
constexpr double disturbs = 0.05; // CPUs that others have, in the mean
constexpr int places = 4;         // of each loop's code (PLACE of loops.c)

/// Compiles and runs the loops in a folder of its own.
class PrimitivesProgram {
public:
  PrimitivesProgram(const PrimitivesSeams &seams, std::string folder)
      : seams_(seams), folder_(std::move(folder)) {}

  Result<void> compile(const PrimitivesQuestion &question, int place) {
    std::string sources = seams_.prefix + "/share/tare/primitives";
    TARE_TRY(std::vector<std::string> flags, splitCommand(question.flags));
    Command command = quietly({question.compiler}, compile_timeout_s);
    command.argv.insert(command.argv.end(), flags.begin(), flags.end());
    for (const std::string &word :
         {std::string("-fopenmp"), "-DPLACE=" + std::to_string(place), "-I" + sources,
          sources + "/loops.c", sources + "/primitives_main.c", std::string("-o"), program(place),
          std::string("-lm")})
      command.argv.push_back(word);
    TARE_TRY(Outcome outcome, seams_.processes.run(command));
    TARE_DO(interruption(outcome));
    if (outcome.exit_status == 0)
      return {};
    auto said = readFile(command.standard_error, 1 << 20);
    return Error{"the loops of the primitives could not be compiled: " +
                     printable(said.ok() ? said.value().substr(0, said.value().find('\n')) : ""),
                 quoteCommand(command.argv),
                 "--compiler takes a compiler for C, --cflags its flags"};
  }

  Result<std::vector<PrimitiveTime>> run(int place, int threads,
                                         const std::vector<int64_t> &sizes) {
    Command command = quietly({program(place), std::to_string(threads)}, run_timeout_s);
    for (int64_t bytes : sizes)
      command.argv.push_back(std::to_string(bytes));
    command.environment = {{"OMP_NUM_THREADS", std::to_string(threads)},
                           {"OMP_DYNAMIC", "false"},
                           {"OMP_PROC_BIND", procBind()}};
    double busy_before = seams_.busy_seconds ? seams_.busy_seconds() : 0;
    TARE_TRY(Outcome outcome, seams_.processes.run(command));
    if (seams_.busy_seconds)
      others_s_ += std::max(0.0, seams_.busy_seconds() - busy_before - outcome.user_s -
                                     outcome.system_s - resolution_s);
    wall_s_ += outcome.wall_s;
    TARE_DO(interruption(outcome));
    if (outcome.exit_status != 0)
      return Error{"the loops of the primitives " +
                   std::string(outcome.timed_out
                                   ? "did not end in time"
                                   : "ended with status " + std::to_string(outcome.exit_status))};
    TARE_TRY(std::string text, readFile(command.standard_output, 1 << 20));
    return readPrimitivesOutput(text);
  }

  /// CPUs that other programs had in the mean, in all runs since the last call.
  double takeOthers() {
    double others = wall_s_ > 0 ? others_s_ / wall_s_ : 0;
    others_s_ = wall_s_ = 0;
    return others;
  }

private:
  static constexpr double resolution_s = 0.03; // the system counts hundredths

  std::string program(int place) const { return folder_ + "/primitives-" + std::to_string(place); }

  Command quietly(std::vector<std::string> argv, double timeout_s) const {
    Command command;
    command.argv = std::move(argv);
    command.standard_input = "/dev/null";
    command.standard_output = folder_ + "/stdout";
    command.standard_error = folder_ + "/stderr";
    command.timeout_s = timeout_s;
    return command;
  }

  static Result<void> interruption(const Outcome &outcome) {
    if (outcome.interrupted)
      return Error{.message = "interrupted", .signal = outcome.interrupted};
    return {};
  }

  const PrimitivesSeams &seams_;
  std::string folder_;
  double others_s_ = 0, wall_s_ = 0;
};

} // namespace

std::vector<int64_t> primitiveSizes(const PrimitivesQuestion &question) {
  constexpr double unknown[] = {32e3, 1e6, 32e6};
  constexpr double most = 96e6; // beyond, the loops would take minutes
  std::vector<double> caches;
  for (const Cache &cache : question.caches)
    caches.push_back(cache.bytes / std::max(1, cache.level > 1 ? cache.cores : 1));
  if (caches.empty())
    caches.assign(std::begin(unknown), std::end(unknown));
  int threads = question.threads.empty() ? 1 : question.threads.back();
  double memory = question.memory_bytes > 0 ? question.memory_bytes / (20 * threads) : most;
  std::vector<int64_t> sizes;
  auto add = [&](double bytes) {
    auto whole = static_cast<int64_t>(std::min({bytes, most, memory})) / 4096 * 4096;
    if (whole > 0 && (sizes.empty() || whole > 1.5 * static_cast<double>(sizes.back())))
      sizes.push_back(whole);
  };
  for (double cache : caches) {
    add(cache / 2);
    add(cache * 2);
  }
  add(caches.back() * 4);
  return sizes;
}

Result<std::string> compilerSignature(const std::string &compiler) {
  Command command;
  command.argv = {compiler, "--version"};
  command.standard_input = "/dev/null";
  TARE_TRY(Captured version, runAndCapture(command));
  std::string first = version.output.substr(0, version.output.find('\n'));
  if (version.outcome.exit_status != 0 || trimText(first).empty())
    return Error{"'" + printable(compiler) + " --version' says no version", "",
                 "name a compiler for C: --compiler gcc"};
  return std::string(trimText(first));
}

std::vector<int> oneAndAllCores() {
  int cores = coresAllowed();
  return cores > 1 ? std::vector<int>{1, cores} : std::vector<int>{1};
}

namespace {

/// With their code in each place. The larger half of the sizes is gone through in one place alone:
/// there memory decides.
Result<std::vector<PrimitiveTime>> timesInAllPlaces(PrimitivesProgram &program, int threads,
                                                    std::vector<int64_t> sizes) {
  TARE_TRY(std::vector<PrimitiveTime> times, program.run(0, threads, sizes));
  sizes.resize((sizes.size() + 1) / 2);
  std::vector<std::vector<PrimitiveTime>> others = {times};
  for (int place = 1; place < places; ++place) {
    TARE_TRY(std::vector<PrimitiveTime> more, program.run(place, threads, sizes));
    others.push_back(std::move(more));
  }
  return usualPlace(others);
}

/// Nothing measured yet.
Result<StoredPrimitives> beforeMeasuring(const PrimitivesSeams &seams,
                                         const PrimitivesQuestion &question) {
  TARE_TRY(std::string signature, compilerSignature(question.compiler));
  StoredPrimitives stored;
  std::string sources = seams.prefix + "/share/tare/primitives";
  stored.key = machineKey("", "", sources + "/loops.c");
  for (const char *file : {"streams.h", "primitives_main.c"})
    stored.key[file] = machineKey("", "", sources + "/" + file)["program"];
  stored.key["compiler"] = printable(signature);
  stored.key["flags"] = printable(question.flags);
  std::vector<std::string> threads;
  for (int number : question.threads)
    threads.push_back(std::to_string(number));
  stored.key["threads"] = joinText(threads, ",");
  stored.host = question.host;
  stored.primitives.compiler = signature;
  stored.primitives.flags = question.flags;
  return stored;
}

} // namespace

Result<std::optional<StoredPrimitives>> keptPrimitives(const PrimitivesSeams &seams,
                                                       const PrimitivesQuestion &question) {
  TARE_TRY(StoredPrimitives asked, beforeMeasuring(seams, question));
  if (seams.folder.empty())
    return std::optional<StoredPrimitives>();
  return findPrimitives(primitivesPath(seams.folder, asked.key), asked.key);
}

Result<StoredPrimitives> primitivesOf(const PrimitivesSeams &seams,
                                      const PrimitivesQuestion &question) {
  if (!question.again) {
    TARE_TRY(std::optional<StoredPrimitives> kept, keptPrimitives(seams, question));
    if (kept)
      return *kept;
  }
  TARE_TRY(StoredPrimitives stored, beforeMeasuring(seams, question));
  std::vector<int64_t> sizes = primitiveSizes(question);
  std::string path = seams.folder.empty() ? "" : primitivesPath(seams.folder, stored.key);
  bool has_store = !path.empty() && makeFolder(seams.folder, 0700).ok();
  FileLock alone(seams.folder); // two at a time would disturb each other
  if (has_store && !alone.tryTake())
    alone.take();
  TARE_TRY(std::string made, makeTemporaryFolder("tare-primitives-"));
  TemporaryFolder folder(made);
  PrimitivesProgram program(seams, folder.path());
  for (int place = 0; place < places; ++place)
    TARE_DO(program.compile(question, place));
  for (int number : question.threads) {
    if (seams.say)
      seams.say(question.compiler + " " + question.flags + ": " + numberOf(number, "thread"));
    TARE_TRY(std::vector<PrimitiveTime> times, timesInAllPlaces(program, number, sizes));
    if (double others = program.takeOthers(); seams.disturbed && others > disturbs)
      seams.disturbed(number, others);
    for (PrimitiveTime &time : times)
      stored.primitives.times.push_back(std::move(time));
  }
  stored.measured_utc = seams.utc;
  if (has_store)
    TARE_DO(keepPrimitives(path, stored));
  return stored;
}

} // namespace tare
