// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"

#include "base/text.h"
#include "instrumenter/wrapper/without_openmp.h"

using namespace tare;

namespace {

std::string without(const std::string &text, const std::string &archive = "/t/omp.a") {
  return quoteCommand(
      withoutOpenMP(parseCompileCommand(splitCommand(text).value()), archive, Simd::Kept).original);
}

} // namespace

TEST_CASE("options of OpenMP are left out, in every spelling, and nothing else") {
  CHECK(without("gcc -O2 -fopenmp -DN=1 -c x.c -o x.o") ==
        "gcc -w -fopenmp-simd -O2 -DN=1 -c x.c -o x.o");
  CHECK(without("clang -Xclang -fopenmp -c x.c") == "clang -w -fopenmp-simd -c x.c");
  for (const char *option : {"-fopenmp-targets=x86_64", "-fno-openmp", "-openmp", "-qopenmp"}) {
    INFO(option);
    CHECK(without(std::string("clang ") + option + " -c x.c") == "clang -w -c x.c");
  }
}

TEST_CASE("where the compiler does not take simd directives alone, all are ignored") {
  CompileCommand command = parseCompileCommand({"gcc", "-fopenmp", "-c", "x.c", "-o", "x.o"});
  CHECK(quoteCommand(withoutOpenMP(command, "", Simd::Dropped).original) == "gcc -w -c x.c -o x.o");
  CHECK(quoteCommand(simdQuestion(command)) == "gcc -w -fsyntax-only -fopenmp-simd -c x.c -o x.o");
  auto asks = [](std::vector<std::string> words) {
    return !simdQuestion(parseCompileCommand(words)).empty();
  };
  CHECK(asks({"ccache", "clang", "-fopenmp", "x.c"}));
  CHECK_FALSE(asks({"gcc", "-fopenmp", "x.o", "-o", "p"}));
  CHECK_FALSE(asks({"gcc", "-c", "x.c"}));
  CHECK_FALSE(asks({"gcc", "-fopenmp", "-x", "c", "-", "-o", "p"})); // it can be read once
}

TEST_CASE("simd directives stay on: they are no parallelism") {
  CHECK(without("clang -fopenmp=libomp -c x.c") == "clang -w -fopenmp-simd -c x.c");
  CHECK(without("gcc -O3 -fopenmp-simd -c x.c") == "gcc -O3 -fopenmp-simd -c x.c");
  CHECK(without("gcc -fopenmp-simd -c x.c -qopenmp") == "gcc -w -fopenmp-simd -c x.c");
  CHECK(without("gcc -fopenmp -fno-openmp-simd -c x.c") ==
        "gcc -w -fopenmp-simd -fno-openmp-simd -c x.c");
  CHECK(without("gcc -fopenmp a.o -o p", "") == "gcc a.o -o p");
}

TEST_CASE("a link goes without its libraries, and gets those of one thread at its end") {
  CHECK(without("gcc -fopenmp a.o -o p -lgomp /usr/lib/gcc/12/libgomp.so -lm -lcomp") ==
        "gcc a.o -o p -lm -lcomp /t/omp.a");
  CHECK(without("c++ a.o -o p /llvm/libomp.so.5 libiomp5.a libcomp.so -l omp") ==
        "c++ a.o -o p libcomp.so /t/omp.a");
  CHECK(without("gcc -fopenmp -x c a -o p") == "gcc -w -fopenmp-simd -x c a -o p -x none /t/omp.a");
  CHECK(without("gcc -fopenmp x.c -o p", "") == "gcc -w -fopenmp-simd x.c -o p");
}

TEST_CASE("what links nothing gets no library") {
  CHECK(without("gcc -fopenmp -r a.o b.o -o c.o") == "gcc -r a.o b.o -o c.o");
  CHECK(without("gcc -fopenmp --version") == "gcc --version");
  CHECK(without("ccache gcc -fopenmp -S x.c") == "ccache gcc -w -fopenmp-simd -S x.c");
}

TEST_CASE("a command without OpenMP stays as it is") {
  CHECK(without("gcc -Wall -c x.c") == "gcc -Wall -c x.c");
  CHECK(without("gcc a.o -o p -lm") == "gcc a.o -o p -lm");
}
