// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/serve_pages.h"

#include "driver/archive/serve_routes.h"

namespace tare {

WebAnswer pageAnswer(Archive &, const std::string &) {
  return webRefusal(404, "there is nothing here");
}

} // namespace tare
