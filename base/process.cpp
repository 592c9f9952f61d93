// SPDX-License-Identifier: Apache-2.0
// Watching a child process, and ending it with its group.
#include "base/process.h"

#include "base/child.h"
#include "base/process_tree.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tare {

namespace {

constexpr uint64_t second_ns = 1000000000;
constexpr uint64_t kill_delay_ns = 2 * second_ns;
constexpr size_t capture_limit = size_t(256) << 20;
/// How often an exit is looked for on kernels (or sandboxes) without pidfd_open.
constexpr int poll_slice_ms = 5;

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
        const SignalReader *interruptions = nullptr)
      : child_(std::move(child)), captures_(std::move(captures)), interruptions_(interruptions) {
    if (timeout_s > 0)
      deadline_ns_ = child_.start_ns + static_cast<uint64_t>(timeout_s * 1e9);
  }

  /// Called while it runs; see runMeanwhile.
  void meanwhile(std::function<double()> call) { meanwhile_ = std::move(call); }

  Outcome wait() {
    while (!hasEnded(child_.pid)) {
      passOnInterruption();
      enforceDeadline();
      callMeanwhile();
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

  void callMeanwhile() {
    if (!meanwhile_ || ending_ || nowNs() < next_call_ns_)
      return;
    double seconds = meanwhile_();
    if (!(seconds > 0))
      end(SIGTERM);
    next_call_ns_ = nowNs() + static_cast<uint64_t>(seconds > 0 ? seconds * 1e9 : 0);
  }

  int waitMs() const {
    int limit = child_.exit_signal.fd() < 0 ? poll_slice_ms : 60000;
    if (deadline_ns_)
      limit = std::min(limit, msUntil(*deadline_ns_, limit));
    if (meanwhile_ && !ending_)
      limit = std::min(limit, msUntil(next_call_ns_, limit));
    return limit;
  }

  /// At most `limit`.
  static int msUntil(uint64_t time_ns, int limit) {
    uint64_t now = nowNs();
    uint64_t left_ms = time_ns > now ? (time_ns - now + 999999) / 1000000 : 0;
    return static_cast<int>(std::min<uint64_t>(left_ms, static_cast<uint64_t>(limit)));
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
  const SignalReader *interruptions_;
  std::optional<uint64_t> deadline_ns_;
  std::function<double()> meanwhile_; // none: nothing is called
  uint64_t next_call_ns_ = 0;
  std::vector<ProcessId> below_; // descendants to be ended, where no group holds them together
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

Result<Outcome> SystemProcessRunner::run(const Command &command) {
  return runMeanwhile(command, nullptr);
}

Result<Outcome> runMeanwhile(const Command &command, std::function<double()> meanwhile) {
  TARE_TRY(Streams streams, openStreams(command));
  SignalReader interruptions;
  TARE_TRY(Child child, startChild(command, streams, &interruptions));
  Watch watch(std::move(child), command.timeout_s, {}, &interruptions);
  watch.meanwhile(std::move(meanwhile));
  return watch.wait();
}

Result<Captured> runAndCapture(const Command &command) {
  TARE_TRY(Streams streams, openStreams(command));
  Capture output, error;
  bool piped =
      (streams.output.fd() >= 0 || openPipe(output, streams.output)) &&
      (streams.error.fd() >= 0 || streams.error_is_output || openPipe(error, streams.error));
  if (!piped)
    return Error{std::string("cannot make a pipe: ") + std::strerror(errno)};
  TARE_TRY(Child child, startChild(command, streams));
  streams = Streams(); // our copies of the child's ends, so that the pipes can end
  Captured captured;
  captured.outcome = Watch(std::move(child), command.timeout_s, {&output, &error}).wait();
  if (output.too_large || error.too_large)
    return Error{command.argv[0] + " wrote more than " + std::to_string(capture_limit >> 20) +
                 " MiB to its output"};
  captured.output = std::move(output.text);
  captured.error_output = std::move(error.text);
  return captured;
}

} // namespace tare
