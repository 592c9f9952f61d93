// SPDX-License-Identifier: Apache-2.0
// A measured point that a model is scaled to, as --rescale names it.
#pragma once

#include "analyzer/operation_model/operation_model.h"
#include "base/result.h"

#include <string>

namespace tare {

/// "n=400,m=3:12.3ms", "n=400:0.0123s:2": sizes, time in s, ms, us or ns, threads (default 1).
/// Error: it is none.
Result<Rescaling> readRescaling(const std::string &text);

} // namespace tare
