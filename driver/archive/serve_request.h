// SPDX-License-Identifier: Apache-2.0
// A request and its answer, whatever library reads and writes them.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tare {

struct WebRequest {
  std::string method; // GET, HEAD, POST
  std::string path;   // "/api/query", decoded
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string authorization; // "Bearer TOKEN"; empty: none
};

struct WebAnswer {
  int status = 200;
  std::string type = "application/json"; // its charset is UTF-8
  std::string body;
};

} // namespace tare
