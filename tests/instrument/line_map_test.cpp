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

TEST_CASE("a text that begins without a marker gets one") {
  CHECK(withFirstMarker("int a;\n", "s/x.i") == "# 1 \"s/x.i\"\nint a;\n");
  CHECK(withFirstMarker("# 1 \"x.c\"\nint a;\n", "x.i") == "# 1 \"x.c\"\nint a;\n");
  CHECK(withFirstMarker("#pragma omp flush\n", "x.i").find("# 1 \"x.i\"\n#pragma") == 0);
  LineMap lines(withFirstMarker("a", "o\"d\\d\n.i"));
  CHECK(lines.file(lines.lines().back()) == "o\"d\\d\n.i");
}

TEST_CASE("the include that brought a text, behind a place") {
  const std::string text = "# 1 \"two.c\"\n"
                           "# 1 \"first.h\" 1\nint a;\n"
                           "# 2 \"two.c\" 2\n"
                           "begin {\n\n"
                           "# 1 \"par.h\" 1\n"
                           "# 1 \"deep.h\" 1\n"
                           "#pragma omp parallel \\\n  for\n"
                           "# 2 \"par.h\" 2\n"
                           "# 5 \"two.c\" 2\n"
                           "body\n"
                           "# 1 \"code.h\" 1\n"
                           "#pragma omp single\ninside\n"
                           "# 8 \"two.c\" 2\n"
                           "end }\n";
  LineMap lines(text);
  auto at = [&](const char *word) { return uint32_t(text.find(word)); };
  const LineMap::Line *region = lines.includedAt(at("#pragma omp par"), at("begin"));
  REQUIRE(region);
  CHECK(lines.file(*region) == "two.c");
  CHECK(region->line == 4);
  CHECK_FALSE(lines.includesCode(*region));
  const LineMap::Line *single = lines.includedAt(at("#pragma omp single"), at("begin"));
  REQUIRE(single);
  CHECK(lines.includesCode(*single));
  CHECK(lines.includedAt(at("inside"), at("begin")) == single);
  CHECK(lines.includedAt(at("int a"), 0));
  for (const char *word : {"begin", "body", "end"})
    CHECK(lines.includedAt(at(word), at("begin")) == nullptr);
}

TEST_CASE("whose file it is follows the path before the compiler's flag") {
  const std::string text = "# 1 \"/project/x/a.c\"\nown\n"
                           "# 1 \"/project/x/pch.h\" 3\nheader\n"
                           "# 1 \"/usr/include/stdio.h\" 3 4\nsystem\n"
                           "# 1 \"/usr/include/unflagged.h\"\nunflagged\n"
                           "# 1 \"/opt/library/x.h\" 3\nforeign\n"
                           "# 1 \"/opt/library/y.h\"\nmaybe\n"
                           "# 1 \"<built-in>\"\nbuilt\n"
                           "# 1 \"<eigene Zeile>\"\ntranslated\n"
                           "# 1 \"<x>.c\"\nangled\n"
                           "# 1 \"<dir>/y.c\"\nfolder\n"
                           "# 1 \"<stdin>\"\ntyped\n";
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
  CHECK_FALSE(isUser("translated"));
  CHECK(isUser("angled"));
  CHECK(isUser("folder\n"));
  CHECK(isUser("typed"));
  CHECK(files.path("<stdin>") == "<stdin>");
  CHECK(files.path("/project/x/a.c") == "x/a.c");
  CHECK(files.path("/opt/library/y.h") == "/opt/library/y.h");
}
