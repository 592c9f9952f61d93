// SPDX-License-Identifier: Apache-2.0
// base/text: quoting is an inverse pair; foreign text is made harmless; hashes are FNV-1a.
#include "base/text.h"
#include "catch.hpp"

using namespace tare;
using Words = std::vector<std::string>;

TEST_CASE("text splits, joins and trims") {
  CHECK(splitText("1,2,,4", ',') == Words{"1", "2", "", "4"});
  CHECK(splitText("", ',') == Words{""});
  CHECK(joinText({"a", "b", "c"}, ", ") == "a, b, c");
  CHECK(joinText({}, ", ").empty());
  CHECK(trimText(" \t a b \n") == "a b");
  CHECK(trimText(" \n ").empty());
  CHECK(startsWith("tare_x", "tare_"));
  CHECK_FALSE(startsWith("ta", "tare_"));
  CHECK(endsWith("a.cpp", ".cpp"));
}

TEST_CASE("commands split by the shell's quoting rules") {
  auto split = [](std::string_view text) { return splitCommand(text).value(); };
  CHECK(split("./s 1000") == Words{"./s", "1000"});
  CHECK(split("  a\t b\n") == Words{"a", "b"});
  CHECK(split("a 'b c' \"d e\"") == Words{"a", "b c", "d e"});
  CHECK(split(R"(a\ b "q\"q" "n\n" 'x\y')") == Words{"a b", "q\"q", "n\\n", "x\\y"});
  CHECK(split("pre'mid'\"post\"") == Words{"premidpost"});
  CHECK(split("a '' \"\"") == Words{"a", "", ""});
  CHECK(split("").empty());
  CHECK(split("echo $HOME *.c a|b") == Words{"echo", "$HOME", "*.c", "a|b"});
}

TEST_CASE("an open quote is an error") {
  CHECK_FALSE(splitCommand("a 'b").ok());
  CHECK_FALSE(splitCommand("a \"b\\\"").ok());
  CHECK(splitCommand("a 'b").error().text() == "command has an open ' quote; close it");
}

TEST_CASE("quoteCommand is the inverse of splitCommand") {
  Words argv = {"./p", "", "a b", "it's", "\"", "\\", "$x", "-DX=1", "tab\there", "line\nline"};
  CHECK(splitCommand(quoteCommand(argv)).value() == argv);
  CHECK(quoteCommand({"gcc", "-O3", "x.c"}) == "gcc -O3 x.c");
}

TEST_CASE("printable text cannot drive a terminal") {
  CHECK(printable("plain \xc3\xa9 \xe2\x82\xac") == "plain \xc3\xa9 \xe2\x82\xac");
  CHECK(printable("\x1b[31mred\x07") == "?[31mred?");
  CHECK(printable("a\r\nb\x7f") == "a??b?");
  CHECK(printable("\xc2\x9b"
                  "31m") == "??31m"); // U+009B, the one-character CSI
  CHECK(printable("\xff\xe2\x82") == "???");
  CHECK(printable("a\u200bb \u202ac\u202e \u2066d\u2069") == "a???b ???c??? ???d???");
  CHECK(printable("\u200c\u2029\u202f\u2065\u206a") == "\u200c\u2029\u202f\u2065\u206a");
  CHECK(printable("\xf0\x9f\x98\x80") == "\xf0\x9f\x98\x80");
}

TEST_CASE("hashes are FNV-1a, 64 bits") {
  CHECK(hashBytes("") == 0xcbf29ce484222325ull);
  CHECK(hashBytes("a") == 0xaf63dc4c8601ec8cull);
  CHECK(hashBytes("foobar") == 0x85944171f73967e8ull);
  CHECK(hashBytes("bar", hashBytes("foo")) == hashBytes("foobar"));
  CHECK(hex16(0x85944171f73967e8ull) == "85944171f73967e8");
  CHECK(hex16(1) == "0000000000000001");
}

TEST_CASE("what only a shell understands is found, unless it is quoted") {
  CHECK(shellOperatorIn("./p 3 < in.txt") == "<");
  CHECK(shellOperatorIn("./p <in.txt") == "<in.txt");
  CHECK(shellOperatorIn("./p 2>/dev/null | head") == "2>/dev/null");
  CHECK(shellOperatorIn("./p && ./q") == "&&");
  CHECK(shellOperatorIn("./p ; ./q") == ";");
  for (const char *plain : {"./p 'a < b' '<' \\; \"|\"", "sh -c './p < in'", "./p a;b x|y -1>2"})
    CHECK(shellOperatorIn(plain).empty());
}
