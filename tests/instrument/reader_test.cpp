// SPDX-License-Identifier: Apache-2.0
// What is told from the text alone: brackets, bodies that need no parse, the user's pragmas.
#include "catch.hpp"

#include "instrumenter/text/body_filter.h"
#include "instrumenter/text/function_texts.h"
#include "instrumenter/text/integer_pack.h"
#include "instrumenter/text/nesting.h"
#include "instrumenter/text/pragma_list.h"
#include "instrumenter/text/stray_pragma.h"
#include "instrumenter/text/text_end.h"

#include <string>

using namespace tare;

namespace {

std::string bodyOf(const std::string &text) {
  Span body = bodyBehind(text, 0);
  return body.empty() ? "" : text.substr(body.begin, body.end - body.begin);
}

const std::string marker = "# 1 \"/home/a.c\"\n";

bool skips(const std::string &code, const std::string &name, bool serial_code = false) {
  const std::string text = marker + code;
  LineMap lines(text);
  UserFiles files(lines, "");
  BodyFilter filter(text, files);
  if (serial_code)
    filter.keepCallers(RegionCallers(text, userPragmas(text, files), files));
  return filter.mayBeSkipped(uint32_t(text.find(name)));
}

std::vector<UserPragma> pragmasOf(const std::string &text) {
  LineMap lines(text);
  UserFiles files(lines, "");
  return userPragmas(text, files);
}

} // namespace

TEST_CASE("a body ends at its own brace, whatever literals hold") {
  CHECK(bodyOf("f(int a) { g(); } h") == "{ g(); }");
  CHECK(bodyOf("f() { \"}\"; '}'; '\\''; \"\\\"}\"; } x") == "{ \"}\"; '}'; '\\''; \"\\\"}\"; }");
  CHECK(bodyOf("f() { R\"x( )\" } )x\"; u8R\"(})\"; } x") == "{ R\"x( )\" } )x\"; u8R\"(})\"; }");
  CHECK(bodyOf("f() { int a = 1'000'000; } '") == "{ int a = 1'000'000; }");
  CHECK(bodyOf("f() { /* } */ // }\n } x") == "{ /* } */ // }\n }");
  CHECK(bodyOf("f() {\n# 3 \"}\"\n  # pragma x } \\\n }\n} x") ==
        "{\n# 3 \"}\"\n  # pragma x } \\\n }\n}");
  CHECK(bodyOf("f() <% if (a) <% b; %> %> x") == "<% if (a) <% b; %> %>");
  CHECK(bodyOf("f(int a = g({1})) const noexcept(true) { } x") == "{ }");
  CHECK(bodyOf("operator()(int a) const { x(); } y") == "{ x(); }");
  CHECK(bodyOf("f() { \xe9t\xe9; \"\xe9}\"; } x") == "{ \xe9t\xe9; \"\xe9}\"; }");
}

TEST_CASE("where a body begins is left to the parser when the text is not enough") {
  for (const char *text :
       {"f();", "f(a) int a; { }", "C() : a{1} { }", "f() try { } catch (...) { }", "f<S{1}>() { }",
        "f() = default;", "f() {", "f(", "f() requires C<int> { }", "x { }", ""})
    CHECK(bodyOf(text).empty());
}

TEST_CASE("the outermost function bodies, not namespaces, classes or initialisers") {
  std::string text =
      "namespace n __attribute__((x)) { int a[] = {1}; struct S { void m() const {1} "
      "}; int f(int) { if (x) {2} } C() : a(1), b{2} {3} } extern \"C\" { g() {4} }";
  std::string found;
  for (const auto &[name, body] : functionTexts(text, {0, uint32_t(text.size())}))
    found += std::string(name) + text.substr(body.begin, body.end - body.begin) + "|";
  CHECK(found == "m{1}|f{ if (x) {2} }|C{2}|g{4}|");
}

TEST_CASE("a function is called by the word in front of its parameters") {
  auto names = [](const std::string &text) {
    std::string found;
    for (const FunctionText &function : functionTexts(text, {0, uint32_t(text.size())}))
      found += std::string(function.name) + "|";
    return found;
  };
  CHECK(names("__attribute__((noinline)) static void f(int (*g)(int)) { h(); }") == "f|");
  CHECK(names("void A::f() const noexcept(true) { } auto g(int a) -> decltype(a) { }") == "f|g|");
  CHECK(names("C() : a(1), b(g(2)) { } int x = f(3); T operator+(T a) { }") == "C|operator|");
  CHECK(names("int f(void) __attribute__((pure)); void g() __attribute__((cold)) { }") == "g|");
}

TEST_CASE("a body is skipped only when it can hold nothing of interest") {
  CHECK(skips("void f(int n) { for (;;) n++; }", "f"));
  CHECK_FALSE(skips("void f(int n) {\n#pragma omp barrier\n}", "f"));
  CHECK_FALSE(skips("void f(int n) { omp_set_lock(l); }", "f"));
  CHECK_FALSE(skips("void f(int n) { ompx::y(); omp::x(); }", "f"));
  CHECK_FALSE(skips("void f(int n) { __atomic_load_n(&n, 5); }", "f"));
  CHECK_FALSE(skips("void f(int n) { volatile int x; }", "f"));
  CHECK(skips("void f(int n) { compute(n); }\nvoid g() {\n#pragma omp barrier\n}", "f"));
  CHECK(skips("void f(int n) { } // omp", "f"));
}

TEST_CASE("with serial code wanted, main stays, and what may lead to a region by name") {
  const std::string region = "\n#pragma omp parallel\n";
  const std::string code = "void skip(int n) { apart(n); }\nvoid first(int n) { if (n) last(n); }\n"
                           "void last(int n) { both(n); }\nstruct S { void both(int n) {" +
                           region + "n++; } };\nvoid after(S s) { s.both(1); \"last\"; }\n" +
                           "int main() { skip(1); }\nint mainly() { skip(2); }";
  CHECK(skips(code, "first(int", true) == false);
  CHECK(skips(code, "last(int", true) == false);
  CHECK(skips(code, "after(S", true) == false);
  CHECK(skips(code, "main()", true) == false);
  CHECK(skips(code, "skip(int", true));
  CHECK(skips(code, "mainly()", true));
  CHECK(skips(code, "first(int"));
  CHECK(skips(code, "main()"));
  const std::string own = "void f() { g(); }\n# 1 \"/usr/include/x.h\" 3\nvoid g() {" + region +
                          "}\n# 9 \"/home/a.c\"\nint main() { f(); }";
  CHECK(skips(own, "f()", true));
  for (const char *name :
       {"M operator*(M a, M b)", "void M::operator()(int)", "M::operator int()"}) {
    std::string code = std::string(name) + " {\n#pragma omp parallel\n}\nvoid user() { a * b; }";
    CHECK_FALSE(skips(code, "user()", true));
    CHECK_FALSE(skips("void user() { a * b; }\n" + code, "user()", true));
  }
  CHECK_FALSE(skips(own, "main()", true));
}

TEST_CASE("a pack of integers is spelled for Clang in its place") {
  auto spelled = [](std::string text) {
    spellIntegerPacksForClang(text);
    return text;
  };
  CHECK(spelled("using m = integer_sequence<_Tp, __integer_pack(_Num)...>;\nx") ==
        "using m = __make_integer_seq<integer_sequence,_Tp,_Num> ;\nx");
  CHECK(spelled("::a::S<T,__integer_pack(N)...>") == "__make_integer_seq<::a::S,T,N>");
  CHECK(spelled("f(S<A<int, 2>,\n  __integer_pack( T(n) )...>{})") ==
        "f(__make_integer_seq<S,A<int, 2>,T(n)>\n    {})");
  for (const char *left :
       {"_Index_tuple<__integer_pack(_Num)...>", "S<T, 1, __integer_pack(N)...>",
        "S<T, __integer_pack(N)>", "f(a, __integer_pack(N)...)", "S<T, __integer_pack(N > 2)...>",
        "S<T, __integer_pack(N)..., 1>", "S<T,\n# 3 \"x\"\n __integer_pack(N)...>",
        "S<T, __integer_pack", "S<T, __integer_pack(", "__integer_pack(N)...>",
        ", __integer_pack(N)...>", "S<T, __integer_pack(N)..."})
    CHECK(spelled(left) == left);
}

TEST_CASE("where flags exist, every loop could wait for one") {
  std::string flag = "extern volatile int flag; ";
  CHECK_FALSE(skips(flag + "void f(void) { while (!flag); }", "f(void)"));
  CHECK_FALSE(skips(flag + "void f(void) { again: if (!flag) goto again; }", "f(void)"));
  CHECK(skips(flag + "void f(void) { g(); }", "f(void)"));
  CHECK(skips("# 1 \"/usr/include/x.h\" 3\nextern volatile int flag;\n# 1 \"a.c\"\n"
              "void f(void) { while (!done()); }",
              "f(void)"));
}

TEST_CASE("loops are counted as the walk counts them") {
  std::string text = "{ for (;;) while (x) do y(); while (z); \"for\"; for_each(); }";
  CHECK(countLoops(text, Span{0, uint32_t(text.size())}) == 3);
}

TEST_CASE("every pragma of the user's is found, with the words that name it") {
  auto found = pragmasOf(marker + "  #  pragma  omp parallel for\\\n  private(x)\n#pragma omp\n"
                                  "#pragma GCC ivdep\n#pragma ompx barrier\nint x; #pragma omp no\n"
                                  "# 1 \"/usr/include/x.h\" 3\n#pragma omp barrier\n# 9 \"a.c\"\n"
                                  "#pragma omp declare reduction(a : int : b)\r\n");
  REQUIRE(found.size() == 3);
  CHECK(found[0].words == "parallel for private");
  CHECK(found[1].words.empty());
  CHECK(found[2].words == "declare reduction");
}

TEST_CASE("directives that only declare are told from those that are executed") {
  auto name = [](const std::string &words) { return declarativeName({{}, words}); };
  CHECK(name("threadprivate") == "threadprivate");
  CHECK(name("begin declare target device_type") == "declare target");
  CHECK(name("begin assumes") == "assumes");
  CHECK(name("requiresx").empty());
  CHECK(name("parallel for").empty());
  CHECK(isEndDirective({{}, "end declare target"}));
  CHECK_FALSE(isEndDirective({{}, "ended"}));
  CHECK(isKnownToClang({{}, "cancellation point"}));
  CHECK(isKnownToClang({{}, "for nowait"}));
  CHECK_FALSE(isKnownToClang({{}, "invented nowait"}));
  CHECK_FALSE(isKnownToClang({{}, ""}));
}

TEST_CASE("a line in a literal or a comment is no pragma") {
  std::string text = marker + "x = R\"(\n#pragma omp barrier\n)\"; /*\n#pragma omp flush\n*/\n"
                              "#pragma omp taskwait\n";
  auto found = outsideLiterals(text, pragmasOf(text));
  REQUIRE(found.size() == 1);
  CHECK(found[0].words == "taskwait");
}

TEST_CASE("a line of a raw string is no marker") {
  std::string text = marker + "x = R\"(\n# 7 \"b.c\"\n)\";\n# 9 \"c.c\"\ny\n";
  LineMap lines(text);
  CHECK(lines.file(lines.at(uint32_t(text.find(")\";")))) == "/home/a.c");
  CHECK(lines.at(uint32_t(text.find(")\";"))).line == 3);
  CHECK(lines.file(lines.at(uint32_t(text.find("y\n")))) == "c.c");
}

TEST_CASE("lines that define macros, not text in literals that looks like one") {
  auto lines = [](const std::string &text) {
    std::string found;
    for (Span line : macroLines(text))
      found += text.substr(line.begin, line.end - line.begin) + "|";
    return found;
  };
  CHECK(lines("#define f(x) f(x)\nint a;\n # undef f\n#pragma define\n#defined x\n") ==
        "#define f(x) f(x)|# undef f|");
  CHECK(lines("#define a b \\\n  c\nd") == "#define a b \\\n  c|");
  CHECK(lines("s = R\"(\n#define a\n)\";\nx #define b\n/*\n#define c\n*/").empty());
}

TEST_CASE("a text that ends inside a declaration") {
  for (const char *text :
       {"static", "int a;\nextern \"C\"", "[[maybe_unused]]\n\n", "template <class T>", "int a",
        "__attribute__((unused)) // done;", "const /* a; */", "int f(void)",
        "int a,\n# 7 \"x.c\"\n", "inline\n#pragma omp declare simd\n", "int a; static \\\n\n",
        "alignas(8)", "// }\nconst"})
    CHECK(endsInsideDeclaration(text));
  for (const char *text :
       {"", "int a;", "int f(void) { }\n", "namespace n <% %>", "int f(void) ?\?< ?\?>\n",
        "int a; // const", "int a; /* static */", "int a;\n#pragma omp threadprivate(a)\n",
        "struct s { int a; }", "# 1 \"x.c\"\n", "int a;\n#pragma x \\\n const\n"})
    CHECK_FALSE(endsInsideDeclaration(text));
}

TEST_CASE("pragmas that were meant for OpenMP, and that compilers ignore") {
  auto beginning = [](const std::string &line) {
    std::string why = whyIgnored(line);
    size_t begin = why.find('\'') + 1;
    return why.empty() ? why : why.substr(begin, why.find('\'', begin) - begin);
  };
  CHECK(beginning("#pragma X omp parallel for") == "X");
  CHECK(beginning("# pragma GCC omp simd") == "GCC");
  CHECK(beginning("#pragma OMP parallel") == "OMP");
  CHECK(beginning("#pragma opm for") == "opm");
  CHECK(beginning("#pragma openmp critical(x)") == "openmp");
  CHECK(beginning("#pragma ompparallel for") == "ompparallel");
  CHECK(beginning("#pragma omp_parallel") == "omp_parallel");
  CHECK(beginning("#pragma $omp task") == "$");
  CHECK(beginning("#pragma !$omp parallel") == "!$");
  CHECK(whyIgnored("#pragma X omp single") ==
        "compilers ignore it: it begins with 'X', not with 'omp'");
  for (const char *line :
       {"#pragma omp parallel", "#pragma omp parallel omp for", "#pragma once",
        "#pragma X ompx for", "#pragma GCC poison omp parallel", "#pragma region omp parallel",
        "#pragma acc parallel loop", "#pragma message \"omp parallel\"",
        "#pragma weak omp_get_level", "#pragma ivdep", "#pragma X omp", "#define omp parallel",
        "#pragma", "#pragma clang loop unroll(full)", "#pragma op"})
    CHECK(whyIgnored(line).empty());
  CHECK(wordsOfPragma("# pragma  X omp \\\n for") == "X omp for");
  std::string text = marker + "#pragma X omp parallel\n#pragma omp for\n";
  auto pragmas = pragmasOf(text);
  REQUIRE(pragmas.size() == 2);
  CHECK_FALSE(pragmas[0].passed_over.empty());
  CHECK_FALSE(mayMakeTeam(pragmas[0]));
  CHECK(pragmas[1].passed_over.empty());
}

namespace {

std::string repeated(const std::string &part, size_t times) {
  std::string text;
  for (size_t i = 0; i < times; ++i)
    text += part;
  return text;
}

/// Each deep statement with its first and its last character, and whether tasks make it deep.
std::string deepIn(const std::string &code) {
  std::string text = marker + code, found;
  for (const DeepStatement &deep : deepStatements(text, pragmasOf(text)))
    found += "[" + text.substr(deep.span.begin, deep.span.size()) + "]" +
             (deep.by_tasks ? "tasks " : " ");
  return found;
}

const std::string task = "\n#pragma omp task\n";

} // namespace

TEST_CASE("directives that are nested too deep for Clang") {
  const size_t most = most_nested_tasks;
  const std::string open = task + "{ ", inside = repeated(open, most), ends = repeated("}", most);
  CHECK(deepIn(inside + ends).empty());
  for (const char *statement : {"{ x(); }", "x();", "if (a) x(); else { y(); }",
                                "for (;;) { y(); }", "do x(); while (y);", "{ { } }"})
    CHECK(deepIn(inside + task + statement + " z();" + ends) ==
          "[" + task.substr(1) + statement + "]tasks ");
  CHECK(deepIn("{" + repeated(task, most + 4) + "x(); y(); }") ==
        "[" + repeated(task, 4).substr(1) + "x();]tasks ");
  for (const std::string &one :
       {task + "{ x(); }", task + "x();", "f() {" + task + "#pragma omp taskwait\n}"})
    CHECK(deepIn(repeated(one, 100)).empty());
  const std::string group = "\n#pragma omp taskgroup\n{ ";
  CHECK(deepIn(repeated(group, 32) + repeated("}", 32)).empty());
  CHECK(deepIn(repeated(group, 34) + repeated("}", 34)) == "[" + group.substr(1) + group + "}}] ");
}
