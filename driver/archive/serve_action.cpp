// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/serve_action.h"

#include "base/quantity.h"
#include "driver/archive/open_archive.h"
#include "driver/archive/serve_http.h"
#include "driver/archive/upload_tokens.h"

#include <arpa/inet.h>
#include <cstdio>

#ifndef TARE_SERVES

namespace tare {

Result<int> serveAction(const ArchiveOptions &) {
  return Error{"this Tare was built without cpp-httplib, so it cannot serve", "",
               "install libcpp-httplib-dev and build Tare again"};
}

} // namespace tare

#else

namespace tare {
namespace {

/// As numbers; empty: it is not of the loopback.
std::string loopbackAddress(const std::string &given) {
  if (given.empty() || given == "localhost")
    return "127.0.0.1";
  struct in_addr four = {};
  struct in6_addr six = {};
  if (::inet_pton(AF_INET, given.c_str(), &four) == 1)
    return (ntohl(four.s_addr) >> 24) == 127 ? given : "";
  bool is_loopback = ::inet_pton(AF_INET6, given.c_str(), &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
  return is_loopback ? given : "";
}

std::string tokensText(const std::vector<UploadToken> &tokens) {
  if (tokens.empty())
    return "Nobody may upload: there are no tokens (tare archive token add OWNER).";
  return numberOf(static_cast<int64_t>(tokens.size()), "token") + " may upload.";
}

} // namespace

Result<int> serveAction(const ArchiveOptions &options) {
  const std::string address = loopbackAddress(options.listen);
  if (address.empty())
    return Error{"serve listens on this machine alone, and not on " + options.listen +
                     ": tokens would travel unencrypted",
                 "",
                 "put a web server with TLS in front, which passes on to 127.0.0.1; "
                 "docs/how-to/archive-over-http.md has examples for nginx and Caddy"};
  Served served;
  TARE_TRY(served.place, archivePlace(options.archive));
  TARE_TRY(served.tokens_file, tokensFile(served.place, options.tokens));
  served.is_private = options.is_private;
  TARE_TRY(std::vector<UploadToken> tokens, tokensIn(served.tokens_file));
  {
    TARE_TRY(Archive archive, Archive::open(served.place, Archive::Use::read)); // refuses early
    tellUpgrade(archive);
  }
  served.place.is_checked = true;
  const std::string reads =
      served.is_private ? "Reading needs a token, too."
                        : "Every user of this machine may read (--private: with a token alone).";
  TARE_DO(serveArchive(served, address, options.port, [&](const std::string &url) {
    print("The archive is at " + url + "\n" + tokensText(tokens) + " " + reads +
          " Ctrl-C stops it.\n");
    std::fflush(stdout);
  }));
  return exit_ok;
}

} // namespace tare

#endif
