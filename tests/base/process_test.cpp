// SPDX-License-Identifier: Apache-2.0
// base/process: statuses, redirection, environment, time limits that reach the whole group.
#include "base/files.h"
#include "base/interruptions.h"
#include "base/process.h"
#include "base/text.h"
#include "catch.hpp"
#include "scratch.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace tare;
using tare::testing::Scratch;

namespace {

Command shell(const std::string &script) {
  Command command;
  command.argv = {"sh", "-c", script};
  return command;
}

/// Gone, or a zombie that init has not collected yet (field 3 of /proc/PID/stat). A signal takes
/// effect when the kernel pleases: looks again for a while before it says no.
bool isGone(const std::string &pid) {
  for (int look = 0; look < 60000; ++look, ::usleep(1000)) {
    Result<std::string> stat = readFile("/proc/" + pid + "/stat");
    if (!stat.ok() || stat.value().find(") Z ") != std::string::npos)
      return true;
  }
  return false;
}

/// What it wrote is not empty: on a busy machine a shell may need some time for its first word.
Captured endedByTimeLimit(Command command) {
  Captured captured;
  for (command.timeout_s = 0.2; captured.output.empty(); command.timeout_s *= 2)
    captured = runAndCapture(command).value();
  CHECK(captured.outcome.timed_out);
  return captured;
}

} // namespace

TEST_CASE("a process's status and signal are told apart") {
  SystemProcessRunner runner;
  CHECK(runner.run(shell("exit 0")).value().exit_status == 0);
  CHECK(runner.run(shell("exit 7")).value().exit_status == 7);
  Outcome killed = runner.run(shell("kill -SEGV $$")).value();
  CHECK(killed.signal == SIGSEGV);
  CHECK(killed.exit_status == 128 + SIGSEGV);
  CHECK_FALSE(killed.timed_out);
}

TEST_CASE("a program that cannot start is an error") {
  SystemProcessRunner runner;
  Command command;
  CHECK_FALSE(runner.run(command).ok());
  command.argv = {"no-such-program-of-tare"};
  Result<Outcome> outcome = runner.run(command);
  REQUIRE_FALSE(outcome.ok());
  CHECK(outcome.error().text() ==
        "cannot start no-such-program-of-tare: No such file or directory");
  command = shell("exit 0");
  command.working_folder = "/no/such/folder";
  CHECK_FALSE(runner.run(command).ok());
  command = shell("exit 0");
  command.standard_input = "/no/such/input";
  CHECK_FALSE(runner.run(command).ok());
}

TEST_CASE("streams go where the command says") {
  Scratch scratch;
  REQUIRE(writeFileAtomic(scratch.path() + "/in", "given").ok());
  Command command = shell("cat; echo bad >&2; pwd");
  command.standard_input = scratch.path() + "/in";
  command.standard_output = scratch.path() + "/out";
  command.standard_error = scratch.path() + "/err";
  command.working_folder = scratch.path();
  REQUIRE(SystemProcessRunner().run(command).ok());
  CHECK(readFile(scratch.path() + "/out").value() == "given" + realPath(scratch.path()) + "\n");
  CHECK(readFile(scratch.path() + "/err").value() == "bad\n");
}

TEST_CASE("one file for both streams keeps both texts") {
  Scratch scratch;
  Command command = shell("echo one; echo two >&2; echo three");
  command.standard_output = command.standard_error = scratch.path() + "/both";
  REQUIRE(SystemProcessRunner().run(command).ok());
  CHECK(readFile(scratch.path() + "/both").value() == "one\ntwo\nthree\n");
}

TEST_CASE("the environment is merged and unset") {
  ::setenv("TARE_TEST_KEPT", "kept", 1);
  ::setenv("TARE_TEST_GONE", "gone", 1);
  ::setenv("TARE_TEST_OLD", "old", 1);
  Command command = shell("echo $TARE_TEST_KEPT-$TARE_TEST_GONE-$TARE_TEST_OLD-$TARE_TEST_NEW");
  command.unset = {"TARE_TEST_GONE"};
  command.environment = {{"TARE_TEST_OLD", "new value"}, {"TARE_TEST_NEW", ""}};
  CHECK(runAndCapture(command).value().output == "kept--new value-\n");
  CHECK(std::string(std::getenv("TARE_TEST_GONE")) == "gone");
}

TEST_CASE("large output on both streams does not block") {
  Captured captured =
      runAndCapture(shell("head -c 3000000 /dev/zero >&2; head -c 2000000 /dev/zero; exit 3"))
          .value();
  CHECK(captured.output.size() == 2000000);
  CHECK(captured.error_output.size() == 3000000);
  CHECK(captured.outcome.exit_status == 3);
}

TEST_CASE("a daemon that keeps the pipe open does not hold up its starter's end") {
  Captured captured = runAndCapture(shell("echo started; sleep 300 & echo $!")).value();
  REQUIRE(startsWith(captured.output, "started\n"));
  pid_t daemon = std::atoi(captured.output.c_str() + 8);
  REQUIRE(daemon > 1);
  CHECK(::kill(daemon, SIGKILL) == 0); // still there: nobody waited for it, nobody ended it
}

TEST_CASE("a time limit ends the whole group") {
  // With no terminal as input, as in every automatic run; see startChild.
  Command command = shell("sleep 300 & echo $!; wait");
  command.standard_input = "/dev/null";
  Captured captured = endedByTimeLimit(command);
  CHECK(captured.outcome.signal == SIGTERM);
  CHECK(isGone(std::string(trimText(captured.output))));
}

TEST_CASE("a time limit ends what a script has started beside a terminal, too") {
  int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), before = ::dup(0);
  REQUIRE((terminal >= 0 && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0));
  int input = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
  REQUIRE(::dup2(input, 0) == 0);
  Captured captured = endedByTimeLimit(shell("sleep 300 & echo $!; wait"));
  ::dup2(before, 0);
  for (int fd : {terminal, input, before})
    ::close(fd);
  CHECK(isGone(std::string(trimText(captured.output))));
}

TEST_CASE("a process that ignores SIGTERM is killed") {
  Command command = shell("trap '' TERM; echo ready; while :; do sleep 1; done");
  command.standard_input = "/dev/null";
  CHECK(endedByTimeLimit(command).outcome.signal == SIGKILL);
}

TEST_CASE("an interruption reaches the child's group, and the caller lives on to say so") {
  Command command = shell("kill -INT $PPID; sleep 300 & wait");
  command.standard_input = "/dev/null";
  Outcome outcome = SystemProcessRunner().run(command).value();
  CHECK(outcome.interrupted == SIGINT);
  CHECK_FALSE(outcome.timed_out);
  CHECK(outcome.exit_status != 0);
  command = shell("exit 0");
  CHECK(SystemProcessRunner().run(command).value().interrupted == 0);
}

TEST_CASE("an interruption between two processes ends the next one, and after the last none") {
  Command command = shell("sleep 300");
  command.standard_input = "/dev/null";
  {
    HeldInterruptions held;
    ::kill(::getpid(), SIGINT);
    {
      HeldInterruptions inner;
    } // does not forget what came before it
    CHECK(SystemProcessRunner().run(command).value().interrupted == SIGINT);
    // The child's own signals are as they were: it can be ended.
    CHECK(SystemProcessRunner().run(shell("kill -TERM $$; exit 0")).value().signal == SIGTERM);
    ::kill(::getpid(), SIGTERM);
  }
  CHECK(SystemProcessRunner().run(shell("exit 0")).value().interrupted == 0);
}

TEST_CASE("a signal that is ignored, as by nohup, is no interruption") {
  auto before = ::signal(SIGHUP, SIG_IGN);
  Outcome outcome = SystemProcessRunner().run(shell("kill -HUP $PPID; exit 0")).value();
  ::signal(SIGHUP, before);
  CHECK(outcome.interrupted == 0);
  CHECK(outcome.exit_status == 0);
}

TEST_CASE("a child starts with signals as its parent had them") {
  Command command = shell("kill -TERM $$; exit 0");
  CHECK(SystemProcessRunner().run(command).value().signal == SIGTERM);
}

TEST_CASE("times cover the process tree") {
  Outcome outcome =
      SystemProcessRunner().run(shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done")).value();
  CHECK(outcome.stop_ns > outcome.start_ns);
  CHECK(outcome.wall_s > 0);
  CHECK(outcome.user_s + outcome.system_s > 0);
}

TEST_CASE("broken pipes are errors for us, and what they were for children") {
  auto before = ::signal(SIGPIPE, SIG_DFL);
  ignoreBrokenPipes();
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ::close(ends[0]);
  CHECK(::write(ends[1], "x", 1) == -1);
  ::close(ends[1]);
  CHECK(SystemProcessRunner().run(shell("kill -PIPE $$; exit 0")).value().signal == SIGPIPE);
  ::signal(SIGPIPE, before);
}

TEST_CASE("a process is told of while it runs, and ended when that is wanted") {
  int calls = 0;
  Outcome outcome = runMeanwhile(shell("while :; do sleep 1; done"), [&] { return ++calls < 3 ? 0.001 : 0; }).value();
  CHECK(calls == 3);
  CHECK(outcome.signal == SIGTERM);
  CHECK(outcome.interrupted == 0);
  calls = 0;
  outcome = runMeanwhile(shell("exit 3"), [&] { return ++calls, 1000; }).value();
  CHECK(outcome.exit_status == 3);
  CHECK(calls <= 1);
}
