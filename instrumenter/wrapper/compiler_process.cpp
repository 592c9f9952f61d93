// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/compiler_process.h"

#include "base/text.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

namespace tare {

namespace {

std::vector<char *> pointersTo(const std::vector<std::string> &argv) {
  std::vector<char *> pointers;
  for (const std::string &word : argv)
    pointers.push_back(const_cast<char *>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// Blocks the signals that we must outlive, and unblocks them at the end. A signal that came
/// meanwhile is delivered then.
class HeldSignals {
public:
  HeldSignals() {
    sigemptyset(&held_);
    sigaddset(&held_, SIGCHLD);
    for (int signal : {SIGINT, SIGTERM, SIGHUP})
      if (!isIgnored(signal)) // nohup: ignored for us is ignored for the child
        sigaddset(&held_, signal);
    signal(SIGCHLD, SIG_DFL); // else the child's status would be thrown away
    sigprocmask(SIG_BLOCK, &held_, &before_);
  }
  ~HeldSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  HeldSignals(const HeldSignals &) = delete;
  HeldSignals &operator=(const HeldSignals &) = delete;

  const sigset_t &held() const { return held_; }
  const sigset_t &before() const { return before_; }

private:
  static bool isIgnored(int signal) {
    struct sigaction action;
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
  }

  sigset_t held_, before_;
};

/// posix_spawn's two helper objects, freed together.
struct SpawnPlan {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

  explicit SpawnPlan(const sigset_t &mask) {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &mask);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnPlan(const SpawnPlan &) = delete;
  SpawnPlan &operator=(const SpawnPlan &) = delete;

  void redirect(int descriptor, const std::string &path) {
    int flags = descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC;
    if (!path.empty())
      posix_spawn_file_actions_addopen(&actions, descriptor, path.c_str(), flags, 0600);
  }
};

/// Our environment, with Tare switched off for compilers further down (a shim behind mpicc).
std::vector<char *> stepEnvironment() {
  static constexpr char off[] = "TARE_WRAPPER=off";
  std::vector<char *> entries;
  for (char **entry = environ; entry && *entry; ++entry)
    if (std::strncmp(*entry, off, std::strlen("TARE_WRAPPER=")) != 0)
      entries.push_back(*entry);
  entries.push_back(const_cast<char *>(off));
  entries.push_back(nullptr);
  return entries;
}

struct timespec afterNow(double seconds) {
  struct timespec moment;
  clock_gettime(CLOCK_MONOTONIC, &moment);
  moment.tv_sec += time_t(seconds);
  return moment;
}

/// The time until `moment` in whole seconds; zero when it has passed.
struct timespec leftUntil(const struct timespec &moment) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return {std::max(time_t(0), moment.tv_sec - now.tv_sec), 0};
}

/// Waits for the child and returns its wait status. Hands on the signals that reach us. Kills the
/// child after `timeout_s` seconds; 0: never.
int waitFor(pid_t child, const sigset_t &held, double timeout_s, Outcome &outcome) {
  int status = 0;
  const struct timespec deadline = afterNow(timeout_s);
  while (waitpid(child, &status, WNOHANG) == 0) {
    siginfo_t info;
    const struct timespec left = leftUntil(deadline);
    int signal = timeout_s > 0 && !outcome.timed_out ? sigtimedwait(&held, &info, &left)
                                                     : sigwaitinfo(&held, &info);
    if (signal < 0 && errno == EAGAIN) {
      outcome.timed_out = true;
      kill(child, SIGKILL);
    }
    if (signal <= 0 || signal == SIGCHLD)
      continue;
    outcome.interrupted = signal;
    kill(child, signal);
  }
  return status;
}

} // namespace

Result<Outcome> CompilerRunner::run(const Command &command) {
  HeldSignals signals;
  SpawnPlan plan(signals.before());
  plan.redirect(STDIN_FILENO, command.standard_input);
  plan.redirect(STDOUT_FILENO, command.standard_output);
  plan.redirect(STDERR_FILENO, command.standard_error);
  std::vector<char *> argv = pointersTo(command.argv);
  std::vector<char *> environment = stepEnvironment();
  pid_t child = 0;
  int failure = posix_spawnp(&child, argv[0], &plan.actions, &plan.attributes, argv.data(),
                             environment.data());
  if (failure)
    return Error{"cannot start " + command.argv[0] + ": " + std::strerror(failure)};
  Outcome outcome;
  int status = waitFor(child, signals.held(), command.timeout_s, outcome);
  if (WIFSIGNALED(status))
    outcome.signal = WTERMSIG(status);
  else if (outcome.interrupted)
    outcome.signal = outcome.interrupted; // the compiler tidied up and left by itself
  outcome.exit_status = outcome.signal ? 128 + outcome.signal : WEXITSTATUS(status);
  return outcome;
}

int replaceProcess(const std::vector<std::string> &argv) {
  std::vector<char *> pointers = pointersTo(argv);
  execvp(pointers[0], pointers.data());
  int failure = errno;
  std::fprintf(stderr, "tare: %s: %s\n", printable(argv[0]).c_str(), std::strerror(failure));
  return failure == ENOENT ? 127 : 126;
}

} // namespace tare
