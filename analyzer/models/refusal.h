// SPDX-License-Identifier: Apache-2.0
// Why nothing is predicted: a reason with a name, which scripts may rely on.
//
//   selection, bands, keys -> [refusal] -> text, JSON
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace tare {

enum class RefusalReason {
  TooFewPoints,
  Reach,
  LackOfFit,
  WideBand,
  Regime,
  OtherMachine,
  OtherCompiler,
  MixedKeys,
  NotModelled,
  NeverMeasured,
};

/// "too-few-points", "lack-of-fit", ...
std::string_view refusalName(RefusalReason reason);

struct ModelRefusal {
  RefusalReason reason = RefusalReason::TooFewPoints;
  std::string detail; // a clause: "4 sizes, and a search wants 5"

  /// "too-few-points: 4 sizes, and a search wants 5".
  std::string text() const;
};

/// A value, or why there is none. No error: what cannot be said is part of the answer.
template <class T> class OrRefused {
public:
  OrRefused(T value) : state_(std::move(value)) {}
  OrRefused(ModelRefusal refusal) : state_(std::move(refusal)) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  const T &value() const { return std::get<T>(state_); }
  T &value() { return std::get<T>(state_); }
  const ModelRefusal &refusal() const { return std::get<ModelRefusal>(state_); }

private:
  std::variant<T, ModelRefusal> state_;
};

} // namespace tare
