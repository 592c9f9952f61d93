// SPDX-License-Identifier: Apache-2.0
#include "driver/mpi/measure_network.h"

#include "analyzer/launch/launch.h"
#include "base/file_lock.h"
#include "base/files.h"
#include "base/system.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/mpi/mpi_wrapper.h"
#include "driver/mpi/network_output.h"

#include <algorithm>

namespace tare {
namespace {

constexpr double measuring_timeout_s = 300;
constexpr const char *of_what = "the program that measures a network";

/// "mpirun.openmpi" of the words of a launch, which may begin with env or taskset.
std::string rankLauncherIn(const std::vector<std::string> &launch) {
  for (const std::string &word : launch)
    for (std::string_view name : {"mpirun", "mpiexec", "orterun", "prterun", "srun"})
      if (startsWith(baseName(word), name))
        return word;
  return launch.empty() ? "" : launch.front();
}

/// One compiler wrapper, its program, and the launcher.
class NetworkProgram {
public:
  NetworkProgram(const NetworkSeams &seams, const NetworkQuestion &question,
                 const std::string &wrapper, std::string folder)
      : seams_(seams), question_(question), folder_(std::move(folder)),
        wrapper_(seams.processes, wrapper, folder_) {}

  Result<void> build() {
    TARE_TRY(std::string all, wrapper_.signature());
    std::vector<std::string> words = {"-std=gnu11", "-O2", "-w"};
    for (const char *name : {"ping_pong.c", "processor_turns.c"}) {
      words.push_back(seams_.prefix + "/share/tare/network/" + name);
      Result<std::string> text = readFile(words.back(), 1 << 20);
      if (!text.ok())
        return Error{"this installation of Tare is incomplete", words.back(),
                     "install all of Tare (Debian: the package tare-instrument)"};
      all += text.value();
    }
    TARE_TRY(std::string place, folderForBuilt(seams_.build_folder));
    file_ = place + "/ping-pong-" + hex16(hashBytes(all));
    if (fileExists(file_))
      return {};
    return wrapper_.build(words, file_, of_what);
  }

  /// The first line of MPI's version.
  Result<std::string> library() const {
    TARE_TRY(std::string text, outputOf({file_, "--library"}));
    std::string line(trimText(text.substr(0, text.find('\n'))));
    std::ranges::replace(line, '\t', ' ');
    return printable(line);
  }

  Result<NetworkOutput> measure() const {
    std::vector<std::string> words = question_.launch;
    words.push_back(file_);
    TARE_TRY(std::string text, outputOf(words));
    return readNetworkOutput(text);
  }

  NetworkUse use(const std::string &library) const {
    NetworkUse of{library, question_.launch};
    of.command.push_back(file_);
    return of;
  }

private:
  Result<std::string> outputOf(const std::vector<std::string> &words) const {
    Command command;
    command.argv = words;
    command.unset = {"LD_PRELOAD"};
    command.standard_input = "/dev/null";
    command.standard_output = folder_ + "/output";
    command.standard_error = folder_ + "/errors";
    command.timeout_s = measuring_timeout_s;
    TARE_TRY(Outcome outcome, seams_.processes.run(command));
    if (outcome.interrupted)
      return Error{.message = "interrupted", .signal = outcome.interrupted};
    if (outcome.exit_status == 0)
      return readFile(folder_ + "/output", 1 << 20);
    Result<std::string> errors = readFile(folder_ + "/errors", 1 << 20);
    std::string ended =
        outcome.timed_out ? "did not end within " + std::to_string(int(measuring_timeout_s)) + " s"
                          : "ended with status " + std::to_string(outcome.exit_status);
    return Error{std::string(of_what) + " " + ended + saidIn(errors.ok() ? errors.value() : ""),
                 quoteCommand(words), "try the launcher with a program of your own"};
  }

  /// ": <its first line of words>".
  static std::string saidIn(const std::string &errors) {
    for (const std::string &line : splitText(errors, '\n'))
      if (std::ranges::any_of(line, [](unsigned char c) { return std::isalpha(c); }))
        return ": " + printable(std::string(trimText(line)));
    return "";
  }

  const NetworkSeams &seams_;
  const NetworkQuestion &question_;
  std::string folder_;
  MpiWrapper wrapper_;
  std::string file_;
};

Result<void> checkLaunch(const std::vector<std::string> &launch) {
  if (launch.empty())
    return Error{"--launch is empty", "", "name a launcher: --launch 'mpirun -n 2'"};
  std::string launcher = rankLauncherIn(launch);
  if (findProgram(launch.front()).empty())
    return Error{"there is no launcher '" + printable(launch.front()) + "'", "",
                 "install MPI, or name another launcher: --launch 'srun -n 2'"};
  Launch read = launchOf(launch);
  bool has_program = read.program > 0 && read.program < launch.size() &&
                     launch[read.program] != launcher &&
                     launch[read.program].find('/') != std::string::npos;
  if (has_program)
    return Error{"--launch holds a program, '" + printable(launch[read.program]) + "'", "",
                 "leave it out: Tare has its own that measures the network"};
  return {};
}

StoredNetwork storedOf(const NetworkQuestion &question, const CalibrationKey &key,
                       const std::string &library, NetworkOutput output, const std::string &utc) {
  StoredNetwork stored;
  stored.key = key;
  stored.network = std::move(output.network);
  stored.network.library = library;
  stored.launch = printable(quoteCommand(question.launch));
  for (const std::string &host : output.hosts)
    stored.hosts.push_back(printable(host));
  stored.disturbed = output.disturbed;
  stored.measured_utc = utc;
  return stored;
}

/// Nothing: the launcher starts the wrapper's programs as processes that know nothing of each
/// other.
Result<std::optional<StoredNetwork>>
tryWrapper(const NetworkSeams &seams, const NetworkQuestion &question, const std::string &wrapper) {
  TARE_TRY(std::string made, makeTemporaryFolder("tare-network-"));
  TemporaryFolder folder(made);
  NetworkProgram program(seams, question, wrapper, made);
  TARE_DO(program.build());
  TARE_TRY(std::string library, program.library());
  NetworkUse use = program.use(library);
  if (!question.again) {
    TARE_TRY(std::optional<KeptNetwork> kept, keptNetwork(seams.folder, use));
    if (kept && kept->same_launcher)
      return std::optional(std::move(kept->stored));
  }
  if (seams.say)
    seams.say("measuring: " + quoteCommand(question.launch) + ", " + library);
  TARE_TRY(NetworkOutput output, program.measure());
  if (output.ranks < 2)
    return std::optional<StoredNetwork>();
  StoredNetwork stored = storedOf(question, networkKey(use), library, std::move(output), seams.utc);
  if (!seams.folder.empty())
    TARE_DO(keepNetwork(seams.folder, stored));
  return std::optional(std::move(stored));
}

} // namespace

std::vector<std::string> wrappersOfLauncher(const std::vector<std::string> &launch,
                                            const std::string &chosen) {
  if (!chosen.empty())
    return {chosen};
  std::string path = findProgram(rankLauncherIn(launch));
  std::string name = baseName(path), real = realPath(path);
  std::vector<std::string> names;
  if (size_t dot = name.rfind('.'); dot != std::string::npos)
    names.push_back("mpicc" + name.substr(dot));
  if (!path.empty() && folderOf(path) != "/usr/bin") // there it may belong to any MPI
    names.push_back(folderOf(path) + "/mpicc");
  if (!path.empty() && folderOf(real) != folderOf(path) && folderOf(real) != "/usr/bin")
    names.push_back(folderOf(real) + "/mpicc");
  bool is_hydra = baseName(real).find("hydra") != std::string::npos;
  names.push_back(is_hydra ? "mpicc.mpich" : "mpicc");
  for (const char *other : {"mpicc", "mpicc.openmpi", "mpicc.mpich", "mpiicc"})
    names.emplace_back(other);
  std::vector<std::string> once;
  for (const std::string &each : names)
    if (std::ranges::find(once, each) == once.end())
      once.push_back(each);
  return once;
}

Result<StoredNetwork> networkOf(const NetworkSeams &seams, const NetworkQuestion &question) {
  TARE_DO(checkLaunch(question.launch));
  bool has_store = !seams.folder.empty() && makeFolder(seams.folder, 0700).ok();
  FileLock alone(seams.folder); // two at a time would disturb each other
  if (has_store && !alone.tryTake())
    alone.take();
  std::vector<std::string> tried, seen;
  for (const std::string &name :
       wrappersOfLauncher(question.launch, environmentVariable("TARE_MPICC"))) {
    std::string path = findProgram(name);
    if (path.empty() || std::ranges::find(seen, realPath(path)) != seen.end())
      continue;
    seen.push_back(realPath(path));
    TARE_TRY(std::optional<StoredNetwork> stored, tryWrapper(seams, question, path));
    if (stored)
      return std::move(*stored);
    tried.push_back(name);
  }
  if (tried.empty())
    return Error{"there is no compiler wrapper of MPI (mpicc)", "",
                 "install one (Debian: libopenmpi-dev or libmpich-dev), or name one: "
                 "TARE_MPICC=/path/mpicc"};
  return Error{"'" + printable(quoteCommand(question.launch)) +
                   "' started no job of two ranks that know each other; programs were built by " +
                   joinText(tried, ", "),
               "",
               "start two ranks at least, with the launcher of the same MPI: --launch 'mpirun -n "
               "2'; or name its compiler wrapper: TARE_MPICC=/path/mpicc"};
}

} // namespace tare
