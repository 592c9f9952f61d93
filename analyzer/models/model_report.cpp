// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/model_report.h"

#include "analyzer/models/segments.h"

namespace tare {

OrRefused<ModelReport> modelReport(const TablesOfProgram &tables, const TableQuestion &question,
                                   double efficiency) {
  ModelReport report;
  report.program = tables.keys.program;
  report.sizes = tables.sizes;
  report.keys = tables.keys;
  std::vector<int> modelled = modelledThreads(tables);
  if (modelled.empty())
    return ModelRefusal{RefusalReason::TooFewPoints,
                        "there is one size: measure several, each with --param NAME=VALUE"};
  for (int threads : modelled)
    for (const TableSegment &segment : segmentsOf(tables, threads, question)) {
      std::optional<ModelRefusal> few = segmentRefusal(segment, threads, question);
      OrRefused<TableModel> model =
          few ? OrRefused<TableModel>(*few) : tableModel(segment.tables, threads, question);
      if (!model.ok()) {
        report.refused.emplace_back(threads, model.refusal());
        continue;
      }
      model.value().where = segment.where;
      if (efficiency > 0 && threads > 1)
        report.efficiencies.push_back(sizeForEfficiency(model.value(), efficiency));
      report.models.push_back(std::move(model.value()));
    }
  return report;
}

} // namespace tare
