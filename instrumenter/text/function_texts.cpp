// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/text/function_texts.h"

#include <algorithm>

namespace tare {

namespace {

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Follows the tokens between a parameter list and a body.
class BodyWatch {
public:
  /// True when this '{' opens a function's body.
  bool opensBody(const Token &token) const { return token.kind == '{' && state_ != None; }
  /// Of the function whose body would open now.
  std::string_view name() const { return name_; }

  void see(const Token &token) {
    std::string_view word = token.word();
    if (token.kind == '(' && state_ == None && !operator_.empty())
      name_ = operator_;
    else if (token.kind == '(' && state_ == None && mayNameFunction(last_word_))
      name_ = last_word_;
    last_word_ = word;
    if (word == "operator")
      operator_ = word;
    if (token.kind == ';' || token.kind == '{' || token.kind == '}')
      state_ = None, in_namespace_ = false, name_ = operator_ = {};
    else if (word == "namespace" || word == "extern")
      in_namespace_ = true;
    else if (token.kind == ')' && state_ != Free && !in_namespace_)
      state_ = Behind;
    else if (state_ == Behind && (token.kind == '-' || token.kind == ':'))
      state_ = Free;
    else if (state_ == Behind && token.kind != '(' && token.kind != '&' && token.kind != '#' &&
             !isQualifier(word))
      state_ = None;
  }

private:
  static bool isQualifier(std::string_view word) {
    return isOneOf(
        word, {"const", "volatile", "noexcept", "throw", "override", "final", "mutable", "try"});
  }

  static bool mayNameFunction(std::string_view word) {
    return !word.empty() && !isOneOf(word, {"__attribute__", "__declspec", "alignas", "decltype",
                                            "if", "for", "while", "switch", "catch"});
  }

  enum { None, Behind, Free } state_ = None; // Free: a trailing return type or an initialiser list
  bool in_namespace_ = false;
  std::string_view last_word_, name_, operator_;
};

class BodyFinder {
public:
  BodyFinder(std::string_view text, Span range) : lexer_(text, range) {}

  std::vector<FunctionText> find() {
    while (Token token = lexer_.next()) {
      int outside = parentheses_;
      parentheses_ = std::max(0, parentheses_ + token.depth());
      if (outside > 0 && parentheses_ > 0)
        continue;
      if (watch_.opensBody(token) && !takeBody(token))
        break;
      watch_.see(token);
    }
    return std::move(functions_);
  }

private:
  bool takeBody(const Token &open) {
    Token close = lexer_.closing('{', '}');
    if (close)
      functions_.push_back({watch_.name(), {open.span.begin, close.span.end}});
    return bool(close);
  }

  Lexer lexer_;
  BodyWatch watch_;
  int parentheses_ = 0;
  std::vector<FunctionText> functions_;
};

} // namespace

std::vector<FunctionText> functionTexts(std::string_view text, Span range) {
  return BodyFinder(text, range).find();
}

Span bodyBehind(std::string_view text, uint32_t name) {
  Lexer lexer(text, {name, uint32_t(text.size())});
  bool has_parameters = false;
  int depth = 0;
  while (Token token = lexer.next()) {
    depth += token.depth();
    has_parameters = has_parameters || (token.kind == ')' && depth == 0);
    if (depth < 0)
      return {};
    if (depth > 0)
      continue;
    if (token.kind == '{')
      return {token.span.begin, has_parameters ? lexer.closing('{', '}').span.end : 0};
    bool unclear = std::string_view(":;<=}").find(token.kind) != std::string_view::npos ||
                   isOneOf(token.word(), {"try", "requires"});
    if (unclear)
      return {};
  }
  return {};
}

} // namespace tare
