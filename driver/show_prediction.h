// SPDX-License-Identifier: Apache-2.0
// A prediction for people and for programs.
#pragma once

#include "driver/prediction.h"

#include <string>

namespace tare {

/// 80 columns; `top`: constructs shown of each run, the others together in one line.
std::string predictionText(const Prediction &prediction, int top);

/// tare.prediction/1: docs/schema/tare.prediction-1.schema.json. Holds every construct.
std::string predictionJson(const Prediction &prediction);

/// What a frequency rests on: "loop", "branch", "caller", "recursion".
std::vector<std::string> guessNames(unsigned guesses);

} // namespace tare
