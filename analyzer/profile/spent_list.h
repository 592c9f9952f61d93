// SPDX-License-Identifier: Apache-2.0
// What a segment was spent on. Logs hold millions of such lists, mostly of one to four records, so
// those that were read lie side by side in one block of their thread's log and are lent from there;
// only a list that is made or lengthened by hand has memory of its own.
#pragma once

#include "analyzer/profile/spent.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace tare {

class SpentList {
public:
  SpentList() = default;
  SpentList(std::initializer_list<SpentTime> records) { take(records.begin(), records.size()); }
  SpentList(const std::vector<SpentTime> &records) { take(records.data(), records.size()); }
  SpentList(const SpentList &other) { take(other.data_, other.size_); }
  SpentList(SpentList &&other) noexcept { swap(other); }
  SpentList &operator=(SpentList other) noexcept {
    swap(other);
    return *this;
  }
  ~SpentList() {
    if (owns_)
      delete[] data_;
  }

  /// The records stay the caller's, who has to outlive the list.
  static SpentList lent(SpentTime *records, uint32_t count) {
    SpentList list;
    list.data_ = records;
    list.size_ = count;
    return list;
  }

  /// The records stay the other list's, which has to outlive this one.
  static SpentList view(const SpentList &other) { return lent(other.data_, other.size_); }

  using value_type = SpentTime;
  using iterator = SpentTime *;
  using const_iterator = const SpentTime *;
  iterator begin() { return data_; }
  iterator end() { return data_ + size_; }
  const_iterator begin() const { return data_; }
  const_iterator end() const { return data_ + size_; }
  const SpentTime *data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  SpentTime &operator[](size_t i) { return data_[i]; }
  const SpentTime &operator[](size_t i) const { return data_[i]; }
  SpentTime &front() { return data_[0]; }
  const SpentTime &front() const { return data_[0]; }
  SpentTime &back() { return data_[size_ - 1]; }
  const SpentTime &back() const { return data_[size_ - 1]; }

  /// Linear: lists are short, and nothing that is hot lengthens one.
  void push_back(const SpentTime &record) {
    std::vector<SpentTime> all(begin(), end());
    all.push_back(record);
    SpentList longer;
    longer.take(all.data(), all.size());
    swap(longer);
  }
  iterator erase(iterator at) {
    std::move(at + 1, end(), at);
    --size_;
    return at;
  }
  void clear() { size_ = 0; }

private:
  void take(const SpentTime *records, size_t count) {
    data_ = count ? new SpentTime[count] : nullptr;
    size_ = static_cast<uint32_t>(count);
    owns_ = count > 0;
    std::copy(records, records + count, data_);
  }
  void swap(SpentList &other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(owns_, other.owns_);
  }

  SpentTime *data_ = nullptr;
  uint32_t size_ = 0;
  bool owns_ = false;
};

} // namespace tare
