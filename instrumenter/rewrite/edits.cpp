// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/edits.h"

#include <algorithm>
#include <tuple>

namespace tare {

namespace {

bool comesBefore(const Edit &a, const Edit &b) {
  auto key = [](const Edit &edit) {
    int nesting = edit.order == Edit::Order::End ? -edit.depth : edit.depth;
    return std::tuple(edit.offset, edit.order, nesting, edit.rank);
  };
  return key(a) < key(b);
}

} // namespace

Result<std::string> applyEdits(const std::string &text, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), comesBefore);
  std::string result;
  size_t done = 0;
  for (const Edit &edit : edits) {
    if (edit.offset < done || edit.offset + size_t(edit.removed) > text.size())
      return Error{"edits overlap at offset " + std::to_string(edit.offset)};
    result.append(text, done, edit.offset - done).append(edit.text);
    done = edit.offset + size_t(edit.removed);
  }
  return result.append(text, done, text.size() - done);
}

} // namespace tare
