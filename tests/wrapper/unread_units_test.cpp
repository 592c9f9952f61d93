// SPDX-License-Identifier: Apache-2.0
// Units whose text only the compiler reads are named, and listed in what is made of them.
#include "tests/wrapper/session.h"

using namespace tare;

TEST_CASE("a module that is kept as a tree is named, and so is the object made of it") {
  std::string folder = makeTemporaryFolder("tare-test-").value();
  const std::string source = folder + "/x.cppm", object = folder + "/x.o";
  auto write = [&](const std::string &path, const std::string &text) {
    REQUIRE(writeFileAtomic(path, text).ok());
  };
  write(source, "export module x;\n#pragma omp parallel\n");
  Session session;
  CHECK(session.wrap("clang++ -std=c++20 -fopenmp --precompile " + source).status == 0);
  CHECK(session.said == source + ": not measured: it imports modules, or is one\n");
  session.said.clear();
  session.wrap("clang++ -std=c++20 --precompile " + source);
  write(object, "nothing of OpenMP");
  CHECK(session.wrap("clang++ -c x.pcm -o " + object).status == 0);
  CHECK(session.said.empty());
  write(object, "__kmpc_fork_call");
  CHECK(session.wrap("clang++ -c x.pcm -o " + object).status == 0);
  CHECK(session.said == "x.pcm: not measured: it imports modules, or is one\n");
  session.processes.steps.clear();
  write(object, "\x7f"
                "ELF __kmpc_fork_call"); // then it is merged with one that lists the unit
  CHECK(session.wrap("clang++ -c x.pcm -o " + object).status == 0);
  CHECK(session.steps() == "original fallback original link");
  CHECK_THAT(session.processes.commands.back(),
             Catch::Contains("-nostdlib -r -o") && Catch::Contains(object));
  CHECK(readFile(object).value().size() == 21); // a merge without a result changes nothing
  removeTree(folder);
}

TEST_CASE("a link with a kept tree lists its units in front of the command's own words") {
  Session session;
  CHECK(session.wrap("clang++ -std=c++20 -fopenmp a.cpp x.pcm -o p").status == 0);
  CHECK(session.steps() == "fallback original fallback original link");
  const std::string &link = session.processes.commands.back();
  CHECK(link.find("clang++ /") == 0);
  CHECK(link.find("listed-1.o -std=c++20 -fopenmp a.cpp x.pcm -o p") != std::string::npos);
  CHECK(session.said == "x.pcm: not measured: it imports modules, or is one\n"
                        "a.cpp: not measured: it is compiled in one command with a module\n");
}

TEST_CASE("what is lost because of a command's form is named") {
  Session session;
  CHECK(session.wrap("clang -fopenmp -fopenmp-targets=nvptx64 -c x.c").status == 0);
  CHECK(session.steps() == "original");
  CHECK(session.said == "x.c: not measured: offloading to devices\n");
}
