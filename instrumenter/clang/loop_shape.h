// SPDX-License-Identifier: Apache-2.0
// What a probe in a worksharing loop's body would disturb. Clang types.
#pragma once

#include "instrumenter/clang/construct.h"

#include <functional>
#include <map>

namespace clang {
class ASTContext;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace tare {

class LoopShapes {
public:
  /// How many loops the text of a function has whose body Clang skipped.
  using SkippedLoops = std::function<int(const clang::FunctionDecl *)>;

  LoopShapes(const clang::ASTContext &context, SkippedLoops skipped_loops)
      : context_(context), skipped_loops_(std::move(skipped_loops)) {}

  /// Of a nest whose outermost loop is `nest`; `body` is the innermost one's.
  LoopShape of(const clang::Stmt *nest, const clang::Stmt *body);

private:
  bool holdsWork(const clang::Stmt *statement);
  bool loopStays(const clang::Stmt *loop) const;
  bool calls(const clang::Stmt *call);
  bool entersWork(const clang::FunctionDecl *function);
  bool bodyHoldsWork(const clang::FunctionDecl *function);

  const clang::ASTContext &context_;
  SkippedLoops skipped_loops_;
  std::map<const clang::FunctionDecl *, bool> known_; // of functions: whether they hold work
  int depth_ = 0;
};

} // namespace tare
