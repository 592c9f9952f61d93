// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/place.h"

#include "analyzer/archive/schema.h"
#include "base/files.h"
#include "base/system.h"
#include "base/text.h"

#include <string_view>
#include <sys/stat.h>

namespace tare {
namespace {

constexpr size_t header_size = 100;
constexpr std::string_view magic("SQLite format 3\0", 16);

/// Places in the header of a file of SQLite 3: https://www.sqlite.org/fileformat.html
enum HeaderPlace : size_t {
  page_size_at = 16,
  change_counter_at = 24,
  pages_at = 28,
  user_version_at = 60,
  application_id_at = 68,
  valid_for_at = 92,
};

uint32_t bigEndian(const std::string &header, size_t at) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i)
    value = value << 8 | static_cast<unsigned char>(header[at + i]);
  return value;
}

uint64_t pageSizeOf(const std::string &header) {
  uint32_t two_bytes = bigEndian(header, page_size_at) >> 16;
  return two_bytes == 1 ? 65536 : two_bytes;
}

uint64_t sizeOfFile(const std::string &path) {
  struct stat about = {};
  return ::stat(path.c_str(), &about) == 0 ? static_cast<uint64_t>(about.st_size) : 0;
}

/// What a writer that was killed has left beside the file tells SQLite the true size.
bool isCutOff(const std::string &path, const std::string &header) {
  bool says_size = bigEndian(header, change_counter_at) == bigEndian(header, valid_for_at);
  return says_size && sizeOfFile(path + "-wal") == 0 &&
         sizeOfFile(path) < bigEndian(header, pages_at) * pageSizeOf(header);
}

/// postgresql://user:secret@host/base -> postgresql://user@host/base
std::string withoutPassword(const std::string &uri) {
  size_t begin = uri.find("://"), at = uri.find('@');
  std::string shown = uri;
  if (begin != std::string::npos && at != std::string::npos) {
    size_t colon = uri.find(':', begin + 3);
    if (colon < at)
      shown = uri.substr(0, colon) + uri.substr(at);
  }
  size_t secret = shown.find("password=");
  if (secret == std::string::npos)
    return shown;
  size_t end = shown.find('&', secret);
  return shown.substr(0, secret) + "password=..." +
         (end == std::string::npos ? "" : shown.substr(end));
}

std::string usualArchive() {
  std::string data = environmentVariable("XDG_DATA_HOME");
  if (data.empty() || data[0] != '/') {
    std::string home = environmentVariable("HOME");
    if (home.empty())
      return "";
    data = home + "/.local/share";
  }
  return data + "/tare/archive.db";
}

} // namespace

Result<ArchivePlace> archivePlace(const std::string &given) {
  std::string where = given.empty() ? environmentVariable("TARE_ARCHIVE") : given;
  if (startsWith(where, "postgresql://") || startsWith(where, "postgres://"))
    return ArchivePlace{Database::Kind::postgresql, where, withoutPassword(where)};
  if (size_t scheme = where.find("://"); scheme != std::string::npos)
    return Error{"an archive is a file or postgresql://..., not " + where.substr(0, scheme) + "://",
                 "", "see tare archive --help"};
  if (where.empty())
    where = usualArchive();
  if (where.empty())
    return Error{"HOME is not set, so the usual archive has no place", "",
                 "name a file with --archive"};
  return ArchivePlace{Database::Kind::sqlite, absolutePath(where), where};
}

Result<void> checkArchiveFile(const std::string &path) {
  TARE_DO(openFile(path));
  std::string header = beginOfFile(path, header_size);
  if (header.size() < header_size || header.substr(0, magic.size()) != magic)
    return Error{"this file is no archive of Tare", path, "name another file with --archive"};
  if (bigEndian(header, application_id_at) != archive_application_id)
    return Error{"this is another program's data base, not an archive of Tare", path,
                 "name another file with --archive"};
  uint32_t version = bigEndian(header, user_version_at);
  TARE_DO(placedAt(path, checkVersion(formats::archive, version)));
  if (isCutOff(path, header))
    return Error{"this archive is cut off: it says that it has " +
                     std::to_string(bigEndian(header, pages_at) * pageSizeOf(header)) +
                     " bytes, and has " + std::to_string(sizeOfFile(path)),
                 path, "take a copy of it that is whole"};
  return {};
}

} // namespace tare
