// SPDX-License-Identifier: Apache-2.0
#include "base/formats/formats.h"

#include <algorithm>
#include <charconv>

namespace tare {
namespace {

constexpr size_t shown_schema = 60;
constexpr std::string_view newer_advice =
    "read it with the Tare that wrote it, or with the newest one";
constexpr std::string_view older_advice = "read it with the Tare that wrote it, or measure again";
constexpr std::string_view internal_advice = "remove the file: this Tare makes it again";

/// A whole number from 1 on, and nothing else; 0: it is none.
long versionText(std::string_view text) {
  long version = 0;
  auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), version);
  bool is_whole = failure == std::errc() && end == text.data() + text.size() && version > 0;
  return is_whole ? version : 0;
}

} // namespace

const std::vector<DocumentFormat> &formats::all() {
  static const std::vector<DocumentFormat> list = {
      table,      timeline,        comparison, prediction,  forecast,        model,
      choices,    search,          follow,     operations,  operation_model, coupling,
      primitives, network,         query,      listing,     trend,           archive_export,
      manifest,   calls,           machine,    calibration, run_probe_costs, probe_costs,
      pairs,      forecast_errors, plan,       archive,     profile,         window,
      messages,   node_table};
  return list;
}

std::string schemaOf(const DocumentFormat &format) {
  return std::string(format.name) + "/" + std::to_string(format.version);
}

std::string versionsRead(const DocumentFormat &format) {
  std::string newest = std::to_string(format.version);
  if (format.oldest == format.version)
    return "version " + newest;
  return "versions " + std::to_string(format.oldest) + " to " + newest;
}

Result<void> checkVersion(const DocumentFormat &format, long version) {
  if (version >= format.oldest && version <= format.version)
    return {};
  bool is_newer = version > format.version;
  Error error{"this " + std::string(format.noun) + " was written by " +
              (is_newer ? "a newer" : "an older") + " Tare: it has version " +
              std::to_string(version) + ", and this Tare reads " + versionsRead(format)};
  error.next = is_newer ? newer_advice : older_advice;
  if (format.promise == Promise::internal)
    error.next = internal_advice;
  return error;
}

bool isOtherVersion(const Error &error) {
  return error.next == newer_advice || error.next == older_advice || error.next == internal_advice;
}

Result<int> versionIn(const DocumentFormat &format, std::string_view schema) {
  std::string_view rest = schema;
  if (rest.starts_with(format.name))
    rest.remove_prefix(format.name.size());
  long version =
      rest.size() != schema.size() && rest.starts_with("/") ? versionText(rest.substr(1)) : 0;
  if (version == 0)
    return Error{"is '" + std::string(schema.substr(0, shown_schema)) + "', this Tare reads " +
                 schemaOf(format)};
  TARE_DO(checkVersion(format, version));
  return static_cast<int>(version);
}

bool isOfFormat(const DocumentFormat &format, std::string_view schema) {
  return versionIn(format, schema).ok();
}

} // namespace tare
