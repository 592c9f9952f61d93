// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/term.h"

#include "base/text.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace tare {
namespace {

constexpr size_t most_template_terms = 8;

std::string threeDigits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

double factorAt(const TermFactor &factor, double x) {
  double value = factor.power == 0 ? 1 : std::pow(x, factor.power);
  if (factor.log != 0)
    value *= std::pow(std::log2(x), factor.log);
  return factor.complement ? 1 - value : value;
}

std::string powerText(double power) { return power == 1 ? "" : "^" + threeDigits(power); }

std::string factorText(const TermFactor &factor) {
  std::string text;
  if (factor.power != 0 && !(factor.power == -1 && factor.log == 0))
    text = factor.parameter + powerText(factor.power);
  if (factor.power == -1 && factor.log == 0)
    text = "1/" + factor.parameter;
  if (factor.log != 0)
    text += (text.empty() ? "log2(" : " log2(") + factor.parameter + ")" + powerText(factor.log);
  return factor.complement ? "(1 - " + text + ")" : text;
}

void multiply(ModelTerm &term, TermFactor factor) {
  for (TermFactor &known : term.factors)
    if (known.parameter == factor.parameter && !known.complement && !factor.complement) {
      known.power += factor.power;
      known.log += factor.log;
      return;
    }
  term.factors.push_back(std::move(factor));
}

bool isName(std::string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9'))
    return false;
  for (char c : text)
    if (!isWordCharacter(c))
      return false;
  return true;
}

/// "N", "N^2", "log2(N)", "log2(N)^2", "1"; false: none of them.
bool readFactor(std::string_view text, bool divides, ModelTerm &term) {
  double power = 1;
  if (size_t at = text.find('^'); at != std::string_view::npos) {
    std::string digits(trimText(text.substr(at + 1)));
    char *end = nullptr;
    power = std::strtod(digits.c_str(), &end);
    if (digits.empty() || *end || !(std::abs(power) <= 6))
      return false;
    text = trimText(text.substr(0, at));
  }
  if (text == "1")
    return true;
  bool is_log = startsWith(text, "log2(") && endsWith(text, ")");
  if (is_log)
    text = trimText(text.substr(5, text.size() - 6));
  if (!isName(text))
    return false;
  TermFactor factor{std::string(text), 0, 0, false};
  (is_log ? factor.log : factor.power) = divides ? -power : power;
  multiply(term, factor);
  return true;
}

bool readProduct(std::string_view text, ModelTerm &term) {
  bool divides = false;
  while (true) {
    size_t end = text.find_first_of("*/");
    if (!readFactor(trimText(text.substr(0, end)), divides, term))
      return false;
    if (end == std::string_view::npos)
      return true;
    divides = text[end] == '/';
    text = text.substr(end + 1);
  }
}

} // namespace

ModelTerm powerTerm(const std::string &parameter, double power, double log) {
  if (power == 0 && log == 0)
    return {};
  return {{{parameter, power, log, false}}};
}

ModelTerm productOf(const ModelTerm &one, const ModelTerm &other) {
  ModelTerm product = one;
  for (const TermFactor &factor : other.factors)
    multiply(product, factor);
  return product;
}

double termAt(const ModelTerm &term, const ModelPoint &point) {
  double value = 1;
  for (const TermFactor &factor : term.factors) {
    auto found = point.find(factor.parameter);
    if (found == point.end())
      return std::numeric_limits<double>::quiet_NaN();
    value *= factorAt(factor, found->second);
  }
  return std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
}

std::string termText(const ModelTerm &term) {
  std::string text;
  for (const TermFactor &factor : term.factors) {
    std::string next = factorText(factor);
    bool divides = next.starts_with("1/") && !text.empty();
    text += divides ? next.substr(1) : (text.empty() ? "" : " ") + next;
  }
  return text.empty() ? "1" : text;
}

std::string formulaText(const std::vector<ModelTerm> &terms,
                        const std::vector<double> &coefficients) {
  std::string text;
  for (size_t i = 0; i < terms.size(); ++i) {
    double value = coefficients[i];
    if (value == 0)
      continue;
    std::string sign = text.empty() ? (value < 0 ? "-" : "") : value < 0 ? " - " : " + ";
    std::string of = terms[i].factors.empty() ? "" : " " + termText(terms[i]);
    text += sign + threeDigits(std::abs(value)) + of;
  }
  return text.empty() ? "0" : text;
}

std::string growthClass(const std::vector<ModelTerm> &terms,
                        const std::vector<double> &coefficients, const ModelPoint &point) {
  double largest = 0;
  std::string text = "1";
  for (size_t i = 0; i < terms.size(); ++i) {
    double size = std::abs(coefficients[i] * termAt(terms[i], point));
    if (size > largest) {
      largest = size;
      text = termText(terms[i]);
    }
  }
  return text;
}

Result<std::vector<ModelTerm>> readTemplate(std::string_view text) {
  std::vector<ModelTerm> terms;
  for (const std::string &part : splitText(text, '+')) {
    ModelTerm term;
    if (!readProduct(trimText(part), term))
      return Error{"'" + printable(part) + "' is no term of a template", "",
                   "write a sum of products such as N^3+N^2+N*log2(N)+1"};
    bool is_new = true;
    for (const ModelTerm &known : terms)
      is_new &= !(known == term);
    if (is_new)
      terms.push_back(std::move(term));
  }
  if (terms.size() > most_template_terms)
    return Error{"a template has at most 8 terms, and this has " + std::to_string(terms.size())};
  return terms;
}

} // namespace tare
