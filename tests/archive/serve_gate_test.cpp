// SPDX-License-Identifier: Apache-2.0
// What of a request the HTTP library gets to see.
#include "catch.hpp"
#include "driver/archive/serve_gate.h"

#include <random>

namespace tare {
namespace {

const std::string plain_head = "GET /api/list HTTP/1.1\r\nHost: 127.0.0.1:8273\r\n";

int statusOf(const std::string &head) {
  Result<std::string> checked = checkedHead(head);
  return checked.ok() ? 200 : checked.error().exit_status;
}

} // namespace

TEST_CASE("a head is handed on with the headers that count alone") {
  Result<std::string> checked =
      checkedHead(plain_head + "Range: bytes=0-1\r\ncontent-LENGTH:  5\r\nAccept-Encoding: gzip\r\n"
                               "Content-Type: multipart/form-data; boundary=x\r\n\r\n");
  REQUIRE(checked.ok());
  REQUIRE(checked.value() ==
          "GET /api/list HTTP/1.1\r\nHost: 127.0.0.1:8273\r\nContent-Length: 5\r\n"
          "Connection: close\r\n\r\n");
}

TEST_CASE("heads that mean two things, or too much, are refused") {
  for (auto [more, status] : {std::pair("", 200),
                              {"Content-Length: 5\r\nContent-Length: 5\r\n", 400},
                              {"Content-Length: 5, 5\r\n", 400},
                              {"Content-Length: +5\r\n", 400},
                              {"Content-Length : 5\r\n", 400},
                              {" folded: 5\r\n", 400},
                              {"no colon\r\n", 400},
                              {"X: a\nHost: evil\r\n", 400},
                              {"Host: localhost\r\n", 400},
                              {"Transfer-Encoding: chunked\r\n", 411},
                              {"Expect: 200-ok\r\n", 417}})
    CHECK(statusOf(plain_head + more + "\r\n") == status);
  CHECK(statusOf("GET /x HTTP/1.1\r\n\r\n") == 421);
  CHECK(statusOf("GET http://127.0.0.1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") == 400);
  CHECK(statusOf("GET  /x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") == 400);
  CHECK(statusOf("GET /x HTTP/2\r\nHost: 127.0.0.1\r\n\r\n") == 400);
  CHECK(statusOf("GET /" + std::string(5000, 'x') + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") == 414);
  std::string many = plain_head;
  for (int i = 0; i < 200; ++i)
    many += "a: b\r\n";
  CHECK(statusOf(many + "\r\n") == 431);
}

TEST_CASE("only names of this machine pass") {
  for (const char *name :
       {"127.0.0.1", "127.0.0.1:80", "localhost:8273", "LOCALHOST", "[::1]:1", "[::1]"})
    CHECK(isLoopbackName(name));
  for (const char *name :
       {"", "evil.example", "127.0.0.1.evil.example", "localhost.evil", "127.0.0.1:80:80",
        "[::1].evil", "localhost:port", "[::2]", "127.0.0.1@evil"})
    CHECK(!isLoopbackName(name));
}

TEST_CASE("whatever comes, nothing but lines of known headers goes on") {
  std::mt19937 chance(11);
  const std::string whole = plain_head + "Authorization: Bearer x\r\nContent-Length: 3\r\n\r\n";
  int passed = 0;
  for (int turn = 0; turn < 20000; ++turn) {
    std::string head = whole;
    for (unsigned change = 0; change < 1 + chance() % 4; ++change)
      head[chance() % head.size()] = static_cast<char>(chance() % 256);
    Result<std::string> checked = checkedHead(head);
    if (!checked.ok()) {
      REQUIRE(checked.error().exit_status >= 400);
      continue;
    }
    ++passed;
    const std::string &text = checked.value();
    REQUIRE(text.ends_with("\r\nConnection: close\r\n\r\n"));
    for (size_t at = text.find("\r\n"); at != std::string::npos && at + 2 < text.size();
         at = text.find("\r\n", at + 2)) {
      std::string name = text.substr(at + 2, text.find_first_of(":\r", at + 2) - at - 2);
      REQUIRE((name.empty() || name == "Host" || name == "Authorization" ||
               name == "Content-Length" || name == "Connection"));
    }
  }
  REQUIRE(passed > 100);
}

TEST_CASE("targets are taken apart and decoded") {
  WebRequest request;
  readTarget("/a%20b/%zz?param=N=8&row=load+imbalance&flag&x=%26%3d&=&y=1#z=2", request);
  REQUIRE(request.path == "/a b/%zz");
  REQUIRE(request.parameters ==
          std::vector<std::pair<std::string, std::string>>{{"param", "N=8"},
                                                           {"row", "load imbalance"},
                                                           {"flag", ""},
                                                           {"x", "&="},
                                                           {"", ""},
                                                           {"y", "1"}});
}

} // namespace tare
