// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/couplings.h"

#include "analyzer/archive/bulk.h"
#include "analyzer/archive/figures.h"

namespace tare {

Result<void> keepCouplings(Archive &archive, const std::string &application,
                           const std::vector<KeptCoupling> &couplings,
                           const std::vector<KeptCoupling> &replaced) {
  if (application.empty() || application.size() > 200 || !isStorable(application))
    return Error{"the name of an application has to be UTF-8, and 1 to 200 bytes long", "",
                 "name one with --application"};
  DatabaseTransaction transaction(archive.database());
  TARE_DO(transaction.begin());
  TARE_TRY(int64_t id, archive.ownApplication(application));
  for (const KeptCoupling &each : replaced)
    TARE_DO(archive.database().run(
        "DELETE FROM coupling WHERE application = ? AND kernels = ? AND host = ? AND threads = ? "
        "AND parameters = ?",
        {std::to_string(id), each.kernels, each.host, std::to_string(each.threads),
         each.parameters}));
  for (const KeptCoupling &each : couplings) {
    if (!isStorable(each.kernels + each.host + each.parameters))
      return Error{"a coupling is not UTF-8"};
    TARE_DO(archive.database().run(
        "INSERT INTO coupling (application, kernels, host, threads, parameters, value, low, high) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (application, kernels, host, threads, "
        "parameters) DO UPDATE SET value = excluded.value, low = excluded.low, high = "
        "excluded.high",
        {std::to_string(id), each.kernels, each.host, std::to_string(each.threads), each.parameters,
         exactText(each.value), exactText(each.low), exactText(each.high)}));
  }
  return transaction.commit();
}

Result<std::vector<KeptCoupling>> couplingsOf(Archive &archive, const std::string &application) {
  TARE_TRY(DatabaseRows found,
           archive.database().rows(
               "SELECT kernels, host, threads, parameters, value, low, high FROM coupling JOIN "
               "application ON application.id = coupling.application WHERE application.name = ? "
               "ORDER BY host, threads, parameters, coupling.id",
               {application}));
  std::vector<KeptCoupling> couplings;
  for (const DatabaseRow &row : found.rows)
    couplings.push_back({row[0].value_or(""), row[1].value_or(""),
                         static_cast<int>(figureIn(row[2])), row[3].value_or(""), figureIn(row[4]),
                         figureIn(row[5]), figureIn(row[6])});
  return couplings;
}

} // namespace tare
