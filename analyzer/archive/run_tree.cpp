// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/run_tree.h"

#include "analyzer/archive/figures.h"

#include <set>

namespace tare {
namespace {

std::optional<double> knownNumber(const DatabaseValue &value) {
  return value ? std::optional(figureIn(value)) : std::nullopt;
}

class TreeReader {
public:
  TreeReader(Archive &archive, const std::string &run) : database_(archive.database()), run_(run) {}

  Result<RunTree> read() {
    TARE_DO(readConstructs());
    TARE_DO(readNesting());
    TARE_DO(readRepetitions());
    TARE_DO(readValues());
    return std::move(tree_);
  }

private:
  Result<void> readConstructs() {
    TARE_TRY(DatabaseRows found,
             database_.rows("SELECT construct.id, name, file, line, kind, time_s FROM execution "
                            "JOIN construct ON construct.id = execution.construct "
                            "WHERE execution.run = CAST(? AS BIGINT) ORDER BY file, line, name",
                            {run_}));
    for (const DatabaseRow &row : found.rows) {
      std::string file = row[2].value_or(""), kind = row[4].value_or("");
      std::string place = file.empty() ? row[1].value_or("") : file + ":" + row[3].value_or("");
      constructs_[row[0].value_or("")] = {
          kind.empty() ? place : place + " " + kind, {}, knownNumber(row[5])};
      by_place_.push_back(row[0].value_or(""));
    }
    return {};
  }

  Result<void> readNesting() {
    TARE_TRY(DatabaseRows found,
             database_.rows(
                 "SELECT place, construct FROM entry WHERE run = CAST(? AS BIGINT) ORDER BY number",
                 {run_}));
    for (const DatabaseRow &row : found.rows)
      inside_[row[0].value_or("")].push_back(row[1].value_or(""));
    addInside("", {});
    for (const std::string &id : by_place_)
      add(id, {});
    return {};
  }

  void addInside(const std::string &place, std::optional<size_t> parent) {
    if (auto found = inside_.find(place); found != inside_.end())
      for (const std::string &id : found->second)
        add(id, parent);
  }

  /// Once: a function may be called by itself.
  void add(const std::string &id, std::optional<size_t> parent) {
    auto construct = constructs_.find(id);
    if (construct == constructs_.end() || !numbers_.try_emplace(id, tree_.nodes.size()).second)
      return;
    construct->second.parent = parent;
    tree_.nodes.push_back(construct->second);
    addInside(id, numbers_.at(id));
  }

  Result<void> readRepetitions() {
    TARE_TRY(DatabaseRows found, database_.rows("SELECT number, parallel_s FROM repetition WHERE "
                                                "run = CAST(? AS BIGINT) ORDER BY number",
                                                {run_}));
    for (const DatabaseRow &row : found.rows)
      repetitionOf(row[0]).parallel_s = knownNumber(row[1]);
    return {};
  }

  TreeRepetition &repetitionOf(const DatabaseValue &number) {
    const int of = static_cast<int>(figureIn(number));
    for (TreeRepetition &each : tree_.repetitions)
      if (each.number == of)
        return each;
    TreeRepetition &made = tree_.repetitions.emplace_back();
    made.number = of;
    made.nodes.resize(tree_.nodes.size());
    return made;
  }

  Result<void> readValues() {
    TARE_TRY(DatabaseRows found,
             database_.rows(
                 "SELECT overhead.construct, category, overhead_repetition.number, value_s "
                 "FROM overhead JOIN overhead_repetition ON overhead_repetition.run = overhead.run "
                 "AND overhead_repetition.overhead = overhead.number WHERE overhead.run = CAST(? "
                 "AS BIGINT) "
                 "AND overhead.path IS NULL AND is_void = 0 "
                 "ORDER BY overhead_repetition.number, overhead.number",
                 {run_}));
    for (const DatabaseRow &row : found.rows) {
      TreeRepetition &repetition = repetitionOf(row[2]);
      const std::string category = row[1].value_or("");
      if (!row[0])
        repetition.program[category] = figureIn(row[3]);
      else if (auto node = numbers_.find(*row[0]); node != numbers_.end())
        repetition.nodes[node->second][category] += figureIn(row[3]);
    }
    return {};
  }

  Database &database_;
  std::string run_;
  std::map<std::string, TreeNode> constructs_;             // by number in the archive
  std::map<std::string, std::vector<std::string>> inside_; // by place
  std::vector<std::string> by_place_;
  std::map<std::string, size_t> numbers_; // of RunTree::nodes
  RunTree tree_;
};

} // namespace

Result<RunTree> runTreeOf(Archive &archive, const std::string &run) {
  return TreeReader(archive, run).read();
}

} // namespace tare
