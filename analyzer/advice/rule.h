// SPDX-License-Identifier: Apache-2.0
// One rule: a row of the ledger, the condition on its figures, what to try, and where that is
// known from. Rules of a category are asked in the order of the table; the first that applies and
// may speak (guard.h) is taken.
#pragma once

#include "analyzer/ledger/iteration_shape.h"
#include "analyzer/ledger/ledger.h"
#include "instrumenter/nodes/schedule.h"

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tare {

struct Situation {
  const Ledger &ledger;
  const Table &table;
  const LedgerLine &line;                   // of the construct, or of the whole program
  const ConstructLines *construct;          // nullptr: the whole program
  std::optional<IterationShape> shape = {}; // of the construct's sampled iterations
};

/// What follows "Load imbalance at x.c:31 (33.0 % of T_p): ". Sentences of at most 25 words, each
/// with one idea: what to do first, then why, with the figures. The same words wherever the rule
/// applies, or made of the situation.
class RuleSentence {
public:
  RuleSentence(const char *words) : words_(words) {}
  template <class Make>
  requires std::is_invocable_r_v<std::string, Make, const Situation &> RuleSentence(Make make)
      : make_(make) {}

  std::string operator()(const Situation &situation) const {
    return make_ ? make_(situation) : words_;
  }

private:
  const char *words_ = nullptr;
  std::string (*make_)(const Situation &) = nullptr;
};

/// What a rule says something about. The guard (guard.h) decides by it whether the rule may speak.
enum class About {
  Program,    // what to change in it, or in how it is run
  Starts,     // the same, to begin fewer loops: it helps a debug build of the OpenMP runtime, too
  Waiting,    // for a CPU
  DebugBuild, // of the OpenMP runtime
  Measurement // the program gets no faster by it
};

struct Rule {
  std::string_view name;     // stable: scripts may look for it
  std::string_view category; // of the row that it is about
  std::string_view source;
  bool (*applies)(const Situation &situation);
  RuleSentence sentence;
  About about = About::Program;
  /// The part of the row that it explains; null: all.
  double (*part)(const Situation &situation) = nullptr;
  /// It says the same of every place, so one piece of advice may be about all of them.
  bool everywhere = false;
};

/// Every rule, each name once.
std::vector<Rule> allRules();

// The table, by the paper's top level.
std::vector<Rule> imbalanceRules();
std::vector<Rule> criticalPathRules();
std::vector<Rule> informationRules();
std::vector<Rule> managementRules();
std::vector<Rule> otherRules();
std::vector<Rule> machineRules(); // among the others
std::vector<Rule> messageRules(); // likewise

// What conditions are made of. All are false for the whole program.
bool isKind(const Situation &situation, std::string_view kind);
/// Whether its directive has a clause of this name, such as "nowait".
bool hasClause(const Situation &situation, std::string_view clause);
/// The schedule of its directive; empty: none is given.
Schedule scheduleIn(const Situation &situation);
/// Whether an if clause decides about the construct itself: "if(n > 9)", or one whose modifier
/// names the construct's kind, "if(parallel: n > 9)".
bool hasIf(const Situation &situation);
bool ofProgram(const Situation &situation);
bool hasShape(const Situation &situation, IterationShape::Kind kind);
/// Whether it executes less than half of what the others wait for.
bool doesLittleItself(const Situation &situation);

/// The region that the construct lies in; nullptr: none, or not known.
const ConstructLines *regionOf(const Situation &situation);

/// Whether less than half of a program's line has a place in the source.
bool isMostlyElsewhere(const Table &table, const LedgerLine &whole);

/// Whether atomic constructs in it are a tenth of its work on one thread or more, if one takes 5
/// ns. (On p threads its work grows with how long they wait for each other in them.)
bool hasManyAtomics(const Situation &situation);
/// The reduction clause of its directive, or of its region's, that has an array: its copies are
/// filled and combined at each execution. Null: there is none.
const Clause *arrayReductionOf(const Situation &situation);
/// What to do about it and why: two sentences.
std::string arrayReductionText(const Situation &situation);
inline constexpr std::string_view reduction_clause = "OpenMP 5.2, reduction clause";

/// A sentence: "It executes 1000000 atomic operations.", "Functions that it calls execute 1000000
/// atomic operations (x.c:4, 800000 of them).", or both in one.
std::string atomicsText(const Situation &situation);
inline constexpr std::string_view atomic_construct = "OpenMP 5.2, atomic construct";

/// False where what constructs take on p threads is known, and on one thread it is not.
bool knowsOneThread(const Situation &situation);

/// For a row that is void because the probes made the code slower (isSlowedCode). Rules that
/// explain the row otherwise come behind this one.
Rule slowedCodeRule(std::string_view name, std::string_view category);

/// For a row that waiting for a CPU explains: threads waited for others that had none, or spent
/// time without one. For rows of work: because other programs ran on the CPUs as well.
Rule busyMachineRule(std::string_view name, std::string_view category);

/// For a row that is the start of loops in an OpenMP runtime that was built for debugging.
Rule debugBuildRule(std::string_view name, std::string_view category);

/// For a construct of nested regions, where some are nested deeper than is measured: starting those
/// is in the time of the ones around them.
Rule tooDeepRule(std::string_view name, std::string_view category);

/// Whether the construct is executed ten times or more.
bool isMany(const Situation &situation);

/// For conditions that always hold.
bool always(const Situation &situation);

/// Whether its region lies in another one and has one thread, though the program was started with
/// several: nobody waits for anybody.
bool isOfOneThread(const Situation &situation);
/// "Call what the region holds without a region ...": what to do and why; `meaning`: "so nobody
/// waits".
std::string oneThreadText(const Situation &situation, const std::string &meaning);

/// "33.0 %"; "" when the whole is none.
std::string percentOf(double part, double whole);

} // namespace tare
