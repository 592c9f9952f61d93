// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/write_index.h"

#include "analyzer/archive/bulk.h"
#include "analyzer/archive/sha256.h"

#include <charconv>
#include <cstdlib>
#include <map>

namespace tare {
namespace {

constexpr auto text = ColumnType::text;
constexpr auto whole = ColumnType::whole;
constexpr auto real = ColumnType::real;

/// The id of the row with these values; it is added if there is none.
Result<int64_t> idOf(Database &database, const std::string &table,
                     const std::vector<std::pair<const char *, std::string>> &columns) {
  std::string names, marks, where;
  DatabaseRow values;
  for (const auto &[name, value] : columns) {
    names += (names.empty() ? "" : ", ") + std::string(name);
    marks += marks.empty() ? "?" : ", ?";
    where += (where.empty() ? "" : " AND ") + std::string(name) + " = ?";
    values.push_back(value);
  }
  TARE_DO(database.run("INSERT INTO " + table + " (" + names + ") VALUES (" + marks +
                           ") ON CONFLICT DO NOTHING",
                       values));
  return database.number("SELECT id FROM " + table + " WHERE " + where, values);
}

/// A parameter's value as a number, where all of its text is one.
std::optional<double> numberIn(const std::string &value) {
  double number = 0;
  auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  bool is_number = error == std::errc() && end == value.data() + value.size();
  return is_number ? std::optional(number) : std::nullopt;
}

std::string parametersJson(const std::map<std::string, std::string> &parameters) {
  std::string json;
  for (const auto &[name, value] : parameters)
    json += (json.empty() ? "" : ",") + jsonQuoted(name) + ":" + jsonQuoted(value);
  return "{" + json + "}";
}

std::string keyOf(const IndexedConstruct &construct) {
  std::string all = construct.name;
  for (const std::string &part :
       {construct.kind, construct.file, std::to_string(construct.line), construct.function,
        construct.directive, construct.exact_hash, construct.shape_hash, construct.header_hash})
    all += '\n' + part;
  return sha256(all).substr(0, 32);
}

const std::string &known(const std::string &first, const std::string &otherwise) {
  return first.empty() ? otherwise : first;
}

class IndexWriter {
public:
  IndexWriter(Database &database, const LedgerRecord &record, const IndexedDocument &document)
      : database_(database), record_(record), document_(document) {}

  Result<void> write() {
    TARE_TRY(machine_, idOf(database_, "machine",
                            {{"host", document_.host},
                             {"cpu", document_.cpu},
                             {"cores", std::to_string(document_.cores)},
                             {"clock", document_.clock},
                             {"caches", known(document_.caches, record_.caches)},
                             {"kernel", known(document_.kernel, record_.kernel)}}));
    TARE_TRY(executable_, idOf(database_, "executable",
                               {{"application", std::to_string(record_.application)},
                                {"compiler", document_.compiler},
                                {"flags", document_.flags},
                                {"openmp_runtime", document_.openmp_runtime},
                                {"source_commit", known(record_.source_commit, document_.source_commit)},
                                {"build_id", known(record_.build_id, document_.build_id)}}));
    TARE_DO(constructs());
    TARE_DO(runs());
    for (size_t i = 0; i < document_.runs.size(); ++i)
      collect(ids_[i], document_.runs[i]);
    return insertCollected();
  }

private:
  Result<void> constructs() {
    BulkRows rows, keys;
    std::map<std::string, std::vector<size_t>> numbers;
    for (const IndexedConstruct &each : document_.constructs) {
      std::string key = keyOf(each);
      keys.row().text(key);
      rows.row().whole(record_.application).text(key).text(each.name).text(each.kind);
      rows.text(each.file).whole(each.line).text(each.function).text(each.directive);
      rows.text(each.exact_hash).text(each.shape_hash).text(each.header_hash);
      numbers[key].push_back(constructs_.size());
      constructs_.push_back(0);
    }
    if (rows.empty())
      return {};
    TARE_DO(insertRows(database_, "construct",
                       {{"application", whole},
                        {"key", text},
                        {"name", text},
                        {"kind", text},
                        {"file", text},
                        {"line", whole},
                        {"function", text},
                        {"directive", text},
                        {"exact_hash", text},
                        {"shape_hash", text},
                        {"header_hash", text}},
                       std::move(rows), true));
    TARE_TRY(
        DatabaseRows found,
        database_.rows("SELECT id, key FROM construct WHERE application = ? AND key IN (SELECT " +
                           bulkColumn(database_, 0, text) + " FROM " + bulkSource(database_) + ")",
                       {std::to_string(record_.application), keys.take()}));
    for (const DatabaseRow &row : found.rows)
      for (size_t number : numbers[row[1].value_or("")])
        constructs_[number] = std::strtoll(row[0].value_or("0").c_str(), nullptr, 10);
    return {};
  }

  Result<void> runs() {
    BulkRows rows;
    int64_t number = 0;
    auto estimate = [&](const std::optional<Estimate> &time) {
      if (time)
        rows.number(time->time_s).number(time->low_s).number(time->high_s);
      else
        rows.null().null().null();
    };
    for (const IndexedRun &run : document_.runs) {
      rows.row().whole(record_.id).whole(++number).whole(record_.application).whole(executable_);
      rows.whole(machine_).whole(run.threads).text(record_.measured_utc);
      rows.text(parametersJson(run.parameters));
      estimate(run.serial);
      estimate(run.parallel);
      rows.number(run.overhead_s).number(run.memory_bytes_per_s);
    }
    TARE_DO(insertRows(database_, "run",
                       {{"ledger", whole},
                        {"number", whole},
                        {"application", whole},
                        {"executable", whole},
                        {"machine", whole},
                        {"threads", whole},
                        {"measured_utc", text},
                        {"parameters", text},
                        {"serial_s", real},
                        {"serial_low_s", real},
                        {"serial_high_s", real},
                        {"parallel_s", real},
                        {"parallel_low_s", real},
                        {"parallel_high_s", real},
                        {"overhead_s", real},
                        {"memory_bytes_per_s", real}},
                       std::move(rows)));
    TARE_TRY(DatabaseRows found,
             database_.rows("SELECT id FROM run WHERE ledger = ? ORDER BY number",
                            {std::to_string(record_.id)}));
    for (const DatabaseRow &row : found.rows)
      ids_.push_back(std::strtoll(row[0].value_or("0").c_str(), nullptr, 10));
    return ids_.size() == document_.runs.size()
               ? Result<void>()
               : Error{"the data base did not keep all runs", database_.shown()};
  }

  void collect(int64_t id, const IndexedRun &run) {
    for (const auto &[name, value] : run.parameters)
      parameters_.row().whole(id).text(name).number(numberIn(value)).text(value);
    for (size_t i = 0; i < std::max(run.serial_s.size(), run.parallel_s.size()); ++i) {
      repetitions_.row().whole(id).whole(numberOf(run, i));
      repetitions_.number(at(run.serial_s, i)).number(at(run.parallel_s, i));
    }
    int64_t number = 0;
    for (const IndexedPath &path : run.paths) {
      paths_.row().whole(id).whole(++number).text(path.calls).text(path.regions);
      paths_.number(path.instances).number(path.time.time_s).number(path.time.low_s);
      paths_.number(path.time.high_s);
    }
    number = 0;
    for (const IndexedRow &row : run.rows)
      collectRow(id, ++number, run, row);
    for (const IndexedExecution &each : run.executions) {
      executions_.row().whole(id).whole(constructs_[each.construct]).number(each.instances);
      executions_.number(each.iterations).number(each.acquisitions).whole(each.is_exact);
      executions_.number(each.time_s);
    }
    collectOrder(id, run);
  }

  void collectOrder(int64_t id, const IndexedRun &run) {
    auto construct = [&](BulkRows &rows, const std::optional<size_t> &number) -> BulkRows & {
      return number ? rows.whole(constructs_[*number]) : rows.null();
    };
    int64_t number = 0;
    for (const IndexedEntry &each : run.entries)
      construct(construct(entries_.row().whole(id).whole(++number), each.place), each.construct);
    number = 0;
    for (const IndexedStep &each : run.steps) {
      steps_.row().whole(id).whole(++number);
      construct(construct(construct(steps_, each.place), each.from), each.to);
      steps_.number(each.times).whole(each.is_exact);
    }
  }

  void collectRow(int64_t id, int64_t number, const IndexedRun &run, const IndexedRow &row) {
    overheads_.row().whole(id).whole(number);
    row.construct ? overheads_.whole(constructs_[*row.construct]) : overheads_.null();
    row.path ? overheads_.whole(static_cast<int64_t>(*row.path) + 1) : overheads_.null();
    overheads_.text(row.category).number(row.time.time_s).number(row.time.low_s);
    overheads_.number(row.time.high_s).whole(row.is_void);
    for (size_t i = 0; i < row.repetitions_s.size(); ++i)
      values_.row().whole(id).whole(number).whole(numberOf(run, i)).number(row.repetitions_s[i]);
  }

  /// The number of the i-th repetition. Numbers in a document may repeat: then they are counted.
  static int64_t numberOf(const IndexedRun &run, size_t i) {
    bool is_increasing = i < run.repetitions.size();
    for (size_t k = 1; is_increasing && k < run.repetitions.size(); ++k)
      is_increasing = run.repetitions[k - 1] < run.repetitions[k];
    return is_increasing ? run.repetitions[i] : static_cast<int64_t>(i) + 1;
  }
  static std::optional<double> at(const std::vector<double> &values, size_t i) {
    return i < values.size() ? std::optional(values[i]) : std::nullopt;
  }

  Result<void> insertCollected() {
    TARE_DO(insertRows(database_, "parameter",
                       {{"run", whole}, {"name", text}, {"number", real}, {"text", text}},
                       std::move(parameters_)));
    TARE_DO(
        insertRows(database_, "repetition",
                   {{"run", whole}, {"number", whole}, {"serial_s", real}, {"parallel_s", real}},
                   std::move(repetitions_)));
    TARE_DO(insertRows(database_, "path",
                       {{"run", whole},
                        {"number", whole},
                        {"calls", text},
                        {"regions", text},
                        {"instances", real},
                        {"time_s", real},
                        {"low_s", real},
                        {"high_s", real}},
                       std::move(paths_)));
    TARE_DO(insertRows(database_, "overhead",
                       {{"run", whole},
                        {"number", whole},
                        {"construct", whole},
                        {"path", whole},
                        {"category", text},
                        {"time_s", real},
                        {"low_s", real},
                        {"high_s", real},
                        {"is_void", whole}},
                       std::move(overheads_)));
    TARE_DO(insertRows(database_, "overhead_repetition",
                       {{"run", whole}, {"overhead", whole}, {"number", whole}, {"value_s", real}},
                       std::move(values_)));
    TARE_DO(insertRows(database_, "execution",
                       {{"run", whole},
                        {"construct", whole},
                        {"instances", real},
                        {"iterations", real},
                        {"acquisitions", real},
                        {"is_exact", whole},
                        {"time_s", real}},
                       std::move(executions_)));
    TARE_DO(insertRows(database_, "entry",
                       {{"run", whole}, {"number", whole}, {"place", whole}, {"construct", whole}},
                       std::move(entries_)));
    return insertRows(database_, "succession",
                      {{"run", whole},
                       {"number", whole},
                       {"place", whole},
                       {"construct", whole},
                       {"next", whole},
                       {"times", real},
                       {"is_exact", whole}},
                      std::move(steps_));
  }

  Database &database_;
  const LedgerRecord &record_;
  const IndexedDocument &document_;
  int64_t machine_ = 0, executable_ = 0;
  std::vector<int64_t> constructs_, ids_;
  BulkRows parameters_, repetitions_, paths_, overheads_, values_, executions_, entries_, steps_;
};

} // namespace

Result<void> writeIndex(Database &database, const LedgerRecord &record,
                        const IndexedDocument &document) {
  return IndexWriter(database, record, document).write();
}

Result<void> removeIndex(Database &database, int64_t ledger) {
  const DatabaseRow id = {std::to_string(ledger)};
  for (const char *table : {"succession", "entry", "overhead_repetition", "overhead", "execution",
                            "path", "repetition", "parameter"})
    TARE_DO(database.run(std::string("DELETE FROM ") + table +
                             " WHERE run IN (SELECT id FROM run WHERE ledger = ?)",
                         id));
  TARE_TRY(DatabaseValue application,
           database.value("SELECT application FROM ledger WHERE id = ?", id));
  TARE_DO(database.run("DELETE FROM run WHERE ledger = ?", id));
  if (!application)
    return {};
  TARE_DO(database.run(
      "DELETE FROM construct WHERE application = ? AND NOT EXISTS (SELECT 1 FROM execution WHERE "
      "execution.construct = construct.id) AND NOT EXISTS (SELECT 1 FROM overhead WHERE "
      "overhead.construct = construct.id)",
      {application}));
  return database.run("DELETE FROM executable WHERE application = ? AND NOT EXISTS "
                      "(SELECT 1 FROM run WHERE run.executable = executable.id)",
                      {application});
}

} // namespace tare
