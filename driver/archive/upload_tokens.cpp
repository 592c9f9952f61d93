// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/upload_tokens.h"

#include "analyzer/archive/sha256.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/text.h"
#include "base/utc.h"
#include "driver/archive/archive_text.h"
#include "driver/archive/open_archive.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>

namespace tare {
namespace {

constexpr uint64_t most_of_tokens_file = uint64_t(1) << 20;
constexpr const char *token_begin = "tare-";
constexpr size_t token_bytes = 32;

std::string utcNow() {
  std::time_t now = std::time(nullptr);
  struct tm parts = {};
  ::gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

Result<std::string> randomToken() {
  unsigned char bytes[token_bytes];
  if (::getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes))
    return Error{std::string("no random numbers: ") + std::strerror(errno)};
  std::string token = token_begin;
  for (unsigned char byte : bytes) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", byte);
    token += digits;
  }
  return token;
}

bool isOwnerName(const std::string &name) {
  return !name.empty() && name.size() <= 64 && printable(name) == name &&
         name.find_first_of(" \t#") == std::string::npos;
}

bool isSha256(const std::string &text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::string lineOf(const UploadToken &token) {
  return token.owner + " " + token.sha256 + " " + token.made_utc + "\n";
}

/// Whoever can write it lets himself in.
Result<void> checkPrivate(const std::string &file) {
  struct stat about = {};
  if (::stat(file.c_str(), &about) != 0)
    return Error{std::string("cannot look at the tokens: ") + std::strerror(errno), file};
  if (!S_ISREG(about.st_mode) || (about.st_mode & 077) != 0)
    return Error{"other users may read or write the file with the tokens", file,
                 "chmod 600 " + file};
  return {};
}

} // namespace

Result<std::string> tokensFile(const ArchivePlace &place, const std::string &given) {
  if (!given.empty())
    return given;
  if (place.kind == Database::Kind::sqlite)
    return place.where + ".tokens";
  return Error{"this archive is on a server, so the tokens have no usual place", place.shown,
               "add --tokens FILE"};
}

Result<std::vector<UploadToken>> tokensIn(const std::string &file) {
  std::vector<UploadToken> tokens;
  if (!fileExists(file))
    return tokens;
  TARE_DO(checkPrivate(file));
  TARE_TRY(std::string text, readFile(file, most_of_tokens_file));
  int number = 0;
  for (const std::string &line : splitText(text, '\n')) {
    ++number;
    if (trimText(line).empty())
      continue;
    std::vector<std::string> words = splitText(line, ' ');
    if (words.size() != 3 || !isOwnerName(words[0]) || !isSha256(words[1]) || !isUtc(words[2]))
      return Error{"this line is no token", file + ":" + std::to_string(number),
                   "remove it, and make a token with: tare archive token add OWNER"};
    tokens.push_back({words[0], words[1], words[2]});
  }
  return tokens;
}

/// One write at the end of the file, so two at once lose none.
Result<std::string> addToken(const std::string &file, const std::string &owner) {
  if (!isOwnerName(owner))
    return Error{"'" + printable(owner) +
                 "' is no name of an owner: up to 64 characters without blanks"};
  TARE_TRY(std::vector<UploadToken> tokens, tokensIn(file));
  TARE_TRY(std::string token, randomToken());
  Descriptor out(
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
  const std::string line = lineOf({owner, sha256(token), utcNow()});
  if (out.fd() < 0 || !writeAll(out.fd(), line) || ::fsync(out.fd()) != 0)
    return Error{std::string("the token could not be kept: ") + std::strerror(errno), file};
  return token;
}

Result<int64_t> forgetTokens(const std::string &file, const std::string &owner) {
  TARE_TRY(std::vector<UploadToken> tokens, tokensIn(file));
  std::string left;
  int64_t gone = 0;
  for (const UploadToken &token : tokens)
    token.owner == owner ? void(++gone) : void(left += lineOf(token));
  if (gone)
    TARE_DO(writeFileAtomic(file, left, 0600));
  return gone;
}

std::optional<std::string> ownerOf(const std::vector<UploadToken> &tokens,
                                   const std::string &token) {
  const std::string hash = sha256(token);
  auto found = std::ranges::find(tokens, hash, &UploadToken::sha256);
  return found == tokens.end() ? std::nullopt : std::optional(found->owner);
}

Result<int> tokenAction(const ArchiveOptions &options) {
  TARE_TRY(ArchivePlace place, archivePlace(options.archive));
  TARE_TRY(std::string file, tokensFile(place, options.tokens));
  const std::string &what = options.words[0];
  if (what == "list") {
    TARE_TRY(std::vector<UploadToken> tokens, tokensIn(file));
    std::vector<std::vector<std::string>> lines = {{"owner", "made (UTC)", "hash"}};
    for (const UploadToken &token : tokens)
      lines.push_back({token.owner, shortTime(token.made_utc), token.sha256.substr(0, 12)});
    return printed(tokens.empty() ? "There are no tokens: nobody may upload.\n"
                                  : alignedText(lines));
  }
  const std::string &owner = options.words[1];
  if (what == "forget") {
    TARE_TRY(int64_t gone, forgetTokens(file, owner));
    return printed("Removed " + numberOf(gone, "token") + " of " + printable(owner) + ".\n");
  }
  TARE_TRY(std::string token, addToken(file, owner));
  std::fputs(("The token of " + printable(owner) + ", which is shown this once (its hash is in " +
              printable(file) + "):\n")
                 .c_str(),
             stderr);
  return print(token + "\n") ? exit_ok : exit_usage;
}

} // namespace tare
