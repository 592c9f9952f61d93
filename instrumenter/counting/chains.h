// SPDX-License-Identifier: Apache-2.0
// Which values an iteration of a loop needs from the one before, and by which operations it gets
// its own ones from them. Clang types.
#pragma once

#include "base/symbolic/polynomial.h"
#include "instrumenter/counting/loaded.h"
#include "instrumenter/operations/operations.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace clang {
class Decl;
class Expr;
} // namespace clang

namespace tare {

/// A variable, or an element of an array, by its subscripts: index into CarrierBook.
using Carrier = int;

class CarrierBook {
public:
  struct Entry {
    std::vector<const clang::Decl *> path; // of a variable
    std::string array;                     // of an element
    std::vector<symbolic::Polynomial> subscripts;
    std::string text;
    bool in_memory = false;
  };
  Carrier variable(const std::vector<const clang::Decl *> &path, const std::string &text);
  Carrier element(const std::string &array, const std::vector<symbolic::Polynomial> &subscripts,
                  const std::string &text);
  void rename(Carrier carrier, const std::string &text) { entries_[size_t(carrier)].text = text; }
  const Entry &at(Carrier carrier) const { return entries_[size_t(carrier)]; }

private:
  std::vector<Entry> entries_;
  std::map<std::vector<const clang::Decl *>, Carrier> variables_;
  std::map<std::string, std::vector<Carrier>> elements_; // by array
};

/// From what a carrier held when the iteration began to a value.
struct ValuePath {
  std::set<int> steps;               // assignments, numbered as the walk comes to them
  std::vector<Operation> operations; // of the expression that is looked at
  bool operator==(const ValuePath &) const = default;
};
using ValuePaths = std::map<Carrier, ValuePath>;

/// An element that is accessed.
struct ElementCarriers {
  Carrier now = 0;
  Carrier before = 0; // what an iteration calls so in which the one before has
                      // called it `now`
};

/// An iteration of a loop, as far as the walk has come.
struct IterationFlow {
  using Values = std::map<Carrier, ValuePaths>;
  Values values;                                 // of what was assigned
  std::set<Carrier> own;                         // declared in the body, or the loop's counter
  std::set<std::string> own_arrays;              // declared in the body
  const std::set<std::string> *stored = nullptr; // arrays that the body stores to
  LoadedElements loaded;                         // on all ways that come here
};

/// All ways of both; of two that begin at one carrier the one with more operations.
void joinPaths(ValuePaths &into, const ValuePaths &other);
/// Both ways may be taken.
void unitePaths(ValuePaths &into, const ValuePaths &other);

} // namespace tare
