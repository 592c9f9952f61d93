// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/caliper_files.h"

#include "analyzer/archive/archive_row.h"
#include "analyzer/archive/archive_words.h"
#include "analyzer/archive/bulk.h"
#include "analyzer/archive/run_tree.h"
#include "base/files.h"
#include "base/text.h"

#include <cctype>
#include <set>

namespace tare {
namespace {

using Values = std::map<std::string, double>;

/// Columns that are in every row: time of its own, and with what is inside.
constexpr const char *time_column = "time", *inclusive_column = "time (inc)";

struct CaliperNode {
  std::string name;
  std::optional<size_t> parent;
  std::optional<double> own_s, inclusive_s;
  Values rows;
};

/// The program first, then its constructs: what no construct has is the program's own.
std::vector<CaliperNode> nodesOf(const std::string &application, const RunTree &tree,
                                 const TreeRepetition &repetition) {
  std::vector<CaliperNode> nodes = {
      {application, {}, repetition.parallel_s, repetition.parallel_s, repetition.program}};
  for (size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeNode &node = tree.nodes[i];
    size_t parent = node.parent ? *node.parent + 1 : 0;
    nodes.push_back({node.name, parent, node.time_s, node.time_s, repetition.nodes[i]});
    for (const auto &[category, value] : repetition.nodes[i])
      if (auto whole = nodes[0].rows.find(category); whole != nodes[0].rows.end())
        whole->second -= value;
    if (nodes[0].own_s)
      *nodes[0].own_s -= node.time_s.value_or(0);
  }
  for (size_t i = nodes.size(); i-- > 1;) // parents come first
    if (CaliperNode &around = nodes[*nodes[i].parent];
        *nodes[i].parent > 0 && around.inclusive_s && nodes[i].inclusive_s)
      *around.inclusive_s += *nodes[i].inclusive_s;
  return nodes;
}

std::string listOf(const std::vector<std::string> &members) {
  return "[" + joinText(members, ",") + "]";
}

std::string caliperText(const std::vector<CaliperNode> &nodes, const Values &categories,
                        const std::map<std::string, std::string> &facts) {
  std::vector<std::string> names = {jsonQuoted(time_column), jsonQuoted(inclusive_column)};
  for (const auto &[category, value] : categories)
    names.push_back(jsonQuoted(category));
  std::vector<std::string> kinds(names.size(), R"({"is_value":true})");
  names.push_back(jsonQuoted("path"));
  kinds.push_back(R"({"is_value":false})");
  BulkRows data;
  std::vector<std::string> places;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const CaliperNode &node = nodes[i];
    data.row().number(node.own_s).number(node.inclusive_s);
    for (const auto &[category, value] : categories) {
      auto found = node.rows.find(category);
      data.number(found == node.rows.end() ? 0 : found->second);
    }
    data.whole(static_cast<int64_t>(i));
    places.push_back(R"({"label":)" + jsonQuoted(node.name) + R"(,"column":"path")" +
                     (node.parent ? ",\"parent\":" + std::to_string(*node.parent) : "") + "}");
  }
  std::string text = "{\"data\":" + data.take() + ",\n\"columns\":" + listOf(names) +
                     ",\n\"column_metadata\":" + listOf(kinds) + ",\n\"nodes\":" + listOf(places);
  for (const auto &[name, value] : facts)
    text += ",\n" + jsonQuoted(name) + ":" + jsonQuoted(value);
  return text + "}\n";
}

/// What is known of a run, by names; a parameter never takes the place of one of these.
std::map<std::string, std::string> factsOf(const ArchiveRow &run, int repetition) {
  std::map<std::string, std::string> facts;
  for (const auto &[name, from] : {std::pair("application", "application"),
                                   {"commit", "source_commit"},
                                   {"version", "version"},
                                   {"measured_utc", "measured_utc"},
                                   {"cluster", "machine"},
                                   {"compiler", "compiler"},
                                   {"openmp_runtime", "openmp_runtime"},
                                   {"p", "threads"},
                                   {"ledger", "ledger"}})
    if (!run.text(from).empty())
      facts[name] = run.text(from);
  facts["repetition"] = std::to_string(repetition);
  for (const char *taken : {"data", "columns", "column_metadata", "nodes"})
    facts.try_emplace(taken);
  for (const auto &[name, value] : parametersIn(run.text("parameters")))
    facts.try_emplace(facts.contains(name) ? "param." + name : name, value);
  for (const char *taken : {"data", "columns", "column_metadata", "nodes"})
    facts.erase(taken);
  return facts;
}

/// Letters, digits and the like: a name of an application may have slashes.
std::string nameOfFile(const ArchiveRow &run, int repetition) {
  std::string name;
  for (char c : run.text("application"))
    name += std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' ? c : '-';
  return name.substr(0, 64) + "-run" + run.text("run") + "-p" + run.text("threads") + "-r" +
         std::to_string(repetition) + ".json";
}

} // namespace

Result<size_t> writeCaliperFiles(Archive &archive, const DatabaseRows &runs,
                                 const std::string &folder, size_t &without_repetitions) {
  TARE_DO(makeFolder(folder, 0700));
  size_t written = 0;
  for (const DatabaseRow &values : runs.rows) {
    ArchiveRow run(runs, values);
    TARE_TRY(RunTree tree, runTreeOf(archive, run.text("run")));
    without_repetitions += tree.repetitions.empty();
    Values categories;
    for (const TreeRepetition &repetition : tree.repetitions)
      for (const auto &[category, value] : repetition.program)
        categories[category] = value;
    for (const TreeRepetition &repetition : tree.repetitions) {
      std::string text = caliperText(nodesOf(run.text("application"), tree, repetition), categories,
                                     factsOf(run, repetition.number));
      TARE_DO(writeFileAtomic(folder + "/" + nameOfFile(run, repetition.number), text, 0600));
      ++written;
    }
  }
  return written;
}

} // namespace tare
