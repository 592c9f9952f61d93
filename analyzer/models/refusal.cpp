// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/refusal.h"

namespace tare {

std::string_view refusalName(RefusalReason reason) {
  switch (reason) {
  case RefusalReason::TooFewPoints:
    return "too-few-points";
  case RefusalReason::Reach:
    return "reach";
  case RefusalReason::LackOfFit:
    return "lack-of-fit";
  case RefusalReason::WideBand:
    return "wide-band";
  case RefusalReason::Regime:
    return "regime";
  case RefusalReason::OtherMachine:
    return "other-machine";
  case RefusalReason::OtherCompiler:
    return "other-compiler";
  case RefusalReason::MixedKeys:
    return "mixed-keys";
  case RefusalReason::NotModelled:
    return "not-modelled";
  case RefusalReason::NeverMeasured:
    return "never-measured";
  }
  return "";
}

std::string ModelRefusal::text() const { return std::string(refusalName(reason)) + ": " + detail; }

} // namespace tare
