// SPDX-License-Identifier: Apache-2.0
// The program cut into parts: the same overheads by function, construct or call path, over all p.
// The parts and what has no place in the source sum to the total overhead.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// The subject of a report.
enum class View {
  Whole,     ///< The whole program, then the largest constructs.
  Program,   ///< The whole program only.
  Function,  ///< The constructs of each function together.
  Construct, ///< Each construct.
  Path,      ///< The constructs that were reached through each chain of calls together.
};

/// "program", "function", "construct", "path"; Whole for anything else.
View viewNamed(std::string_view name);

/// Whether a view is a table of parts.
bool isOfParts(View view);

struct Part {
  std::string title; ///< For people; foreign text in it is printable.
  std::string id;    ///< A construct's id, "file#function", or a call path's text.
  std::string file, function;
  const ConstructLines *construct = nullptr;  ///< At the largest p that has it; of a function none.
  std::vector<std::vector<LedgerLine>> lines; ///< For each table; a category comes once.

  double total_s(size_t table) const;
  const LedgerLine *line(size_t table, std::string_view category) const;
};

struct Parts {
  std::vector<Part> parts; ///< Largest first, at the largest p.
  Part rest;               ///< What has no place in the source, or no call path.
};

/// Adds a line to the one of its category, bands included: a sum lies within the sum of the bands
/// however the two depend on each other.
void addLine(std::vector<LedgerLine> &lines, const LedgerLine &added);

/// `ledger` must outlive the result. The band of a sum of constructs is the sum of theirs: that
/// holds however they depend on each other. The rest has no band.
Parts partsOf(const Ledger &ledger, View view);

/// The parts from the `first` on, together.
Part sumOf(const Parts &parts, size_t first);

/// "function", "construct" or "call path": what a view's parts are called.
std::string nounOf(View view);

/// "Other (3 functions)"
std::string othersTitle(size_t count, View view);

/// Empty when some region's call path is known; else why there is none, a clause.
std::string whyNoPaths(const Ledger &ledger);

/// Index of the table of the largest p.
size_t largestTable(const Ledger &ledger);

/// Index of the table that advice is about: the largest p above 1 with a core for each thread, else
/// the largest p. With fewer cores it is hard to say what is the program's fault.
size_t advisedTable(const Ledger &ledger);

/// A sentence: why a table with large lines has no advice. Empty: it has advice, or no large line.
std::string whyNoAdvice(const Table &table);

/// "main:31 > solve:12 > sweep:40": the calls' functions and lines, the last one the region's own.
std::string pathText(const PathLines &path);

/// ", its region" for the region of a combined directive: its loop stands beside it, with the same
/// place and nearly the same words.
std::string regionText(const ConstructLines &construct);

/// A construct in words: its directive, "serial loop, i = 0; i < n", "serial call of f".
std::string wordsOf(const ConstructLines &construct);

/// "lu2.c:31  for schedule(static)"
std::string titleOf(const ConstructLines &construct);
/// The same with the function, where another construct of `all` has the same title: a directive in
/// a file that several functions include.
std::string titleAmong(const ConstructLines &construct, std::span<const ConstructLines> all);

} // namespace tare
