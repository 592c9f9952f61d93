// SPDX-License-Identifier: Apache-2.0
// In place of serve_http.cpp where cpp-httplib was not there when Tare was built.
#include "driver/archive/serve_http.h"

namespace tare {

bool canServe() { return false; }

Result<void> serveArchive(const Served &, const std::string &, int,
                          const std::function<void(const std::string &url)> &) {
  return Error{"built without cpp-httplib"};
}

} // namespace tare
