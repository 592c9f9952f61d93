// SPDX-License-Identifier: Apache-2.0
// What constructs and functions do, counted in the source's operations as formulas of its sizes. No
// Clang types here.
//
//   source -> [counting] -> CountedUnit -> JSON -> `tare nodes --operations`, models
#pragma once

#include "base/symbolic/formula.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tare {

enum class OperationKind : uint8_t {
  FloatAdd, // and subtract
  FloatMultiply,
  FloatMultiplyAdd, // a product that is added to something, or taken from it
  FloatDivide,
  Sqrt,
  Call, // of a function whose body is not read: Operation::detail names it
  IntegerAdd,
  IntegerMultiply,
  IntegerMultiplyAdd,
  IntegerDivide, // and remainder
  IntegerOther,  // bits and shifts
  Compare,
  LoopStep, // of a counted loop: its increment and its comparison
  Load,
  Store,
};

/// How the address of a load or store moves from one iteration of the innermost loop to the next.
enum class StrideClass : uint8_t {
  None,      // no load or store
  Invariant, // it stays: a register does
  Unit,      // to the next or previous element
  Constant,  // Operation::detail: so many elements
  Affine,    // by an amount that depends on sizes: Operation::detail has it
  Indirect,  // by a loaded index or pointer, or as nobody can tell
};

struct Operation {
  OperationKind kind = OperationKind::FloatAdd;
  std::string type; // "double"; empty for integers and loops
  StrideClass stride = StrideClass::None;
  std::string detail;
  auto operator<=>(const Operation &) const = default;
};

/// A number of times, between `certain` and `certain + possible`.
struct CountRange {
  symbolic::Formula certain, possible;
  std::optional<double> least, most; // for given sizes, once they are
  bool isExact() const { return possible.isZero(); }
};

enum class CountLabel : uint8_t {
  Exact,    // equal to the number of executions
  Bounded,  // between two formulas
  Measured, // also depends on symbols that only a run tells: measured ones
};

/// Why a count is not exact, or not complete.
struct CountDoubt {
  std::string place; // "x.c:12"
  std::string reason;
  CountLabel makes = CountLabel::Bounded; // what the count is, by that
  auto operator<=>(const CountDoubt &) const = default;
};

struct OperationCount {
  Operation operation;
  CountRange amount;
};

/// Bytes of one array that are touched, at most: the box around all its subscripts.
struct ArrayFootprint {
  std::string array;
  std::string type; // of an element
  bool known = false;
  symbolic::Formula bytes;
  std::string reason;          // why it is not known
  std::optional<double> value; // of the bytes, for given sizes
};

/// Who executes a loop.
///
/// A task may be executed by any thread of a team, so that its loops are dealt; a section's loops
/// are executed by one thread, while others may execute other sections. `simd` changes nothing.
enum class LoopTeam : uint8_t {
  One,   // one thread: outside of regions, or in single, masked, sections and the like
  Each,  // every thread of a team, all of it
  Dealt, // the threads of a team share its iterations, those of a loop around it, or tasks
};

/// What a loop touches of an array, by the enclosing loop whose executions are taken one by one.
///
/// An execution of an enclosing loop may find in a cache what its previous iteration left there: if
/// what one iteration touches fits in, each byte comes from further away only once an execution.
struct TouchedBytes {
  int loop = 0; // index into CountedNode::loops; 0: the node as a whole
  bool known = false;
  symbolic::Formula bytes;     // sum over all executions of `loop`: of the array, each byte once
  std::optional<double> value; // for given sizes
  std::string reason;          // why they are not known
};

/// Accesses of one loop's own body to one array that move alike.
///
/// `loads` are those of a time model: an element that an iteration has loaded before is none, if no
/// store between may have changed it, since every compiler keeps it in a register. Other counts are
/// the source's: there each load is one.
struct LoopAccess {
  std::string array;
  std::string type; // of an element
  int64_t element_bytes = 0;
  StrideClass stride = StrideClass::None;
  std::string detail; // as Operation::detail
  CountRange loads, stores;
  std::vector<TouchedBytes> touched; // the loop itself, then outwards, the node last
};

/// A value that each iteration needs from the one before: a sum in a variable from outside of the
/// loop, or in an element that stays; or an element that the one before has stored. Different
/// chains of a loop may overlap.
struct LoopChain {
  std::string carrier;    // "sum"; "c[i][j]", "x[i]": in memory
  bool in_memory = false; // it is loaded and stored each time, unless the compiler can tell better
  std::vector<OperationCount> counts;
};

/// A loop, or what a node does outside of loops. Sums over all executions, as in the node's counts;
/// what is in a loop inside belongs to that one.
struct CountedLoop {
  int parent = 0;   // index into CountedNode::loops
  std::string file; // empty: the node's own statements
  int line = 0;
  LoopTeam team = LoopTeam::One;
  CountRange executions; // how often it is begun
  CountRange iterations; // in all executions
  std::vector<OperationCount> counts;
  std::vector<LoopAccess> accesses;
  std::vector<LoopChain> chains;
};

/// A function, or a construct of OpenMP. Counts are for one call of the function, and for all
/// threads together.
struct CountedNode {
  std::string id;        // NodeId::text() of the construct; empty: it has no node
  std::string function;  // qualified name
  std::string directive; // "parallel for"; empty: the function
  std::string file;
  int line = 0;
  CountRange executions; // of the construct, by a team or a thread outside of teams
  bool has_loop = false;
  CountRange iterations; // of the loops that it binds, in all executions
  std::vector<OperationCount> counts;
  std::vector<ArrayFootprint> footprints;
  std::vector<CountedLoop> loops; // [0]: the node's own statements; a loop stands behind its parent
  CountLabel label = CountLabel::Exact;
  std::vector<CountDoubt> doubts; // each once
  uint32_t pragma = 0;            // offset in the preprocessed text; 0: a function
};

enum class SymbolKind : uint8_t {
  Parameter, // of a function
  Global,
  Constant, // of the source: const, constexpr, enumerators
  Macro,
  Local,  // a variable whose value is read, computed or passed over
  Member, // of an object: grid->n
  Size,   // of a container: v.size()
  Threads,
  Measured, // trips of a loop: only a run tells
};

struct CountedSymbol {
  std::string name;
  SymbolKind kind = SymbolKind::Parameter;
  std::string place;            // "x.c:12"; empty: nowhere in particular
  std::optional<int64_t> value; // that the source gives it
  std::string meaning;          // of measured ones: "iterations of this loop in each execution"
  bool fixed = false;           // counts are for that value alone
};

struct CountedUnit {
  std::string unit;
  std::vector<CountedSymbol> symbols; // by name
  std::vector<CountedNode> nodes;     // in the order of the source
  std::vector<CountDoubt> problems;   // places that Clang could not read
};

const char *operationName(OperationKind kind); // "multiply-add"
const char *strideName(StrideClass stride);
const char *labelName(CountLabel label);
const char *teamName(LoopTeam team); // "one", "each", "dealt"
const char *symbolKindName(SymbolKind kind);

/// "double multiply-add", "load double, stride 4".
std::string shownOperation(const Operation &operation);

} // namespace tare
