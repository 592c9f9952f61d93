// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/attributes.h"

#include "base/lexer.h"
#include "instrumenter/rewrite/edits.h"
#include "instrumenter/rewrite/layout.h"

#include <optional>

namespace tare {

namespace {

/// One attribute list with directives in it.
struct Attributes {
  Span span; // from [[ to ]]
  std::vector<std::string> directives;
  std::vector<std::string> others; // as written
};

std::string oneLine(std::string_view text) {
  std::string result;
  for (char c : text)
    result += c == '\n' || c == '\r' ? ' ' : c;
  return result;
}

/// Reads tokens one after the other, with brackets as groups.
class AttributeReader {
public:
  AttributeReader(const std::string &text, const std::vector<Token> &tokens, size_t first)
      : text_(text), tokens_(tokens), at_(first) {}

  /// The list that begins here with [[, or nothing when it holds no directive.
  std::optional<Attributes> read() {
    Attributes result;
    result.span.begin = tokens_[at_].span.begin;
    at_ += 2;
    bool all_omp = false;
    if (is("using")) {
      all_omp = is("omp", 1);
      at_ += 2;
      if (!take(":"))
        return std::nullopt;
    }
    while (at_ < tokens_.size() && !is("]"))
      if (!readOne(all_omp, result))
        return std::nullopt;
    if (!is("]", 1) || result.directives.empty())
      return std::nullopt;
    result.span.end = tokens_[at_ + 1].span.end;
    return result;
  }

private:
  bool readOne(bool all_omp, Attributes &result) {
    if (take(","))
      return true;
    size_t first = at_;
    bool omp = all_omp;
    if (is("::", 1)) {
      omp = is("omp");
      at_ += 2;
    }
    if (at_ >= tokens_.size())
      return false;
    size_t name = at_++;
    if (omp && at_ < tokens_.size() && is("("))
      return readDirective(name, result);
    if (is("(") && !skipGroup())
      return false;
    result.others.emplace_back(
        Span{tokens_[first].span.begin, tokens_[at_ - 1].span.end}.in(text_));
    return true;
  }

  /// directive(...) or sequence(...), from its bracket on.
  bool readDirective(size_t name, Attributes &result) {
    size_t open = at_;
    if (tokens_[name].text == "directive") {
      if (!skipGroup())
        return false;
      Span inside{tokens_[open].span.end, tokens_[at_ - 1].span.begin};
      result.directives.push_back(oneLine(inside.in(text_)));
      return result.directives.back().find('#') == std::string::npos;
    }
    if (tokens_[name].text != "sequence")
      return false;
    ++at_;
    while (at_ < tokens_.size() && !is(")"))
      if (!readOne(true, result))
        return false;
    return take(")");
  }

  bool skipGroup() {
    int open = 0;
    for (; at_ < tokens_.size(); ++at_) {
      open += tokens_[at_].depth();
      if (open == 0) {
        ++at_;
        return true;
      }
    }
    return false;
  }

  bool is(std::string_view text, size_t ahead = 0) const {
    return at_ + ahead < tokens_.size() && tokens_[at_ + ahead].text == text;
  }
  bool take(std::string_view text) {
    bool found = is(text);
    at_ += found ? 1 : 0;
    return found;
  }

  const std::string &text_;
  const std::vector<Token> &tokens_;
  size_t at_;
};

/// Whether an attribute stands at the begin of a statement. Elsewhere it belongs to the text
/// before.
bool beginsStatement(const std::vector<Token> &tokens, size_t at) {
  if (at == 0)
    return true;
  const Token &before = tokens[at - 1];
  return std::string_view(";{}:)]#").find(before.kind) != std::string_view::npos ||
         before.word() == "else" || before.word() == "do";
}

/// `void f() [[omp::directive(declare simd)]];` stays as it is.
bool followsDeclarator(const std::vector<Token> &tokens, size_t at, const Attributes &found) {
  return at > 0 && tokens[at - 1].kind == ')' &&
         found.directives.front().find("declare") != std::string::npos;
}

Edit asEdit(const LineMap &lines, const Attributes &found) {
  const LineMap::Line &first = lines.at(found.span.begin), &last = lines.at(found.span.end - 1);
  std::string code;
  for (const std::string &directive : found.directives)
    code += "\n" + lines.marker(first, 0) + "\n#pragma omp " + directive;
  code += "\n" + lines.marker(last, 0) + "\n" +
          std::string(size_t(lines.column(found.span.end) - 1), ' ');
  std::string others;
  for (const std::string &other : found.others)
    others += (others.empty() ? "" : ", ") + other;
  if (!others.empty())
    code += "[[" + others + "]]";
  return {found.span.begin, found.span.size(), code, Edit::Order::Replace, 0, 0};
}

} // namespace

std::string attributesToPragmas(const std::string &text, const std::string &compiler,
                                bool cplusplus) {
  bool known = cplusplus || compiler == "clang";
  if (!known || text.find("[[") == text.npos || text.find("directive") == text.npos)
    return text;
  const std::vector<Token> tokens = tokensOf(text);
  const LineMap lines(text);
  std::vector<Edit> edits;
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].kind != '[' || tokens[i + 1].kind != '[' || !beginsStatement(tokens, i))
      continue;
    auto found = AttributeReader(text, tokens, i).read();
    if (found && !followsDeclarator(tokens, i, *found))
      edits.push_back(asEdit(lines, *found));
  }
  Result<std::string> done = applyEdits(text, std::move(edits));
  return done.ok() ? done.value() : text;
}

} // namespace tare
