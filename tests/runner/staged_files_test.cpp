// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/staged_files.h"

#include "analyzer/profile/profile.h"
#include "analyzer/profile/staged.h"
#include "base/files.h"
#include "base/system.h"
#include "tests/catch.hpp"
#include "tests/scratch.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace tare;

namespace {

struct Run : tare::testing::Scratch {
  std::string folder = path(), local = folder + "/tare-staged-7-1", results = folder + "/r";
  std::string staged = local + "/profile.tare", place = results + "/tare-pi-1/profile.tare";

  Run() {
    CHECK(makeFolder(local).ok());
    CHECK(makeFolder(results + "/tare-pi-1").ok());
    write(staged, std::string(5000, 'x'));
    CHECK(::symlink(place.c_str(), (local + "/place").c_str()) == 0);
    leaveNote(hostName());
  }
  void write(const std::string &file, const std::string &text) {
    CHECK(writeFileAtomic(file, text).ok());
  }
  void leaveNote(const std::string &host) {
    write(place, "tare-staged 1\n" + host + "\n" + staged + "\n");
  }
};

} // namespace

TEST_CASE("what a killed process staged is brought to its place, and nothing local is left") {
  Run run;
  run.write(run.results + "/tare-pi-1/incoming.profile.tare.7", "xx"); // killed in its copying
  CHECK(placeOfStaged(run.staged) == run.place);
  CHECK(bringStagedFiles(run.results).empty());
  CHECK(readFile(run.place).value() == std::string(5000, 'x'));
  CHECK_FALSE(isFolder(run.local));
  CHECK(listFolder(run.results + "/tare-pi-1") == std::vector<std::string>{"profile.tare"});
}

TEST_CASE("holes of a staged file stay holes, and its length stays") {
  Run run;
  REQUIRE(::truncate(run.staged.c_str(), off_t(1) << 30) == 0);
  CHECK(bringStagedFiles(run.results).empty());
  struct stat about = {};
  REQUIRE(::stat(run.place.c_str(), &about) == 0);
  CHECK(about.st_size == off_t(1) << 30);
  CHECK(about.st_blocks * 512 < 1 << 20);
}

TEST_CASE("message files are brought, too") {
  Run run;
  run.place = run.results + "/messages.7";
  run.leaveNote(hostName());
  CHECK(::unlink((run.results + "/tare-pi-1/profile.tare").c_str()) == 0);
  CHECK(bringStagedFiles(run.results).empty());
  CHECK(readFile(run.place).value().size() == 5000);
}

TEST_CASE("of another host it is said where the data are") {
  Run run;
  run.leaveNote("elsewhere");
  std::vector<std::string> warnings = bringStagedFiles(run.results);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].find("elsewhere in " + run.staged) != std::string::npos);
  CHECK(fileExists(run.staged));
  Result<Profile> read = readProfile(run.place);
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().next == "run `cp " + run.staged + " " + run.place + "` on that host");
}

TEST_CASE("a staged file that is gone is told, and its note stays") {
  Run run;
  CHECK(::unlink(run.staged.c_str()) == 0);
  std::vector<std::string> warnings = bringStagedFiles(run.results);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].find("No such file or directory") != std::string::npos);
  CHECK(stagedFileAt(run.place));
}

TEST_CASE("what is no whole note is none") {
  Run run;
  for (const char *text :
       {"", "tare-staged 1\n", "tare-staged 1\nhost\n", "tare-staged 1\nhost\n/tmp/x",
        "tare-staged 1\nhost\nrelative\n", "tare-staged 2\nhost\n/tmp/x\n"}) {
    run.write(run.place, text);
    CHECK_FALSE(stagedFileAt(run.place));
    CHECK(bringStagedFiles(run.results).empty());
  }
}

TEST_CASE("no link is followed to what a staged file is to be") {
  Run run;
  run.write(run.folder + "/secret", "secret");
  CHECK(::unlink(run.staged.c_str()) == 0);
  CHECK(::symlink((run.folder + "/secret").c_str(), run.staged.c_str()) == 0);
  CHECK(bringStagedFiles(run.results).size() == 1);
  CHECK(stagedFileAt(run.place));
}
