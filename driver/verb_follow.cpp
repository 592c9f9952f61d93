// SPDX-License-Identifier: Apache-2.0
// `tare follow`: a running program's losses and forecasts, a line each second.
#include "driver/verbs.h"

#include "base/files.h"
#include "base/quantity.h"
#include "base/system.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/follow/followed.h"
#include "driver/follow/live_json.h"
#include "driver/follow/live_state.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tare {
namespace {

std::vector<Scenario> scenariosOf(const FollowOptions &options) {
  std::vector<Scenario> scenarios;
  for (int threads : options.threads) {
    Scenario scenario;
    scenario.threads = threads;
    scenarios.push_back(scenario);
  }
  for (double cores : options.cores) {
    Scenario scenario;
    scenario.cores = cores;
    scenarios.push_back(scenario);
  }
  return scenarios;
}

std::string ratioWords(double ratio) {
  if (ratio > 0.995 && ratio < 1.005)
    return "as fast";
  return ratio < 1 ? ratioText(1 / ratio) + " times as fast" : ratioText(ratio) + " times as slow";
}

std::string lineOf(const LiveState &state) {
  std::string text = timeText(state.elapsed_s) + ", " + countText(state.regions) + " regions";
  std::vector<std::pair<double, std::string>> lost;
  for (const auto &[row, part] : state.lost)
    lost.push_back({part, row});
  std::sort(lost.rbegin(), lost.rend());
  if (lost.size() > 3)
    lost.resize(3);
  for (const auto &[part, row] : lost)
    text += (&row == &lost.front().second ? "; lost: " : ", ") + row + " " + tenthPercent(part);
  for (const LiveForecast &forecast : state.forecasts)
    text += "; " + forecast.scenario + ": " +
            (forecast.reason.empty() ? ratioWords(forecast.ratio) : "not known, " + forecast.reason);
  return text + "\n";
}

/// A program that Tare started: its number, and its exit status once it ended.
class Started {
public:
  static Result<Started> start(const std::vector<std::string> &command, const std::string &folder) {
    pid_t pid = ::fork();
    if (pid < 0)
      return Error{"the command could not be started: no more processes"};
    if (pid == 0) {
      ::setenv("TARE_OUTPUT_DIR", folder.c_str(), 1);
      std::vector<char *> words;
      for (const std::string &word : command)
        words.push_back(const_cast<char *>(word.c_str()));
      words.push_back(nullptr);
      ::execvp(words[0], words.data());
      ::_exit(127);
    }
    return Started(pid);
  }
  int pid() const { return pid_; }
  /// Nothing: it runs.
  std::optional<int> status() {
    int state = 0;
    if (!status_ && ::waitpid(pid_, &state, WNOHANG) == pid_)
      status_ = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
    return status_;
  }

private:
  explicit Started(int pid) : pid_(pid) {}
  int pid_;
  std::optional<int> status_;
};

class Follower {
public:
  explicit Follower(const FollowOptions &options)
      : options_(options), scenarios_(scenariosOf(options)), cores_(coresAllowed()) {}

  /// One reading; false: nobody reads what is printed.
  Result<bool> tell(const Followed &followed, bool is_last) {
    TARE_TRY(LiveState now, readLive(followed.profile, scenarios_, cores_));
    if (!is_last && last_ && now.elapsed_s <= last_->elapsed_s)
      return true;
    bool is_new = last_ && before_ && isNewPhase(*before_, *last_, now);
    if (is_new && !options_.json)
      print("a new phase: other regions run than before\n");
    bool shown = options_.json ? print(liveJson(now, is_new, is_last)) : printForPeople(lineOf(now));
    std::fflush(stdout);
    before_ = std::move(last_);
    last_ = std::move(now);
    return shown;
  }

private:
  const FollowOptions &options_;
  std::vector<Scenario> scenarios_;
  double cores_;
  std::optional<LiveState> before_, last_;
};

void wait(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

/// Until it ends. Its last state is told, too.
Result<int> followToItsEnd(const Followed &followed, const FollowOptions &options) {
  Follower follower(options);
  bool runs = true;
  while (runs) {
    runs = followed.isRunning();
    TARE_TRY(bool shown, follower.tell(followed, !runs));
    if (!shown)
      return exit_usage;
    if (runs)
      wait(options.every_s);
  }
  return exit_ok;
}

/// It may take a while until it reaches its first region.
Result<int> followCommand(const FollowOptions &options) {
  TARE_TRY(std::string path, makeTemporaryFolder("tare-follow-"));
  TemporaryFolder folder(path);
  TARE_TRY(Started started, Started::start(options.command, folder.path()));
  std::optional<Followed> followed;
  Follower follower(options);
  for (;;) {
    std::optional<int> ended = started.status();
    if (!followed)
      if (Result<Followed> found = followedIn(folder.path()); found.ok())
        followed = found.value();
    if (followed) {
      TARE_TRY(bool shown, follower.tell(*followed, ended.has_value()));
      if (!shown)
        return exit_usage;
    }
    if (ended && *ended != 0)
      return Error{.message = "the program ended with status " + std::to_string(*ended) +
                              (*ended == 127 ? "; is its name right?" : ""),
                   .exit_status = exit_program_failed};
    if (ended && !followed)
      return Error{.message = "the program wrote no profile: it has no probes, or reached no region",
                   .next = "build it through `tare cc`",
                   .exit_status = exit_program_failed};
    if (ended)
      return exit_ok;
    wait(followed ? options.every_s : std::min(options.every_s, 0.05));
  }
}

} // namespace

Result<int> verbFollow(const FollowOptions &options) {
  if (!options.command.empty())
    return followCommand(options);
  bool is_pid = std::ranges::all_of(options.target, [](char c) { return c >= '0' && c <= '9'; });
  TARE_TRY(Followed followed, is_pid && options.target.size() < 10
                                  ? followedProcess(std::stoi(options.target))
                                  : followedIn(options.target));
  return followToItsEnd(followed, options);
}

} // namespace tare
