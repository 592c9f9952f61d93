// SPDX-License-Identifier: Apache-2.0
#include "tests/wrapper/session.h"

#include <cstdlib>
#include <sys/stat.h>

using namespace tare;

namespace {

const char *const compile = "gcc -fopenmp -c x.c";

} // namespace

TEST_CASE("a unit with a directive takes three steps") {
  Session session;
  WrapOutcome outcome = session.wrap(compile);
  CHECK(outcome.replace_by.empty());
  CHECK(outcome.status == 0);
  CHECK(session.steps() == "preprocess instrument compile");
  CHECK(session.said.empty());
}

TEST_CASE("a unit without a directive becomes the original command") {
  Session session;
  session.processes.text = "int component;";
  CHECK(session.wrap(compile).replace_by == Words{"gcc", "-fopenmp", "-c", "x.c"});
  CHECK(session.steps() == "preprocess");
}

TEST_CASE("the unit with main is instrumented without a directive, but for a serial program") {
  std::string folder = makeTemporaryFolder("tare-test-").value();
  REQUIRE(writeFileAtomic(folder + "/x.c", "int main(void) { return 0; }\n").ok());
  Session session;
  session.processes.text = "int main(void) { return 0; }\n";
  CHECK(session.wrap("gcc -fopenmp -c " + folder + "/x.c").status == 0);
  CHECK(session.steps() == "preprocess instrument compile");
  session.processes.steps.clear();
  CompileCommand serial = parseCompileCommand({"gcc", "-c", folder + "/x.c"});
  serial.serial_program = true;
  CHECK(session.wrap(serial).replace_by.size() == 3);
  CHECK(session.steps().empty());
  removeTree(folder);
}

TEST_CASE("a unit whose files have no OpenMP is passed on without a process") {
  std::string folder = makeTemporaryFolder("tare-test-").value();
  REQUIRE(writeFileAtomic(folder + "/x.c", "#include \"x.h\"\nint x;\n").ok());
  REQUIRE(writeFileAtomic(folder + "/x.h", "int y;\n").ok());
  Session session;
  CHECK(session.wrap("gcc -fopenmp -c " + folder + "/x.c").replace_by.size() == 4);
  CHECK(session.steps().empty());
  REQUIRE(writeFileAtomic(folder + "/x.h", "#pragma omp parallel\n").ok());
  CHECK(session.wrap("gcc -fopenmp -c " + folder + "/x.c").status == 0);
  CHECK(session.steps() == "preprocess instrument compile");
  removeTree(folder);
}

TEST_CASE("with options of modules a unit is left alone where it imports, which is said") {
  std::string folder = makeTemporaryFolder("tare-test-").value();
  std::string gcc = "g++ -fopenmp -fmodules-ts -fmodule-mapper=m -c " + folder + "/x.cpp";
  auto write = [&](const std::string &text) {
    REQUIRE(writeFileAtomic(folder + "/x.cpp", text).ok());
  };
  Session session;
  write("int x;\n#pragma omp parallel\n");
  CHECK(session.wrap(gcc).status == 0);
  CHECK(session.steps().find("preprocess instrument") == 0);
  CHECK(session.said.empty());
  session.processes.steps.clear();
  write("import m;\n");
  CHECK(session.wrap(gcc).replace_by.size() == 6);
  CHECK(session.said.empty()); // it has nothing to measure
  write("import m;\n#pragma omp parallel\n");
  CHECK(session.wrap(gcc).status == 0);
  CHECK(session.steps() == "original");
  CHECK(session.said == folder + "/x.cpp: not measured: it imports modules, or is one\n");
  session.said.clear();
  session.processes.fails = {"original"};
  CHECK(session.wrap(gcc).status == 1);
  CHECK(session.said.empty()); // the compiler says enough
  session.processes.fails.clear();
  write("#pragma omp parallel\n");
  CHECK(session.wrap("clang++ -fopenmp -fmodules -c " + folder + "/x.cpp").status == 0);
  CHECK(session.said.find("not measured") != std::string::npos);
  session.said.clear();
  write("export module x;\n#pragma omp parallel\n"); // without an option
  CHECK(session.wrap("clang++ -fopenmp -std=c++20 -c " + folder + "/x.cpp").status == 0);
  CHECK(session.said.find("it imports modules, or is one") != std::string::npos);
  removeTree(folder);
}

TEST_CASE("a unit whose header imports modules is left alone, too") {
  Session session;
  session.processes.text = "import  m;\n#pragma omp parallel\n";
  CHECK(session.wrap("g++ -fopenmp -fmodules-ts -c x.cpp").status == 0);
  CHECK(session.said.find("x.cpp: not measured: it imports modules") == 0);
  session.said.clear();
  CHECK(session.wrap("g++ -fopenmp -c x.cpp").status == 0); // a type by this name
  CHECK(session.said.empty());
}

TEST_CASE("a FIFO is left to the compiler, unread, and that is said") {
  std::string folder = makeTemporaryFolder("tare-test-").value();
  std::string fifo = folder + "/x.c";
  REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
  Session session;
  CHECK(session.wrap("gcc -fopenmp -c " + fifo).replace_by.size() == 4);
  CHECK(session.wrap("gcc -fopenmp -include " + fifo + " -c x.c").replace_by.size() == 6);
  CHECK(session.steps().empty());
  CHECK(session.said.find(fifo + ": not measured") == 0);
  removeTree(folder);
}

TEST_CASE("standard input is read once and given to every step") {
  Session session;
  session.standard_input = "#pragma omp parallel\n";
  CHECK(session.wrap("gcc -fopenmp -x c -c -").status == 0);
  CHECK(session.steps() == "preprocess instrument compile");
  session.processes.text = "int x;";
  session.processes.steps.clear();
  CHECK(session.wrap("gcc -fopenmp -x c -c -").replace_by.empty());
  CHECK(session.steps() == "preprocess original");
}

TEST_CASE("preprocessed text is not preprocessed, and ours is not instrumented again") {
  std::string folder = makeTemporaryFolder("tare-test-").value();
  REQUIRE(writeFileAtomic(folder + "/x.i", "# 1 \"x.c\"\n#pragma omp parallel\n").ok());
  Session session;
  CHECK(session.wrap("gcc -fopenmp -c " + folder + "/x.i").status == 0);
  CHECK(session.steps() == "instrument compile");
  REQUIRE(writeFileAtomic(folder + "/x.i", "\n# 1 \"<tare>\" 3\n#pragma omp parallel\n").ok());
  CHECK(session.wrap("gcc -fopenmp -c " + folder + "/x.i").replace_by.size() == 4);
  removeTree(folder);
}

TEST_CASE("a unit of the serial program without a twin is compiled as it is, in silence") {
  CompileCommand command = parseCompileCommand({"gcc", "-c", "x.c"});
  command.serial_program = true;
  command.parallel = "p";
  Session session;
  session.processes.text = "int no_directive;";
  CHECK(session.wrap(command).status == 0);
  CHECK(session.steps() == "preprocess instrument compile");
  session.processes.steps.clear();
  session.processes.fails = {"instrument"};
  session.processes.failure = 3;
  CHECK(session.wrap(command).status == 0);
  CHECK(session.steps() == "preprocess instrument original");
  CHECK(session.said.empty());
}

TEST_CASE("a unit with directives that count is not one of the serial program, and is named") {
  CompileCommand command = parseCompileCommand({"gcc", "-fopenmp", "-c", "x.c"});
  command.serial_program = true;
  command.parallel = "p";
  Session session;
  CHECK(session.wrap(command).status == 0);
  CHECK(session.steps() == "preprocess original fallback compile");
  CHECK(session.said == "x.c: not measured: it has OpenMP and is compiled with it, and so is not "
                        "the serial program\n");
  Session without;
  without.processes.text = "int no_directive;";
  CHECK(without.wrap(command).status == 0);
  CHECK(without.steps() == "preprocess instrument compile");
  CHECK(without.said.empty());
}

TEST_CASE("a plan that cannot be read: the original is compiled, and the unit is named") {
  CompileCommand command = parseCompileCommand({"gcc", "-fopenmp", "-c", "x.c"});
  command.plan = "/no/such/plan";
  Session session;
  session.processes.fails = {"instrument"};
  CHECK(session.wrap(command).status == 0);
  CHECK(session.steps() == "preprocess instrument original fallback compile");
  CHECK_THAT(session.said, Catch::Contains("x.c: not measured: instrument went wrong"));
  for (const std::string &step : session.processes.commands)
    if (step.find("--fallback") != std::string::npos)
      CHECK(step.find("--plan") == std::string::npos);
}

TEST_CASE("a unit without OpenMP does not ask for the plan") {
  CompileCommand command = parseCompileCommand({"gcc", "-fopenmp", "-c", "x.c"});
  command.plan = "/no/such/plan";
  Session session;
  session.processes.text = "int component;";
  CHECK(session.wrap(command).replace_by == Words{"gcc", "-fopenmp", "-c", "x.c"});
  CHECK(session.said.empty());
}

TEST_CASE("what is passed through starts no process") {
  Session session;
  CHECK(session.wrap("gcc -c x.c").replace_by == Words{"gcc", "-c", "x.c"});
  CHECK(session.wrap("gcc @/no/such/file -E").replace_by == Words{"gcc", "@/no/such/file", "-E"});
  CHECK(session.steps().empty());
  CHECK(session.said.empty());
  session.options.verbose = true;
  session.wrap("gcc -c x.c");
  CHECK(session.said == "passed through, no -fopenmp: gcc -c x.c\n");
}

TEST_CASE("a static link of objects gets the runtime, but for checks and where Tare is off") {
  Session session;
  CHECK(joinText(session.wrap("gcc -fopenmp -static a.o").replace_by, " ") ==
        "gcc -fopenmp -static a.o -Wl,-u,tare_rt_attach /rt.a -ldl -lpthread");
  CHECK(session.wrap("gcc -fopenmp -static -o conftest conftest.o").replace_by.size() == 6);
  session.options.surroundings.switched_off = true;
  CHECK(session.wrap("gcc -fopenmp -static a.o").replace_by.size() == 4);
}

TEST_CASE("an instrumented text that does not compile: the original, with the unit still listed") {
  Session session;
  session.processes.fails = {"compile"};
  WrapOutcome outcome = session.wrap(compile);
  CHECK(outcome.status == 0);
  CHECK(session.steps() == "preprocess instrument compile original fallback compile original");
  CHECK(session.said ==
        "x.c: not measured: the instrumented text does not compile: compile went wrong\n");
}

TEST_CASE("an instrumenter that refuses: the original, with the unit still listed") {
  Session session;
  session.processes.fails = {"instrument"};
  CHECK(session.wrap(compile).status == 0);
  CHECK(session.steps() == "preprocess instrument original fallback compile");
  CHECK(session.said == "x.c: not measured: instrument went wrong\n");
  CHECK(session.processes.commands[3].find("--fallback 'instrument went wrong'") !=
        std::string::npos);
}

TEST_CASE("a broken source: the compiler's own words and status") {
  Session session;
  session.processes.fails = {"instrument", "original"};
  CHECK(session.wrap(compile).status == 1);
  CHECK(session.steps() == "preprocess instrument original");
  CHECK(session.said.empty());
  Session unreadable;
  unreadable.processes.fails = {"preprocess", "original"};
  CHECK(unreadable.wrap(compile).status == 1);
  CHECK(unreadable.steps() == "preprocess original");
  CHECK(unreadable.forwarded.empty());
}

TEST_CASE("compile and link in one command") {
  Session session;
  CHECK(session.wrap("gcc -fopenmp a.c b.c -o p").status == 0);
  CHECK(session.steps() == "preprocess preprocess instrument compile instrument compile link");
  Session broken;
  broken.processes.fails = {"instrument", "original"};
  CHECK(broken.wrap("gcc -fopenmp a.c b.c -o p").replace_by ==
        Words{"gcc", "-fopenmp", "a.c", "b.c", "-o", "p"});
  Session unlinkable;
  unlinkable.processes.fails = {"link"};
  CHECK(unlinkable.wrap("gcc -fopenmp a.c -o p").status == 1);
}

TEST_CASE("a compiler whose name says nothing is asked") {
  Session session;
  session.processes.version = "clang version 19";
  CHECK(session.wrap("/opt/mpi/mpicc -fopenmp -c x.c").status == 0);
  CHECK(session.steps() == "version preprocess instrument compile");
  CHECK(session.processes.commands[2].find("--compiler clang") != std::string::npos);
  Session unknown;
  CHECK(unknown.wrap("/opt/odd/cc1000 -fopenmp -c x.c").status == 0);
  CHECK(unknown.steps() == "version version original");
  CHECK(unknown.said == "x.c: not measured: not gcc or clang\n");
}

TEST_CASE("an incomplete Tare says so and compiles the original") {
  Session session;
  session.complete = false;
  CHECK(session.wrap(compile).replace_by.size() == 4);
  CHECK(session.said.find("no tare-instrument") != std::string::npos);
}

TEST_CASE("an interrupt ends the work at once") {
  for (const char *step : {"preprocess", "instrument", "compile"}) {
    Session session;
    session.processes.interrupted_in = step;
    CHECK(session.wrap(compile).status == 128 + SIGINT);
    CHECK(session.processes.steps.back() == step);
    CHECK(session.said.empty());
  }
}

TEST_CASE("warnings about the original text on request") {
  Session session;
  session.options.warnings = true;
  CHECK(session.wrap(compile).status == 0);
  CHECK(session.steps() == "preprocess warn instrument compile");
  session.processes.fails = {"warn"};
  CHECK(session.wrap(compile).status == 1);
}

TEST_CASE("nothing is left behind") {
  std::string folder = makeTemporaryFolder("tare-test-").value();
  REQUIRE(setenv("TMPDIR", folder.c_str(), 1) == 0);
  for (const char *step : {"", "preprocess", "instrument", "compile"}) {
    Session session;
    session.processes.fails = {step};
    session.wrap(compile);
    session.wrap("gcc -fopenmp a.c b.c");
  }
  CHECK(listFolder(folder).empty());
  unsetenv("TMPDIR");
  removeTree(folder);
}
