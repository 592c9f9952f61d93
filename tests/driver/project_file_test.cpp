// SPDX-License-Identifier: Apache-2.0
#include "driver/options/project_file.h"

#include "base/files.h"
#include "base/text.h"
#include "catch.hpp"
#include "scratch.h"

using namespace tare;
using Catch::Contains;
using Catch::EndsWith;
using tare::testing::Scratch;
using Words = std::vector<std::string>;

namespace {

constexpr const char *whole = R"(# for laptops and CI
[measure]
threads = [1, 2, 4]
repeat = 5
arguments = ["1100", 7]
check-tolerance = 1e-6
budget = "2%"
null = true
redact = false
param = { n = 1100, mode = "fast" }

[diff]
fail-on = ["any > 5%", "total > 3%"]
)";

struct Project {
  Scratch folder;
  void write(const std::string &name, const std::string &text) const {
    REQUIRE(makeFolder(folderOf(folder.path() + "/" + name)).ok());
    REQUIRE(writeFileAtomic(folder.path() + "/" + name, text).ok());
  }
  std::string wrong(const std::string &text) const {
    write("tare.toml", text);
    Result<ProjectFile> file = projectFileOf(folder.path());
    REQUIRE_FALSE(file.ok());
    return file.error().text();
  }
};

Words argvOf(const Project &project, Words argv, const std::string &folder = "") {
  argv.insert(argv.begin(), "tare");
  Result<ProjectWords> words = withProjectFile(argv, project.folder.path() + folder);
  REQUIRE(words.ok());
  return words.value().argv;
}

} // namespace

TEST_CASE("a project's file adds what the command line does not say") {
  Project project;
  project.write("tare.toml", whole);
  CHECK(argvOf(project, {"overheads", "--source", "x.c"}) ==
        Words{"tare", "overheads", "--source", "x.c", "--budget=2%", "--check-tolerance=1e-06",
              "--null", "--param=mode=fast", "--param=n=1100", "--repeat=5", "--threads=1,2,4",
              "--", "1100", "7"});
  CHECK(argvOf(project, {"overheads", "--source=x.c", "--threads=3", "--quick", "--no-compare",
                         "--budget", "1%", "--null", "--param", "n=2", "--", "9"}) ==
        Words{"tare", "overheads", "--source=x.c", "--threads=3", "--quick", "--no-compare",
              "--budget", "1%", "--null", "--param", "n=2", "--", "9"});
  CHECK(argvOf(project, {"diff", "a", "b"}) ==
        Words{"tare", "diff", "a", "b", "--fail-on=any > 5%", "--fail-on=total > 3%"});
  CHECK(argvOf(project, {"run", "--parallel", "./p", "--null", "--repeat", "2"}).back() ==
        "--threads=1,2,4");
  for (const Words &other : {Words{"report"}, Words{"overheads", "--help"}, Words{"diff", "-h"}})
    CHECK(argvOf(project, other).size() == other.size() + 1);
}

TEST_CASE("the file is looked for up to the folder that holds .git, and no further") {
  Project project;
  project.write("tare.toml", "[measure]\nrepeat = 9\n");
  project.write("clone/.git/HEAD", "");
  project.write("clone/src/x.c", "");
  CHECK(argvOf(project, {"overheads"}, "/clone/src") == Words{"tare", "overheads"});
  project.write("clone/tare.toml", "[measure]\nrepeat = 7\n");
  CHECK(argvOf(project, {"overheads"}, "/clone/src").back() == "--repeat=7");
  Project bare; // without .git of this folder alone
  bare.write("tare.toml", "[measure]\nrepeat = 9\n");
  bare.write("src/x.c", "");
  CHECK(argvOf(bare, {"overheads"}, "/src") == Words{"tare", "overheads"});
}

TEST_CASE("a project's file runs, reads and writes nothing") {
  Project project;
  for (const char *key : {"parallel", "serial", "source", "compiler", "cflags", "ldflags", "output",
                          "archive", "json", "resume"}) {
    std::string text = project.wrong("[measure]\n\n" + std::string(key) + " = \"x\"\n");
    CHECK_THAT(text, Contains("tare.toml:3") && Contains("says what is run or written"));
  }
  CHECK_THAT(project.wrong("[diff]\nrerun = \"make\"\n"), Contains("tare.toml:2"));
}

TEST_CASE("what a project's file should not hold is told with its line") {
  Project project;
  CHECK_THAT(project.wrong("[measure]\nthraeds = [1]\n"),
             Contains("tare.toml:2") && Contains("did you mean 'threads'?"));
  CHECK_THAT(project.wrong("[measure]\nevents = true\n"), Contains("tare.toml:2") &&
                                                              Contains("an option, but no key") &&
                                                              Contains("budget, check, "));
  CHECK_THAT(project.wrong("[diff]\nmin-effect = 1\nfail-on = [\"tiem > 3%\"]\n"),
             Contains("tare.toml:3") && Contains("or any, time, total"));
  CHECK_THAT(project.wrong("[mesure]\n"), Contains("[measure] and [diff]"));
  CHECK_THAT(project.wrong("threads = 1\n"), Contains("no table"));
  CHECK_THAT(project.wrong("[measure]\nrepeat = [1, 2]\n"), Contains("one text or number"));
  CHECK_THAT(project.wrong("[measure]\nthreads = [[1]]\n"), Contains("list of texts or numbers"));
  CHECK_THAT(project.wrong("[measure]\nnull = 1\n"), Contains("true or false"));
  CHECK_THAT(project.wrong("[measure]\nrepeat = nan\n"), Contains("one text or number"));
  CHECK_THAT(project.wrong("[measure]\nparam = { n = [1] }\n"), Contains("a parameter"));
  CHECK_THAT(project.wrong("[measure\nthreads = 1\n"), Contains("tare.toml:1"));
}

TEST_CASE("a wrong value is told with the line of the file that it stands in") {
  Project project;
  project.write("tare.toml", "[measure]\nnull = true\n\nrepeat = \"five\"\ncheck-ignore = \"x\"\n");
  Result<ProjectWords> words =
      withProjectFile({"tare", "overheads", "--source", "x.c"}, project.folder.path());
  REQUIRE(words.ok());
  CHECK_THAT(placeOfOption(words.value(), "tare overheads: --repeat: Value five not in range"),
             EndsWith("/tare.toml:4"));
  CHECK(placeOfOption(words.value(), "tare overheads: --threads: no") == ""); // of the command line
  CHECK(placeOfOption(words.value(), "--check is wrong, --null-runs too") == "");
  CHECK_THAT(placeOfOption(words.value(), "--repeat does not go with --null"),
             EndsWith("/tare.toml:4"));
}

TEST_CASE("the least effect of gates needs a gate") {
  Project project;
  project.write("tare.toml", "[diff]\nmin-effect = 2\n");
  CHECK(argvOf(project, {"diff", "a", "b"}).size() == 4);
  CHECK(argvOf(project, {"diff", "a", "b", "--fail-on", "any > 5%"}).back() == "--min-effect=2");
}

TEST_CASE("the file is switched off by a word that says so, and by no other") {
  for (const char *off : {"off", "OFF", "no", "False", "0"})
    CHECK(isProjectFileOff(off).value());
  for (const char *on : {"", "on", "Yes", "true", "1"})
    CHECK_FALSE(isProjectFileOff(on).value());
  CHECK_THAT(isProjectFileOff("./tare.toml").error().text(), Contains("neither on nor off"));
}
