// SPDX-License-Identifier: Apache-2.0
// Elements that an iteration has loaded: a second load of one is none to the machine, if no store
// between them may have changed it. Clang types.
#pragma once

#include "base/symbolic/polynomial.h"

#include "clang/AST/Expr.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tare {

/// An element of an array, as far as stores to others may change it.
struct LoadedElement {
  enum Object : uint8_t {
    Pointed,  // it is found by a pointer
    Declared, // it is in an array that is a variable
    Restrict, // it is found by a pointer of its own
  };
  std::string array, members;
  std::vector<symbolic::Polynomial> subscripts;
  Object object = Pointed;
  bool is_number = false; // and no character: then only its own type changes it
  bool is_floating = false;
  uint64_t bits = 0;

  bool isSame(const LoadedElement &other) const {
    return array == other.array && members == other.members && bits == other.bits &&
           is_floating == other.is_floating && subscripts == other.subscripts;
  }
};

/// Subscripts are the caller's.
LoadedElement loadedElement(const clang::Expr *place, const clang::ASTContext &context);

class LoadedElements {
public:
  /// False: it was loaded before, and nothing can have changed it.
  bool add(const LoadedElement &element);
  /// Compilers reload what a store may have changed: elements of the same array, and those of
  /// other ones by C's rules of types and of `restrict`. Nothing is known of the subscripts.
  void store(const LoadedElement &element);
  /// Where two ways meet: what both have loaded.
  void keepThoseOf(const LoadedElements &other);
  void forget() { arrays_.clear(); }

private:
  std::map<std::string, std::vector<LoadedElement>> arrays_; // by name
};

} // namespace tare
