// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/which.h"

#include "base/formats/formats.h"
#include "base/json/fields.h"

namespace tare {
namespace {

struct WrittenChoice {
  LedgerKeys keys;
  int threads = 0;
  std::optional<Estimate> time;
  std::string refused;
};

struct WrittenChoices {
  ModelPoint at;
  std::string function;
  bool is_told_apart = false;
  std::vector<WrittenChoice> choices;
};

void choiceFields(json::Fields &io, WrittenChoice &choice) {
  io.required("program", choice.keys.program);
  io.required("machine", choice.keys.machine);
  io.required("compiler", choice.keys.compiler);
  io.required("settings", choice.keys.settings);
  io.required("threads", choice.threads, json::Whole{0});
  std::optional<double> time, low, high;
  if (choice.time) {
    time = choice.time->time_s;
    low = choice.time->low_s;
    high = choice.time->high_s;
  }
  io.optional("time_s", time, json::seconds);
  io.optional("low_s", low, json::seconds);
  io.optional("high_s", high, json::seconds);
  io.optional("refused", choice.refused);
}

void choicesFields(json::Fields &io, WrittenChoices &choices) {
  io.schema(formats::choices);
  io.required("at", choices.at, json::Number{-1e300, 1e300, nullptr});
  io.optional("function", choices.function);
  io.required("told_apart", choices.is_told_apart);
  io.required("choices", choices.choices, choiceFields);
}

} // namespace

std::string whichJson(const std::vector<WhichChoice> &choices, const ModelPoint &at,
                      const std::string &function) {
  WrittenChoices written{at, function, isToldApart(choices), {}};
  for (const WhichChoice &each : choices) {
    WrittenChoice choice{each.keys, each.threads, {}, {}};
    if (each.time.ok())
      choice.time = each.time.value();
    else
      choice.refused = each.time.refusal().text();
    written.choices.push_back(std::move(choice));
  }
  return json::write(written, choicesFields);
}

} // namespace tare
