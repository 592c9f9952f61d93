// SPDX-License-Identifier: Apache-2.0
// Node tables made anew from the sources that a user names (`tare report --sources`). Nothing that
// results name is executed: compile commands come from the sources' folder or are typed; of those
// in a manifest only options are taken that say how to read a source.
#pragma once

#include "base/temporary_folder.h"
#include "driver/compile_commands.h"
#include "driver/options.h"
#include "driver/results/node_renewal.h"
#include "driver/unit_table.h"

#include <memory>
#include <string>
#include <vector>

namespace tare {

class SourceTables final : public TableMaker {
public:
  /// Error: no such folder, no temporary folder, or compile commands that cannot be read.
  static Result<std::unique_ptr<SourceTables>> open(const SourceOptions &options);

  Result<void> begin(const Manifest *manifest, const Profile &profile) override;
  Result<std::vector<NodeTree>> tablesOf(const RecordedUnit &unit,
                                         const std::vector<NodeTree> &parallel) override;
  std::string root() const override { return root_; }

private:
  explicit SourceTables(SourceOptions options, std::string temporary)
      : options_(std::move(options)), temporary_(std::move(temporary)) {}

  std::string sourceOf(const NodeTree &unit) const;
  std::string folderOfRun() const;
  std::string lineOfRun(const RecordedUnit &unit) const;
  Result<std::vector<UnitReading>> waysToRead(const RecordedUnit &unit,
                                              const std::string &source) const;
  Result<UnitReading> readingBy(const RecordedUnit &unit, const std::string &source,
                                const FileCommand &command) const;
  Result<UnitReading> readingOfManifest(const RecordedUnit &unit, const std::string &source) const;
  Result<std::vector<std::string>> compilerFor(const RecordedUnit &unit, const std::string &source,
                                               const std::string &wish) const;
  void keepNames(const RecordedUnit &unit, UnitReading &reading) const;
  Result<void> addPlan(const NodeTree &table, const std::string &place, UnitReading &reading) const;

  SourceOptions options_;
  TemporaryFolder temporary_;
  std::vector<FileCommand> commands_;
  const Manifest *manifest_ = nullptr;
  std::string root_;
  int made_ = 0; // tables
};

} // namespace tare
