// SPDX-License-Identifier: Apache-2.0
// The text that Clang is given to read. One attempt is enough for nearly every unit. Others follow
// only if Clang reported errors in the user's own code.
#include "instrumenter/clang/parse.h"

#include "instrumenter/clang/attempt.h"
#include "instrumenter/text/function_texts.h"
#include "instrumenter/text/integer_pack.h"
#include "instrumenter/text/nesting.h"
#include "instrumenter/text/pragma_list.h"

#include "base/text.h"

#include <algorithm>

namespace tare {

namespace {

/// Spaces for everything but the ends of lines, so that all places stay what they are.
void blank(std::string &text, Span span) {
  for (uint32_t i = span.begin; i < span.end; ++i)
    if (text[i] != '\n' && text[i] != '\r')
      text[i] = ' ';
}

bool withinAny(uint32_t offset, const std::vector<Span> &spans) {
  return std::ranges::any_of(spans, [&](Span span) { return span.holds(offset); });
}

/// Gives the text to Clang, and again with changes, until nothing more can be read.
class Reader {
public:
  Reader(const std::string &text, const ParseRequest &request, UserFiles &files)
      : text_(text), request_(request), files_(files), pragmas_(userPragmas(text, files)),
        given_(text) {}

  Result<ParsedUnit> read() {
    leaveOutDeep();
    for (const UserPragma &pragma : pragmas_)
      if (!isKnownToClang(pragma))
        blank(given_, pragma.span);
    // Preprocessed text has them for debug information (-g3): its macros are expanded, and those
    // that expand to their own name would be once more.
    for (Span line : macroLines(text_))
      blank(given_, line);
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
    tellRegions();
    return std::move(best_.unit);
  }

private:
  /// Clang would not come to an end with directives that are nested too deep.
  void leaveOutDeep() {
    deep_ = deepStatements(text_, pragmas_);
    auto at = deep_.begin();
    for (UserPragma &pragma : pragmas_) {
      while (at != deep_.end() && at->span.end <= pragma.span.begin)
        ++at;
      if (at != deep_.end() && at->span.holds(pragma.span.begin) && pragma.passed_over.empty())
        pragma.passed_over = reasonOf(*at);
    }
    for (const DeepStatement &deep : deep_) {
      blank(given_, deep.span);
      given_[deep.span.begin] = ';';
    }
  }

  static std::string reasonOf(const DeepStatement &deep) {
    return "more than " +
           (deep.by_tasks ? std::to_string(most_nested_tasks) + " tasks"
                          : std::to_string(most_nested_directives) + " directives") +
           " are around it, and Clang would take too long";
  }

  /// Regions around tasks that Clang was not given.
  void tellRegions() {
    for (const DeepStatement &deep : deep_) {
      Construct *region = nullptr; // parents stand in front of their children
      for (Construct &construct : best_.unit.constructs)
        if (construct.kind == NodeKind::Parallel && construct.whole.holds(deep.span.begin))
          region = &construct;
      if (region && deep.holds_tasks)
        region->has_tasks = true;
    }
  }

  Attempt attempt(const std::vector<TextError> &known_errors) {
    return tryToRead(given_, {text_, pragmas_, files_}, request_, options_, known_errors);
  }

  /// Tries a newer language, a newer OpenMP, then blank bodies. The attempt that reads most is kept.
  void readAgain() {
    tryNewerLanguage();
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

  /// Without a flag GCC 15 takes C23, and GCC 16 C++20; Clang takes older ones.
  void tryNewerLanguage() {
    for (const std::string &flag : request_.flags)
      if (flag == "-ansi" || startsWith(flag, "-std=") || startsWith(flag, "--std="))
        return;
    options_.standard = request_.cplusplus ? "gnu++20" : "gnu23";
    Attempt other = attempt({});
    if (other.reached_end && other.errors.size() < best_.errors.size())
      best_ = std::move(other);
    else
      options_.standard.clear();
  }

  /// An error in a directive may mean that it is spelled as in OpenMP 5.2. With that version Clang
  /// 19 never returns from some linear clauses, so a unit that has one is not tried again.
  bool mayNeedNewerOpenMP() const {
    bool any = false;
    for (const UserPragma &pragma : pragmas_) {
      if (pragma.span.in(text_).find("linear") != text_.npos)
        return false;
      any = any || std::ranges::any_of(best_.errors, [&](const TextError &error) {
              return pragma.span.holds(error.offset);
            });
    }
    return any;
  }

  /// After an error Clang may skip text of the next functions, and lose their directives. Then the
  /// bodies with errors are made blank. False: nothing to do.
  bool blankUnreadable() {
    if (bodies_.empty())
      bodies_ = functionTexts(text_, {0, uint32_t(text_.size())});
    size_t before = unreadable_.size();
    for (const TextError &error : best_.errors)
      for (const auto &[name, body] : bodies_)
        if (error.is_syntax && body.holds(error.offset) && !withinAny(error.offset, unreadable_))
          unreadable_.push_back(body);
    if (unreadable_.size() == before || unreadOutside(best_) == 0)
      return false;
    for (Span body : unreadable_)
      blank(given_, {body.begin + 1, body.end - 1});
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

  /// Offsets of the best attempt's errors become files and lines.
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
  std::vector<DeepStatement> deep_;  // not given to Clang
};

} // namespace

Result<ParsedUnit> parseUnit(const std::string &text, const ParseRequest &request,
                             UserFiles &files) {
  return Reader(text, request, files).read();
}

} // namespace tare
