// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/archive_words.h"

#include "analyzer/ledger/categories.h"
#include "base/json/fields.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

using Parameters = std::map<std::string, std::string>;

void parameterRows(json::Fields &io, Parameters &parameters) {
  io.required("parameters", parameters);
}

} // namespace

std::map<std::string, std::string> parametersIn(const std::string &text) {
  Result<Parameters> read = json::read<Parameters>("{\"parameters\":" + text + "}", parameterRows);
  return read.ok() ? std::move(read).value() : Parameters();
}

std::string parametersText(const std::string &json) {
  std::vector<std::string> parameters;
  for (const auto &[name, value] : parametersIn(json))
    parameters.push_back(name + "=" + value);
  return joinText(parameters, " ");
}

std::string shortTime(const std::string &utc) {
  std::string text = utc.substr(0, 16);
  std::ranges::replace(text, 'T', ' ');
  return text;
}

std::string versionText(const TrendVersion &version) {
  std::string name =
      version.commit.empty() ? version.version : version.commit.substr(0, shown_of_commit);
  return version.measured_utc.substr(0, 10) + (name.empty() ? "" : " (" + name + ")");
}

std::string settingText(const SettingTrend &setting) {
  std::string text = setting.machine.empty() ? "an unknown machine" : setting.machine;
  if (!setting.compiler.empty())
    text += ", " + setting.compiler;
  text += ", " + numberOf(setting.threads, "thread");
  if (std::string parameters = parametersText(setting.parameters); !parameters.empty())
    text += ", " + parameters;
  return text;
}

std::string rowText(const RowTrend &row) {
  std::string name = labelOf(row.row);
  return row.place.empty() ? name : name + ", " + row.place;
}

std::string signedPercent(double from, double to) {
  double part = from != 0 ? (to - from) / std::abs(from) : 0;
  return std::string(part < 0 ? "-" : "+") + tenthPercent(std::abs(part));
}

} // namespace tare
