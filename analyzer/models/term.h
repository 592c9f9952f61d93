// SPDX-License-Identifier: Apache-2.0
// The terms that a model is a sum of: products of powers and logarithms of parameters.
//
//   template, category, search list -> [terms] -> fit
#pragma once

#include "base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// Values of parameters, such as {N: 800, threads: 4}. Without units: what the user counts.
using ModelPoint = std::map<std::string, double>;

/// The number of threads among the parameters.
inline constexpr std::string_view threads_parameter = "threads";

/// x^power log2(x)^log of one parameter; `complement`: one minus that.
struct TermFactor {
  std::string parameter;
  double power = 0, log = 0;
  bool complement = false;

  bool operator==(const TermFactor &) const = default;
};

/// A product; without factors the constant 1.
struct ModelTerm {
  std::vector<TermFactor> factors;

  bool operator==(const ModelTerm &) const = default;
};

ModelTerm powerTerm(const std::string &parameter, double power, double log = 0);
ModelTerm productOf(const ModelTerm &one, const ModelTerm &other);

/// NaN: the point lacks a parameter, or has no logarithm there.
double termAt(const ModelTerm &term, const ModelPoint &point);

/// "N^2 log2(N)", "1/threads", "1".
std::string termText(const ModelTerm &term);
/// "2.1e-9 N^3 + 4.4e-6 N^2": coefficients with three digits; "0" where all of them are.
std::string formulaText(const std::vector<ModelTerm> &terms,
                        const std::vector<double> &coefficients);
/// How it grows: its largest term with a coefficient, at `point`.
std::string growthClass(const std::vector<ModelTerm> &terms,
                        const std::vector<double> &coefficients, const ModelPoint &point);

/// "N^3+N^2+N+1", "N*log2(N)", "N^2/threads": a sum of products. Error: it is none, or names more
/// than 8 terms.
Result<std::vector<ModelTerm>> readTemplate(std::string_view text);

} // namespace tare
