// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"

#include "base/files.h"
#include "base/text.h"
#include "instrumenter/wrapper/source_scan.h"
#include "instrumenter/wrapper/text_search.h"

using namespace tare;

namespace {

/// A folder of files, and the question asked of its x.c.
class Sources {
public:
  Sources() : folder_(makeTemporaryFolder("tare-test-").value()) {}
  ~Sources() { removeTree(folder_); }
  Sources(const Sources &) = delete;

  void write(const std::string &name, const std::string &text) {
    REQUIRE(makeFolder(folderOf(folder_ + "/" + name)).ok());
    REQUIRE(writeFileAtomic(folder_ + "/" + name, text).ok());
  }

  /// FOLDER in `options` stands for the folder.
  bool mayReach(std::string options = "") const {
    for (size_t at = options.find("FOLDER"); at != std::string::npos; at = options.find("FOLDER"))
      options.replace(at, 6, folder_);
    const std::string source = folder_ + "/x.c";
    std::vector<std::string> argv = splitCommand("gcc -fopenmp -c " + options).value();
    argv.push_back(source);
    return mayReachOpenmp(parseCompileCommand(argv), source);
  }

private:
  std::string folder_;
};

} // namespace

TEST_CASE("the word omp is what counts, wherever it stands") {
  for (const char *text :
       {"#pragma omp parallel\n", "_Pragma(\"omp parallel\")", "P(omp for)",
        "[[omp::directive(parallel)]]", "#define O omp\n", "{ omp_unset_lock(&lock); }"})
    CHECK(scanText(text).may_have_openmp);
  for (const char *text :
       {"", "int component, omp_x; f(omp_get_num_threads());", "#include <omp.h>\n",
        "_Pragma(\"omp declare simd\")", "#pragma once\n", "OMP # # x ## y",
        "/* through #include_next X */", " * #include's text\n"})
    CHECK_FALSE(scanText(text).may_have_openmp);
}

TEST_CASE("includes are collected, and what cannot be read simply is a yes") {
  ScannedText scanned = scanText("#include <a.h>\n  #  include \"b/c.h\" // x\n#include_next <d>\n"
                                 "#ifdef X\n#import \"e\"\n#endif\n#included\n");
  CHECK(scanned.includes == std::vector<std::string>{"<a.h", "\"b/c.h", "<d", "\"e"});
  CHECK_FALSE(scanned.may_have_openmp);
  for (const char *text : {"#include MACRO\n", "/* x */ #include MACRO\n", "#/* x */include <a>\n",
                           "#inc\\\nlude <a>\n", "%:include <a>\n", "?\?=include <a>\n"})
    CHECK(scanText(text).may_have_openmp);
}

TEST_CASE("headers are followed to wherever they could lead") {
  Sources sources;
  sources.write("x.c", "#include \"a.h\"\n#include <b.h>\n#include <stdio.h>\n");
  sources.write("a.h", "#include \"sub/a.h\"\n");
  sources.write("sub/a.h", "#include \"a2.h\"\n#include \"../x.c\"\n");
  CHECK_FALSE(sources.mayReach());
  sources.write("far/b.h", "#pragma omp barrier\n");
  CHECK_FALSE(sources.mayReach());
  for (const char *option : {"-IFOLDER/far", "-isystem FOLDER/far", "-idirafter FOLDER/far",
                             "-include FOLDER/far/b.h", "-iprefix FOLDER -iwithprefix /far"})
    CHECK(sources.mayReach(option));
  sources.write("near/b.h", "int b;\n"); // it would win, but that is not ours to say
  CHECK(sources.mayReach("-IFOLDER/near -IFOLDER/far"));
  sources.write("sub/a2.h", "#pragma omp barrier\n");
  CHECK(sources.mayReach());
}

TEST_CASE("macros of the command line count, and a source that cannot be read is a yes") {
  Sources sources;
  CHECK(sources.mayReach());
  sources.write("x.c", "int x;\n");
  CHECK_FALSE(sources.mayReach("-DA=1 -D_REENTRANT -Dopenmp"));
  CHECK(sources.mayReach("'-DP=_Pragma(\"omp parallel\")'"));
  CHECK(sources.mayReach("-include-pch x.pch"));
  CHECK(sources.mayReach("--sysroot=/other"));
  CHECK(sources.mayReach("-I=/include"));
  CHECK_FALSE(sources.mayReach("-IFOLDER -include all.h"));
  sources.write("all.h.gch", "");
  CHECK(sources.mayReach("-IFOLDER -include all.h"));
  CHECK(sources.mayReach("-Wp,-include,x.h"));
}
