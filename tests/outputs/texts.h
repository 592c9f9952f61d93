// SPDX-License-Identifier: Apache-2.0
// Outputs that are texts of a test.
#pragma once

#include "driver/outputs/any_order.h"

#include <sstream>

namespace tare::testing {

inline Output outputOf(const std::string &text, const std::string &program = "") {
  return {[text] { return std::make_unique<std::istringstream>(text); }, program};
}

inline OutputLine lineOf(const std::string &text) {
  Output output = outputOf(text);
  return LineReader(output, nullptr).next().value_or(OutputLine());
}

/// What varies between runs that print these texts.
inline OutputMask maskOf(const std::string &text, const std::vector<std::string> &others) {
  OutputMask mask;
  for (const std::string &other : others) {
    LineReader reference(outputOf(text), nullptr), again(outputOf(other), nullptr);
    learnFrom(reference, again, mask);
  }
  return mask;
}

inline OutputComparison compared(const std::string &expected, const std::string &found,
                                 const OutputMask &mask = {}, const OutputRules &rules = {}) {
  return compareInOrder(outputOf(expected), outputOf(found), mask, rules);
}

inline bool areSameLines(const std::string &expected, const std::string &found,
                         const OutputMask &mask = {}) {
  OutputRules rules;
  return LinesInAnyOrder(outputOf(expected), mask, rules).areThoseOf(outputOf(found));
}

} // namespace tare::testing
