// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/open_archive.h"

#include "base/formats/formats.h"
#include "base/text.h"

#include <cstdio>

namespace tare {

std::string refusedText(const Rebuilt &rebuilt) {
  std::string text;
  for (const std::string &refused : rebuilt.refused)
    text += "Not in the index: " + printable(refused) + "\n";
  return text;
}

void tellUpgrade(const Archive &archive) {
  if (!archive.upgrade())
    return;
  const Archive::Upgrade &upgrade = *archive.upgrade();
  std::string text = "This archive was brought from version " + std::to_string(upgrade.from) +
                     " to version " + std::to_string(formats::archive.version) + ".\n";
  if (!upgrade.copy.empty())
    text += "As it was: " + printable(upgrade.copy) + " (you may remove it)\n";
  std::fputs((text + refusedText(upgrade.rebuilt)).c_str(), stderr);
}

} // namespace tare
