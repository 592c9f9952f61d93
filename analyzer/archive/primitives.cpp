// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/primitives.h"

#include "analyzer/archive/bulk.h"
#include "analyzer/archive/figures.h"

namespace tare {

Result<size_t> keepPrimitiveTimes(Archive &archive, const std::vector<KeptPrimitive> &primitives) {
  Database &database = archive.database();
  DatabaseTransaction transaction(database);
  TARE_DO(transaction.begin());
  TARE_TRY(int64_t before, database.number("SELECT count(*) FROM primitive"));
  const bool replaces = database.kind() == Database::Kind::sqlite;
  for (const KeptPrimitive &each : primitives) {
    if (!isStorable(each.host + each.cpu + each.compiler + each.operation + each.level))
      return Error{"a primitive is not UTF-8"};
    TARE_DO(database.run(
        std::string(
            "INSERT INTO primitive (host, cpu, compiler, operation, level, threads, time_s, "
            "low_s, high_s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (host, cpu, "
            "compiler, operation, level, threads) DO ") +
            (replaces ? "UPDATE SET time_s = excluded.time_s, low_s = excluded.low_s, high_s = "
                        "excluded.high_s"
                      : "NOTHING"),
        {each.host, each.cpu, each.compiler, each.operation, each.level,
         std::to_string(each.threads), exactText(each.time_s), exactText(each.low_s),
         exactText(each.high_s)}));
  }
  TARE_TRY(int64_t after, database.number("SELECT count(*) FROM primitive"));
  TARE_DO(transaction.commit());
  return replaces ? size_t(0) : primitives.size() - static_cast<size_t>(after - before);
}

Result<std::vector<KeptPrimitive>> keptPrimitivesOf(Archive &archive, const std::string &host) {
  TARE_TRY(DatabaseRows found,
           archive.database().rows("SELECT host, cpu, compiler, operation, level, threads, time_s, "
                                   "low_s, high_s FROM primitive WHERE host = ? OR '' = ? "
                                   "ORDER BY host, cpu, compiler, id",
                                   {host, host}));
  std::vector<KeptPrimitive> primitives;
  for (const DatabaseRow &row : found.rows)
    primitives.push_back({row[0].value_or(""), row[1].value_or(""), row[2].value_or(""),
                          row[3].value_or(""), row[4].value_or(""),
                          static_cast<int>(figureIn(row[5])), figureIn(row[6]), figureIn(row[7]),
                          figureIn(row[8])});
  return primitives;
}

} // namespace tare
