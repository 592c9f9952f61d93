// SPDX-License-Identifier: Apache-2.0
#include "driver/results/node_renewal.h"

#include "base/quantity.h"
#include "base/text.h"
#include "instrumenter/nodes/node_table.h"
#include "instrumenter/nodes/shown_file.h"

#include <algorithm>

namespace tare {
namespace {

constexpr size_t most_named = 20; // constructs of a note

/// What has a row of its own in a table.
bool isShown(const Node &node) { return isOpenMP(node.kind) || node.serial; }

/// The two programs may share a unit.
uint64_t keyOf(const NodeTree &table, bool of_serial_program) {
  return hashBytes(writeNodeTable(table) + (of_serial_program ? "serial" : ""));
}

/// Of several ways to compile a unit the one that most of the run's nodes fit.
size_t bestOf(const NodeTree &run, const std::vector<NodeTree> &tables) {
  auto sameIn = [&](const NodeTree &table) {
    return std::ranges::count(matchTables(run, table).fates, NodeFate::Same);
  };
  return static_cast<size_t>(std::ranges::max_element(tables, {}, sameIn) - tables.begin());
}

} // namespace

/// "x.c:12 parallel for in solve"
NodeRenewal::Shown NodeRenewal::shownAs(const Node &node) {
  std::string what = node.directive.empty() ? kindName(node.kind) : node.directive;
  if (node.kind == NodeKind::Call)
    what = "call of " + node.directive;
  if (!node.id.function.empty())
    what += " in " + node.id.function;
  return {fileOf(node), node.place.line, shownPlace(node) + " " + what};
}

Result<Profile> NodeRenewal::read(const Manifest *manifest, const std::string &path) {
  TARE_TRY(Profile profile, readProfile(path));
  if (!has_begun_)
    TARE_DO(maker_.begin(manifest, profile));
  has_begun_ = true;
  for (ProfileModule &module : profile.modules)
    TARE_DO(renew(module, profile.of_serial_program));
  return profile;
}

Result<void> NodeRenewal::renew(ProfileModule &module, bool of_serial_program) {
  auto [entry, is_new] = units_.try_emplace(keyOf(module.tree, of_serial_program));
  std::optional<NodeTree> &table = entry->second.table;
  if (is_new) {
    sources_.insert(module.tree.unit);
    TARE_TRY(std::vector<NodeTree> tables,
             maker_.tablesOf({module.tree, of_serial_program}, parallel_));
    if (!tables.empty()) {
      NodeTree now = std::move(tables[bestOf(module.tree, tables)]);
      TableMatch match = matchTables(module.tree, now);
      record(module.tree, now, match, of_serial_program);
      table = renewedTable(module.tree, now, match);
      if (!of_serial_program)
        parallel_.push_back(std::move(now));
    } else if (std::ranges::any_of(module.tree.nodes, isShown)) {
      missing_.insert(module.tree.unit);
    }
  }
  if (table)
    module.tree = *table;
  return {};
}

/// A copy of a construct that has changed (a header's, a template's) makes it a changed one. The
/// serial program's table holds the counterparts of constructs: what comes and goes there may be
/// for what these are now.
void NodeRenewal::record(const NodeTree &run, const NodeTree &now, const TableMatch &match,
                         bool of_serial_program) {
  auto note = [&](std::set<std::string> &where, const Node &as, const Node &shown) {
    where.insert(as.id.text());
    shown_.try_emplace(as.id.text(), shownAs(shown));
  };
  for (size_t i = 0; i < run.nodes.size(); ++i) {
    const Node &node = run.nodes[i];
    bool is_gone = match.fates[i] == NodeFate::Gone;
    if (!isShown(node) || (is_gone && of_serial_program))
      continue;
    const Node &shown = is_gone ? node : now.nodes[static_cast<size_t>(match.now[i])];
    note(match.fates[i] == NodeFate::Same      ? same_
         : match.fates[i] == NodeFate::Changed ? changed_
                                               : gone_,
         node, shown);
    if (match.fates[i] != NodeFate::Same)
      files_.insert(fileOf(node));
  }
  if (of_serial_program)
    return;
  for (int index : match.added)
    if (const Node &node = now.nodes[static_cast<size_t>(index)]; isShown(node)) {
      added_.insert(node.id.text() + "#new"); // a run's node may have had its ordinal
      shown_.try_emplace(node.id.text() + "#new", shownAs(node));
      files_.insert(fileOf(node));
    }
}

std::vector<Note> NodeRenewal::notes(const std::vector<std::string> &changed_files) const {
  std::vector<Note> notes;
  auto add = [&](Note note, const std::set<std::string> &ids) {
    std::set<Shown> in_order;
    for (const std::string &id : ids)
      in_order.insert(shown_.at(id));
    for (const Shown &construct : in_order)
      if (note.figures.size() < most_named)
        note.figures.emplace_back("construct", construct.text);
    if (ids.size() > most_named)
      note.figures.emplace_back("more", ids.size() - most_named);
    if (!ids.empty())
      notes.push_back(std::move(note));
  };
  add({"constructs-changed"}, changed_);
  add({"constructs-gone"}, gone_);
  add({"constructs-new"}, added_);
  Note outside{"sources-changed-outside"}, missing{"sources-missing"};
  for (const std::string &file : changed_files)
    if (!files_.contains(file))
      outside.figures.emplace_back("file", file);
  for (const std::string &unit : missing_)
    missing.figures.emplace_back("unit", unit);
  for (Note *note : {&outside, &missing})
    if (!note->figures.empty())
      notes.push_back(std::move(*note));
  return notes;
}

std::string NodeRenewal::summary() const {
  std::string text = numberOf(static_cast<int64_t>(sources_.size()), "source") + ", " +
                     numberOf(static_cast<int64_t>(shown_.size() - added_.size()), "construct");
  std::vector<std::string> parts;
  auto add = [&](size_t count, const char *what) {
    if (count)
      parts.push_back(std::to_string(count) + " " + what);
  };
  add(changed_.size(), "changed");
  add(gone_.size(), "gone");
  add(added_.size(), "new");
  if (!missing_.empty())
    parts.push_back(numberOf(static_cast<int64_t>(missing_.size()), "source") + " not found");
  return text + ": " + (parts.empty() ? "unchanged since the run" : joinText(parts, ", "));
}

} // namespace tare
