// SPDX-License-Identifier: Apache-2.0
// The archive over HTTP on the loopback. serve_http.cpp is the only file that knows cpp-httplib,
// and is left out (TARE_SERVES is not defined) where it was not there when this program was built.
//
//   connections -> serve gate -> [serve http] -> serve routes
#pragma once

#include "driver/archive/serve_routes.h"

#include <functional>
#include <string>

namespace tare {

/// Answers until a signal asks to stop (SIGINT, SIGTERM, SIGHUP). `port` 0: any that is free.
/// `started` is told the address. Error: the port is taken.
Result<void> serveArchive(const Served &served, const std::string &address, int port,
                          const std::function<void(const std::string &url)> &started);

} // namespace tare
