// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"

#include "base/text.h"
#include "instrumenter/wrapper/compilation_record.h"
#include "instrumenter/wrapper/steps.h"

using namespace tare;

namespace {

const Companions companions{"/p/libexec/tare/tare-instrument", "/p/lib/libtare-rt.so.1",
                            "/p/lib/libtare-rt.a", "/home/me"};

struct Steps {
  std::string preprocess, instrument, compile, original;
};

Compilation compilationOf(const std::string &text, CompilerKind kind = CompilerKind::gcc) {
  return makeCompilation(parseCompileCommand(splitCommand(text).value()), kind, "/t");
}

/// The steps of the command's first unit, as text.
Steps stepsOf(const std::string &text, CompilerKind kind = CompilerKind::gcc) {
  Compilation compilation = compilationOf(text, kind);
  const Unit &unit = compilation.units.at(0);
  return {quoteCommand(preprocessStep(compilation, unit, "/t/in")),
          quoteCommand(instrumentStep(compilation, unit, companions, "/t/in", "/t/out", "")),
          quoteCommand(compileStep(compilation, unit, "/t/out")),
          quoteCommand(originalStep(compilation, unit))};
}

std::string linkOf(const std::string &text) {
  return quoteCommand(linkStep(compilationOf(text), companions));
}

} // namespace

TEST_CASE("each step gets the options it needs and no others") {
  Steps steps =
      stepsOf("gcc -Wall -Werror=all -pedantic-errors -O3 -g -fopenmp -flto -fPIC -DA -I inc "
              "-include y.h -Winvalid-pch -std=c11 -march=native -lm -c -o d/x.o x.c");
  CHECK(steps.preprocess ==
        "gcc -Wall -Werror=all -pedantic-errors -O3 -g -fopenmp -flto -fPIC -DA "
        "-I inc -include y.h -Winvalid-pch -std=c11 -march=native "
        "-E -o /t/in -x c x.c");
  CHECK(steps.instrument == "/p/libexec/tare/tare-instrument --input /t/in --output /t/out "
                            "--language c --compiler gcc --runtime /p/lib/libtare-rt.so.1 "
                            "--unit x.c --root /home/me -- -std=c11 -march=native");
  CHECK(steps.compile ==
        "gcc -O3 -g -fopenmp -flto -fPIC -std=c11 -march=native -I inc -w -c -o d/x.o "
        "-x cpp-output /t/out");
}

TEST_CASE("the assembler finds what the text's assembly includes") {
  const char *options = " -fopenmp -I inc -Iinc2 -c x.c";
  CHECK(stepsOf("gcc" + std::string(options)).compile ==
        "gcc -fopenmp -I inc -Iinc2 -w -c -o x.o -x cpp-output /t/out");
  CHECK(stepsOf("clang" + std::string(options), CompilerKind::clang).compile ==
        "clang -fopenmp -Xassembler -Iinc -Xassembler -Iinc2 -fno-crash-diagnostics "
        "-fbracket-depth=4096 -w -c -o x.o "
        "-x cpp-output /t/out");
}

TEST_CASE("clang's checks of indirect calls are known, and turned off by a file") {
  auto checks = [](const char *options, CompilerKind kind) {
    return checksIndirectCalls(
        makeCompilation(parseCompileCommand({"cc", options, "-c", "x.c"}), kind));
  };
  CHECK(checks("-fsanitize=cfi", CompilerKind::clang));
  CHECK(checks("-fsanitize=address,cfi-icall", CompilerKind::clang));
  CHECK_FALSE(checks("-fsanitize=address", CompilerKind::clang));
  CHECK_FALSE(checks("-fsanitize=cfi", CompilerKind::gcc));
  Compilation compilation = compilationOf("clang -fsanitize=cfi -c x.c", CompilerKind::clang);
  compilation.units.at(0).ignorelist = "/t/list";
  CHECK(quoteCommand(compileStep(compilation, compilation.units.at(0), "/t/out")) ==
        "clang -fsanitize=cfi -fsanitize-ignorelist=/t/list -fno-crash-diagnostics "
        "-fbracket-depth=4096 -w -c -o x.o "
        "-x cpp-output /t/out");
}

TEST_CASE("-MJ is of no step of ours; its line has the user's command, cut down to a unit") {
  const char *text = "ccache clang -MJ 'my file' -DA='\"b\"' -MD -c x.c y.c";
  CHECK(stepsOf(text, CompilerKind::clang).preprocess.find("-MJ") == std::string::npos);
  Compilation compilation = compilationOf(text);
  CHECK(recordFile(compilation.command) == "my file");
  CHECK(compilationRecord(compilation.command, compilation.units.at(1), "/a \\b") ==
        R"({ "directory": "/a \\b", "file": "y.c", "output": "y.o", )"
        R"("arguments": ["clang", "-DA=\"b\"", "-c", "y.c"]},)"
        "\n");
  CHECK(recordFile(parseCompileCommand({"clang", "-MJ", "-", "-c", "x.c"})).empty());
}

TEST_CASE("the serial program is read as with OpenMP, but for _OPENMP, and compiled without") {
  Compilation compilation = compilationOf("gcc -O2 -c x.c");
  compilation.command.serial_program = true;
  compilation.command.parallel = "p,q.o";
  const Unit &unit = compilation.units.at(0);
  CHECK(quoteCommand(preprocessStep(compilation, unit, "/t/in")) ==
        "gcc -O2 -fopenmp -U_OPENMP -Wno-builtin-macro-redefined -E -o /t/in -x c x.c");
  CHECK(quoteCommand(compileStep(compilation, unit, "/t/out")) ==
        "gcc -O2 -w -c -o x.o -x cpp-output /t/out");
  Words words = instrumentStep(compilation, unit, companions, "i", "o", "");
  CHECK(quoteCommand(words).find("--role serial --parallel p,q.o --") != std::string::npos);
}

TEST_CASE("constructs of the serial program are read with OpenMP, and nothing else is written") {
  Compilation compilation = compilationOf("gcc -O2 -DA -Iinc -Wall -MD -MF x.d -save-temps -c x.c");
  compilation.command.serial_program = true;
  Unit &unit = compilation.units.at(0);
  CHECK(quoteCommand(constructsStep(compilation, unit, "/t/in")) ==
        "gcc -O2 -DA -Iinc -w -fopenmp -E -o /t/in -x c x.c");
  unit.constructs = "/t/in";
  Words words = instrumentStep(compilation, unit, companions, "i", "o", "");
  CHECK(quoteCommand(words).find("--role serial --constructs /t/in --") != std::string::npos);
}

TEST_CASE("a plan reaches tare-instrument, and not for a unit that cannot be measured") {
  Compilation compilation = compilationOf("gcc -fopenmp -c x.c");
  compilation.command.plan = "/b/my plan";
  const Unit &unit = compilation.units.at(0);
  auto words = [&](const std::string &fallback) {
    return quoteCommand(instrumentStep(compilation, unit, companions, "i", "o", fallback));
  };
  CHECK(words("").find("--plan '/b/my plan' --") != std::string::npos);
  CHECK(words("the plan is wrong").find("--plan") == std::string::npos);
  for (const Words &step : {preprocessStep(compilation, unit, "i"),
                            compileStep(compilation, unit, "o"), originalStep(compilation, unit)})
    CHECK(quoteCommand(step).find("plan") == std::string::npos);
}

TEST_CASE("a serial program with -fopenmp is read as it is compiled") {
  Compilation compilation = compilationOf("gcc -fopenmp -c x.c");
  compilation.command.serial_program = true;
  compilation.command.parallel = "p";
  const Unit &unit = compilation.units.at(0);
  CHECK(quoteCommand(preprocessStep(compilation, unit, "/t/in")) ==
        "gcc -fopenmp -E -o /t/in -x c x.c");
  CHECK(quoteCommand(compileStep(compilation, unit, "/t/out")) ==
        "gcc -fopenmp -w -c -o x.o -x cpp-output /t/out");
}

TEST_CASE("C++ and assembly output") {
  Steps steps = stepsOf("clang++ -fopenmp -S x.cpp", CompilerKind::clang);
  CHECK(steps.preprocess == "clang++ -fopenmp -Qunused-arguments -E -o /t/in -x c++ x.cpp");
  CHECK(steps.compile == "clang++ -fopenmp -fno-crash-diagnostics -fbracket-depth=4096 -w -S -o "
                         "x.s -x c++-cpp-output /t/out");
}

TEST_CASE("a dependency file is written by the first step, and names the real object") {
  struct Case {
    const char *command, *words;
    CompilerKind kind = CompilerKind::gcc;
  };
  const Case cases[] = {
      {"gcc -fopenmp -MD -c d/x.c", "-MD -MF x.d -MQ x.o"},
      {"gcc -fopenmp -MMD -c x.c -o d/x.o", "-MMD -MF d/x.d -MQ d/x.o"},
      {"gcc -fopenmp -MD -MF y.d -c x.c -o d.e/x", "-MD -MF y.d -MQ d.e/x"},
      {"gcc -fopenmp -MD -c x.c -o d.e/x", "-MD -MF d.e/x.d -MQ d.e/x"},
      {"gcc -fopenmp -MD -MT t -MF y.d -c x.c", "-MD -MT t -MF y.d"},
      {"gcc -fopenmp -MD -S x.c", "-MD -MF x.d -MQ x.o"},
      {"gcc -fopenmp -MD x.c", "-MD -MF a-x.d -MQ x.o"},
      {"clang -fopenmp -MD x.c", "-MD -Qunused-arguments -MF x.d -MQ x.o", CompilerKind::clang},
      {"gcc -fopenmp -MD x.c -o p", "-MD -MF p.d -MQ p"},
      {"gcc -fopenmp -Wp,-MD,y.d -c x.c -o z.o", "-Wp,-MD,y.d"},
      {"clang -fopenmp -Wp,-MD,y.d -c x.c -o z.o", "-Wp,-MD,y.d -Qunused-arguments -MQ z.o",
       CompilerKind::clang},
  };
  for (const Case &c : cases) {
    INFO(c.command);
    Steps steps = stepsOf(c.command, c.kind);
    std::string expected = std::string(" ") + c.words + " -E ";
    CHECK(steps.preprocess.find(expected) != std::string::npos);
    CHECK(steps.compile.find("-M") == std::string::npos);
  }
}

TEST_CASE("what is no error when the user says so is none in the rewritten text") {
  Steps steps = stepsOf("clang -fopenmp -Wall -Wno-int-conversion -Werror -Wno-error=x -c x.c");
  CHECK(startsWith(steps.compile, "clang -fopenmp -Wno-int-conversion -Wno-error=x "));
  CHECK(steps.compile.find("-Werror") == std::string::npos);
}

TEST_CASE("a launcher stays before the compile, not before the preprocessor") {
  Steps steps = stepsOf("ccache gcc -fopenmp -c x.c");
  CHECK(startsWith(steps.preprocess, "gcc "));
  CHECK(startsWith(steps.compile, "ccache gcc "));
  CHECK(steps.original == "ccache gcc -fopenmp -c x.c");
  steps = stepsOf("ccache env A=1 gcc -fopenmp -c x.c");
  CHECK(startsWith(steps.preprocess, "env A=1 gcc "));
}

TEST_CASE("the original command is the user's own, or that of one unit") {
  CHECK(stepsOf("gcc -fopenmp -MD -c x.c -o y.o").original == "gcc -fopenmp -MD -c x.c -o y.o");
  CHECK(stepsOf("gcc -fopenmp -DA -MD -Wall x.c y.c -lm -o p").original ==
        "gcc -fopenmp -DA -Wall -c -o /t/0-x.o -x c x.c");
}

TEST_CASE("objects are merged for the target of the command") {
  Compilation compilation = compilationOf("ccache gcc -m32 -fopenmp -Wall -DA -c x.c");
  CHECK(quoteCommand(mergeStep(compilation, {"a.o", "b.o"}, "c.o")) ==
        "gcc -m32 -w -nostdlib -r -o c.o a.o b.o");
}

TEST_CASE("a fallback carries its reason") {
  Compilation compilation = compilationOf("gcc -fopenmp -c x.c");
  Words words =
      instrumentStep(compilation, compilation.units.at(0), companions, "i", "o", "because of that");
  CHECK(quoteCommand(words).find("--fallback 'because of that' --") != std::string::npos);
}

TEST_CASE("a link keeps its order, with objects in the place of the sources") {
  CHECK(linkOf("gcc -fopenmp -MD a.c b.o sub/a.c -lm -o p") ==
        "gcc -fopenmp /t/0-a.o b.o /t/1-a.o -lm -o p");
  CHECK(linkOf("ccache gcc -fopenmp -x c a.txt -x none b.a") == "ccache gcc -fopenmp /t/0-a.o b.a");
  CHECK(linkOf("gcc -fopenmp a.o -x c a.txt -xassembler b -xc c") ==
        "gcc -fopenmp a.o /t/0-a.o -x assembler b -x none /t/1-c.o");
}

TEST_CASE("side files of a link are named after the program and the source") {
  auto objectOf = [](const char *text) { return compilationOf(text).units.at(0).output; };
  CHECK(objectOf("gcc -fopenmp --coverage s/x.c") == "a-x.o");
  CHECK(objectOf("gcc -fopenmp -gsplit-dwarf -g s/x.c -o out/p") == "out/p-x.o");
  CHECK(objectOf("gcc -fopenmp -g s/x.c -o out/p") == "/t/0-x.o");
}

TEST_CASE("-save-temps keeps the text that was compiled, where the compiler keeps it") {
  auto kept = [](const char *text, CompilerKind kind) {
    Compilation compilation = compilationOf(text, kind);
    return keptText(compilation, compilation.units.at(0));
  };
  using K = CompilerKind;
  CHECK(kept("gcc -fopenmp -c x.c", K::gcc) == "");
  CHECK(kept("gcc -fopenmp -save-temps -c s/x.c -o out/y.o", K::gcc) == "y.i");
  CHECK(kept("clang -fopenmp -save-temps -c s/x.c -o out/y.o", K::clang) == "x.i");
  CHECK(kept("g++ -fopenmp -save-temps=obj -c s/x.cc -o out/y.o", K::gcc) == "out/y.ii");
  CHECK(kept("gcc -fopenmp -save-temps x.c -o p", K::gcc) == "p-x.i");
  CHECK(kept("gcc -fopenmp -save-temps x.i -o p", K::gcc) == "");
}

TEST_CASE("what gcc leaves beside a program is named by the whole command") {
  auto names = [](const std::string &words, CompilerKind kind = CompilerKind::gcc) {
    Steps steps = stepsOf("gcc -fopenmp " + words, kind);
    size_t at = steps.compile.find("-dump"), end = steps.compile.find(" -w ");
    std::string found = at == std::string::npos ? "" : steps.compile.substr(at, end - at);
    CHECK((found.empty() || steps.original.find(found) != std::string::npos));
    return found;
  };
  CHECK(names("x.c -o x") == "");
  CHECK(names("--coverage x.c -o x") == "-dumpdir '' -dumpbase x");
  CHECK(names("--coverage d/x.c -lm -o out/x.exe") == "-dumpdir out/ -dumpbase x");
  CHECK(names("--coverage x.c") == "-dumpdir a- -dumpbase x");
  CHECK(names("--coverage x.c -o /dev/null") == "-dumpdir a- -dumpbase x");
  CHECK(names("--coverage x.c y.o -o x") == "-dumpdir x- -dumpbase x");
  CHECK(names("-fdump-tree-all x.c -o out/p.so") ==
        "-dumpdir out/p.so- -dumpbase x.c -dumpbase-ext .c");
  CHECK(names("-fdump-tree-all x.c z.c -c") == "-dumpbase x.c -dumpbase-ext .c");
  CHECK(names("--coverage x.c -c -o y.o") == "");
  CHECK(names("--coverage -dumpdir q x.c -o x") == "-dumpdir q");
  CHECK(names("--coverage x.c -o x", CompilerKind::clang) == "");
  Compilation apart =
      compilationOf("clang -fopenmp --coverage d/x.c -o out/p", CompilerKind::clang);
  CHECK(quoteCommand(sideNames(apart, apart.units.at(0))) == "");
  apart.units.at(0).output = "/t/0-p-x.o"; // another one is taken
  CHECK(quoteCommand(sideNames(apart, apart.units.at(0))) == "-dumpdir out/p-");
  CHECK(startsWith(stepsOf("ccache gcc -fopenmp --coverage x.c -o x").compile, "gcc "));
}

TEST_CASE("a static link takes the runtime along") {
  CHECK(endsWith(linkOf("gcc -fopenmp -static a.c -lm"),
                 "-static /t/0-a.o -lm -Wl,-u,tare_rt_attach /p/lib/libtare-rt.a -ldl -lpthread"));
  CHECK(linkOf("gcc -fopenmp -shared -static a.c").find("libtare") == std::string::npos);
  auto isStatic = [](const char *text) {
    return linksStatically(parseCompileCommand(splitCommand(text).value()));
  };
  CHECK(isStatic("gcc -fopenmp -static a.o"));
  CHECK(isStatic("gcc -fopenmp --static a.o"));
  CHECK(isStatic("gcc -fopenmp --static-pie a.o"));
  CHECK_FALSE(isStatic("gcc -fopenmp --static --shared a.o"));
  CHECK_FALSE(isStatic("gcc -static a.o"));
  CHECK_FALSE(isStatic("gcc -fopenmp -static -c a.c"));
  CHECK_FALSE(isStatic("gcc -fopenmp -static"));
}

TEST_CASE("outputs are named as the compiler names them") {
  auto outputs = [](const char *text) {
    Words names;
    for (const Unit &unit : compilationOf(text).units)
      names.push_back(unit.output);
    return joinText(names, " ");
  };
  CHECK(outputs("gcc -fopenmp -c d/a.c b.c c.o") == "a.o b.o");
  CHECK(outputs("gcc -fopenmp -S d/a.b.c") == "a.b.s");
  CHECK(outputs("clang -fopenmp -c -emit-llvm a.c") == "a.bc");
  CHECK(outputs("gcc -fopenmp -c a.c -o z") == "z");
}
