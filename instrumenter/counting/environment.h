// SPDX-License-Identifier: Apache-2.0
// What whole-number variables and members hold at one point of a function, as formulas of what they
// held at its begin. Clang types.
#pragma once

#include "instrumenter/counting/context.h"

#include "clang/AST/Expr.h"

#include <map>
#include <optional>
#include <vector>

namespace tare {

/// A variable, or a member of a member ... of one. The first is null for `this`.
struct ValuePlace {
  std::vector<const clang::Decl *> path;
  std::string name; // "grid->n"
  const clang::ValueDecl *last = nullptr;
  clang::QualType type;
};

/// An array, or an element of one from which on a pointer counts.
struct PointerValue {
  const clang::ValueDecl *array = nullptr;
  symbolic::Polynomial offset; // elements
  bool known = true;           // the offset is
};

class Environment {
public:
  explicit Environment(CountContext &context) : context_(&context) {}

  /// The place that an expression without side effects names. Nothing: none that is followed.
  std::optional<ValuePlace> placeOf(const clang::Expr *expression) const;
  /// The number of elements of a container of the library: v.size().
  std::optional<ValuePlace> sizeOf(const clang::Expr *container) const;

  /// Its value; a symbol where it is not known otherwise. Nothing: it may change at any time.
  std::optional<symbolic::Cases> read(const ValuePlace &place);
  void write(const ValuePlace &place, const std::optional<symbolic::Cases> &value,
             const std::string &where, size_t depth);
  /// Variables and members that hold new values, which nobody knows. `depth`: of the loops in each
  /// of whose iterations they are others; 0: they are found out once.
  void forget(const AssignedSet &assigned, const std::string &where, size_t depth);
  /// Keeps what is equal in another environment, reached by another way: where `condition` is 0.
  void join(const Environment &other, const symbolic::Cases *condition, const std::string &where,
            size_t depth);

  void bindReference(const clang::VarDecl *reference, std::optional<ValuePlace> to);
  void bindPointer(const clang::Decl *pointer, const std::optional<PointerValue> &to);
  const PointerValue *pointer(const clang::Decl *pointer) const;
  void setThis(std::optional<ValuePlace> object);
  void addEscaped(const AssignedSet &escaped) { escaped_.insert(escaped.begin(), escaped.end()); }

private:
  struct Forgotten {
    std::string where;
    size_t depth = 0;
    bool operator==(const Forgotten &) const = default;
  };

  symbolic::Polynomial fresh(const ValuePlace &place, const Forgotten &forgotten) const;
  symbolic::Polynomial first(const ValuePlace &place) const;

  CountContext *context_;
  std::map<std::vector<const clang::Decl *>, symbolic::Cases> values_;
  std::map<const clang::Decl *, Forgotten> forgotten_;
  std::map<const clang::Decl *, std::optional<ValuePlace>> references_;
  std::map<const clang::Decl *, std::optional<PointerValue>> pointers_;
  std::optional<ValuePlace> this_ = ValuePlace{{nullptr}, "this", nullptr, {}};
  AssignedSet escaped_;
};

} // namespace tare
