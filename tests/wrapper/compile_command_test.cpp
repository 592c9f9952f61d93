// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"

#include "base/files.h"
#include "base/text.h"
#include "instrumenter/wrapper/compile_command.h"
#include "instrumenter/wrapper/compiler_kind.h"
#include "instrumenter/wrapper/response_file.h"

using namespace tare;

namespace {

CompileCommand parse(const std::string &text) {
  return parseCompileCommand(splitCommand(text).value());
}

/// "role:name=value" of every argument, so that a whole command reads as one line.
std::string shapeOf(const std::string &text) {
  static const char *const names[] = {
      "general", "preprocessor", "dependency", "expanded",  "warning", "no_warning", "openmp",
      "link",    "mode",         "query",      "separator", "output",  "language",   "input"};
  Words parts;
  for (const Argument &a : parse(text).arguments)
    parts.push_back(std::string(names[int(a.role)]) + ":" + a.name +
                    (a.value.empty() ? "" : "=" + a.value));
  return joinText(parts, " ");
}

std::vector<Language> languagesOf(const std::string &text) {
  std::vector<Language> languages;
  for (const Argument &a : parse(text).arguments)
    if (a.role == Role::input)
      languages.push_back(a.language);
  return languages;
}

} // namespace

TEST_CASE("an option and its value stay together, joined or apart") {
  struct Case {
    const char *command, *shape;
  };
  const Case cases[] = {
      {"gcc -c x.c -o x.o", "mode:-c input:=x.c output:-o=x.o"},
      {"gcc -ox.o x.c", "output:-o=x.o input:=x.c"},
      {"gcc -I inc -Iinc2 -D A=1 -DB", "preprocessor:-I=inc preprocessor:-I=inc2 "
                                       "preprocessor:-D=A=1 preprocessor:-D=B"},
      {"gcc -MD -MT x.o -MF x.d", "dependency:-MD dependency:-MT=x.o dependency:-MF=x.d"},
      {"gcc -MMD -MP -MQ 'a b.o'", "dependency:-MMD dependency:-MP dependency:-MQ=a b.o"},
      {"gcc -include a.h -isystem /i", "preprocessor:-include=a.h preprocessor:-isystem=/i"},
      {"gcc -iquote q -idirafter d", "preprocessor:-iquote=q preprocessor:-idirafter=d"},
      {"gcc -MD -fdeps-format=p1689r5", "dependency:-MD dependency:-fdeps-=format=p1689r5"},
      {"gcc -static --static --static-pie", "link:-static link:--static link:--static-pie"},
      {"gcc -shared --shared", "link:-shared link:--shared"},
      {"gcc -Xlinker -o -Xlinker x.c", "link:-Xlinker=-o link:-Xlinker=x.c"},
      {"gcc -Wl,-o,x -Wp,-MD,x.d -Wa,-g -Wall", "link:-Wl,=-o,x preprocessor:-Wp,=-MD,x.d "
                                                "general:-Wa,=-g warning:-W=all"},
      {"gcc --param max=3 -mllvm -x", "general:--param=max=3 general:-mllvm=-x"},
      {"clang -target x86_64-linux -Xclang -fno-x", "general:-target=x86_64-linux "
                                                    "general:-Xclang=-fno-x"},
      {"gcc -dumpbase x.c -dumpversion", "general:-dumpbase=x.c query:-dumpversion"},
      {"gcc -lm -l m -L/l -Tx.ld", "link:-l=m link:-l=m link:-L=/l link:-T=x.ld"},
      {"gcc -undef -u sym", "preprocessor:-undef link:-u=sym"},
      {"gcc -O3 -g -flto -save-temps", "general:-O3 general:-g general:-flto general:-save-temps"},
      {"gcc --compile --output=x.o x.c", "mode:-c output:-o=x.o input:=x.c"},
      {"gcc --output x.o --write-dependencies x.c", "output:-o=x.o dependency:-MD input:=x.c"},
      {"gcc --include-directory=a --include-directory b --define-macro=C=1",
       "preprocessor:-I=a preprocessor:-I=b preprocessor:-D=C=1"},
      {"gcc --language=c --library-directory=/l x", "language:-x=c link:-L=/l input:=x"},
      {"gcc --compile=x --sysroot --output", "general:--compile=x general:--sysroot=--output"},
      {"gcc -D", "preprocessor:-D"}, // a value that is missing is the compiler's to complain of
  };
  for (const Case &c : cases) {
    INFO(c.command);
    CHECK(shapeOf(c.command) == c.shape);
  }
}

TEST_CASE("clang's inner options take their values along") {
  CHECK(
      shapeOf("clang -Xclang -include-pch -Xclang p.pch -Xclang -include -Xclang p.h -Xclang -v") ==
      "preprocessor:-Xclang=-include-pch preprocessor:-Xclang=p.pch "
      "preprocessor:-Xclang=-include preprocessor:-Xclang=p.h general:-Xclang=-v");
}

TEST_CASE("the mode that stops earliest wins") {
  CHECK(parse("gcc x.c").mode == Mode::link);
  CHECK(parse("gcc -c x.c").mode == Mode::object);
  CHECK(parse("gcc -S -c x.c").mode == Mode::assembly);
  CHECK(parse("gcc -c -E x.c").mode == Mode::preprocess);
  CHECK(parse("gcc -MM x.c").mode == Mode::dependencies);
  CHECK(parse("gcc -### -c x.c").mode == Mode::query);
  CHECK(parse("gcc -print-search-dirs").mode == Mode::query);
  CHECK(parse("gcc -v -c x.c").mode == Mode::object);
}

TEST_CASE("OpenMP is on when the last word on it says so") {
  CHECK(parse("gcc -fopenmp").openmp);
  CHECK(parse("clang -fopenmp=libomp").openmp);
  CHECK(parse("clang -fopenmp=libgomp").openmp_library == "libgomp");
  CHECK(parse("clang -Xpreprocessor -fopenmp").openmp);
  CHECK(parse("clang -Xclang -fopenmp").openmp);
  CHECK_FALSE(parse("gcc -fopenmp-simd").openmp);
  CHECK_FALSE(parse("gcc -fopenmp -fno-openmp").openmp);
  CHECK(parse("gcc -fno-openmp -fopenmp").openmp);
  CHECK_FALSE(parse("gcc -I -fopenmp").openmp);
}

TEST_CASE("languages come from -x, then from the suffix, then from the driver") {
  using L = Language;
  CHECK(languagesOf("gcc a.c b.cc c.C d.f90 e.S f.o g.i h.h i.cu") ==
        std::vector<L>{L::c, L::cxx, L::cxx, L::other, L::assembler, L::none, L::c, L::header,
                       L::other});
  CHECK(languagesOf("g++ a.c") == std::vector<L>{L::cxx});
  CHECK(languagesOf("/opt/bin/clang++-19 a.c") == std::vector<L>{L::cxx});
  CHECK(languagesOf("gcc a.c -x c++ a.c -x none a.c") == std::vector<L>{L::c, L::cxx, L::c});
  CHECK(languagesOf("gcc -xc++-header a.hpp") == std::vector<L>{L::header});
  CHECK(languagesOf("gcc -x c -") == std::vector<L>{L::c});
  CHECK(languagesOf("gcc dir.c/prog") == std::vector<L>{L::none});
}

TEST_CASE("preprocessed inputs and standard input are known as such") {
  auto preprocessed = [](const std::string &text) {
    for (const Argument &argument : parse(text).arguments)
      if (argument.role == Role::input)
        return argument.preprocessed;
    return false;
  };
  CHECK(preprocessed("gcc a.i"));
  CHECK(preprocessed("g++ a.ii"));
  CHECK(preprocessed("gcc -x c++-cpp-output a.txt"));
  CHECK_FALSE(preprocessed("gcc -x c a.i"));
  CHECK_FALSE(preprocessed("gcc a.c"));
  CHECK(parse("gcc -x c -").reads_stdin);
  CHECK_FALSE(parse("gcc -o - x.c").reads_stdin);
  CHECK(languagesOf("clang -c -- -x.c y.cpp") == std::vector<Language>{Language::c, Language::cxx});
}

TEST_CASE("launchers in front of the compiler are set apart") {
  CompileCommand command = parse("/usr/bin/ccache distcc g++ -c x.cc");
  CHECK(command.launcher == Words{"/usr/bin/ccache", "distcc"});
  CHECK(command.compiler == "g++");
  CHECK(command.cxx_driver);
  CHECK(parse("ccache").compiler == "ccache"); // not a launcher of anything
  CHECK(parse("env A=1 /opt/gcc-12 x.c").compiler == "/opt/gcc-12");
  CHECK(parse("'my launcher' cc -c gcc").launcher == Words{"my launcher"});
  CHECK(parse("mpicc x.c -o gcc").compiler == "mpicc");
  CHECK(parse("ccache mpicc x.c").compiler == "mpicc");
  CHECK(parse("gcc clang").compiler == "gcc");
  CHECK(parse("").compiler == "");
}

TEST_CASE("response files are read as compilers read them") {
  CHECK(splitResponse("a  'b c'\n\"d \\\" e\" f\\ g ''\t'it\\'s'") ==
        Words{"a", "b c", "d \" e", "f g", "", "it's"});
  std::string folder = makeTemporaryFolder("tare-test-").value();
  REQUIRE(writeFileAtomic(folder + "/inner", "-DA='x y' -c").ok());
  REQUIRE(writeFileAtomic(folder + "/outer", "-O2 @" + folder + "/inner x.c").ok());
  REQUIRE(writeFileAtomic(folder + "/self", "-g @" + folder + "/self").ok());
  CompileCommand command = parseCompileCommand({"gcc", "@" + folder + "/outer", "@/no/such/file"});
  CHECK(command.mode == Mode::object);
  CHECK(command.original.size() == 3);
  REQUIRE(command.arguments.size() == 5);
  CHECK(command.arguments[1].value == "A=x y");
  CHECK(command.arguments[4].value == "@/no/such/file");
  CHECK(expandResponseFiles({"@" + folder + "/self"}).size() < 100);
  removeTree(folder);
}

TEST_CASE("a compiler is known by its name or by its version text") {
  using K = CompilerKind;
  for (const char *name :
       {"gcc", "g++", "gcc-12", "/usr/bin/x86_64-linux-gnu-g++-12.2", "tare-gcc"})
    CHECK(kindOfName(name) == K::gcc);
  for (const char *name : {"clang", "clang++-19", "/a b/clang", "aarch64-linux-gnu-clang++"})
    CHECK(kindOfName(name) == K::clang);
  for (const char *name : {"cc", "c++", "mpicc", "icx", "nvcc", "gfortran", "clang-cl", "flang"})
    CHECK(kindOfName(name) == K::unknown);
  CHECK(kindOfVersionText("Debian clang version 19.1.7\nTarget: x") == K::clang);
  CHECK(kindOfVersionText(
            "cc (Debian 12.2.0)\nCopyright (C) 2022 Free Software Foundation, Inc.") == K::gcc);
  CHECK(kindOfVersionText("Intel(R) oneAPI DPC++/C++ Compiler 2025") == K::unknown);
  CHECK(kindOfVersionText("") == K::unknown);
}
