// SPDX-License-Identifier: Apache-2.0
// The node tree: a program as data, in the terms of the OVALTINE paper (section "Outline Design").
// No Clang types here.
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
  Statement, // any other statement; in whole trees only, for the serial counterparts of tasks
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
  Metadirective, // no variant of it could be selected
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
  Outside,   // timed from outside; the inside is opaque
  LeftAlone, // see Node::reason
  Unprobed,  // unprobed: a plan (instrumenter/plan/plan_file.h) asks for that, see Node::reason
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

inline constexpr const char *opaque_unprobed = "left out";
/// Tasks that no probe sees may run in the waits of its team.
inline constexpr const char *opaque_tasks = "tasks";

/// The code of a worksharing loop as a table holds it. Its serial counterpart can be found by that
/// without the source. Whole trees have nodes for all this.
struct LoopCode {
  std::string range;            // of its loop: "i in 0..n - 1"
  uint64_t calls = 0;           // sum of the hashes of the names of called functions
  std::vector<uint32_t> shapes; // of the statements inside, cut; at most shapes_most
  static constexpr size_t shapes_most = 128;
  static constexpr size_t shape_digits = 8; // hexadecimal digits of one in a node table
  bool operator==(const LoopCode &) const = default;
};

/// How often code runs each time that the code around it runs. The text gives bounds only where
/// they are constant.
struct Trips {
  uint64_t times = 1;    // product of the trips of loops with constant bounds, at most times_most
  uint32_t loops = 0;    // further loops, whose number of trips is unknown
  uint32_t branches = 0; // branches that may pass it by
  uint32_t halves = 0;   // those of the branches that are sides of an if with directives on both
  static constexpr uint64_t times_most = uint64_t(1) << 53;
  bool operator==(const Trips &) const = default;
};

/// The repetition of code that is inside of repeated code.
Trips nested(const Trips &outer, const Trips &inner);

struct FunctionCall {
  std::string callee; // qualified name
  Trips repeated;
  static constexpr size_t most = 64; // of one node
  bool operator==(const FunctionCall &) const = default;
};

struct Node {
  NodeId id;
  NodeKind kind = NodeKind::Other;
  int parent = -1; // index in the tree; -1: none
  SourcePlace place;
  /// "x.c:7": the `#include` inside its function that brought this node. Empty: none did.
  std::string included_at;
  std::string directive;       // "parallel for schedule(static)"; name of callee for Call and Lock
  std::vector<Clause> clauses; // of the directive
  Treatment treatment = Treatment::None;
  std::string reason; // why LeftAlone, LeftOut or Outside
  /// The time of something that no probe can bracket is part of this node's time ("reduction",
  /// "spin", "tasks"). The inflation of this node and of the nodes inside is then unidentified.
  /// `opaque_left_out`: only this node's own time holds the time of an unprobed construct.
  std::string opaque;
  /// For: true when the rewriter counts iterations; else executions are counted. Of what is only
  /// counted: true when the construct around it tells its executions, once for each of its own. Of
  /// a critical: likewise, and only some of them have probes.
  bool counted_iterations = false;
  /// For, if it counts iterations: why single ones are not sampled ("short body"); empty: they are.
  std::string unsampled;
  /// The variable whose value a sampled iteration carries. Empty: it carries its ordinal on its
  /// thread.
  std::string loop_variable;
  /// The region's code asks for its thread number, so it may partition work by hand.
  bool uses_thread_num = false;
  /// A statement of serial code (a loop, a call) in a function with a region. Its time is S.
  bool serial = false;
  /// Hashes of the code inside: exact, with names of variables erased, of the loop header. 0: there
  /// is no code, or it was not asked for.
  std::array<uint64_t, 3> hashes = {0, 0, 0};
  LoopCode code; // of a For, in tables
  /// The iterations of a Loop, or of the loops that a directive binds. Once for any other node, and
  /// for a loop that a directive binds.
  Trips trips;
  /// Loops and branches between the parent and this node that have no node of their own.
  Trips hidden;
  /// In tables: functions of the C library that its own code calls, and that take a lock within,
  /// for one state of all threads: "rand, printf". Empty: none.
  std::string locking_calls;
  /// In tables: calls in its own code that have no node. The functions called have one.
  std::vector<FunctionCall> calls;
  /// A node of the serial program may be the serial counterpart of a construct of the parallel
  /// program. `counterpart` is the construct's identity (NodeId::text()), `twin_by` says how they
  /// were matched ("same source", "exact", "shape", "header", "fallback"). Empty: it is none.
  std::string counterpart, counterpart_by;
};

/// One unit's nodes in source order (parents before children).
struct NodeTree {
  std::string unit;      // path of the translation unit as given to the compiler
  std::string compiler;  // "clang" or "gcc"
  bool fallback = false; // the original was compiled; nothing in here is measured
  std::string fallback_reason;
  /// How many directives of each kind only declare ("threadprivate", "declare reduction"). They
  /// hold nothing to measure.
  std::map<std::string, int> declarations;
  /// File as nodes name it -> FNV-1a of its text when the unit was built, 16 hexadecimal digits.
  /// Empty: a table of an earlier version, or of the serial program.
  std::map<std::string, std::string> sources;
  std::vector<Node> nodes;
};

const char *kindName(NodeKind kind);
bool kindFromName(const std::string &name, NodeKind &kind);
const char *treatmentName(Treatment treatment);
bool isOpenMP(NodeKind kind);
/// A lock routine that gives the lock back and never waits.
bool releasesLock(const Node &node);
/// It begins a team, or may.
bool beginsTeam(NodeKind kind);
/// A thread runs tasks while it waits in this construct.
bool runsTasksInWaits(NodeKind kind);

} // namespace tare
