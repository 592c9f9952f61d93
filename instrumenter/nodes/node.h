// SPDX-License-Identifier: Apache-2.0
// The node tree: what the program is, in the terms of the OVALTINE paper (section "Outline
// Design"), as data. No Clang types here.
//
//   source -> [clang/] -> node tree -> plan -> rewrite ;  node table -> profile -> accounts
#pragma once

#include "instrumenter/nodes/clause.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tare {

enum class NodeKind : uint8_t {
  Root, // a translation unit
  Function,
  Declarations,
  BasicBlock,
  Loop, // for, while, do
  If,
  Else,
  Call,
  Return,
  Statement, // any other statement; whole trees only: what a task's or a section's twin consists of
  // one kind per OpenMP directive that has a place in the books
  Parallel,
  For, // for, for simd; also the worksharing half of parallel for [simd]
  Sections,
  Section,
  Single,
  Master,
  Masked,
  Critical,
  Barrier,
  Atomic,
  Flush,
  Task,
  Taskloop,
  Taskwait,
  Taskgroup,
  Taskyield,
  Ordered,
  Simd,
  Target,
  Teams,
  Distribute,
  Tile,
  Unroll,
  Scan,
  Cancel, // and cancellation point
  Depobj,
  Metadirective, // of which no variant could be taken
  Scope,
  Lock,  // a call of a lock routine: omp_set_lock and its like; Node::directive names it
  Spin,  // a loop of the user's that waits for another thread's write
  Other, // any further directive: see Node::directive
};

/// What the rewriter did with a node.
enum class Treatment : uint8_t {
  None,      // not an OpenMP construct and no probe wanted
  Measured,  // probes with exclusive time
  Counted,   // executions only
  Outside,   // timed from outside; what happens inside is opaque
  LeftAlone, // see Node::reason
  LeftOut,   // by a plan (instrumenter/plan/plan_file.h), for Node::reason
};

/// Stable name of a node: project-relative path # qualified function # kind # ordinal in function.
/// Lines are display only and never part of it.
struct NodeId {
  std::string path;
  std::string function;
  std::string kind;
  int ordinal = 0;
  std::string text() const;
  auto operator<=>(const NodeId &) const = default;
};

struct SourcePlace {
  std::string file; // as the compiler's line markers spell it
  int line = 0;
  int column = 0;
  int end_line = 0; // last line of the construct
};

inline constexpr const char *opaque_left_out = "left out";
/// Tasks that no probe sees may run in the waits of its team.
inline constexpr const char *opaque_tasks = "tasks";

/// What a table tells of the code of a worksharing loop, so that its twin can be found without the
/// source. Whole trees have nodes for all this.
struct LoopCode {
  std::string range;            // of its loop: "i in 0..n - 1"
  uint64_t calls = 0;           // sum of the hashes of what it calls
  std::vector<uint32_t> shapes; // of the statements inside, cut; at most shapes_most
  static constexpr size_t shapes_most = 128;
  static constexpr size_t shape_digits = 8; // hexadecimal digits of one in a node table
  bool operator==(const LoopCode &) const = default;
};

/// How often code runs for each time that the code around it does, as far as the text tells.
struct Repetition {
  uint64_t times = 1;    // product of the trips of loops with constant bounds, at most times_most
  uint32_t loops = 0;    // further loops, of which the text does not tell how long they run
  uint32_t branches = 0; // that may pass it by
  uint32_t halves = 0;   // of these, sides of an if that has directives on both
  static constexpr uint64_t times_most = uint64_t(1) << 53;
  bool operator==(const Repetition &) const = default;
};

/// Of code inside of code that is repeated itself.
Repetition nested(const Repetition &outer, const Repetition &inner);

struct FunctionCall {
  std::string callee; // qualified name
  Repetition repeated;
  static constexpr size_t most = 64; // of one node
  bool operator==(const FunctionCall &) const = default;
};

struct Node {
  NodeId id;
  NodeKind kind = NodeKind::Other;
  int parent = -1; // index in the tree; -1: none
  SourcePlace place;
  std::string directive;       // "parallel for schedule(static)"; name of callee for Call and Lock
  std::vector<Clause> clauses; // of the directive
  Treatment treatment = Treatment::None;
  std::string reason; // why LeftAlone, LeftOut or Outside
  /// What no probe can bracket stays in this node's time ("reduction", "spin", "tasks"): its
  /// inflation is not attributed but goes to unidentified. So it is of the nodes inside, unless it
  /// is `opaque_left_out`: then only this node's own time holds that of a construct without probes.
  std::string opaque;
  /// For: true when the rewriter counts iterations; else executions are counted.
  bool counted_iterations = false;
  /// For, if it counts iterations: why single ones are not sampled ("short body"); empty: they are.
  std::string unsampled;
  /// Whose value a sampled iteration carries; empty: its ordinal on its thread.
  std::string loop_variable;
  /// Region code that asks for its thread number: work may be partitioned by hand.
  bool uses_thread_num = false;
  /// A statement of serial code (a loop, a call) in a function with a region: its time is S.
  bool serial = false;
  /// Of the code inside: exact, names of variables erased, loop header. 0: none, or not asked for.
  std::array<uint64_t, 3> hashes = {0, 0, 0};
  LoopCode code; // of For, in tables
  /// Of a Loop and of a directive that binds loops: their iterations. Once of anything else, and of
  /// a loop that a directive binds.
  Repetition trips;
  /// What lies between its parent and it and has no node of its own.
  Repetition hidden;
  /// In tables: calls in its own code that have no node, of functions that have one.
  std::vector<FunctionCall> calls;
  /// Of a node of the serial program: the identity (NodeId::text()) of the construct in the
  /// parallel program that it is the twin of, and by what they were matched ("same source",
  /// "exact", "shape", "header", "fallback"). Empty: it is no twin.
  std::string twin, twin_by;
};

/// One unit's nodes in source order (parents before children).
struct NodeTree {
  std::string unit;      // path of the translation unit as given to the compiler
  std::string compiler;  // "clang" or "gcc"
  bool fallback = false; // the original was compiled; nothing in here is measured
  std::string fallback_reason;
  /// Directives that only declare ("threadprivate", "declare reduction"): how many of each. There
  /// is nothing to measure in them.
  std::map<std::string, int> declarations;
  std::vector<Node> nodes;
};

const char *kindName(NodeKind kind);
bool kindFromName(const std::string &name, NodeKind &kind);
const char *treatmentName(Treatment treatment);
bool isOpenMP(NodeKind kind);
/// A lock routine that gives the lock back, and waits for nobody.
bool releasesLock(const Node &node);
/// It begins a team, or may.
bool beginsTeam(NodeKind kind);
/// It has a wait of its own, in which a thread runs tasks.
bool runsTasksInWaits(NodeKind kind);

} // namespace tare
