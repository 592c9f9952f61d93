// SPDX-License-Identifier: Apache-2.0
// How sources are read again: only what says how to read them is taken from a command.
#include "base/text.h"
#include "catch.hpp"
#include "driver/compile_commands.h"
#include "driver/reading_options.h"
#include "scratch.h"

#include <filesystem>
#include <fstream>

using namespace tare;
using Catch::Contains;
using testing::Scratch;

namespace {

std::string taken(const std::string &line, CommandOrigin origin = CommandOrigin::User) {
  return quoteCommand(readingOptions(parseCompileCommand(splitCommand(line).value()), origin));
}

} // namespace

TEST_CASE("what shapes the text is taken, in its order") {
  CHECK(
      taken("gcc -O2 -DN=3 -I inc -isystem/usr/x -std=c11 -march=native -funsigned-char -c x.c") ==
      "-O2 -DN=3 -I inc -isystem/usr/x -std=c11 -march=native -funsigned-char");
  CHECK(taken("clang++ -include cfg.h -stdlib=libc++ --sysroot=/sdk -fno-exceptions x.cc -o x") ==
        "-include cfg.h -stdlib=libc++ --sysroot=/sdk -fno-exceptions");
  CHECK(taken("tare cc gcc -fopenmp -pthread x.c -lm") == "-pthread"); // whoever reads knows OpenMP
}

TEST_CASE("what starts a program, loads, writes or lists words is left away") {
  for (const char *word : {"-fplugin=./evil.so",
                           "-fpass-plugin=evil.so",
                           "-B.",
                           "-B .",
                           "-specs=evil",
                           "-wrapper sh,-c",
                           "-Xclang -load -Xclang evil.so",
                           "-mllvm -load=evil.so",
                           "-mllvm=-load=evil.so",
                           "-o /etc/x",
                           "-MD -MF out",
                           "-Wp,-MD,out",
                           "-save-temps",
                           "-fdump-tree-all",
                           "-fprofile-use=x",
                           "--config evil.cfg",
                           "-x c",
                           "-D@evil",
                           "@evil",
                           "-I @evil",
                           "-fuse-ld=evil",
                           "-Wl,x",
                           "-E",
                           "-iquote @evil",
                           "-fmodule-file=x",
                           "-ivfsoverlay x",
                           "-Xpreprocessor x"}) {
    INFO(word);
    std::string line = "gcc -DKEPT " + std::string(word) + " x.c";
    std::string expected = std::string(word) == "-D@evil" ? "-DKEPT -D@evil" : "-DKEPT";
    CHECK(taken(line) == expected); // -D@evil is no list: the word begins with -D
    CHECK(taken(line, CommandOrigin::Results) == expected);
  }
}

TEST_CASE("a command in results names no file that is read with the source") {
  CHECK(taken("gcc -include /etc/passwd -imacros x --sysroot=/x -isysroot /y -DA -Iinc x.c",
              CommandOrigin::Results) == "-DA -Iinc");
}

TEST_CASE("compile commands: with words or a line, folders relative to the file") {
  Scratch scratch;
  std::string path = scratch.path() + "/compile_commands.json";
  std::ofstream(path) << R"([
    {"directory": "build", "file": "../x.c", "command": "gcc -DN='\"a b\"' -c ../x.c"},
    {"directory": "/abs", "file": "/abs/y.c", "arguments": ["cc", "-c", "y.c"], "output": "y.o"}])";
  std::vector<FileCommand> commands = readCompileCommands(path).value();
  REQUIRE(commands.size() == 2);
  CHECK(commands[0].folder == scratch.path() + "/build");
  CHECK(commands[0].words == std::vector<std::string>{"gcc", "-DN=\"a b\"", "-c", "../x.c"});
  CHECK(commands[1].words == std::vector<std::string>{"cc", "-c", "y.c"});
  CHECK(compileCommandsIn(scratch.path()) == path);
  CHECK(compileCommandsIn(scratch.path() + "/none").empty());
}

TEST_CASE("compile commands that are none name their file") {
  Scratch scratch;
  std::string path = scratch.path() + "/c.json";
  for (const char *text : {"", "{", "{}", "[1]", "[{}]", R"([{"directory": "/", "file": "x.c"}])",
                           R"([{"directory": "/", "file": "x.c", "command": "gcc 'x"}])"}) {
    std::ofstream(path) << text;
    Result<std::vector<FileCommand>> read = readCompileCommands(path);
    INFO(text);
    REQUIRE_FALSE(read.ok());
    CHECK_THAT(read.error().text(), Contains("c.json"));
  }
}
