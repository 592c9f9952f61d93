// SPDX-License-Identifier: Apache-2.0
// Google Benchmark's JSON, and Bencher's metric format (BMF).
#include "analyzer/archive/foreign.h"

#include "base/files.h"
#include "base/json/cursor.h"
#include "base/text.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace tare {
namespace {

constexpr double figure_limit = 1e300;

/// "lu/800/N:4/p=2" -> place "lu", parameters arg1=800, N=4, p=2.
std::string placeIn(const std::string &name, std::map<std::string, std::string> &parameters) {
  std::vector<std::string> parts = splitText(name, '/'), place;
  int arguments = 0;
  for (const std::string &part : parts) {
    size_t sign = part.find_first_of(":=");
    bool is_number = !part.empty() && part.find_first_not_of("0123456789.") == std::string::npos;
    if (sign != std::string::npos && sign > 0 && sign + 1 < part.size())
      parameters[part.substr(0, sign)] = part.substr(sign + 1);
    else if (is_number && !place.empty())
      parameters["arg" + std::to_string(++arguments)] = part;
    else
      place.push_back(part);
  }
  return joinText(place, "/");
}

double secondsIn(const std::string &unit) {
  return unit == "s" ? 1 : unit == "ms" ? 1e-3 : unit == "us" ? 1e-6 : 1e-9;
}

/// One entry of `benchmarks`.
struct BenchmarkEntry {
  std::string name, kind, unit = "ns";
  int threads = 0;
  std::map<std::string, double> figures;
};

/// Members that are texts, or numbers about the run.
bool isFigure(const std::string &key) {
  static const std::set<std::string> others = {"name",
                                               "run_name",
                                               "run_type",
                                               "time_unit",
                                               "repetitions",
                                               "repetition_index",
                                               "threads",
                                               "iterations",
                                               "family_index",
                                               "per_family_instance_index",
                                               "label",
                                               "aggregate_name",
                                               "aggregate_unit",
                                               "error_occurred",
                                               "error_message",
                                               "skipped",
                                               "skip_message",
                                               "big_o",
                                               "real_coefficient",
                                               "cpu_coefficient",
                                               "rms"};
  return !others.contains(key);
}

BenchmarkEntry entryAt(const json::Cursor &at) {
  BenchmarkEntry entry;
  at.members([&](const std::string &key, const json::Cursor &value) {
    if (key == "run_name" || (key == "name" && entry.name.empty()))
      entry.name = value.text();
    else if (key == "run_type")
      entry.kind = value.text();
    else if (key == "time_unit")
      entry.unit = value.text();
    else if (key == "threads")
      entry.threads = static_cast<int>(value.whole(0, 1000000));
    else if (isFigure(key))
      entry.figures[key] = value.number(-figure_limit, figure_limit);
  });
  return entry;
}

/// Repetitions of one benchmark are one point.
class BenchmarkPoints {
public:
  void add(const BenchmarkEntry &entry) {
    if (entry.kind == "aggregate" || entry.name.empty())
      return;
    ForeignPoint point;
    point.place = placeIn(entry.name, point.parameters);
    if (entry.threads > 0)
      point.parameters["threads"] = std::to_string(entry.threads);
    for (const auto &[metric, figure] : entry.figures) {
      bool is_time = metric == "real_time" || metric == "cpu_time";
      point.metric = metric;
      auto [found, is_new] =
          numbers_.try_emplace({entry.name, entry.threads, metric}, points_.size());
      if (is_new)
        points_.push_back(point);
      points_[found->second].values.push_back(is_time ? figure * secondsIn(entry.unit) : figure);
    }
  }
  std::vector<ForeignPoint> take() { return std::move(points_); }

private:
  std::vector<ForeignPoint> points_;
  std::map<std::tuple<std::string, int, std::string>, size_t> numbers_;
};

void readContext(const json::Cursor &at, ForeignPoints &points) {
  at.members([&](const std::string &key, const json::Cursor &value) {
    if (key == "host_name")
      points.host = value.text();
    else if (key == "executable")
      points.program = baseName(value.text());
    else if (key == "num_cpus")
      points.cores = static_cast<int>(value.whole(0, 1000000));
  });
}

} // namespace

Result<ForeignPoints> readGoogleBenchmark(std::string_view text) {
  ForeignPoints points;
  BenchmarkPoints gathered;
  Result<void> done = json::readObject(text, [&](const json::Cursor &object) {
    object.members([&](const std::string &key, const json::Cursor &value) {
      if (key == "context")
        readContext(value, points);
      else if (key == "benchmarks")
        value.elements([&](const json::Cursor &each) { gathered.add(entryAt(each)); });
    });
  });
  if (!done.ok())
    return done.error();
  points.points = gathered.take();
  return points;
}

Result<ForeignPoints> readBencher(std::string_view text) {
  ForeignPoints points;
  auto readMeasure = [&](ForeignPoint point, const json::Cursor &measure) {
    measure.members([&](const std::string &key, const json::Cursor &value) {
      if (key == "value")
        point.values = {value.number(-figure_limit, figure_limit)};
      else if (key == "lower_value")
        point.low = value.number(-figure_limit, figure_limit);
      else if (key == "upper_value")
        point.high = value.number(-figure_limit, figure_limit);
    });
    points.points.push_back(std::move(point));
  };
  Result<void> done = json::readObject(text, [&](const json::Cursor &object) {
    object.members([&](const std::string &name, const json::Cursor &measures) {
      ForeignPoint point;
      point.place = placeIn(name, point.parameters);
      measures.members([&](const std::string &metric, const json::Cursor &measure) {
        point.metric = metric;
        readMeasure(point, measure);
      });
    });
  });
  return done.ok() ? Result<ForeignPoints>(std::move(points)) : Result<ForeignPoints>(done.error());
}

} // namespace tare
