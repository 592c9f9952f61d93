// SPDX-License-Identifier: Apache-2.0
// `tare follow`: a running program's losses and forecasts, a line each second.
#include "driver/verbs.h"

#include "analyzer/whatif/waiting.h"
#include "base/files.h"
#include "base/interruptions.h"
#include "base/process.h"
#include "base/system.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/follow/followed.h"
#include "driver/follow/live_json.h"
#include "driver/follow/live_state.h"
#include "driver/follow/live_text.h"
#include "driver/machine_facts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <poll.h>
#include <utility>
#include <vector>

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

/// What is kept of the machine, looked up once. Threads wait as `wait_policy` has it
/// (OMP_WAIT_POLICY of the program).
class FollowKnowledge {
public:
  explicit FollowKnowledge(std::string wait_policy)
      : waiting_(waitingNamed(std::move(wait_policy))) {}

  RunKnowledge of(const Profile &profile) {
    if (!is_looked_up_) {
      machine_ = facts_.machine(profile.openmp_runtime);
      runtime_ = profile.openmp_runtime;
      is_looked_up_ = true;
    }
    RunKnowledge known;
    known.cores = profile.cores_allowed > 0 ? profile.cores_allowed : coresAllowed();
    known.machine = machine_;
    known.waiting = waiting_;
    int threads = static_cast<int>(profile.threads_asked);
    int cores = std::max(static_cast<int>(known.cores), 1);
    if (machine_)
      if (auto cost = machine_->dispatch({threads, cores, waiting_, false}))
        known.dispatch = {cost->time_s * profile.ticks_per_second,
                          std::max(cost->doubt_s, cost->time_s / 4) * profile.ticks_per_second};
    known.primitive = [this](const char *construct, int number) {
      auto found = primitives_.find(number);
      if (found == primitives_.end())
        found = primitives_.emplace(number, facts_.primitives(runtime_, number)).first;
      auto value = found->second.find(construct);
      return value == found->second.end() ? 0 : value->second;
    };
    return known;
  }

private:
  MachineFacts facts_ = machineFacts();
  Waiting waiting_;
  bool is_looked_up_ = false;
  std::string runtime_;
  std::shared_ptr<const MeasuredMachine> machine_;
  std::map<int, std::map<std::string, double>> primitives_; // by number of threads
};

/// One process, or one rank of a job.
class Follower {
public:
  Follower(const FollowOptions &options, FollowKnowledge &knowledge, Followed followed)
      : options_(options), scenarios_(scenariosOf(options)), knowledge_(knowledge),
        followed_(std::move(followed)) {}

  bool isRunning() const { return followed_.isRunning(); }

  /// One reading. False: nobody reads what is printed. One that fails while the program runs may be
  /// of a moment.
  Result<bool> tell() {
    Result<LiveState> now = read();
    constexpr int most_failures = 10; // one after the other
    if (!now.ok() && ++failures_ >= most_failures)
      return now.error();
    if (!now.ok() || (last_ && now.value().elapsed_s <= last_->elapsed_s))
      return true;
    failures_ = 0;
    return show(std::move(now).value(), false);
  }

  /// The last line. `ended`: the program has.
  Result<bool> tellLast(bool ended) {
    TARE_TRY(LiveState now, read());
    return show(std::move(now), ended);
  }

private:
  Result<LiveState> read() {
    return readLive(
        followed_.file(), scenarios_,
        [this](const Profile &profile) { return knowledge_.of(profile); },
        last_ ? last_->threads : 0);
  }

  bool show(LiveState now, bool ended) {
    bool is_new = phases_.isNew(now);
    std::string of = now.rank < 0 ? "" : "rank " + std::to_string(now.rank) + ": ";
    if (is_new && !options_.json)
      print(of + "a new phase: other regions run than before\n");
    last_ = std::move(now);
    return options_.json ? print(liveJson(*last_, is_new, ended))
                         : printForPeople(liveText(*last_, ended));
  }

  const FollowOptions &options_;
  std::vector<Scenario> scenarios_;
  FollowKnowledge &knowledge_;
  Followed followed_;
  PhaseWatch phases_;
  std::optional<LiveState> last_;
  int failures_ = 0;
};

/// A process, or the ranks of a job, as they show up.
class Followers {
public:
  Followers(const FollowOptions &options, const std::string &wait_policy)
      : options_(options), knowledge_(wait_policy) {}

  void add(const std::vector<Followed> &found) {
    for (const Followed &one : found)
      all_.try_emplace(one.rank, options_, knowledge_, one);
  }
  bool empty() const { return all_.empty(); }
  bool isRunning() const {
    return std::ranges::any_of(all_, [](const auto &one) { return one.second.isRunning(); });
  }

  Result<bool> tell() {
    double begin = steadySeconds();
    tellOfMessages();
    for (auto &[rank, one] : all_) {
      TARE_TRY(bool shown, one.tell());
      if (!shown)
        return false;
    }
    took_s_ = steadySeconds() - begin;
    return true;
  }

  Result<bool> tellLast(bool ended) {
    tellOfMessages();
    for (auto &[rank, one] : all_) {
      TARE_TRY(bool shown, one.tellLast(ended));
      if (!shown)
        return false;
    }
    return true;
  }

  /// Until the next reading: the program needs the core more than we do.
  double pause() const {
    constexpr double part = 0.1; // of a core, at most
    return std::max(options_.every_s, took_s_ * (1 / part - 1));
  }

private:
  /// Once.
  void tellOfMessages() {
    bool is_job = !all_.empty() && all_.begin()->first >= 0;
    if (is_job && !options_.json && !std::exchange(has_told_, true))
      print("a job: what follows is of the regions of each rank. Messages are not followed, "
            "`tare run --ranks` measures them\n");
  }

  const FollowOptions &options_;
  FollowKnowledge knowledge_;
  std::map<int, Follower> all_; // by rank
  bool has_told_ = false;
  double took_s_ = 0; // the last readings
};

/// The signal that came meanwhile; 0: none did.
int waitFor(const SignalReader &signals, double seconds) {
  struct pollfd watched = {signals.fd(), POLLIN, 0};
  ::poll(&watched, 1, static_cast<int>(std::ceil(seconds * 1e3)));
  return signals.next();
}

std::string policyOfProcess(int pid) {
  constexpr std::string_view name = "OMP_WAIT_POLICY=";
  Result<std::string> environment = readFile("/proc/" + std::to_string(pid) + "/environ");
  if (environment.ok())
    for (const std::string &entry : splitText(environment.value(), '\0'))
      if (entry.starts_with(name))
        return entry.substr(name.size());
  return "";
}

/// Until all end, or we are interrupted, which they know nothing of. Their last state is told, too.
Result<int> followToItsEnd(const std::vector<Followed> &followed, const FollowOptions &options) {
  SignalReader signals;
  Followers followers(options, policyOfProcess(followed.front().pid));
  followers.add(followed);
  int signal = 0;
  while (!signal && followers.isRunning()) {
    TARE_TRY(bool shown, followers.tell());
    if (!shown)
      return exit_usage;
    constexpr double slice_s = 0.1; // an end is seen at once
    for (double left = followers.pause(); left > 0 && !signal && followers.isRunning();
         left -= slice_s)
      signal = waitFor(signals, std::min(left, slice_s));
  }
  TARE_TRY(bool shown, followers.tellLast(!followers.isRunning()));
  if (signal)
    return Error{.message = "interrupted; the program is left alone", .signal = signal};
  return shown ? exit_ok : exit_usage;
}

/// "signal 11 (SIGSEGV)"
std::string signalText(int signal) {
  const char *name = ::sigabbrev_np(signal);
  return "signal " + std::to_string(signal) + (name ? std::string(" (SIG") + name + ")" : "");
}

Result<void> checkEnd(const Outcome &outcome, bool has_profile) {
  if (outcome.interrupted)
    return Error{.message = "interrupted, and the program with it", .signal = outcome.interrupted};
  Error error{.message = "", .exit_status = exit_program_failed};
  if (outcome.signal)
    error.message = "the program was ended by " + signalText(outcome.signal);
  else if (outcome.exit_status)
    error.message = "the program ended with status " + std::to_string(outcome.exit_status);
  else if (!has_profile) {
    error.message = "the program wrote no profile: it has no probes, or reached no region";
    error.next = "build it through `tare cc`";
  } else
    return {};
  return error;
}

/// It may take a while until it reaches its first region.
Result<int> followCommand(const FollowOptions &options) {
  TARE_TRY(std::string path, makeTemporaryFolder("tare-follow-"));
  TemporaryFolder folder(path);
  Command command;
  command.argv = options.command;
  command.environment["TARE_OUTPUT_DIR"] = folder.path();
  Followers followers(options, environmentVariable("OMP_WAIT_POLICY"));
  Result<bool> told = true; // after an error the program goes on, and nothing is told
  size_t seen = 0;
  auto find = [&] { // ranks of a job show up one after the other
    size_t there = listFolder(folder.path()).size();
    if (there == seen && !followers.empty())
      return true;
    seen = there;
    if (Result<std::vector<Followed>> found = followedIn(folder.path()); found.ok())
      followers.add(found.value());
    return !followers.empty();
  };
  auto meanwhile = [&] {
    constexpr double soon_s = 0.05, stop = 0;
    if (!find())
      return std::min(options.every_s, soon_s);
    if (told.ok())
      told = followers.tell();
    return told.ok() && !told.value() ? stop : followers.pause();
  };
  TARE_TRY(Outcome outcome, orExit(exit_program_failed, runMeanwhile(command, meanwhile)));
  if (told.ok() && !told.value())
    return exit_usage;
  if (find()) {
    Result<bool> last = followers.tellLast(true);
    if (!last.ok() && told.ok())
      told = last;
  }
  TARE_DO(checkEnd(outcome, !followers.empty()));
  TARE_DO(told);
  return exit_ok;
}

} // namespace

Result<int> verbFollow(const FollowOptions &options) {
  if (!options.command.empty())
    return followCommand(options);
  bool is_pid = std::ranges::all_of(options.target, [](char c) { return c >= '0' && c <= '9'; });
  if (is_pid && options.target.size() < 10) {
    TARE_TRY(Followed process, followedProcess(std::stoi(options.target)));
    return followToItsEnd({process}, options);
  }
  TARE_TRY(std::vector<Followed> followed, followedIn(options.target));
  return followToItsEnd(followed, options);
}

} // namespace tare
