// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"

#include "base/files.h"
#include "instrumenter/wrapper/compiler_process.h"

#include <csignal>
#include <unistd.h>

using namespace tare;

namespace {

Result<Outcome> shell(const std::string &script, const std::string &out = "") {
  Command command;
  command.argv = {"sh", "-c", script};
  command.standard_output = out;
  CompilerRunner runner;
  return runner.run(command);
}

} // namespace

TEST_CASE("a compiler's status and signal come back") {
  CHECK(shell("exit 0").value().exit_status == 0);
  CHECK(shell("exit 7").value().exit_status == 7);
  Outcome killed = shell("kill -9 $$").value();
  CHECK(killed.signal == SIGKILL);
  CHECK(killed.exit_status == 128 + SIGKILL);
}

TEST_CASE("a compiler that cannot be started is an error") {
  Command command;
  command.argv = {"/no/such/compiler"};
  CompilerRunner runner;
  CHECK_FALSE(runner.run(command).ok());
}

TEST_CASE("output goes to a file, and the child is in our process group") {
  std::string folder = makeTemporaryFolder("tare-test-").value();
  REQUIRE(shell("ps -o pgid= -p $$ | tr -d ' '", folder + "/out").ok());
  CHECK(readFile(folder + "/out").value() == std::to_string(getpgrp()) + "\n");
  removeTree(folder);
}

TEST_CASE("a signal for us goes to the compiler, and we live on") {
  Outcome outcome = shell("kill -TERM $PPID; sleep 20").value();
  CHECK(outcome.signal == SIGTERM);
}

TEST_CASE("a step reads the file that it is given, and tells a Tare further down to stay out") {
  std::string folder = makeTemporaryFolder("tare-test-").value();
  REQUIRE(writeFileAtomic(folder + "/in", "text").ok());
  Command command;
  command.argv = {"sh", "-c", "cat; echo $TARE_WRAPPER"};
  command.standard_input = folder + "/in";
  command.standard_output = folder + "/out";
  CompilerRunner runner;
  REQUIRE(runner.run(command).ok());
  CHECK(readFile(folder + "/out").value() == "textoff\n");
  removeTree(folder);
}

TEST_CASE("a step with a time limit is ended, and says that it was") {
  Command command;
  command.argv = {"sleep", "60"};
  command.timeout_s = 1;
  CompilerRunner runner;
  Outcome outcome = runner.run(command).value();
  CHECK(outcome.timed_out);
  CHECK(outcome.exit_status != 0);
}

TEST_CASE("a caller that ignores its children's ends still gets their status") {
  signal(SIGCHLD, SIG_IGN);
  CHECK(shell("exit 3").value().exit_status == 3);
}
