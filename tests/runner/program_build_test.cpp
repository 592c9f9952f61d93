// SPDX-License-Identifier: Apache-2.0
// Which build a program is: this test itself, and sources in repositories of every kind.
#include "base/files.h"
#include "base/temporary_folder.h"
#include "catch.hpp"
#include "driver/runs/program_build.h"

using namespace tare;

namespace {

/// Answers as git would.
class FakeGit : public ProcessRunner {
public:
  FakeGit(std::string commit, std::string changed, int status = 0)
      : commit_(std::move(commit)), changed_(std::move(changed)), status_(status) {}
  Result<Outcome> run(const Command &command) override {
    bool asks_commit = command.argv[command.argv.size() - 2] == "rev-parse";
    REQUIRE(writeFileAtomic(command.standard_output, asks_commit ? commit_ : changed_, 0600).ok());
    Outcome outcome;
    outcome.exit_status = status_;
    return outcome;
  }

private:
  std::string commit_, changed_;
  int status_;
};

const std::string commit(40, 'a');

} // namespace

TEST_CASE("a program says what compiled it, and which one it is") {
  FakeGit git("", "", 128);
  ProgramBuild build = buildOfProgram("/proc/self/exe", "/", git);
  CHECK((build.compiler.find("GCC") != std::string::npos ||
         build.compiler.find("clang") != std::string::npos));
  CHECK(build.build_id.find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(build.commit.empty());
}

TEST_CASE("the commit of the source, and whether it was changed") {
  FakeGit clean(commit + "\n", ""), changed(commit + "\n", " M a.c\n"), strange("HEAD\n", "");
  CHECK(buildOfProgram("", "/", clean).commit == commit);
  CHECK_FALSE(buildOfProgram("", "/", clean).is_changed);
  CHECK(buildOfProgram("", "/", changed).is_changed);
  CHECK(buildOfProgram("", "/", strange).commit.empty());
}

TEST_CASE("what is no program has no build") {
  FakeGit git(commit, "", 128);
  CHECK(buildOfProgram("/dev/null", "/", git) == ProgramBuild());
  CHECK(buildOfProgram("/nowhere", "/", git) == ProgramBuild());
}
