// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/query.h"

#include "base/text.h"
#include "base/utc.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace tare {
namespace {

constexpr const char *run_columns =
    "run.ledger AS ledger, run.id AS run, application.name AS application, ledger.version AS "
    "version, "
    "executable.source_commit AS source_commit, run.measured_utc AS measured_utc, "
    "machine.host AS machine, executable.compiler AS compiler, "
    "executable.openmp_runtime AS openmp_runtime, run.threads AS threads, "
    "run.parameters AS parameters";
constexpr const char *time_columns =
    ", run.serial_s AS serial_s, run.serial_low_s AS serial_low_s, "
    "run.serial_high_s AS serial_high_s, run.parallel_s AS parallel_s, "
    "run.parallel_low_s AS parallel_low_s, run.parallel_high_s AS parallel_high_s, "
    "run.overhead_s AS overhead_s";
constexpr const char *row_columns =
    ", construct.name AS construct, construct.file AS file, construct.line AS line, "
    "construct.function AS function, overhead.category AS category, overhead.time_s AS time_s, "
    "overhead.low_s AS low_s, overhead.high_s AS high_s, overhead.is_void AS is_void, "
    "run.serial_s AS serial_s, run.parallel_s AS parallel_s";

constexpr const char *run_joins = " JOIN ledger ON ledger.id = run.ledger"
                                  " JOIN application ON application.id = run.application"
                                  " JOIN executable ON executable.id = run.executable"
                                  " JOIN machine ON machine.id = run.machine";

std::optional<double> wholeNumber(const std::string &text) {
  double number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty()
             ? std::optional(number)
             : std::nullopt;
}

class SelectWriter {
public:
  SelectWriter(const ArchiveQuestion &question, Database::Kind kind)
      : question_(question), kind_(kind) {}

  Result<ArchiveSelect> write() {
    for (const std::string &parameter : question_.parameters)
      TARE_DO(addParameter(parameter));
    if (!question_.since.empty() && !isBeginOfUtc(question_.since))
      return Error{"--since wants a date such as 2026-11-28, not '" + question_.since + "'"};
    addRuns();
    if (question_.latest && !conditions_.empty())
      takeLatest();
    bool wants_rows = !question_.category.empty() || !question_.construct.empty();
    if (wants_rows)
      addRows();
    if (conditions_.empty())
      return Error{"nothing is asked for", "", "name an --application, or another option of query"};
    std::string columns = std::string(run_columns) + (wants_rows ? row_columns : time_columns);
    if (question_.repetitions)
      addRepetitions(columns, wants_rows);
    std::string sql = "SELECT " + columns + " FROM run" + joins_ + " WHERE " +
                      joinText(conditions_, " AND ") +
                      " ORDER BY run.measured_utc, run.ledger, run.number" +
                      (wants_rows ? ", overhead.number" : "") +
                      (question_.repetitions ? ", repeated.number" : "");
    return ArchiveSelect{sql, values_};
  }

private:
  void require(const std::string &condition, std::initializer_list<std::string> values) {
    conditions_.push_back(condition);
    for (const std::string &value : values)
      values_.push_back(value);
  }

  /// Among the runs that were found so far, as the view `latest` does it among all: whatever a
  /// question asks of runs holds for all equal ones, or for the newest if for any.
  void takeLatest() {
    std::string found = joins_ + " WHERE " + joinText(conditions_, " AND ");
    joins_ = run_joins;
    conditions_ = {
        "run.id IN (SELECT id FROM (SELECT run.id AS id, row_number() OVER (PARTITION BY "
        "run.application, run.machine, run.threads, run.parameters, executable.compiler, "
        "executable.flags, executable.openmp_runtime ORDER BY run.measured_utc DESC, "
        "run.id DESC) AS age FROM run" +
        found + ") AS aged WHERE age = 1)"};
  }

  void addRuns() {
    joins_ += run_joins;
    if (!question_.application.empty())
      require("application.name = ?", {question_.application});
    if (question_.threads)
      require("run.threads = CAST(? AS BIGINT)", {std::to_string(*question_.threads)});
    if (!question_.since.empty())
      require("run.measured_utc >= ?", {question_.since});
    if (!question_.machine.empty())
      require("machine.host = ?", {question_.machine});
  }

  void addRows() {
    bool is_place = !question_.construct.empty();
    // SQLite knows no sizes of tables. Of a cross join it takes the left side first.
    bool runs_first = kind_ == Database::Kind::sqlite && !is_place && !conditions_.empty();
    joins_ += std::string(runs_first ? " CROSS" : "") + " JOIN overhead ON overhead.run = run.id";
    joins_ += std::string(is_place ? "" : " LEFT") +
              " JOIN construct ON construct.id = overhead.construct";
    if (!question_.category.empty() && question_.category != "any")
      require("overhead.category = ?", {question_.category});
    auto place = fileAndLine(question_.construct);
    if (!is_place)
      conditions_.push_back("overhead.construct IS NULL AND overhead.path IS NULL");
    else if (question_.construct.find('#') != std::string::npos ||
             question_.construct.find("->") != std::string::npos)
      require("construct.name = ?", {question_.construct});
    else if (place)
      require("construct.file = ? AND construct.line = CAST(? AS BIGINT)",
              {place->first, place->second});
    else
      require("construct.function = ?", {question_.construct});
  }

  void addRepetitions(std::string &columns, bool of_rows) {
    if (of_rows) {
      columns += ", repeated.number AS repetition, repeated.value_s AS value_s";
      joins_ += " LEFT JOIN overhead_repetition AS repeated ON repeated.run = overhead.run AND "
                "repeated.overhead = overhead.number";
    } else {
      columns += ", repeated.number AS repetition, repeated.serial_s AS repetition_serial_s, "
                 "repeated.parallel_s AS repetition_parallel_s";
      joins_ += " LEFT JOIN repetition AS repeated ON repeated.run = run.id";
    }
  }

  /// Each parameter is a join, so that its index finds the runs.
  Result<void> addParameter(const std::string &text) {
    size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos)
      return Error{"--param wants NAME=VALUE or NAME=LEAST..MOST, not '" + text + "'"};
    std::string name = text.substr(0, equals), value = text.substr(equals + 1);
    std::string table = "asked" + std::to_string(++parameters_);
    joins_ += " JOIN parameter AS " + table + " ON " + table + ".run = run.id";
    size_t dots = value.find("..");
    std::string low = value.substr(0, dots),
                high = dots == std::string::npos ? low : value.substr(dots + 2);
    if (wholeNumber(low) && wholeNumber(high))
      require(table + ".name = ? AND " + table +
                  ".number BETWEEN CAST(? AS DOUBLE PRECISION) AND "
                  "CAST(? AS DOUBLE PRECISION)",
              {name, low, high});
    else
      require(table + ".name = ? AND " + table + ".text = ?", {name, value});
    return {};
  }

  const ArchiveQuestion &question_;
  Database::Kind kind_;
  std::string joins_;
  std::vector<std::string> conditions_;
  DatabaseRow values_;
  int parameters_ = 0;
};

/// The first word of a statement, in capitals.
std::string firstWord(const std::string &sql) {
  std::string word;
  for (char c : trimText(sql)) {
    if (!isWordCharacter(c))
      break;
    word += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return word;
}

} // namespace

std::optional<std::pair<std::string, std::string>> fileAndLine(const std::string &place) {
  size_t colon = place.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == place.size() ||
      place.size() - colon > 9)
    return std::nullopt;
  std::string line = place.substr(colon + 1);
  auto isDigit = [](unsigned char c) { return std::isdigit(c); };
  return std::ranges::all_of(line, isDigit) ? std::optional(std::pair(place.substr(0, colon), line))
                                            : std::nullopt;
}

Result<ArchiveSelect> selectOf(const ArchiveQuestion &question, Database::Kind kind) {
  return SelectWriter(question, kind).write();
}

Result<DatabaseRows> ask(Archive &archive, const ArchiveQuestion &question) {
  TARE_TRY(ArchiveSelect select, selectOf(question, archive.database().kind()));
  return archive.database().rows(select.sql, select.values);
}

Result<DatabaseRows> askSql(Archive &archive, const std::string &sql) {
  std::string word = firstWord(sql);
  if (word != "SELECT" && word != "WITH" && word != "VALUES" && word != "EXPLAIN")
    return Error{"--sql takes one SELECT: the archive is only read", "",
                 "see docs/reference/formats.md"};
  return archive.database().rows(sql);
}

} // namespace tare
