// SPDX-License-Identifier: Apache-2.0
// The names of the overheads: the paper's Table 1 (Bull's hierarchy), refined. Scripts use them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tare {

namespace category {
inline constexpr std::string_view locks = "information_movement.synchronisation.locks";
inline constexpr std::string_view barriers = "information_movement.synchronisation.barriers";
inline constexpr std::string_view user_waits = "information_movement.synchronisation.user";
inline constexpr std::string_view work_rate = "information_movement.work_rate";
inline constexpr std::string_view data_access = "information_movement.data_access";
inline constexpr std::string_view load_imbalance = "critical_path.load_imbalance";
inline constexpr std::string_view replicated_work = "critical_path.replicated_work";
inline constexpr std::string_view unparallelised =
    "critical_path.insufficient_parallelism.unparallelised";
inline constexpr std::string_view partially_parallelised =
    "critical_path.insufficient_parallelism.partially_parallelised";
inline constexpr std::string_view user_scheduling = "parallelism_management.user_scheduling";
inline constexpr std::string_view runtime_scheduling = "parallelism_management.runtime_scheduling";
inline constexpr std::string_view task_creation = "parallelism_management.task_creation";
inline constexpr std::string_view fork_join = "parallelism_management.fork_join";
inline constexpr std::string_view startup = "parallelism_management.fork_join.startup";
inline constexpr std::string_view additional_computation = "additional_computation.implementation";
inline constexpr std::string_view instruction_level = "additional_computation.instruction_level";
inline constexpr std::string_view mpi_start = "message_passing.start_and_end";
inline constexpr std::string_view mpi_imbalance = "message_passing.imbalance_of_ranks";
inline constexpr std::string_view mpi_serialisation = "message_passing.serialisation";
inline constexpr std::string_view mpi_transfer = "message_passing.transfer";
inline constexpr std::string_view off_cpu = "off_cpu";
inline constexpr std::string_view own_cost = "own_cost";
inline constexpr std::string_view unidentified = "unidentified";

/// Those that compare work with the reference, in the order shown.
inline constexpr std::string_view work[] = {additional_computation, instruction_level, work_rate,
                                            data_access};
} // namespace category

/// Whether it compares work with the reference.
bool isWork(std::string_view category);

/// How a category is shown to people.
struct CategoryInfo {
  std::string_view name;
  std::string_view label;    // its plain name, which gates take too
  std::string_view group;    // the paper's top level: "Information movement", ...
  std::string_view in_group; // its name below `group` or its like, at most 32 characters
};

/// The plain name of a category, or its own name where this version does not know it.
std::string labelOf(std::string_view category);
/// Its name in a table where the rows of its group stand together.
std::string labelInGroup(std::string_view category);

/// The category that people mean: its plain name, its full dotted name or the end of that, in any
/// case, with blanks or underscores. Empty: several have that name, or none. `likely`: these
/// several, or the names most like it.
std::string categoryNamed(std::string_view name, std::vector<std::string> &likely);

/// Every category of this version in the order of the paper's Table 1; `unidentified` is last.
const std::vector<CategoryInfo> &allCategories();

} // namespace tare
