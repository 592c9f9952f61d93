// SPDX-License-Identifier: Apache-2.0
// What predictions were wrong by on this machine, by kind of question: kept beside the
// calibrations, so that later answers of that kind have wider bands.
//
//   verified forecasts -> [known errors] -> bands
#pragma once

#include "analyzer/forecast/forecast.h"
#include "analyzer/whatif/model_error.h"
#include "base/result.h"

#include <map>
#include <string>

namespace tare {

/// Question name -> how many times as wide the model's part of a band is; 1 where it is not there.
using KnownErrors = std::map<std::string, double>;

/// None: nothing was kept. Error: the file is no such one.
Result<KnownErrors> readKnownErrors(const std::string &path);
Result<void> writeKnownErrors(const std::string &path, const KnownErrors &errors);

/// A miss makes the band of its kinds as wide as it had to be; a hit makes it a tenth narrower,
/// down to what it was at first.
void learn(const Forecast &forecast, const std::vector<Question> &asked, KnownErrors &errors);

/// The widest of these questions.
double factorFor(const std::vector<Question> &asked, const KnownErrors &errors);

} // namespace tare
