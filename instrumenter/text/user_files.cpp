// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/text/user_files.h"

#include "base/files.h"
#include "base/text.h"

namespace tare {

namespace {

/// Whether compilers and packages keep their headers there.
bool inSystemFolder(const std::string &file) {
  static constexpr std::string_view folders[] = {"/usr/include/", "/usr/lib/", "/usr/lib32/",
                                                 "/usr/lib64/", "/usr/local/include/"};
  for (std::string_view folder : folders)
    if (startsWith(file, folder))
      return true;
  return false;
}

/// A name that a compiler gives to text of its own: `<built-in>`, `<command line>`, in the user's
/// language. Text from standard input is the user's.
bool isCompilersOwn(const std::string &file) {
  return startsWith(file, "<") && endsWith(file, ">") && file != "<stdin>" && !fileExists(file);
}

} // namespace

UserFiles::UserFiles(const LineMap &lines, const std::string &root)
    : lines_(lines), root_(root.empty() ? std::string() : realPath(root)) {}

const UserFiles::Known &UserFiles::know(const std::string &file) {
  auto [entry, is_new] = known_.try_emplace(file);
  Known &known = entry->second;
  if (!is_new)
    return known;
  if (file == "<stdin>" || isCompilersOwn(file)) {
    known = {file, false, file != "<stdin>"};
    return known;
  }
  std::string real = realPath(file);
  known.path = root_.empty() ? real : relativeTo(real, root_);
  known.below_root = known.path != real && root_ != "/";
  known.system_folder = !known.below_root && inSystemFolder(real);
  return known;
}

bool UserFiles::isUser(uint32_t offset) {
  const LineMap::Line &line = lines_.at(offset);
  const Known &known = know(lines_.file(line));
  return known.below_root || (!known.system_folder && !lines_.isSystem(line));
}

const std::string &UserFiles::path(const std::string &file) { return know(file).path; }

} // namespace tare
