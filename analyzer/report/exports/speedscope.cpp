// SPDX-License-Identifier: Apache-2.0
// File format: speedscope's file-format-spec.ts, type "sampled".
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/report/exports/exports.h"
#include "analyzer/report/parts.h"
#include "base/json/fields.h"
#include "base/quantity.h"
#include "base/text.h"

#include <map>
#include <tuple>

namespace tare {
namespace {

using json::Fields;

struct Frame {
  std::string name, file;
  int line = 0;
};

struct SampledProfile {
  std::string type = "sampled", name, unit = "seconds";
  double begin_s = 0, end_s = 0;
  std::vector<std::vector<int>> samples; // indices of frames, outermost first
  std::vector<double> weights;           // seconds
};

struct Speedscope {
  std::string schema = "https://www.speedscope.app/file-format-schema.json", exporter = "tare",
              name;
  std::vector<Frame> frames;
  std::vector<SampledProfile> profiles;
};

void frameRows(Fields &io, Frame &frame) {
  io.required("name", frame.name);
  io.optional("file", frame.file);
  io.optional("line", frame.line);
}

void profileRows(Fields &io, SampledProfile &profile) {
  io.required("type", profile.type);
  io.required("name", profile.name);
  io.required("unit", profile.unit);
  io.required("startValue", profile.begin_s, json::seconds);
  io.required("endValue", profile.end_s, json::seconds);
  io.required("samples", profile.samples);
  io.required("weights", profile.weights, json::seconds);
}

struct Shared {
  std::vector<Frame> frames;
};

void sharedRows(Fields &io, Shared &shared) { io.required("frames", shared.frames, frameRows); }

void speedscopeRows(Fields &io, Speedscope &file) {
  Shared shared{file.frames};
  io.required("$schema", file.schema);
  io.required("exporter", file.exporter);
  io.required("name", file.name);
  io.required("shared", shared, sharedRows);
  io.required("profiles", file.profiles, profileRows);
}

class SpeedscopeWriter {
public:
  explicit SpeedscopeWriter(const Table &table) : table_(table) {}

  Speedscope write(const std::string &program) {
    profile_.name = "overheads on " + sizeText(sizeOf(table_));
    for (const ConstructLines &construct : table_.constructs)
      for (const LedgerLine &line : construct.overheads)
        add(construct, line);
    file_.name = printable(program);
    if (gains_ > 0)
      file_.name += " (" + numberOf(gains_, "gain") + " left out)";
    profile_.end_s = sum_s_;
    file_.profiles.push_back(profile_);
    return std::move(file_);
  }

private:
  void add(const ConstructLines &construct, const LedgerLine &line) {
    if (line.time.time_s < 0)
      ++gains_;
    if (!(line.time.time_s > 0) || line.is_void)
      return;
    std::vector<int> stack;
    if (std::string function = functionOf(construct); !function.empty())
      stack.push_back(frame({printable(function), printable(construct.file), 0}));
    stack.push_back(
        frame({printable(titleOf(construct)), printable(construct.file), construct.line}));
    stack.push_back(frame({labelOf(line.category), "", 0}));
    profile_.samples.push_back(std::move(stack));
    profile_.weights.push_back(line.time.time_s);
    sum_s_ += line.time.time_s;
  }

  int frame(const Frame &wanted) {
    auto [found, is_new] = known_.try_emplace(std::tuple(wanted.name, wanted.file, wanted.line),
                                              static_cast<int>(file_.frames.size()));
    if (is_new)
      file_.frames.push_back(wanted);
    return found->second;
  }

  const Table &table_;
  Speedscope file_;
  SampledProfile profile_;
  std::map<std::tuple<std::string, std::string, int>, int> known_;
  int64_t gains_ = 0;
  double sum_s_ = 0;
};

} // namespace

std::string speedscopeJson(const Ledger &ledger) {
  if (ledger.tables.empty())
    return json::write(Speedscope{.name = printable(ledger.program), .frames = {}, .profiles = {}},
                       speedscopeRows);
  return json::write(SpeedscopeWriter(ledger.tables[advisedTable(ledger)]).write(ledger.program),
                     speedscopeRows);
}

} // namespace tare
