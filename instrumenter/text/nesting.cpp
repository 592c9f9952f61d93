// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/text/nesting.h"

#include "base/text.h"

#include <algorithm>

namespace tare {

namespace {

/// Directives without a statement. A `section` is counted with its sections.
bool standsAlone(const UserPragma &pragma) {
  static constexpr std::string_view names[] = {
      "barrier", "taskwait", "taskyield", "flush",        "cancel",      "cancellation",
      "depobj",  "section",  "scan",      "target enter", "target exit", "target update"};
  if (!declarativeName(pragma).empty() || isEndDirective(pragma))
    return true;
  return std::ranges::any_of(names, [&](std::string_view name) {
    return startsWith(pragma.words, name) &&
           (pragma.words.size() == name.size() || pragma.words[name.size()] == ' ');
  });
}

bool makesTasks(const UserPragma &pragma) {
  return pragma.words.find("task") != pragma.words.npos &&
         pragma.words.find("taskgroup") == pragma.words.npos;
}

/// A directive whose statement has not ended yet.
struct Open {
  int brackets = 0; // open in front of it
  bool is_task = false;
  bool has_ended = false; // unless an `else` or the like goes on with the statement
};

/// Reads tokens in their order.
class Nest {
public:
  explicit Nest(const std::vector<UserPragma> &pragmas) : pragmas_(pragmas) {}

  void read(const Token &token) {
    std::string_view word = token.word();
    bool goes_on = word == "else" || word == "while" || word == "catch";
    if (!goes_on && token.kind != '#')
      close(last_end_);
    if (token.kind == '#')
      return readLine(token.span);
    last_end_ = token.span.end;
    brackets_ += isOneOf(token.kind, "({[") - isOneOf(token.kind, ")}]");
    for (size_t i = open_.size(); i-- > 0 && open_[i].brackets >= brackets_;)
      open_[i].has_ended = token.kind == ';' || token.kind == '}' || open_[i].brackets > brackets_;
  }

  std::vector<DeepStatement> found() {
    for (Open &open : open_)
      open.has_ended = true;
    close(last_end_);
    return std::move(found_);
  }

private:
  static int isOneOf(char kind, std::string_view kinds) {
    return kind && kinds.find(kind) != kinds.npos;
  }

  /// A line marker may stand in front of `else`, a directive may not.
  void readLine(Span line) {
    while (next_ < pragmas_.size() && pragmas_[next_].span.begin < line.begin)
      ++next_;
    if (next_ == pragmas_.size() || pragmas_[next_].span.begin != line.begin)
      return;
    const UserPragma &pragma = pragmas_[next_];
    if (!pragma.passed_over.empty())
      return;
    close(last_end_);
    last_end_ = line.end;
    if (standsAlone(pragma)) { // an unbraced statement of the directives in front of it
      for (size_t i = open_.size(); i-- > 0 && open_[i].brackets == brackets_;)
        open_[i].has_ended = true;
      return;
    }
    open_.push_back({brackets_, makesTasks(pragma)});
    tasks_ += open_.back().is_task;
    bool by_tasks = tasks_ > most_nested_tasks;
    if (deep_ == 0 && (by_tasks || open_.size() > most_nested_directives)) {
      deep_ = open_.size();
      found_.push_back({line, by_tasks});
    }
    if (deep_ > 0)
      found_.back().holds_tasks |= open_.back().is_task;
  }

  /// Closes the directives whose statements have ended, innermost first.
  void close(uint32_t end) {
    while (!open_.empty() && open_.back().has_ended) {
      if (open_.size() == deep_) {
        found_.back().span.end = end;
        deep_ = 0;
      }
      tasks_ -= open_.back().is_task;
      open_.pop_back();
    }
  }

  const std::vector<UserPragma> &pragmas_;
  size_t next_ = 0; // pragma
  int brackets_ = 0;
  size_t tasks_ = 0, deep_ = 0; // open tasks; number of open ones at the outermost deep one
  uint32_t last_end_ = 0;       // of the token that was read last
  std::vector<Open> open_;
  std::vector<DeepStatement> found_;
};

} // namespace

std::vector<DeepStatement> deepStatements(std::string_view text,
                                          const std::vector<UserPragma> &pragmas) {
  if (pragmas.size() <= most_nested_tasks)
    return {};
  Nest nest(pragmas);
  Lexer lexer(text, {pragmas.front().span.begin, uint32_t(text.size())});
  while (Token token = lexer.next())
    nest.read(token);
  return nest.found();
}

} // namespace tare
