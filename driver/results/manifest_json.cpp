// SPDX-License-Identifier: Apache-2.0
// The manifest as JSON. What is read is untrusted: types, ranges and paths are checked here, and
// nothing in it is ever executed.
#include "driver/results/results.h"

#include "base/files.h"
#include "driver/results/schedule.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace tare {
namespace {

using nlohmann::json;
using Strings = std::map<std::string, std::string>;

constexpr uint64_t largest_manifest = uint64_t(64) << 20;
constexpr const char *schema_name = "tare.manifest/1";
constexpr int most_threads = 99999;
constexpr int most_tuples = 1000000;

struct CountKey {
  const char *key;
  std::optional<double> RunCounts::*count;
};
constexpr CountKey count_keys[] = {
    {"faults", &RunCounts::faults},         {"switches", &RunCounts::switches},
    {"migrations", &RunCounts::migrations}, {"instructions", &RunCounts::instructions},
    {"cycles", &RunCounts::cycles},         {"reference_cycles", &RunCounts::reference_cycles}};

json countsJson(const RunCounts &counts) {
  json known = json::object();
  for (const CountKey &each : count_keys)
    if (const std::optional<double> &count = counts.*each.count)
      known[each.key] = *count;
  return known;
}

json runJson(const RunRecord &run) {
  return {{"number", run.number},
          {"tuple", run.tuple},
          {"role", run.role},
          {"threads", run.threads},
          {"argv", run.argv},
          {"exit_status", run.exit_status},
          {"expected_status", run.expected_status},
          {"signal", run.signal},
          {"timed_out", run.timed_out},
          {"wall_s", run.wall_s},
          {"cpu_s", run.cpu_s},
          {"window_ticks", run.window_ticks},
          {"window_source", run.window_source},
          {"runq_s", run.runq_s},
          {"threads_alive", run.threads_alive},
          {"counts", countsJson(run.counts)},
          {"foreign_cpu_s", run.foreign_cpu_s},
          {"register_probe_s", run.register_probe_s},
          {"memory_probe_s", run.memory_probe_s},
          {"profile", run.profile},
          {"accepted", run.accepted}};
}

json predictedJson(const Manifest &manifest) {
  json list = json::array();
  for (auto [threads, seconds] : manifest.predicted_s)
    list.push_back({{"threads", threads}, {"predicted_s", seconds}});
  return list;
}

json runsJson(const std::vector<RunRecord> &runs) {
  json list = json::array();
  for (const RunRecord &run : runs)
    list.push_back(runJson(run));
  return list;
}

json manifestJson(const Manifest &manifest) {
  const Machine &machine = manifest.machine;
  return {{"schema", schema_name},
          {"program", manifest.program},
          {"reference", manifest.reference},
          {"started_utc", manifest.started_utc},
          {"command_line", manifest.command_line},
          {"commands", manifest.commands},
          {"compile", manifest.compile},
          {"parameters", manifest.parameters},
          {"environment", manifest.environment},
          {"probed_environment", manifest.probed_environment},
          {"sources", manifest.sources},
          {"same_source", manifest.same_source},
          {"left_out", manifest.left_out},
          {"threads", manifest.threads},
          {"repeat", manifest.repeat},
          {"check", manifest.check},
          {"check_ignore", manifest.check_ignore},
          {"check_tolerance", manifest.check_tolerance},
          {"ended", manifest.ended},
          {"interrupted", manifest.interrupted},
          {"predicted", predictedJson(manifest)},
          {"source_root", manifest.source_root},
          {"started_in", manifest.started_in},
          {"machine",
           {{"host", machine.host},
            {"cpu", machine.cpu},
            {"clock", machine.clock},
            {"cores", machine.cores},
            {"ticks_per_second", machine.ticks_per_second}}},
          {"runs", runsJson(manifest.runs)},
          {"pilots", runsJson(manifest.pilots)},
          {"warnings", manifest.warnings}};
}

/// Thrown inside this file only: the first thing that is wrong.
struct Wrong {
  std::string what;
};

/// One JSON object; every getter throws Wrong with the name of the key.
class Fields {
public:
  Fields(const json &object, std::string where) : object_(object), where_(std::move(where)) {
    if (!object.is_object())
      throw Wrong{where_ + " is no object"};
  }

  const json &at(const char *key) const {
    auto found = object_.find(key);
    if (found == object_.end())
      throw Wrong{where_ + " lacks '" + key + "'"};
    return *found;
  }

  /// A key that earlier versions did not write.
  bool has(const char *key) const { return object_.contains(key); }

  std::string text(const char *key) const {
    if (!at(key).is_string())
      wrong(key);
    return at(key).get<std::string>();
  }

  bool flag(const char *key) const {
    if (!at(key).is_boolean())
      wrong(key);
    return at(key).get<bool>();
  }

  int64_t integer(const char *key, int64_t low, int64_t high) const {
    return integerIn(at(key), key, low, high);
  }

  int count(const char *key, int low, int high) const {
    return static_cast<int>(integer(key, low, high));
  }

  /// Finite, not negative: every number of a manifest is a time or a rate.
  double amount(const char *key) const {
    if (!at(key).is_number())
      wrong(key);
    double value = at(key).get<double>();
    if (!std::isfinite(value) || value < 0 || value > 1e15)
      wrong(key);
    return value;
  }

  std::vector<std::string> texts(const char *key) const {
    std::vector<std::string> list;
    for (const json &item : array(key)) {
      if (!item.is_string())
        wrong(key);
      list.push_back(item.get<std::string>());
    }
    return list;
  }

  std::vector<int> counts(const char *key, int low, int high) const {
    std::vector<int> list;
    for (const json &item : array(key))
      list.push_back(static_cast<int>(integerIn(item, key, low, high)));
    return list;
  }

  Strings map(const char *key) const {
    if (!at(key).is_object())
      wrong(key);
    Strings found;
    for (const auto &[name, value] : at(key).items()) {
      if (!value.is_string())
        wrong(key);
      found[name] = value.get<std::string>();
    }
    return found;
  }

  const json &array(const char *key) const {
    if (!at(key).is_array())
      wrong(key);
    return at(key);
  }

  [[noreturn]] void wrong(const std::string &key) const {
    throw Wrong{where_ + ": '" + key + "' is not what it must be"};
  }

private:
  int64_t integerIn(const json &value, const char *key, int64_t low, int64_t high) const {
    bool huge = value.is_number_unsigned() &&
                value.get<uint64_t>() > uint64_t(std::numeric_limits<int64_t>::max());
    if (!value.is_number_integer() || huge)
      wrong(key);
    int64_t number = value.get<int64_t>();
    if (number < low || number > high)
      wrong(key);
    return number;
  }

  const json &object_;
  std::string where_;
};

/// A path that stays below the folder that it is relative to.
bool isInnerPath(const std::string &path) {
  if (path.empty() || path[0] == '/' || path.find('\0') != std::string::npos)
    return false;
  for (size_t start = 0; start <= path.size();) {
    size_t end = std::min(path.find('/', start), path.size());
    std::string part = path.substr(start, end - start);
    if (part.empty() || part == "..")
      return false;
    start = end + 1;
  }
  return true;
}

RunCounts readCounts(const json &object) {
  Fields fields(object, "counts");
  RunCounts counts;
  for (const CountKey &each : count_keys)
    if (fields.has(each.key))
      counts.*each.count = fields.amount(each.key);
  return counts;
}

RunRecord readRun(const json &object, size_t index) {
  Fields fields(object, "run " + std::to_string(index + 1));
  RunRecord run;
  run.number = fields.count("number", 0, std::numeric_limits<int>::max());
  run.tuple = fields.count("tuple", 0, most_tuples);
  run.role = fields.text("role");
  if (!isRole(run.role))
    fields.wrong("role");
  run.threads = fields.count("threads", 1, most_threads);
  run.argv = fields.texts("argv");
  run.exit_status = fields.count("exit_status", 0, 255);
  if (fields.has("expected_status"))
    run.expected_status = fields.count("expected_status", 0, 255);
  run.signal = fields.count("signal", 0, 128);
  run.timed_out = fields.flag("timed_out");
  run.wall_s = fields.amount("wall_s");
  if (fields.has("cpu_s"))
    run.cpu_s = fields.amount("cpu_s");
  run.window_ticks = fields.integer("window_ticks", 0, int64_t(1) << 62);
  run.window_source = fields.text("window_source");
  run.runq_s = fields.amount("runq_s");
  if (fields.has("threads_alive"))
    run.threads_alive = fields.count("threads_alive", 0, std::numeric_limits<int>::max());
  if (fields.has("counts"))
    run.counts = readCounts(fields.at("counts"));
  run.foreign_cpu_s = fields.amount("foreign_cpu_s");
  run.register_probe_s = fields.amount("register_probe_s");
  run.memory_probe_s = fields.amount("memory_probe_s");
  run.profile = fields.text("profile");
  if (!run.profile.empty() && !isInnerPath(run.profile))
    fields.wrong("profile");
  run.accepted = fields.text("accepted");
  return run;
}

Machine readMachine(const json &object) {
  Fields fields(object, "machine");
  Machine machine;
  machine.host = fields.text("host");
  machine.cpu = fields.text("cpu");
  machine.clock = fields.text("clock");
  machine.cores = fields.count("cores", 1, most_threads);
  machine.ticks_per_second = fields.amount("ticks_per_second");
  return machine;
}

std::map<std::string, std::string> readSources(const Fields &fields) {
  Strings sources = fields.map("sources");
  for (const auto &[path, hash] : sources)
    if (!isInnerPath(path))
      fields.wrong("sources");
  return sources;
}

std::map<int, double> readPredicted(const json &list) {
  std::map<int, double> predicted;
  for (const json &object : list) {
    Fields fields(object, "prediction");
    predicted[fields.count("threads", 1, most_threads)] = fields.amount("predicted_s");
  }
  return predicted;
}

std::string readReference(const Fields &fields) {
  std::string reference = fields.text("reference");
  if (reference != "serial" && reference != "omp_1" && reference != "none")
    fields.wrong("reference");
  return reference;
}

Manifest readFields(const json &document) {
  Fields fields(document, "manifest");
  Manifest manifest;
  if (fields.text("schema") != schema_name)
    throw Wrong{"this is no " + std::string(schema_name)};
  manifest.program = fields.text("program");
  manifest.reference = readReference(fields);
  manifest.started_utc = fields.text("started_utc");
  manifest.command_line = fields.texts("command_line");
  manifest.commands = fields.map("commands");
  manifest.compile = fields.map("compile");
  manifest.parameters = fields.map("parameters");
  manifest.environment = fields.map("environment");
  manifest.sources = readSources(fields);
  if (fields.has("probed_environment"))
    manifest.probed_environment = fields.map("probed_environment");
  if (fields.has("same_source"))
    manifest.same_source = fields.flag("same_source");
  if (fields.has("left_out"))
    manifest.left_out = fields.texts("left_out");
  manifest.threads = fields.counts("threads", 1, most_threads);
  manifest.repeat = fields.count("repeat", 1, most_tuples);
  manifest.check = fields.flag("check");
  if (fields.has("ended"))
    manifest.ended = fields.flag("ended");
  if (fields.has("interrupted"))
    manifest.interrupted = fields.flag("interrupted");
  if (fields.has("check_ignore"))
    manifest.check_ignore = fields.text("check_ignore");
  if (fields.has("check_tolerance"))
    manifest.check_tolerance = fields.amount("check_tolerance");
  if (fields.has("predicted"))
    manifest.predicted_s = readPredicted(fields.array("predicted"));
  manifest.source_root = fields.text("source_root");
  if (!manifest.source_root.empty() && manifest.source_root[0] != '/')
    fields.wrong("source_root");
  if (fields.has("started_in"))
    manifest.started_in = fields.text("started_in");
  manifest.machine = readMachine(fields.at("machine"));
  for (const json &run : fields.array("runs"))
    manifest.runs.push_back(readRun(run, manifest.runs.size()));
  if (fields.has("pilots"))
    for (const json &run : fields.array("pilots"))
      manifest.pilots.push_back(readRun(run, manifest.pilots.size()));
  manifest.warnings = fields.texts("warnings");
  return manifest;
}

std::string manifestPath(const std::string &folder) { return folder + "/manifest.json"; }

} // namespace

Result<void> writeManifest(const std::string &folder, const Manifest &manifest) {
  // Arguments may be any bytes; JSON is UTF-8.
  std::string text = manifestJson(manifest).dump(1, ' ', false, json::error_handler_t::replace);
  return writeFileAtomic(manifestPath(folder), text + "\n", 0600);
}

Result<Manifest> readManifest(const std::string &folder) {
  std::string path = manifestPath(folder);
  Result<std::string> text = readFile(path, largest_manifest);
  if (!text.ok())
    return Error{"no results of tare here: " + text.error().message, path};
  json document = json::parse(text.value(), nullptr, false);
  if (document.is_discarded())
    return Error{"is not valid JSON", path};
  try {
    return readFields(document);
  } catch (const Wrong &wrong) {
    return Error{"is not a manifest that can be trusted: " + wrong.what, path};
  }
}

} // namespace tare
