// SPDX-License-Identifier: Apache-2.0
// Pages of an archive over HTTP: those that `tare archive pages` writes.
#pragma once

#include "analyzer/archive/archive.h"
#include "driver/archive/serve_request.h"

#include <string>

namespace tare {

/// `path`: "/", "/lu2/index.html". 404: there is no such page.
WebAnswer pageAnswer(Archive &archive, const std::string &path);

} // namespace tare
