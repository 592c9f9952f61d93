// SPDX-License-Identifier: Apache-2.0
#include "driver/compared_growth.h"

#include "base/text.h"
#include "driver/files_source.h"

namespace tare {
namespace {

Result<TablesOfProgram> tablesAt(const std::vector<std::string> &results,
                                 const std::vector<std::string> &sizes) {
  TARE_TRY(std::vector<NamedLedger> ledgers, FilesSource(results).ledgers());
  OrRefused<TablesOfProgram> tables = programTablesOf(ledgers, sizes);
  if (!tables.ok())
    return refusedError(tables.refusal());
  return tables.value();
}

} // namespace

Error refusedError(const ModelRefusal &refusal) {
  return Error{
      "refused, " + refusal.text(), "",
      "tare model says what each row's points tell; docs/explanation/models.md has the reasons"};
}

Result<GrowthComparison> growthAgainst(const TablesOfProgram &base, const std::string &base_name,
                                       const ModelReport &head, const TableQuestion &question) {
  if (base.sizes != head.sizes)
    return Error{"the results before differ in other parameters (" + joinText(base.sizes, ", ") +
                     ") than these (" + joinText(head.sizes, ", ") + ")",
                 base_name, "measure both versions at several values of one size"};
  OrRefused<ModelReport> models = modelReport(base, question, 0);
  if (!models.ok())
    return refusedError(models.refusal());
  const ModelReport &before = models.value();
  GrowthComparison growth = compareGrowth(before.models, head.models);
  for (auto [what, key] :
       {std::pair("machine", &LedgerKeys::machine), std::pair("compiler", &LedgerKeys::compiler),
        std::pair("settings", &LedgerKeys::settings)})
    if (before.keys.*key != head.keys.*key)
      growth.remarks.push_back(std::string("The ") + what + " was '" + before.keys.*key +
                               "' and is '" + head.keys.*key + "'.");
  return growth;
}

Result<std::string> growthTextBetween(const std::vector<std::string> &base,
                                      const std::vector<std::string> &head,
                                      const std::vector<std::string> &sizes, int width) {
  TARE_TRY(TablesOfProgram before, tablesAt(base, sizes));
  TARE_TRY(TablesOfProgram now, tablesAt(head, sizes));
  OrRefused<ModelReport> models = modelReport(now, {}, 0);
  if (!models.ok())
    return refusedError(models.refusal());
  TARE_TRY(GrowthComparison growth, growthAgainst(before, "BASE", models.value(), {}));
  return growthText(growth, models.value().program, width);
}

} // namespace tare
