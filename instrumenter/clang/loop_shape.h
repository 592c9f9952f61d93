// SPDX-License-Identifier: Apache-2.0
// Properties of a worksharing loop's body that a probe in it would disturb. Clang types.
#pragma once

#include "instrumenter/text/construct.h"

#include <functional>
#include <map>
#include <string_view>

namespace clang {
class ASTContext;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace tare {

class LoopShapes {
public:
  /// Gives the span of a function's body that Clang skipped.
  using SkippedBody = std::function<Span(const clang::FunctionDecl *)>;

  /// `by_gcc`: the program is compiled by gcc, and not by clang.
  LoopShapes(const clang::ASTContext &context, std::string_view text, SkippedBody skipped_body,
             bool by_gcc)
      : context_(context), text_(text), skipped_body_(std::move(skipped_body)), by_gcc_(by_gcc) {}

  /// `nest` is the outermost loop, `body` the body of the innermost one.
  LoopShape of(const clang::Stmt *nest, const clang::Stmt *body);

private:
  bool holdsWork(const clang::Stmt *statement);
  bool calls(const clang::Stmt *call);
  bool entersWork(const clang::FunctionDecl *function);
  bool bodyHoldsWork(const clang::FunctionDecl *function);
  bool textHoldsWork(Span body);

  const clang::ASTContext &context_;
  std::string_view text_;
  SkippedBody skipped_body_;
  bool by_gcc_;
  std::map<const clang::FunctionDecl *, bool> known_; // of functions: whether they hold work
  int depth_ = 0;
};

} // namespace tare
