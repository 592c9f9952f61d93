// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "driver/building/build.h"
#include "tests/runner/fakes.h"

#include <cstdlib>

using namespace tare;
using Catch::Contains;

namespace {

using Words = std::vector<std::string>;

BuildRequest request() {
  BuildRequest request;
  request.serial_sources = {"a.c"};
  request.parallel_sources = {"b.c", "c.c"};
  request.compiler = {"ccache", "gcc-12"};
  request.cflags = {"-O3", "-fopenmp", "-DN=2"};
  request.ldflags = {"-lfoo"};
  request.folder = "/r/build";
  request.prefix = "/nowhere";
  return request;
}

/// Compilers as a script: which of the three builds fails.
class FakeCompilers final : public ProcessRunner {
public:
  Result<Outcome> run(const Command &command) override {
    lines.push_back(quoteCommand(command.argv));
    Outcome outcome;
    outcome.exit_status = lines.size() == failing ? 1 : 0;
    return outcome;
  }
  Words lines;
  size_t failing = 0;
};

/// The roles whose programs were asked for, by what follows -o.
Words builtRoles(const FakeCompilers &compilers) {
  Words roles;
  for (const std::string &line : compilers.lines)
    roles.push_back(baseName(line));
  return roles;
}

} // namespace

TEST_CASE("a language among the flags is none of the library's") {
  testing::Scratch folder;
  BuildRequest own = request();
  own.prefix = folder.path();
  REQUIRE(makeFolder(folder.path() + "/lib").ok());
  const std::string archive = folder.path() + "/lib/libtare-omp-serial.a";
  REQUIRE(writeFileAtomic(archive, "", 0600).ok());
  CHECK_THAT(joinText(compileCommand(own, "serial"), " "), Contains(" -lm " + archive + " -o "));
  own.cflags = {"-x", "c++"};
  CHECK_THAT(joinText(compileCommand(own, "serial"), " "),
             Contains(" -lm -x none " + archive + " -o "));
  CHECK_THAT(joinText(compileCommand(own, "parallel"), " "), !Contains(archive));
}

TEST_CASE("the serial program is built without OpenMP, the others with the same flags and it") {
  CHECK(joinText(compileCommand(request(), "serial"), " ") ==
        "ccache gcc-12 -falign-functions=64 -O3 -DN=2 a.c -lfoo -lm -o /r/build/serial");
  CHECK(joinText(compileCommand(request(), "parallel"), " ") ==
        "ccache gcc-12 -falign-functions=64 -O3 -fopenmp -DN=2 -fopenmp b.c c.c -lfoo -lm -o "
        "/r/build/parallel");
  CHECK(joinText(compileCommand(request(), "instrumented"), " ") ==
        "/nowhere/bin/tare cc ccache gcc-12 -falign-functions=64 -O3 -fopenmp -DN=2 -fopenmp b.c "
        "c.c -lfoo -lm -o "
        "/r/build/instrumented");
}

TEST_CASE("what refines the serial reference is built without OpenMP, too") {
  CHECK(joinText(compileCommand(request(), "ignored"), " ") ==
        "ccache gcc-12 -falign-functions=64 -fopenmp-simd -O3 -DN=2 b.c c.c -lfoo -lm -o "
        "/r/build/ignored");
  CHECK(joinText(compileCommand(request(), "serial_instrumented"), " ") ==
        "/nowhere/bin/tare cc --parallel /r/build/instrumented --role serial ccache gcc-12 "
        "-falign-functions=64 -O3 "
        "-DN=2 a.c -lfoo -lm -o /r/build/serial_instrumented");
  BuildRequest twice = request();
  twice.parallel_sources = twice.serial_sources;
  CHECK(isSameSource(twice));
  CHECK(joinText(compileCommand(twice, "serial_instrumented"), " ") ==
        "/nowhere/bin/tare cc --role serial ccache gcc-12 -falign-functions=64 -fopenmp-simd -O3 "
        "-DN=2 a.c -lfoo -lm -o "
        "/r/build/serial_instrumented");
  CHECK(joinText(compileCommand(twice, "serial"), " ") ==
        "ccache gcc-12 -falign-functions=64 -fopenmp-simd -O3 -DN=2 a.c -lfoo -lm -o "
        "/r/build/serial");
}

TEST_CASE("flags of a serial program of its own stay, -fopenmp-simd among them") {
  BuildRequest simd = request();
  simd.cflags = {"-fopenmp-simd", "-fopenmp=libomp", "-O3"};
  CHECK(joinText(compileCommand(simd, "serial"), " ") ==
        "ccache gcc-12 -falign-functions=64 -fopenmp-simd -O3 a.c -lfoo -lm -o /r/build/serial");
}

TEST_CASE("a plan goes to the programs with probes, and only its name is shown") {
  BuildRequest planned = request();
  planned.plan = "/r/plan.txt";
  CHECK(joinText(compileCommand(planned, "parallel"), " ") ==
        joinText(compileCommand(request(), "parallel"), " "));
  CHECK(joinText(compileCommand(planned, "instrumented"), " ") ==
        "/nowhere/bin/tare cc --plan /r/plan.txt ccache gcc-12 -falign-functions=64 -O3 -fopenmp "
        "-DN=2 -fopenmp b.c c.c "
        "-lfoo -lm -o /r/build/instrumented");
  CHECK(
      joinText(compileCommand(planned, "serial_instrumented"), " ") ==
      "/nowhere/bin/tare cc --parallel /r/build/instrumented --plan /r/plan.txt --role serial "
      "ccache gcc-12 -falign-functions=64 -O3 -DN=2 a.c -lfoo -lm -o /r/build/serial_instrumented");
}

TEST_CASE("after another plan only the programs with probes are built again") {
  FakeCompilers compilers; // leave no program, so that the first ends it
  CHECK_FALSE(rebuildProbed(compilers, request()).ok());
  CHECK(builtRoles(compilers) == Words{"instrumented"});
}

TEST_CASE("a C++ source asks for the C++ driver of the same compiler") {
  BuildRequest cxx = request();
  cxx.parallel_sources = {"b.cpp"};
  CHECK(compileCommand(cxx, "parallel")[1] == "g++-12");
  CHECK(compileCommand(cxx, "serial")[1] == "gcc-12");
  CHECK(cxxDriverOf("clang-19") == "clang++-19");
  CHECK(cxxDriverOf("/opt/bin/clang") == "/opt/bin/clang++");
  CHECK(cxxDriverOf("x86_64-linux-gnu-gcc") == "x86_64-linux-gnu-g++");
  CHECK(cxxDriverOf("cc") == "c++");
  CHECK(cxxDriverOf("g++") == "g++");
  CHECK(cxxDriverOf("icx") == "icx");
  CHECK(isCxxSource("x.C"));
  CHECK_FALSE(isCxxSource("x.c"));
}

TEST_CASE("a program that does not compile ends the build, with its command") {
  testing::Scratch folder;
  BuildRequest wanted = request();
  wanted.folder = folder.path() + "/build";
  FakeCompilers compilers;
  compilers.failing = 2;
  Result<BuiltPrograms> built = buildPrograms(compilers, wanted);
  REQUIRE_FALSE(built.ok());
  CHECK(compilers.lines.size() == 2);
  CHECK(built.error().message.find("the parallel program could not be built") == 0);
  CHECK(built.error().message.find("gcc-12 -falign-functions=64 -O3") != std::string::npos);
}

TEST_CASE("flags beside the compiler's name are flags, in front of --cflags") {
  ChosenCompiler chosen = chooseCompiler("env gcc -std=gnu11 -fopenmp -I inc").value();
  CHECK(chosen.words == Words{"env", "gcc"});
  CHECK(chosen.flags == Words{"-std=gnu11", "-fopenmp", "-I", "inc"});
  CHECK(chooseCompiler("no-such-compiler-19 -O2").error().message ==
        "there is no compiler 'no-such-compiler-19'");
  CHECK(chooseCompiler("-O2").error().message == "names no compiler");
  BuildRequest wanted = request();
  wanted.parallel_sources = {"b.cpp"};
  useCompiler({{"gcc-12"}, {"-std=gnu11", "-fopenmp"}}, wanted);
  CHECK(joinText(compileCommand(wanted, "serial"), " ") ==
        "gcc-12 -falign-functions=64 -std=gnu11 -O3 -DN=2 a.c -lfoo -lm -o /r/build/serial");
  CHECK(joinText(compileCommand(wanted, "parallel"), " ") ==
        "g++-12 -falign-functions=64 -std=gnu11 -fopenmp -O3 -fopenmp -DN=2 -fopenmp b.cpp -lfoo "
        "-lm -o "
        "/r/build/parallel");
}

TEST_CASE("a missing compiler is named, with what to install") {
  Result<ChosenCompiler> chosen = chooseCompiler("no-such-compiler-19");
  REQUIRE_FALSE(chosen.ok());
  CHECK(chosen.error().message == "there is no compiler 'no-such-compiler-19'");
  CHECK(chosen.error().next.find("apt install") != std::string::npos);
}

TEST_CASE("the compiler: as asked, else $CC; our own wrapper stands for what it wraps") {
  testing::Scratch folder;
  for (const char *name : {"/mycc", "/other"}) {
    REQUIRE(writeFileAtomic(folder.path() + name, "#!/bin/sh\n", 0755).ok());
  }
  std::string path = std::getenv("PATH");
  ::setenv("PATH", (folder.path() + ":" + path).c_str(), 1);
  ::setenv("CC", "tare cc mycc", 1);
  CHECK(chooseCompiler("").value().words == Words{"mycc"});
  CHECK(chooseCompiler("other").value().words == Words{"other"});
  ::setenv("CC", "/x/bin/tare-mycc -m64", 1);
  CHECK(chooseCompiler("").value().flags == Words{"-m64"});
  CHECK(chooseCompiler("").value().words == Words{"mycc"});
  ::unsetenv("CC");
  ::setenv("PATH", path.c_str(), 1);
}

TEST_CASE("sources come as a list, and must be there") {
  testing::Scratch folder;
  std::string a = folder.path() + "/a.c", b = folder.path() + "/b.c";
  REQUIRE(writeFileAtomic(a, "").ok());
  REQUIRE(writeFileAtomic(b, "").ok());
  CHECK(sourceList(a + ", " + b).value() == Words{a, b});
  CHECK_FALSE(sourceList(a + "," + folder.path() + "/none.c").ok());
  CHECK_FALSE(sourceList(folder.path()).ok());
  CHECK_FALSE(sourceList(" , ").ok());
}

TEST_CASE("functions are aligned alike by compilers that know how, before the user's flags") {
  BuildRequest wanted = request();
  auto flagsOf = [&](const std::string &compiler) {
    wanted.compiler = {compiler};
    return joinText(compileCommand(wanted, "parallel"), " ");
  };
  for (const char *compiler : {"gcc", "/usr/bin/clang-19", "cc", "x86_64-linux-gnu-gcc-12"})
    CHECK(flagsOf(compiler).find(std::string(compiler) + " -falign-functions=64 -O3") == 0);
  CHECK(flagsOf("nvc").find("-falign") == std::string::npos);
}
