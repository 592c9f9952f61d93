// SPDX-License-Identifier: Apache-2.0
// What is recorded of variables, and what `--redact` leaves of commands, paths and sentences.
#include "driver/results/redaction.h"

#include "base/files.h"
#include "base/system.h"
#include "base/text.h"
#include "catch.hpp"
#include "driver/results/known_variables.h"
#include "driver/results/schedule.h"
#include "driver/runs/machine.h"
#include "tests/doc_table.h"
#include "tests/scratch.h"

#include <cstdlib>

using namespace tare;
using Catch::Contains;
using tare::testing::Scratch;

TEST_CASE("variables that somebody documents are known, with their suffixes for devices") {
  for (const char *name :
       {"OMP_NUM_THREADS", "OMP_NUM_THREADS_DEV_12", "OMP_SCHEDULE_ALL", "OMP_SCHEDULE_DEV",
        "KMP_AFFINITY", "GOMP_SPINCOUNT", "OMP_WAIT_POLICY", "KMP_BLOCKTIME", "TARE_BUDGET"})
    CHECK(isKnownVariable(name));
  for (const char *name : {"OMP_TOKEN", "KMP_", "GOMP_PASSWORD", "OMP_NUM_THREADS_DEV_x", "TARE_X",
                           "OMP_NUM_THREADS2", "omp_num_threads", "HOME", "", "KMP_AFFINITY_DEV_0"})
    CHECK_FALSE(isKnownVariable(name));
}

TEST_CASE("every variable of docs/reference/environment.md is a known one") {
  std::vector<std::vector<std::string>> rows =
      test::docTable("reference/environment.md", "| variable |");
  REQUIRE(rows.size() > 10);
  for (const std::vector<std::string> &row : rows) {
    INFO(row.at(0));
    CHECK(isKnownVariable(row.at(0)));
  }
}

TEST_CASE("the value of a variable that nobody documents is not recorded") {
  ::setenv("OMP_PASSWORD", "hunter2", 1);
  ::setenv("TARE_NEWER", "hunter2", 1);
  ::setenv("TARE_ARCHIVE", "postgresql://u:hunter2@h/b", 1);
  ::setenv("OMP_PLACES", "cores", 1);
  ::setenv("SECRET", "hunter2", 1);
  std::map<std::string, std::string> recorded = openMPEnvironment();
  CHECK(recorded.at("OMP_PASSWORD") == "(value not recorded)");
  CHECK(recorded.at("TARE_NEWER") == "(value not recorded)");
  CHECK(recorded.at("TARE_ARCHIVE") == "(value not recorded)");
  CHECK(recorded.at("OMP_PLACES") == "cores");
  CHECK(recorded.count("SECRET") == 0);
  for (const char *name : {"OMP_PASSWORD", "TARE_NEWER", "TARE_ARCHIVE", "OMP_PLACES", "SECRET"})
    ::unsetenv(name);
}

TEST_CASE("a command keeps its programs, and how many arguments it has") {
  Redaction hidden;
  auto shown = [&](const char *command) { return hidden.command(command); };
  CHECK(shown("./p 1000 --key=hunter2 'a b'") == "./p [argument] [argument] [argument]");
  CHECK(shown("env OMP_PLACES=cores TOKEN=hunter2 ./p") ==
        "env OMP_PLACES=cores TOKEN=[value] ./p");
  CHECK(shown("TARE_ENABLE=0 ./p x") == "TARE_ENABLE=0 ./p [argument]");
  CHECK(shown("mpirun -n 2 -x TOKEN=hunter2 ./p {threads}") ==
        "mpirun [argument] [argument] [argument] TOKEN=[value] ./p [argument]");
  CHECK(shown("./p [argument] [argument]") == "./p [argument] [argument]");
  CHECK(shown("./p 'open") == "[argument]");
  CHECK(shown("") == "");
}

TEST_CASE("a compiler's command keeps everything but the values of macros") {
  Redaction hidden;
  auto shown = [&](const char *command) { return hidden.compile(command); };
  CHECK(shown("tare cc clang-19 -O2 -DKEY=hunter2 -D N=3 -DX -UX -Wp,-DY=4,-MD 'a b.c'") ==
        "tare cc clang-19 -O2 -DKEY=[value] -D N=[value] -DX -UX -Wp,-DY=[value],-MD a b.c");
  CHECK(shown("gcc '-DTEXT=\"a b\"' '-DF(x)=(x)' -x-D=1 x.c") ==
        "gcc -DTEXT=[value] -DF(x)=[value] -x-D=1 x.c");
  CHECK(shown("gcc -DKEY=[value] x.c") == "gcc -DKEY=[value] x.c");
}

TEST_CASE("names of users and hosts go from paths, and from nothing else") {
  std::string host = hostName();
  Redaction hidden("far.example.org");
  CHECK(hidden.text("/home/alice/p/x.c:3") == "/home/[user]/p/x.c:3");
  CHECK(hidden.text("\"/Users/bob/x\",\"alice\"") == "\"/Users/[user]/x\",\"alice\"");
  CHECK(hidden.text("/scratch/far/x /scratch/far.example.org") ==
        "/scratch/[host]/x /scratch/[host]");
  CHECK(hidden.text("far and near") == "far and near");
  CHECK(hidden.text("x/tare-p-20260101T000000Z-far.example.org-82/runs/1") ==
        "x/tare-p-20260101T000000Z-[host]-82/runs/1");
  CHECK(hidden.text("tare-p-20260101T000000Z-far-82/x") == "tare-p-20260101T000000Z-[host]-82/x");
  CHECK(hidden.text("/home/[user]/x") == "/home/[user]/x");
  CHECK(hidden.text("src/main.c#f#parallel#0") == "src/main.c#f#parallel#0");
  CHECK(hidden.text("built by gcc -DKEY=hunter2 -c x.c") == "built by gcc -DKEY=[value] -c x.c");
  CHECK(hidden.text("/a/" + host + "/b") == "/a/[host]/b");
}

TEST_CASE("a sentence that quotes a command is redacted like it") {
  Redaction hidden;
  hidden.command(std::string("./p hunter2 7 --key=hunter3"));
  CHECK(hidden.sentence("program (./p hunter2 7 --key=hunter3) took 7 ms, not hunter22; hunter3") ==
        "program (./p [argument] 7 [argument]) took 7 ms, not hunter22; [argument]");
}

TEST_CASE("a manifest that says so is written without what is to be hidden, and read again") {
  Manifest manifest;
  manifest.program = "p";
  manifest.reference = "serial";
  manifest.redacted = true;
  manifest.command_line = {"tare",     "overheads",        "--source", "/home/alice/x.c",
                           "--cflags", "-O2 -DKEY=hunter2"};
  manifest.commands = {{role::serial, "build/serial hunter3"}};
  manifest.compile = {{role::serial, "gcc -DKEY=hunter2 /home/alice/x.c"}};
  manifest.environment = {{"OMP_TOOL_LIBRARIES", "/home/alice/t.so"}};
  manifest.threads = {2};
  manifest.repeat = 1;
  manifest.source_root = manifest.started_in = "/home/alice";
  manifest.machine = {"far.example.org", "fast", "rdtsc", "", 2, 0, {}, 1e9, 0.0004};
  RunRecord run;
  run.number = 1;
  run.role = role::serial;
  run.threads = 1;
  run.argv = {"/home/alice/p", "hunter3"};
  run.accepted = "yes";
  manifest.runs = manifest.pilots = {run};
  manifest.warnings = {"serial program (build/serial hunter3) is slow on /home/alice"};

  Scratch folder;
  REQUIRE(writeManifest(folder.path(), manifest).ok());
  std::string text = readFile(folder.path() + "/manifest.json").value();
  for (const char *secret : {"hunter", "alice", "far.example.org"})
    CHECK_THAT(text, !Contains(secret));
  Result<Manifest> read = readManifest(folder.path());
  REQUIRE(read.ok());
  CHECK(read.value().redacted);
  CHECK(read.value().runs.at(0).argv == std::vector<std::string>{"/home/[user]/p", "[argument]"});
  CHECK(read.value().commands.at(role::serial) == "build/serial [argument]");
  CHECK(read.value().machine.host == "[host]");
  CHECK(read.value().command_line.at(5) == "-O2 -DKEY=[value]");
  REQUIRE(writeManifest(folder.path(), read.value()).ok()); // once more changes nothing
  CHECK(readFile(folder.path() + "/manifest.json").value() == text);

  manifest.redacted = false;
  REQUIRE(writeManifest(folder.path(), manifest).ok());
  CHECK_THAT(readFile(folder.path() + "/manifest.json").value(), Contains("hunter3"));
}
