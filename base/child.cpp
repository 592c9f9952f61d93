// SPDX-License-Identifier: Apache-2.0
#include "base/child.h"

#include "base/system.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <time.h>
#include <unistd.h>

extern "C" {
#include <sys/pidfd.h> // glibc 2.36 forgot to say that these are C functions
}

namespace tare {

namespace {

Result<Descriptor> openStream(const std::string &path, int flags) {
  if (path.empty())
    return Descriptor();
  Descriptor file(::open(path.c_str(), flags | O_CLOEXEC, 0600));
  if (file.fd() < 0)
    return Error{std::string("cannot open: ") + std::strerror(errno), path};
  return file;
}

/// The caller's environment, less `unset`, with `environment` on top.
std::vector<std::string> mergedEnvironment(const Command &command) {
  std::map<std::string, std::string> merged = environmentVariables();
  for (const std::string &name : command.unset)
    merged.erase(name);
  for (const auto &[name, value] : command.environment)
    merged[name] = value;
  std::vector<std::string> entries;
  for (const auto &[name, value] : merged)
    entries.push_back(name + "=" + value);
  return entries;
}

std::vector<char *> pointers(std::vector<std::string> &texts) {
  std::vector<char *> list;
  for (std::string &text : texts)
    list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

/// posix_spawn's two handles, freed on every path.
class SpawnPlan {
public:
  SpawnPlan() {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
  }
  SpawnPlan(const SpawnPlan &) = delete;
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }
  void replace(const Descriptor &file, int target) {
    if (file.fd() >= 0)
      ::posix_spawn_file_actions_adddup2(&actions, file.fd(), target);
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

} // namespace

uint64_t nowNs() {
  struct timespec now;
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
}

Result<Streams> openStreams(const Command &command) {
  constexpr int write_flags = O_WRONLY | O_CREAT | O_TRUNC;
  Streams streams;
  TARE_TRY(streams.input, openStream(command.standard_input, O_RDONLY));
  TARE_TRY(streams.output, openStream(command.standard_output, write_flags));
  // One path for both: one open file, else each would overwrite the other's text.
  streams.error_is_output =
      !command.standard_error.empty() && command.standard_error == command.standard_output;
  TARE_TRY(streams.error,
           openStream(streams.error_is_output ? "" : command.standard_error, write_flags));
  return streams;
}

Result<Child> startChild(const Command &command, const Streams &streams,
                         const SignalReader *interruptions) {
  if (command.argv.empty() || command.argv[0].empty())
    return Error{"no program to start"};
  SpawnPlan plan;
  plan.replace(streams.input, 0);
  plan.replace(streams.output, 1);
  plan.replace(streams.error_is_output ? streams.output : streams.error, 2);
  if (!command.working_folder.empty())
    ::posix_spawn_file_actions_addchdir_np(&plan.actions, command.working_folder.c_str());
  Child child;
  // With a terminal as input the child stays in the foreground group: it may read, and Ctrl-C
  // reaches it. Else a group of its own lets a timeout end whatever it started.
  child.own_group = !(streams.input.fd() < 0 && ::isatty(0));
  short flags = 0;
  if (child.own_group) {
    flags |= POSIX_SPAWN_SETPGROUP;
    ::posix_spawnattr_setpgroup(&plan.attributes, 0);
  }
  if (interruptions) {
    flags |= POSIX_SPAWN_SETSIGMASK;
    ::posix_spawnattr_setsigmask(&plan.attributes, &interruptions->before());
  }
  if (ignoresBrokenPipes()) {
    sigset_t usual;
    ::sigemptyset(&usual);
    ::sigaddset(&usual, SIGPIPE);
    flags |= POSIX_SPAWN_SETSIGDEF;
    ::posix_spawnattr_setsigdefault(&plan.attributes, &usual);
  }
  ::posix_spawnattr_setflags(&plan.attributes, flags);
  std::vector<std::string> argv = command.argv, environment = mergedEnvironment(command);
  std::vector<char *> argv_list = pointers(argv), environment_list = pointers(environment);
  child.start_ns = nowNs();
  int failure = ::posix_spawnp(&child.pid, argv_list[0], &plan.actions, &plan.attributes,
                               argv_list.data(), environment_list.data());
  if (failure)
    return Error{"cannot start " + command.argv[0] + ": " + std::strerror(failure)};
  child.exit_signal = Descriptor(::pidfd_open(child.pid, 0));
  return child;
}

} // namespace tare
