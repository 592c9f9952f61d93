// SPDX-License-Identifier: Apache-2.0
// Commands of a compiler wrapper of MPI (mpicc), in a folder for what they leave; and where what
// they build is kept.
#pragma once

#include "base/process.h"

#include <string>
#include <vector>

namespace tare {

class MpiWrapper {
public:
  /// `path`: of the wrapper.
  MpiWrapper(ProcessRunner &processes, std::string path, std::string folder)
      : processes_(processes), path_(std::move(path)), folder_(std::move(folder)) {}

  /// Error: `what` "could not be compiled", with the first line that the compiler said.
  Result<void> compile(const std::vector<std::string> &words, const std::string &what) const;

  /// The same, with `file` as its output: that is whole, or it is not there.
  Result<void> build(const std::vector<std::string> &words, const std::string &file,
                     const std::string &what) const;

  /// The first line that it prints; empty: it failed.
  Result<std::string> said(const std::vector<std::string> &words) const;

  /// Its path, and what it says of itself: another compiler has another one.
  Result<std::string> signature() const;

  const std::string &path() const { return path_; }
  const std::string &folder() const { return folder_; }

private:
  Result<Outcome> run(const std::vector<std::string> &words) const;
  std::string firstLineOf(const std::string &name) const;

  ProcessRunner &processes_;
  std::string path_, folder_;
};

/// `folder`, made if need be; else one that is removed when this process ends.
Result<std::string> folderForBuilt(const std::string &folder);

} // namespace tare
