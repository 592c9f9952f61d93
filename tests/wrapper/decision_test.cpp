// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"

#include "base/text.h"
#include "instrumenter/wrapper/decision.h"
#include "instrumenter/wrapper/text_search.h"

using namespace tare;

namespace {

/// The reason for leaving a command alone; "instrument" when it is not.
std::string decisionOn(const std::string &text, const Surroundings &surroundings = {"/home/me"}) {
  Decision decision = decide(parseCompileCommand(splitCommand(text).value()), surroundings);
  return decision.instrument ? "instrument" : decision.reason;
}

} // namespace

TEST_CASE("every command is instrumented or left alone with a reason") {
  struct Case {
    const char *command, *decision;
  };
  const Case cases[] = {
      {"gcc -fopenmp -c x.c", "instrument"},
      {"gcc -fopenmp -S x.c", "instrument"},
      {"g++ -fopenmp a.cpp b.o -o p", "instrument"},
      {"clang -fopenmp=libomp -c x.c", "instrument"},
      {"gcc -fopenmp x.S y.c -c", "instrument"},
      {"gcc -c x.c", "no -fopenmp"},
      {"gcc -fopenmp-simd -c x.c", "no -fopenmp"},
      {"gcc -fopenmp -E x.c", "preprocessing only (-E)"},
      {"gcc -fopenmp -MM x.c", "dependencies only (-M)"},
      {"gcc -fopenmp --version", "a query, nothing is compiled"},
      {"gcc -fopenmp -fsyntax-only x.c", "a query, nothing is compiled"},
      {"gcc -fopenmp a.o b.o -o p", "no source to compile"},
      {"gcc -fopenmp -v", "no source to compile"},
      {"gcc -fopenmp -c x.s", "assembler source"},
      {"gcc -fopenmp -c x.f90", "neither C nor C++"},
      {"clang -fopenmp -c x.cu", "neither C nor C++"},
      {"gcc -fopenmp -c x.i", "instrument"},
      {"g++ -fopenmp -x c++-cpp-output -c x.txt", "instrument"},
      {"gcc -fopenmp -fpreprocessed -c x.c",
       "how the text is preprocessed is said by the command (-fpreprocessed)"},
      {"gcc -fopenmp -fmodulo-sched -c x.c", "instrument"},
      {"gcc -fopenmp -c a.c b.c -o z.o", "several inputs and one output"},
      {"gcc -fopenmp a.c b.c -o z", "instrument"},
      {"gcc -fopenmp @/no/such/file -c a.c", "a response file that cannot be read"},
      {"gcc @/no/such/file -c a.c", "a response file that cannot be read"},
      {"gcc -fopenmp -x c++-header -o p.gch p.c", "a header is precompiled"},
      {"gcc -fopenmp p.h", "a header is precompiled"},
      {"gcc -fopenmp -x c -c -", "instrument"},
      {"gcc -fopenmp -c /b/meson-private/tmpx/testfile.c", "a configure probe"},
      {"gcc -fopenmp -c .sconf_temp/conftest_0.c", "a configure probe"},
      {"gcc -fopenmp -c conftest.c", "a configure probe"},
      {"gcc -fopenmp -c /b/CMakeFiles/CMakeScratch/TryCompile-x/t.c", "a configure probe"},
      {"clang -fopenmp -fopenmp-targets=nvptx64 -c x.c", "offloading to devices"},
  };
  for (const Case &c : cases) {
    INFO(c.command);
    CHECK(decisionOn(c.command) == c.decision);
  }
}

TEST_CASE("a command that loses OpenMP is known") {
  auto loses = [](const char *text) {
    return decide(parseCompileCommand(splitCommand(text).value()), {"/home/me"}).loses;
  };
  CHECK(loses("clang -fopenmp -fopenmp-targets=nvptx64 -c x.c"));
  CHECK(loses("gcc -fopenmp -fpreprocessed -c x.c"));
  CHECK(loses("gfortran -fopenmp -c x.f90"));
  for (const char *text : {"gcc -c x.c", "gcc -fopenmp -E x.c", "gcc -fopenmp -c conftest.c",
                           "gcc -fopenmp a.o -o p", "gcc -fopenmp -c x.S", "gcc -fopenmp -c x.c"})
    CHECK_FALSE(loses(text));
}

TEST_CASE("the folder and the environment can switch it off") {
  CHECK(decisionOn("gcc -fopenmp -c x.c", {"/b/CMakeFiles/CMakeScratch/TryCompile-a"}) ==
        "a configure probe");
  CHECK(decisionOn("gcc -fopenmp -c x.c", {"/b/CMakeFiles/CMakeTmp"}) == "a configure probe");
  CHECK(decisionOn("gcc -fopenmp -c x.c", {"/home/me", true}) == "TARE_WRAPPER=off");
}

TEST_CASE("compilers that are not gcc or clang are left alone") {
  CompileCommand command = parseCompileCommand({"clang", "-fopenmp=libgomp", "-c", "x.c"});
  CHECK_FALSE(decideKind(command, CompilerKind::clang).instrument);
  CHECK_FALSE(decideKind(command, CompilerKind::unknown).instrument);
  CompileCommand separated = parseCompileCommand({"cc", "-fopenmp", "-c", "--", "x.c"});
  CHECK_FALSE(decideKind(separated, CompilerKind::gcc).instrument);
  CHECK(decideKind(separated, CompilerKind::clang).instrument);
  CHECK(decideKind(parseCompileCommand({"cc", "-fopenmp", "x.c"}), CompilerKind::gcc).instrument);
}

TEST_CASE("text that has our stub in it is known") {
  CHECK(isInstrumented("# 1 \"x.c\"\n# 1 \"<tare>\" 3\nint x;"));
  CHECK_FALSE(isInstrumented("# 1 \"x.c\"\nconst char *s = \"<tare>\";"));
}

TEST_CASE("a directive is found in preprocessed text, a word like it is not") {
  CHECK(mayContainOpenmp("int x;\n#pragma omp parallel\n"));
  CHECK(mayContainOpenmp("  #  pragma \t omp for\n"));
  CHECK(mayContainOpenmp("[[omp::directive(parallel)]]"));
  CHECK(mayContainOpenmp("[[omp :: directive(parallel)]]"));
  CHECK(mayContainOpenmp("[[omp\n::directive(parallel)]]"));
  CHECK(mayContainOpenmp("[[using omp: directive(parallel)]]"));
  CHECK(mayContainOpenmp("int f(int omp);\n[[ using  omp\t:sequence(directive(single))]]"));
  CHECK_FALSE(mayContainOpenmp("switch (x) { case omp: break; }"));
  CHECK_FALSE(mayContainOpenmp("[[using omp_x: y]] nousing omp: ;"));
  CHECK_FALSE(mayContainOpenmp("comp::x; xusing omp: omp"));
  CHECK(mayContainOpenmp("#pragma omp barrier"));
  CHECK(mayContainOpenmp("#pragma omp\tcritical(name)\r\n"));
  CHECK(mayContainOpenmp("#pragma omp declare target\n#pragma omp single"));
  CHECK(mayContainOpenmp("#pragma omp begin metadirective"));
  CHECK_FALSE(mayContainOpenmp("#pragma omp begin declare variant match(x)\nint y;\n"
                               "#pragma omp end declare variant\n#pragma omp threadprivate(y)"));
  CHECK_FALSE(mayContainOpenmp(""));
  CHECK_FALSE(mayContainOpenmp("# 1 \"omp.h\"\nint compare, component; omp_get_num_threads();"));
  CHECK_FALSE(mayContainOpenmp("#pragma once\nint omp;"));
  CHECK_FALSE(mayContainOpenmp("extern void omp_set_lock (omp_lock_t *);\n omp_init_lock(&l);"));
  CHECK(mayContainOpenmp("extern void omp_set_lock (omp_lock_t *);\nvoid f() {\n"
                         "  omp_set_lock(&l); }"));
  CHECK(mayContainOpenmp("if (omp_test_nest_lock(&l)) x++;"));
  CHECK_FALSE(mayContainOpenmp("#pragma GCC poison omp\npragma"));
  for (const char *meant : {"#pragma X omp parallel", "#pragma OMP for", "#pragma ompparallel",
                            "#pragma $omp task", "#pragma opm for", "#pragma omp_single"})
    CHECK(mayContainOpenmp(meant));
  for (const char *other : {"#pragma once", "#pragma GCC ivdep", "#pragma component x", "#pragma"})
    CHECK_FALSE(mayContainOpenmp(other));
}

TEST_CASE("main is found, a word like it is not") {
  CHECK(mayDefineMain("int main(void) { return 0; }"));
  CHECK(mayDefineMain("int\nmain\n(int argc, char **argv)\n"));
  CHECK_FALSE(mayDefineMain("int domain(); int main_loop(); int xmain(void); int main;"));
  CHECK_FALSE(mayDefineMain(""));
  CHECK_FALSE(mayDefineMain("the main"));
  CHECK_FALSE(mayDefineMain("app.main(1); app->main(); App::main();"));
}

TEST_CASE("the directives of a text: what executes, in order, however it is written") {
  using Lines = std::vector<std::string>;
  CHECK(directivesIn("int x;\n#pragma omp parallel for\n  #  pragma\tomp for nowait\n;").size() ==
        2);
  CHECK(directivesIn("#pragma omp for") == directivesIn("  #pragma omp for\n"));
  CHECK(directivesIn("#pragma omp for") != directivesIn("#pragma omp for nowait"));
  CHECK(directivesIn("[[omp::directive(parallel)]] {") == Lines{"[[omp::directive(parallel)]] {"});
  CHECK(directivesIn("[[omp :: sequence(directive(parallel))]]").size() == 1);
  CHECK(directivesIn("[[using omp: directive(parallel)]] {").size() == 1);
  CHECK(directivesIn("omp::allocator x; [[omp::directive(parallel)]] {").size() == 1);
  CHECK(directivesIn("namespace omp { using omp::allocator; }").empty());
  CHECK(directivesIn("#pragma omp declare simd\n#pragma once\n#pragma GCC poison omp").empty());
  CHECK(directivesIn("").empty());
}

TEST_CASE("the serial program is instrumented with -fopenmp, which says nothing, and without") {
  for (bool openmp : {false, true}) {
    CompileCommand command = parseCompileCommand({"gcc", openmp ? "-fopenmp" : "-O2", "-c", "x.c"});
    command.serial_program = true;
    CHECK(decide(command, {"/home/me"}).instrument);
  }
}

TEST_CASE("objects of a configure probe are one too") {
  auto probes = [](const char *text, const char *folder = "/home/me") {
    return isConfigureProbe(parseCompileCommand(splitCommand(text).value()), {folder});
  };
  CHECK(probes("gcc -fopenmp conftest.o -o conftest"));
  CHECK(probes("gcc x.o -o x", "/b/CMakeFiles/CMakeScratch/TryCompile-a"));
  CHECK_FALSE(probes("gcc -fopenmp x.o -o conftest"));
  CHECK_FALSE(probes("gcc --version", "/b/CMakeFiles/CMakeTmp"));
}
