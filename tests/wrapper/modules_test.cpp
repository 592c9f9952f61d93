// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"

#include "base/text.h"
#include "instrumenter/wrapper/compiler_paths.h"
#include "instrumenter/wrapper/modules.h"
#include "instrumenter/wrapper/text_search.h"

using namespace tare;

TEST_CASE("options of modules: gcc's are given to all units, clang's to those that import") {
  auto modules = [](const char *text) {
    return modulesOf(parseCompileCommand(splitCommand(text).value()));
  };
  CHECK(modules("g++ -fopenmp -fmodulo-sched -c x.cpp") == Modules::none);
  CHECK(modules("g++ -fmodules-ts -fmodule-mapper=x.o.modmap -fdeps-format=p1689r5 -c x.cpp") ==
        Modules::where_written);
  CHECK(modules("g++ -fmodules -fmodule-mapper=x.o.modmap -c x.cpp") == Modules::where_written);
  CHECK(modules("g++ -fmodules-ts -c x.cpp") == Modules::where_written);
  CHECK(modules("g++ -fmodules-ts -fmodule-header -c x.cpp") == Modules::everywhere);
  CHECK(modules("clang++ -fmodules -c x.cpp") == Modules::everywhere);
  CHECK(modules("clang++ -fmodule-file=m.pcm -c x.cpp") == Modules::everywhere);
  CHECK(modules("clang++ -fcxx-modules -c x.cpp") == Modules::everywhere);
}

TEST_CASE("a text that imports modules, or is one, is known by its lines") {
  for (const char *text :
       {"import m;", "int x;\n  import <vector>;", "import \"x.h\";", "import :part;", "module;",
        "export module m;", "export  import m;", "module m;\r\n", "module :private;", "import<a>;",
        "import  m;", "__import m;", "export __module m;"})
    CHECK(namesModules(text));
  for (const char *text : {"", "int import;", "module = 3;", "import(x);", "import::f();",
                           "modules m;", "important x;", "// import m;", "export int f();",
                           "module.x();", "#import <x.h>", "import", "x import m;"})
    CHECK_FALSE(namesModules(text));
}

TEST_CASE("a module is known by its own line, without any option") {
  CHECK(declaresModule("module;\n#include <a>\nexport module m;"));
  CHECK(declaresModule("export __module m:part;"));
  for (const char *text :
       {"module m;", "import m;", "export import m;", "export int f();", "", "// export module m;"})
    CHECK_FALSE(declaresModule(text));
  CompileCommand command = parseCompileCommand({"clang++", "-x", "c++-module", "-c", "m.txt"});
  CHECK(command.arguments.back().isSource());
  CHECK(parseCompileCommand({"clang++", "-c", "m.ccm"}).arguments.back().isSource());
}

TEST_CASE("the paths of a compiler's words, a line each") {
  CHECK(listsPathsOfWords("#define CC \"/usr/bin/tare\n/usr/bin/cc\n/usr/bin/clang-19\"\n"));
  CHECK_FALSE(listsPathsOfWords("#define CC \"/usr/bin/tare /usr/bin/cc\"\n"));
  CHECK_FALSE(listsPathsOfWords("// see /usr/bin/tare\nint a;\n"));
}
