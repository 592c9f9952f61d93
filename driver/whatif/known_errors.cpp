// SPDX-License-Identifier: Apache-2.0
#include "driver/whatif/known_errors.h"

#include "base/files.h"
#include "base/formats/formats.h"
#include "base/json/fields.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

constexpr uint64_t largest_errors = 1 << 16;
constexpr double most_factor = 100;

struct ErrorsFile {
  KnownErrors errors;
};

void errorRows(json::Fields &io, ErrorsFile &file) {
  io.schema(formats::forecast_errors);
  io.required("factors", file.errors, json::Number{1, most_factor, json::toSixDigits});
  io.closed();
}

double half(const Estimate &estimate) { return (estimate.high_s - estimate.low_s) / 2; }

} // namespace

Result<KnownErrors> readKnownErrors(const std::string &path) {
  if (!fileExists(path))
    return KnownErrors();
  TARE_TRY(ErrorsFile file,
           json::readFrom(path, largest_errors, "holds no errors of forecasts: ", errorRows));
  return file.errors;
}

Result<void> writeKnownErrors(const std::string &path, const KnownErrors &errors) {
  TARE_DO(makeFolder(folderOf(path), 0700));
  return writeFileAtomic(path, json::write(ErrorsFile{errors}, errorRows) + "\n", 0600);
}

void learn(const Forecast &forecast, const std::vector<Question> &asked, KnownErrors &errors) {
  if (!forecast.verified || !forecast.verified->comparable || half(forecast.time) <= 0)
    return;
  double off = std::abs(forecast.time.time_s - forecast.verified->time.time_s) -
               half(forecast.verified->time);
  double needed = off / half(forecast.time);
  for (Question question : asked) {
    double &factor = errors.emplace(questionName(question), 1).first->second;
    factor = needed > 1 ? std::min(factor * needed, most_factor) : std::max(0.9 * factor, 1.0);
  }
}

double factorFor(const std::vector<Question> &asked, const KnownErrors &errors) {
  double factor = 1;
  for (Question question : asked)
    if (auto found = errors.find(questionName(question)); found != errors.end())
      factor = std::max(factor, found->second);
  return factor;
}

} // namespace tare
