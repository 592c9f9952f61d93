// SPDX-License-Identifier: Apache-2.0
// What Clang is given to read. One attempt is enough for nearly every unit; others follow only
// where Clang reported errors in the user's own code.
#include "instrumenter/clang/parse.h"

#include "instrumenter/clang/attempt.h"
#include "instrumenter/text/function_texts.h"
#include "instrumenter/text/integer_pack.h"
#include "instrumenter/text/pragma_list.h"
#include "instrumenter/text/skimmer.h"

#include "base/text.h"

#include <algorithm>

namespace tare {

namespace {

/// Spaces for everything but the ends of lines, so that all places stay what they are.
void blank(std::string &text, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end; ++i)
    if (text[i] != '\n' && text[i] != '\r')
      text[i] = ' ';
}

bool within(uint32_t offset, Span span) { return span.begin <= offset && offset < span.end; }

bool withinAny(uint32_t offset, const std::vector<Span> &spans) {
  return std::any_of(spans.begin(), spans.end(), [&](Span span) { return within(offset, span); });
}

class Reader {
public:
  Reader(const std::string &text, const ParseRequest &request, UserFiles &files)
      : text_(text), request_(request), files_(files), pragmas_(userPragmas(text, files)),
        given_(text) {}

  Result<ParsedUnit> read() {
    for (const UserPragma &pragma : pragmas_)
      if (!isKnownToClang(pragma))
        blank(given_, pragma.span.begin, pragma.span.end);
    // Preprocessed text has them for debug information (-g3): its macros are expanded, and those
    // that expand to their own name would be once more.
    for (Span line : macroLines(text_))
      blank(given_, line.begin, line.end);
    if (request_.cplusplus)
      spellIntegerPacksForClang(given_);
    best_ = attempt({});
    // A machine flag that only GCC knows must not cost the measurement.
    if (!best_.reached_end) {
      options_.machine_flags = false;
      best_ = attempt({});
    }
    if (!best_.reached_end)
      return Error{best_.problem.empty() ? "Clang could not read the preprocessed text"
                                         : best_.problem,
                   request_.unit};
    if (!best_.errors.empty())
      readAgain();
    placeErrors();
    return std::move(best_.unit);
  }

private:
  Attempt attempt(const std::vector<TextError> &known_errors) {
    return tryToRead(given_, {text_, pragmas_, files_}, request_, options_, known_errors);
  }

  void readAgain() {
    if (mayNeedNewerOpenMP()) {
      options_.openmp_version = 52;
      Attempt other = attempt({});
      if (other.reached_end && other.errors.size() < best_.errors.size())
        best_ = std::move(other);
      else
        options_.openmp_version = 51;
    }
    for (int round = 0; round < 3 && blankUnreadable(); ++round) {
      Attempt other = attempt(best_.errors);
      if (!other.reached_end || unreadOutside(other) >= unreadOutside(best_))
        return;
      best_ = std::move(other);
    }
  }

  /// An error in a directive may mean that it is spelled as in 5.2. Clang 19 never comes back from
  /// some linear clauses then, so a unit that has one is not tried.
  bool mayNeedNewerOpenMP() const {
    bool any = false;
    for (const UserPragma &pragma : pragmas_) {
      std::string_view line(text_.data() + pragma.span.begin, pragma.span.end - pragma.span.begin);
      if (line.find("linear") != line.npos)
        return false;
      any = any || std::any_of(best_.errors.begin(), best_.errors.end(),
                               [&](const TextError &e) { return within(e.offset, pragma.span); });
    }
    return any;
  }

  /// Where Clang finds its way again after what it cannot read is uncertain: when that cost a
  /// directive of another function, the unreadable bodies are taken out. False: nothing to do.
  bool blankUnreadable() {
    if (bodies_.empty())
      bodies_ = functionTexts(text_, {0, uint32_t(text_.size())});
    size_t before = unreadable_.size();
    for (const TextError &error : best_.errors)
      for (const auto &[name, body] : bodies_)
        if (error.is_syntax && within(error.offset, body) && !withinAny(error.offset, unreadable_))
          unreadable_.push_back(body);
    if (unreadable_.size() == before || unreadOutside(best_) == 0)
      return false;
    for (Span body : unreadable_)
      blank(given_, body.begin + 1, body.end - 1);
    return true;
  }

  /// Directives that Clang did not read and that stand in no unreadable body.
  size_t unreadOutside(const Attempt &attempt) const {
    const std::vector<Construct> &all = attempt.unit.constructs;
    return size_t(std::count_if(all.begin(), all.end(), [&](const Construct &construct) {
      return (startsWith(construct.forbidden, cannot_read) ||
              construct.forbidden == no_directive) &&
             !withinAny(construct.whole.begin, unreadable_);
    }));
  }

  void placeErrors() {
    for (const TextError &error : best_.errors) {
      const LineMap::Line &line = files_.lines().at(error.offset);
      best_.unit.errors.push_back({files_.lines().file(line), line.line, error.message});
    }
  }

  const std::string &text_;
  const ParseRequest &request_;
  UserFiles &files_;
  std::vector<UserPragma> pragmas_;
  std::string given_; // to Clang
  AttemptOptions options_;
  Attempt best_;
  std::vector<FunctionText> bodies_; // of the text, when they were needed
  std::vector<Span> unreadable_;     // those with errors
};

} // namespace

Result<ParsedUnit> parseUnit(const std::string &text, const ParseRequest &request,
                             UserFiles &files) {
  return Reader(text, request, files).read();
}

} // namespace tare
