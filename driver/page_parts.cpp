// SPDX-License-Identifier: Apache-2.0
#include "driver/page_parts.h"

#include "analyzer/forecast/forecast_json.h"
#include "base/files.h"
#include "driver/page_answers.h"
#include "driver/page_sources.h"
#include "driver/timeline_at.h"
#include "driver/verbs.h"

namespace tare {
namespace {

/// A page can do without.
std::optional<Timeline> timelineOfPage(const ReportOptions &options) {
  Result<std::optional<Timeline>> timeline = timelineAt(options.results, options.redact);
  if (timeline.ok())
    return std::move(timeline).value();
  complain(timeline.error());
  return {};
}

/// Never of a redacted page: a source says whose it is.
Result<PageSources> sourcesOfPage(const ReportOptions &options, const Ledger &ledger) {
  if (options.redact)
    return PageSources{{}, "--redact leaves the sources out"};
  if (options.no_source)
    return PageSources{{}, "--no-source leaves them out"};
  return sourcesOfSide(options.results, ledger, options.source_root, "--source-root");
}

/// A prediction that cannot be made leaves a page as it is.
Result<void> addAnswers(const ReportOptions &options, const Ledger &ledger, PageParts &parts) {
  if (options.no_whatif || options.redact || options.raw || options.calibrated) {
    parts.no_answers = options.no_whatif ? "--no-whatif leaves them out"
                       : options.redact  ? "--redact leaves them out"
                                         : "predictions start from the times of the usual report";
    return {};
  }
  if (!options.whatif.empty()) {
    TARE_TRY(ForecastReport answers, readForecast(options.whatif));
    if (answers.program != ledger.program)
      return Error{"these predictions are about " + answers.program + ", and the results about " +
                       ledger.program,
                   options.whatif, "make them of these results: tare whatif RESULTS --json FILE"};
    parts.answers = std::move(answers);
    return {};
  }
  Result<ForecastReport> answers = answersOfPage(options.results);
  if (answers.ok())
    parts.answers = std::move(answers).value();
  else
    parts.no_answers = answers.error().message;
  return {};
}

} // namespace

PageData PageParts::data() const {
  PageData data;
  data.timeline = timeline ? &*timeline : nullptr;
  data.sources = &sources;
  data.answers = answers ? &*answers : nullptr;
  data.no_answers = no_answers;
  data.models = models ? &*models : nullptr;
  return data;
}

Result<PageParts> partsOfPage(const ReportOptions &options, const Ledger &ledger) {
  PageParts parts;
  parts.timeline = timelineOfPage(options);
  TARE_TRY(parts.sources, sourcesOfPage(options, ledger));
  TARE_DO(addAnswers(options, ledger, parts));
  if (!options.models.empty()) {
    TARE_TRY(parts.models, modelsOfPage(options.models, options.model_template));
  }
  return parts;
}

} // namespace tare
