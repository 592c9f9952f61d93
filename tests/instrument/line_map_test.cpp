// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "instrumenter/text/line_map.h"
#include "instrumenter/text/user_files.h"

using namespace tare;

TEST_CASE("lines follow the compiler's markers") {
  const std::string text = "# 0 \"dir/a \\\"b\\\".c\"\n"
                           "one\n"
                           "# 7 \"/usr/include/x.h\" 1 3 4\n"
                           "seven\n"
                           "eight\n"
                           "#line 20\n"
                           "twenty\n"
                           "#pragma omp parallel\n"
                           "# 3 \"dir/a \\\"b\\\".c\" 2\n"
                           "three";
  LineMap lines(text);
  auto at = [&](const char *word) { return lines.at(uint32_t(text.find(word))); };
  CHECK(lines.file(at("one")) == "dir/a \"b\".c");
  CHECK(at("one").line == 0);
  CHECK(lines.file(at("eight")) == "/usr/include/x.h");
  CHECK(at("eight").line == 8);
  CHECK(lines.isSystem(at("eight")));
  CHECK(at("twenty").line == 20);
  CHECK_FALSE(at("#pragma").is_marker);
  CHECK(at("#pragma").line == 21);
  CHECK(at("three").line == 3);
  CHECK_FALSE(lines.isSystem(at("three")));
  CHECK(lines.column(uint32_t(text.find("hree"))) == 2);
  CHECK(lines.marker(at("three"), 2) == "# 5 \"dir/a \\\"b\\\".c\"");
  CHECK(lines.marker(at("eight"), 0) == "# 8 \"/usr/include/x.h\" 3 4");
}

TEST_CASE("names are read as compilers escape them, and written back as they were") {
  const std::string text = "# 1 \"\\303\\251/\\\"q\\\" \\\\ \\0011.c\"\none\n"
                           "# 1 \"\303\251.c\"\ntwo\n";
  LineMap lines(text);
  auto at = [&](const char *word) { return lines.at(uint32_t(text.find(word))); };
  CHECK(lines.file(at("one")) == "\303\251/\"q\" \\ \0011.c");
  CHECK(lines.marker(at("one"), 0) == "# 1 \"\\303\\251/\\\"q\\\" \\\\ \\0011.c\"");
  CHECK(lines.file(at("two")) == "\303\251.c");
}

TEST_CASE("a text without markers has lines all the same") {
  LineMap lines("a\nb");
  CHECK(lines.at(2).line == 2);
  CHECK(lines.at(1000).line == 2);
  CHECK(LineMap("").at(0).line == 1);
}

TEST_CASE("whose file it is follows the path before the compiler's flag") {
  const std::string text = "# 1 \"/project/x/a.c\"\nown\n"
                           "# 1 \"/project/x/pch.h\" 3\nheader\n"
                           "# 1 \"/usr/include/stdio.h\" 3 4\nsystem\n"
                           "# 1 \"/usr/include/unflagged.h\"\nunflagged\n"
                           "# 1 \"/opt/library/x.h\" 3\nforeign\n"
                           "# 1 \"/opt/library/y.h\"\nmaybe\n"
                           "# 1 \"<built-in>\"\nbuilt\n";
  LineMap lines(text);
  UserFiles files(lines, "/project");
  auto isUser = [&](const char *word) { return files.isUser(uint32_t(text.find(word))); };
  CHECK(isUser("own"));
  CHECK(isUser("header\n"));
  CHECK_FALSE(isUser("system"));
  CHECK_FALSE(isUser("unflagged\n"));
  CHECK_FALSE(isUser("foreign"));
  CHECK(isUser("maybe"));
  CHECK_FALSE(isUser("built\n"));
  CHECK(files.path("/project/x/a.c") == "x/a.c");
  CHECK(files.path("/opt/library/y.h") == "/opt/library/y.h");
}
