// SPDX-License-Identifier: Apache-2.0
#include "analyzer/profile/paths.h"

namespace tare {

namespace {

class PathReader {
public:
  explicit PathReader(std::string_view bytes) : bytes_(bytes) {}

  Result<ProfilePaths> read() {
    if (bytes_.size() > TARE_PF_PATHS_MOST)
      return broken("is one of too many");
    while (at_ < bytes_.size())
      TARE_DO(readRecord());
    return std::move(table_);
  }

private:
  Error broken(const std::string &what) const {
    return {"corrupted: call path record at byte " + std::to_string(begin_) + " " + what, "",
            "measure again"};
  }

  /// The payload of a record, padding behind it skipped.
  Result<std::string_view> take(uint64_t size) {
    uint64_t padded = (size + 7) & ~uint64_t(7);
    if (padded > bytes_.size() - at_)
      return broken("is cut");
    std::string_view taken = bytes_.substr(at_, size);
    at_ += padded;
    return taken;
  }

  Result<void> readRecord() {
    begin_ = at_;
    if (bytes_.size() - at_ < sizeof(tare_pf_path_record))
      return broken("is cut");
    auto head = recordAt<tare_pf_path_record>(bytes_, at_);
    at_ += sizeof head;
    if (head.kind != TARE_PATH_OBJECT && head.kind != TARE_PATH_CALLS)
      return broken("is of kind " + std::to_string(head.kind));
    bool is_object = head.kind == TARE_PATH_OBJECT;
    if (is_object && head.count > TARE_PF_NAME_MOST)
      return broken("names a file with " + std::to_string(head.count) + " bytes");
    Result<std::string_view> payload =
        take(uint64_t(head.count) * (is_object ? 1 : sizeof(tare_pf_call)));
    if (!payload.ok())
      return payload.error();
    if (is_object) {
      table_.objects.emplace_back(payload.value());
      return {};
    }
    return addPath(payload.value());
  }

  Result<void> addPath(std::string_view calls) {
    CallPath path;
    for (size_t at = 0; at < calls.size(); at += sizeof(tare_pf_call)) {
      auto call = recordAt<tare_pf_call>(calls, at);
      if (call.object >= table_.objects.size())
        return broken("calls from an object that is not named");
      path.calls.push_back({call.object, call.address});
    }
    table_.paths.push_back(std::move(path));
    return {};
  }

  std::string_view bytes_;
  size_t at_ = 0, begin_ = 0;
  ProfilePaths table_;
};

} // namespace

Result<ProfilePaths> readPaths(std::string_view block) { return PathReader(block).read(); }

} // namespace tare
