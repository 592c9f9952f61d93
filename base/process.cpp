// SPDX-License-Identifier: Apache-2.0
// Starting, watching and ending a process group with posix_spawn, pidfd and poll.
#include "base/process.h"

#include "base/descriptor.h"
#include "base/process_tree.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern "C" {
#include <sys/pidfd.h> // glibc 2.36 forgot to say that these are C functions
}

extern "C" char **environ;

namespace tare {

namespace {

constexpr uint64_t second_ns = 1000000000;
constexpr uint64_t kill_delay_ns = 2 * second_ns;
constexpr size_t capture_limit = size_t(256) << 20;
/// How often an exit is looked for on kernels (or sandboxes) without pidfd_open.
constexpr int poll_slice_ms = 5;

uint64_t nowNs() {
  struct timespec now;
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * second_ns + static_cast<uint64_t>(now.tv_nsec);
}

/// What the child's descriptors 0, 1, 2 become; -1: inherited.
struct Streams {
  Descriptor input, output, error;
  bool error_is_output = false;
};

Result<Descriptor> openStream(const std::string &path, int flags) {
  if (path.empty())
    return Descriptor();
  Descriptor file(::open(path.c_str(), flags | O_CLOEXEC, 0600));
  if (file.fd() < 0)
    return Error{std::string("cannot open: ") + std::strerror(errno), path};
  return file;
}

Result<Streams> openStreams(const Command &command) {
  constexpr int write_flags = O_WRONLY | O_CREAT | O_TRUNC;
  Streams streams;
  Result<Descriptor> input = openStream(command.standard_input, O_RDONLY);
  if (!input.ok())
    return input.error();
  Result<Descriptor> output = openStream(command.standard_output, write_flags);
  if (!output.ok())
    return output.error();
  // One path for both: one open file, else each would overwrite the other's text.
  streams.error_is_output =
      !command.standard_error.empty() && command.standard_error == command.standard_output;
  Result<Descriptor> error =
      openStream(streams.error_is_output ? "" : command.standard_error, write_flags);
  if (!error.ok())
    return error.error();
  streams.input = std::move(input).value();
  streams.output = std::move(output).value();
  streams.error = std::move(error).value();
  return streams;
}

/// The caller's environment, less `unset`, with `environment` on top.
std::vector<std::string> mergedEnvironment(const Command &command) {
  std::map<std::string, std::string> merged;
  for (char **entry = environ; entry && *entry; ++entry) {
    std::string text = *entry;
    size_t equals = text.find('=');
    if (equals != std::string::npos)
      merged[text.substr(0, equals)] = text.substr(equals + 1);
  }
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

struct Child {
  pid_t pid = -1;
  bool own_group = false;
  Descriptor exit_signal; // pidfd; readable once the child has ended
  uint64_t start_ns = 0;
};

/// While it lives, Ctrl-C and its like are read from a descriptor instead of ending this process:
/// a child in a group of its own would be left behind running.
class Interruptions {
public:
  Interruptions() {
    sigset_t wanted;
    ::sigemptyset(&wanted);
    for (int signal : {SIGINT, SIGTERM, SIGHUP})
      if (!isIgnored(signal)) // as by nohup; what is blocked would be queued all the same
        ::sigaddset(&wanted, signal);
    ::pthread_sigmask(SIG_BLOCK, &wanted, &before_);
    if (!outermost_)
      outermost_ = this;
    file_ = Descriptor(::signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK));
  }
  ~Interruptions() {
    if (outermost_ == this)
      outermost_ = nullptr;
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  Interruptions(const Interruptions &) = delete;

  int fd() const { return file_.fd(); }
  bool isOutermost() const { return outermost_ == this; }
  /// What a child must start with.
  const sigset_t &before() const { return outermost_ ? outermost_->before_ : before_; }
  /// The next signal that came, or 0.
  int next() const {
    struct signalfd_siginfo about;
    return ::read(file_.fd(), &about, sizeof about) == sizeof about
               ? static_cast<int>(about.ssi_signo)
               : 0;
  }

private:
  static bool isIgnored(int signal) {
    struct sigaction action;
    return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
  }

  static Interruptions *outermost_;
  sigset_t before_;
  Descriptor file_;
};

Interruptions *Interruptions::outermost_ = nullptr;

bool ignores_broken_pipes = false; // by ourselves

Result<Child> startChild(const Command &command, const Streams &streams,
                         const Interruptions *interruptions = nullptr) {
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
  if (ignores_broken_pipes) {
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

bool hasEnded(pid_t pid) {
  siginfo_t about = {};
  return ::waitid(P_PID, static_cast<id_t>(pid), &about, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         about.si_pid == pid;
}

/// The reading ends of a child's output, emptied as it comes.
struct Capture {
  Descriptor pipe;
  std::string text;
  bool too_large = false;

  /// False when nothing more will come.
  bool drain() {
    char chunk[1 << 16];
    ssize_t count = ::read(pipe.fd(), chunk, sizeof chunk);
    if (count < 0)
      return errno == EINTR || errno == EAGAIN;
    if (count == 0)
      return false;
    too_large |= text.size() + static_cast<size_t>(count) > capture_limit;
    if (!too_large)
      text.append(chunk, static_cast<size_t>(count));
    return true;
  }
};

/// Waits for a child's end while emptying its output and minding its time limit.
class Watch {
public:
  Watch(Child child, double timeout_s, std::vector<Capture *> captures,
        const Interruptions *interruptions = nullptr)
      : child_(std::move(child)), captures_(std::move(captures)), interruptions_(interruptions) {
    if (timeout_s > 0)
      deadline_ns_ = child_.start_ns + static_cast<uint64_t>(timeout_s * 1e9);
  }

  Outcome wait() {
    while (!hasEnded(child_.pid)) {
      passOnInterruption();
      enforceDeadline();
      waitForNews(waitMs());
    }
    if (ending_) { // the leader's zombie still holds the group's number
      signalChild(SIGKILL);
      signalAll(below_, SIGKILL);
    }
    passOnInterruption(); // one that came together with the end
    Outcome outcome = reap();
    while (waitForNews(0)) // what was written before the end; not what a daemon may still write
      continue;
    return outcome;
  }

private:
  void signalChild(int signal) { ::kill(child_.own_group ? -child_.pid : child_.pid, signal); }

  void enforceDeadline() {
    if (!deadline_ns_ || nowNs() < *deadline_ns_)
      return;
    timed_out_ |= !ending_;
    end(ending_ ? SIGKILL : SIGTERM);
  }

  void end(int signal) {
    if (!child_.own_group)
      addProcessesBelow(child_.pid, below_);
    signalChild(signal);
    if (timed_out_) // an interruption by the terminal has reached them
      signalAll(below_, signal);
    ending_ = true;
    deadline_ns_ = nowNs() + kill_delay_ns;
  }

  void passOnInterruption() {
    int signal = interruptions_ ? interruptions_->next() : 0;
    if (!signal)
      return;
    interrupted_ = signal;
    end(ending_ ? SIGKILL : signal);
  }

  int waitMs() const {
    int limit = child_.exit_signal.fd() < 0 ? poll_slice_ms : 60000;
    if (!deadline_ns_)
      return limit;
    uint64_t now = nowNs();
    uint64_t left_ms = *deadline_ns_ > now ? (*deadline_ns_ - now + 999999) / 1000000 : 0;
    return left_ms < static_cast<uint64_t>(limit) ? static_cast<int>(left_ms) : limit;
  }

  /// True when output was read or a stream ended.
  bool waitForNews(int timeout_ms) {
    std::vector<struct pollfd> watched = {{child_.exit_signal.fd(), POLLIN, 0}};
    for (Capture *capture : captures_)
      watched.push_back({capture->pipe.fd(), POLLIN, 0});
    watched.push_back({interruptions_ ? interruptions_->fd() : -1, POLLIN, 0});
    if (::poll(watched.data(), watched.size(), timeout_ms) <= 0)
      return false;
    bool news = false;
    for (size_t i = 0; i < captures_.size(); ++i) {
      if (!watched[i + 1].revents)
        continue;
      news = true;
      if (!captures_[i]->drain())
        captures_[i]->pipe.close(); // poll ignores a negative descriptor
    }
    return news;
  }

  Outcome reap() {
    int status = 0;
    struct rusage usage = {};
    while (::wait4(child_.pid, &status, 0, &usage) < 0 && errno == EINTR)
      continue;
    Outcome outcome;
    outcome.start_ns = child_.start_ns;
    outcome.stop_ns = nowNs();
    outcome.wall_s = static_cast<double>(outcome.stop_ns - outcome.start_ns) * 1e-9;
    outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    outcome.exit_status = outcome.signal ? 128 + outcome.signal : WEXITSTATUS(status);
    outcome.timed_out = timed_out_;
    outcome.interrupted = interrupted_;
    outcome.user_s = seconds(usage.ru_utime);
    outcome.system_s = seconds(usage.ru_stime);
    return outcome;
  }

  static double seconds(const struct timeval &time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  }

  Child child_;
  std::vector<Capture *> captures_;
  const Interruptions *interruptions_;
  std::optional<uint64_t> deadline_ns_;
  std::vector<ProcessId> below_; // of one without a group of its own, when it was to end
  bool ending_ = false;          // it was sent a signal to end it
  bool timed_out_ = false;
  int interrupted_ = 0;
};

/// Makes a pipe: the child's end goes into `stream`, ours into the capture.
bool openPipe(Capture &capture, Descriptor &stream) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return false;
  capture.pipe = Descriptor(ends[0]);
  stream = Descriptor(ends[1]);
  return ::fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
}

} // namespace

void ignoreBrokenPipes() { ignores_broken_pipes |= ::signal(SIGPIPE, SIG_IGN) == SIG_DFL; }

Result<Outcome> SystemProcessRunner::run(const Command &command) {
  Result<Streams> streams = openStreams(command);
  if (!streams.ok())
    return streams.error();
  Interruptions interruptions;
  Result<Child> child = startChild(command, streams.value(), &interruptions);
  if (!child.ok())
    return child.error();
  return Watch(std::move(child).value(), command.timeout_s, {}, &interruptions).wait();
}

Result<Captured> runAndCapture(const Command &command) {
  Result<Streams> opened = openStreams(command);
  if (!opened.ok())
    return opened.error();
  Streams &streams = opened.value();
  Capture output, error;
  bool piped =
      (streams.output.fd() >= 0 || openPipe(output, streams.output)) &&
      (streams.error.fd() >= 0 || streams.error_is_output || openPipe(error, streams.error));
  if (!piped)
    return Error{std::string("cannot make a pipe: ") + std::strerror(errno)};
  Result<Child> child = startChild(command, streams);
  if (!child.ok())
    return child.error();
  streams = Streams(); // our copies of the child's ends, so that the pipes can end
  Captured captured;
  captured.outcome = Watch(std::move(child).value(), command.timeout_s, {&output, &error}).wait();
  if (output.too_large || error.too_large)
    return Error{command.argv[0] + " wrote more than " + std::to_string(capture_limit >> 20) +
                 " MiB to its output"};
  captured.output = std::move(output.text);
  captured.error_output = std::move(error.text);
  return captured;
}

struct HeldInterruptions::State {
  Interruptions interruptions;
};

HeldInterruptions::HeldInterruptions() : state_(std::make_unique<State>()) {}

/// Inside of another one they are that one's.
HeldInterruptions::~HeldInterruptions() {
  while (state_->interruptions.isOutermost() && state_->interruptions.next())
    continue;
}

} // namespace tare
