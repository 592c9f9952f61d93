// SPDX-License-Identifier: Apache-2.0
#include "base/formats/formats.h"
#include "driver/archive/trend_text.h"

#include "base/json/fields.h"

#include <cmath>

namespace tare {
namespace {

using json::Fields;

struct WrittenPoint {
  uint64_t version = 0;
  TrendPoint point;
};

struct WrittenTrend {
  std::string application;
  std::vector<SettingTrend> settings;
};

void pointRows(Fields &io, WrittenPoint &written) {
  io.required("version", written.version);
  io.required("value_s", written.point.value, json::seconds);
  io.required("error_s", written.point.error, json::seconds);
}

struct WrittenLevel {
  uint64_t first = 0, points = 0;
  double value = 0, error = 0;
};

void levelRows(Fields &io, WrittenLevel &level) {
  io.required("first", level.first);
  io.required("points", level.points);
  io.required("value_s", level.value, json::seconds);
  io.required("error_s", level.error, json::seconds);
}

void trendRows(Fields &io, RowTrend &row) {
  io.required("row", row.row);
  io.required("construct", row.construct);
  io.required("place", row.place);
  std::vector<WrittenPoint> points;
  for (size_t i = 0; i < row.points.size(); ++i)
    points.push_back({row.versions[i], row.points[i]});
  io.required("points", points, pointRows);
  std::vector<WrittenLevel> levels;
  for (const TrendLevel &level : row.levels)
    levels.push_back({row.versions[level.first], level.count, level.value,
                      std::isfinite(level.error) ? level.error : 0});
  io.required("levels", levels, levelRows);
  std::optional<double> crept;
  if (row.creep.is_one)
    crept = row.creep.by;
  io.optional("crept_s", crept, json::seconds);
}

void versionRows(Fields &io, TrendVersion &version) {
  io.required("measured_utc", version.measured_utc);
  io.required("commit", version.commit);
  io.required("version", version.version);
}

void settingRows(Fields &io, SettingTrend &setting) {
  io.required("machine", setting.machine);
  io.required("compiler", setting.compiler);
  io.required("openmp_runtime", setting.openmp_runtime);
  io.required("threads", setting.threads, json::Whole{0});
  io.required("parameters", setting.parameters);
  io.required("versions", setting.versions, versionRows);
  io.required("rows", setting.rows, trendRows);
}

void documentRows(Fields &io, WrittenTrend &trend) {
  io.schema(formats::trend);
  io.required("application", trend.application);
  io.required("settings", trend.settings, settingRows);
}

} // namespace

std::string trendJson(const std::string &application, const std::vector<SettingTrend> &trends) {
  return json::write(WrittenTrend{application, trends}, documentRows);
}

} // namespace tare
