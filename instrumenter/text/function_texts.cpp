// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/text/function_texts.h"

#include "instrumenter/text/skimmer.h"

#include <algorithm>

namespace tare {

namespace {

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Reads what stands between a parameter list and a body.
class BodyWatch {
public:
  /// True when this '{' opens a function's body.
  bool opensBody(const Skimmer::Token &token) const { return token.kind == '{' && state_ != None; }
  /// Of the function whose body would open now.
  std::string_view name() const { return name_; }

  void see(const Skimmer::Token &token, std::string_view word) {
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
  BodyFinder(std::string_view text, Span range)
      : skimmer_(text.substr(0, range.end), range.begin) {}

  std::vector<FunctionText> find() {
    for (Skimmer::Token token = skimmer_.next(); token.kind != 0; token = skimmer_.next()) {
      int outside = parentheses_;
      if (token.kind == '(' || token.kind == ')')
        parentheses_ = std::max(0, parentheses_ + (token.kind == '(' ? 1 : -1));
      if (outside > 0 && parentheses_ > 0)
        continue;
      if (watch_.opensBody(token) && !takeBody(token))
        break;
      watch_.see(token, token.kind == 'w' ? skimmer_.word(token) : std::string_view());
    }
    return std::move(functions_);
  }

private:
  bool takeBody(const Skimmer::Token &open) {
    uint32_t end = closingBrace(skimmer_);
    if (end != 0)
      functions_.push_back({watch_.name(), {open.span.begin, end}});
    return end != 0;
  }

  Skimmer skimmer_;
  BodyWatch watch_;
  int parentheses_ = 0;
  std::vector<FunctionText> functions_;
};

} // namespace

std::vector<FunctionText> functionTexts(std::string_view text, Span range) {
  return BodyFinder(text, range).find();
}

} // namespace tare
