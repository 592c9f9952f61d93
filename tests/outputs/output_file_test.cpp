// SPDX-License-Identifier: Apache-2.0
#include "base/files.h"
#include "catch.hpp"
#include "driver/outputs/output_file.h"
#include "scratch.h"

#include <unistd.h>

using namespace tare;
using tare::testing::Scratch;

TEST_CASE("what can be compared by lines, and what cannot") {
  Scratch folder;
  auto scan = [&](const std::string &text) {
    std::string path = folder.path() + "/o";
    REQUIRE(writeFileAtomic(path, text).ok());
    return scanOutput(path).value();
  };
  CHECK(scan("").bytes == 0);
  CHECK(scan("").not_lines.empty());
  CHECK(scan("1\n2\n").not_lines.empty());
  CHECK(scan("1\n2\n") == scan("1\n2\n"));
  CHECK_FALSE(scan("1\n2\n") == scan("1\n3\n"));
  CHECK(scan(std::string("a\0b", 3)).not_lines == "it is binary");
  std::string large((size_t(4) << 20) + 2, 'x');
  CHECK(scan(large).not_lines == "it has a line of more than 4 MiB");
  large[large.size() / 2] = '\n';
  CHECK(scan(large).not_lines.empty());
  CHECK_FALSE(scanOutput(folder.path() + "/none").ok());
}

TEST_CASE("the last line that says something") {
  Scratch folder;
  std::string path = folder.path() + "/e";
  REQUIRE(writeFileAtomic(path, "first\nabort: no memory\n\n  \n").ok());
  CHECK(lastLine(path) == "abort: no memory");
  REQUIRE(writeFileAtomic(path, "no slots\n  ------\n\n===\n").ok());
  CHECK(lastLine(path) == "no slots");
  REQUIRE(writeFileAtomic(path, "a\n-----\nThere are\n\nno slots\n-----\n\n").ok());
  CHECK(lastLine(path) == "There are no slots");
  REQUIRE(writeFileAtomic(path, "-----\nthe frame\n-----\nb\nc\n").ok());
  CHECK(lastLine(path) == "c");
  CHECK(lastLine(folder.path() + "/none").empty());
}

TEST_CASE("a kept output is cut, a small one and a link are left alone") {
  Scratch folder;
  std::string large = folder.path() + "/large", link = folder.path() + "/link";
  REQUIRE(writeFileAtomic(large, std::string(1000, 'x')).ok());
  REQUIRE(::symlink(large.c_str(), link.c_str()) == 0);
  capFile(link, 10);
  CHECK(readFile(large).value().size() == 1000);
  capFile(large, 2000);
  CHECK(readFile(large).value().size() == 1000);
  capFile(large, 10);
  CHECK(readFile(large).value().size() == 10);
}
