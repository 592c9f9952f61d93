// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/foreign.h"

#include "analyzer/archive/query.h"
#include "base/formats/formats.h"
#include "base/student.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <map>

namespace tare {
namespace {

constexpr size_t most_points = size_t(1) << 20;

struct ForeignFormat {
  std::string_view name; // without a version
  Result<ForeignPoints> (*read)(std::string_view text);
};

constexpr ForeignFormat foreign_formats[] = {{"extra-p", readExtraPText},
                                             {"extra-p-json", readExtraPJson},
                                             {"extra-p-jsonl", readExtraPLines},
                                             {"google-benchmark", readGoogleBenchmark},
                                             {"bmf", readBencher},
                                             {formats::coupling.name, readCouplingPoints}};

/// Mean with a 95 % band, from repetitions that are normal.
Estimate estimateOfValues(const ForeignPoint &point) {
  MeanBand band = meanBand(point.values);
  double half = std::isfinite(band.half) ? band.half : 0;
  return {band.mean, point.low.value_or(band.mean - half), point.high.value_or(band.mean + half)};
}

/// The number of threads, where a parameter says it.
int threadsIn(const std::map<std::string, std::string> &parameters) {
  for (const char *name : {"p", "threads"})
    if (auto found = parameters.find(name); found != parameters.end()) {
      double number = std::strtod(found->second.c_str(), nullptr);
      if (number >= 1 && number <= 1e6 && number == std::floor(number))
        return static_cast<int>(number);
    }
  return 0;
}

bool isTime(const std::string &metric) {
  static const char *const names[] = {"time", "real_time", "parallel_time", "latency", "T_p"};
  return std::ranges::find(names, metric) != std::end(names);
}

class DocumentMaker {
public:
  explicit DocumentMaker(const ForeignPoints &points) : points_(points) {
    for (const ForeignPoint &point : points.points)
      placeOf(point.place);
  }

  IndexedDocument make() {
    document_.program = points_.program;
    document_.host = points_.host;
    document_.cores = points_.cores;
    for (const ForeignPoint &point : points_.points)
      add(point);
    return std::move(document_);
  }

private:
  size_t placeOf(const std::string &place) {
    auto [found, is_new] = places_.try_emplace(place, document_.constructs.size());
    if (is_new) {
      size_t arrow = place.rfind("->");
      IndexedConstruct construct;
      construct.name = place;
      construct.kind = "place";
      construct.function = arrow == std::string::npos ? place : place.substr(arrow + 2);
      if (auto place_in_file = fileAndLine(construct.function)) {
        construct.file = place_in_file->first;
        construct.line = std::atoi(place_in_file->second.c_str());
      }
      document_.constructs.push_back(construct);
    }
    return found->second;
  }

  IndexedRun &runOf(const std::map<std::string, std::string> &parameters) {
    auto [found, is_new] = runs_.try_emplace(parameters, document_.runs.size());
    if (is_new) {
      IndexedRun &run = document_.runs.emplace_back();
      run.parameters = parameters;
      run.threads = threadsIn(parameters);
    }
    return document_.runs[found->second];
  }

  void add(const ForeignPoint &point) {
    IndexedRun &run = runOf(point.parameters);
    IndexedRow row{.construct = placeOf(point.place),
                   .path = {},
                   .category = point.metric,
                   .time = estimateOfValues(point),
                   .repetitions_s = point.values};
    bool is_whole = places_.size() == 1 || point.place == "main" || point.place.empty();
    if (is_whole && isTime(point.metric) && !run.parallel) {
      run.parallel = row.time;
      run.parallel_s = point.values;
    }
    run.rows.push_back(std::move(row));
  }

  const ForeignPoints &points_;
  IndexedDocument document_;
  std::map<std::string, size_t> places_;
  std::map<std::map<std::string, std::string>, size_t> runs_;
};

} // namespace

Result<IndexedDocument> foreignDocument(const std::string &format, const std::string &text) {
  const std::string_view name =
      isOfFormat(formats::coupling, format) ? formats::coupling.name : std::string_view(format);
  auto found = std::ranges::find(foreign_formats, name, &ForeignFormat::name);
  if (found == std::end(foreign_formats))
    return Error{"this Tare does not know the format '" + format + "'", "",
                 "use the newer Tare that added it"};
  Result<ForeignPoints> points = found->read(text);
  if (!points.ok())
    return Error{"is no document of the format " + format + ": " + points.error().message, "",
                 points.error().next};
  std::erase_if(points.value().points,
                [](const ForeignPoint &point) { return point.values.empty(); });
  if (points.value().points.empty())
    return Error{"has no measurement in the format " + format};
  if (points.value().points.size() > most_points)
    return Error{"has more than a million measurements", "", "add it in parts"};
  return DocumentMaker(points.value()).make();
}

} // namespace tare
