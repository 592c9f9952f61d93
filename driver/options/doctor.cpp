// SPDX-License-Identifier: Apache-2.0
#include "driver/options/parser.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

/// Without a folder: the machine. With one: what a build has left there.
constexpr Parser::Verb doctor_verb = {
    "tare doctor",
    "Say what is missing or unsound on this machine; for a build folder, which\n"
    "constructs are measured there, which are not, and why.",
    "tare doctor [BUILD_DIR]", "tare doctor build/tare"};

} // namespace

Options parseDoctor(std::vector<std::string> arguments, std::vector<std::string> rest) {
  DoctorOptions options;
  Parser parser(doctor_verb);
  parser.operand("BUILD_DIR", options.build_folder, "what was built through tare cc", false);
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  return options;
}

} // namespace tare
