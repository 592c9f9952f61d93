// SPDX-License-Identifier: Apache-2.0
// Sources: OpenMP 6.0, chapter 3; libgomp's manual of GCC 14, section "OpenMP Environment
// Variables"; LLVM 19's "LLVM/OpenMP Runtimes" and the table of settings that its runtime prints
// (KMP_SETTINGS=1).
#include "driver/results/known_variables.h"

#include <algorithm>

namespace tare {
namespace {

constexpr std::string_view of_openmp[] = {"OMP_AFFINITY_FORMAT",
                                          "OMP_ALLOCATOR",
                                          "OMP_AVAILABLE_DEVICES",
                                          "OMP_CANCELLATION",
                                          "OMP_DEBUG",
                                          "OMP_DEFAULT_DEVICE",
                                          "OMP_DISPLAY_AFFINITY",
                                          "OMP_DISPLAY_ENV",
                                          "OMP_DYNAMIC",
                                          "OMP_MAX_ACTIVE_LEVELS",
                                          "OMP_MAX_TASK_PRIORITY",
                                          "OMP_NESTED",
                                          "OMP_NUM_TEAMS",
                                          "OMP_NUM_THREADS",
                                          "OMP_PLACES",
                                          "OMP_PROC_BIND",
                                          "OMP_SCHEDULE",
                                          "OMP_STACKSIZE",
                                          "OMP_TARGET_OFFLOAD",
                                          "OMP_TEAMS_THREAD_LIMIT",
                                          "OMP_THREADS_RESERVE",
                                          "OMP_THREAD_LIMIT",
                                          "OMP_TOOL",
                                          "OMP_TOOL_LIBRARIES",
                                          "OMP_TOOL_VERBOSE_INIT",
                                          "OMP_WAIT_POLICY"};

constexpr std::string_view of_libgomp[] = {"GOMP_CPU_AFFINITY",      "GOMP_DEBUG",
                                           "GOMP_NVPTX_LOWLAT_POOL", "GOMP_RTEMS_THREAD_POOLS",
                                           "GOMP_SPINCOUNT",         "GOMP_STACKSIZE"};

constexpr std::string_view of_libomp[] = {"KMP_ABORT_DELAY",
                                          "KMP_ADAPTIVE_LOCK_PROPS",
                                          "KMP_AFFINITY",
                                          "KMP_ALIGN_ALLOC",
                                          "KMP_ALL_THREADPRIVATE",
                                          "KMP_ALL_THREADS",
                                          "KMP_ATOMIC_MODE",
                                          "KMP_BLOCKTIME",
                                          "KMP_CONSISTENCY_CHECK",
                                          "KMP_CPUINFO_FILE",
                                          "KMP_DETERMINISTIC_REDUCTION",
                                          "KMP_DEVICE_THREAD_LIMIT",
                                          "KMP_DISP_NUM_BUFFERS",
                                          "KMP_DUPLICATE_LIB_OK",
                                          "KMP_DYNAMIC_MODE",
                                          "KMP_ENABLE_TASK_THROTTLING",
                                          "KMP_FORCE_MONOTONIC_DYNAMIC_SCHEDULE",
                                          "KMP_FORCE_REDUCTION",
                                          "KMP_FOREIGN_THREADS_THREADPRIVATE",
                                          "KMP_FORKJOIN_BARRIER",
                                          "KMP_FORKJOIN_BARRIER_PATTERN",
                                          "KMP_FORKJOIN_FRAMES",
                                          "KMP_FORKJOIN_FRAMES_MODE",
                                          "KMP_GTID_MODE",
                                          "KMP_HANDLE_SIGNALS",
                                          "KMP_HIDDEN_HELPER_AFFINITY",
                                          "KMP_HOT_TEAMS_MAX_LEVEL",
                                          "KMP_HOT_TEAMS_MODE",
                                          "KMP_HW_SUBSET",
                                          "KMP_INHERIT_FP_CONTROL",
                                          "KMP_INITIAL_THREAD_BIND",
                                          "KMP_INIT_AT_FORK",
                                          "KMP_ITT_PREPARE_DELAY",
                                          "KMP_LIBRARY",
                                          "KMP_LOAD_BALANCE_INTERVAL",
                                          "KMP_LOCK_KIND",
                                          "KMP_MALLOC_POOL_INCR",
                                          "KMP_MWAIT_HINTS",
                                          "KMP_NESTING_MODE",
                                          "KMP_NUM_LOCKS_IN_BLOCK",
                                          "KMP_PLACE_THREADS",
                                          "KMP_PLAIN_BARRIER",
                                          "KMP_PLAIN_BARRIER_PATTERN",
                                          "KMP_REDUCTION_BARRIER",
                                          "KMP_REDUCTION_BARRIER_PATTERN",
                                          "KMP_SCHEDULE",
                                          "KMP_SETTINGS",
                                          "KMP_SPIN_BACKOFF_PARAMS",
                                          "KMP_STACKOFFSET",
                                          "KMP_STACKPAD",
                                          "KMP_STACKSIZE",
                                          "KMP_STORAGE_MAP",
                                          "KMP_TASKING",
                                          "KMP_TASKLOOP_MIN_TASKS",
                                          "KMP_TASK_STEALING_CONSTRAINT",
                                          "KMP_TEAMS_PROC_BIND",
                                          "KMP_TEAMS_THREAD_LIMIT",
                                          "KMP_TOPOLOGY_METHOD",
                                          "KMP_TPAUSE",
                                          "KMP_USER_LEVEL_MWAIT",
                                          "KMP_USE_YIELD",
                                          "KMP_VERSION",
                                          "KMP_WARNINGS"};

/// docs/reference/environment.md tells what they do.
constexpr std::string_view of_tare[] = {"TARE_ARCHIVE",
                                        "TARE_BUDGET",
                                        "TARE_CLOCK",
                                        "TARE_COUPLE",
                                        "TARE_COUPLING",
                                        "TARE_ENABLE",
                                        "TARE_EVENTS",
                                        "TARE_EVENTS_MIB",
                                        "TARE_IDLE",
                                        "TARE_LOG_MIB",
                                        "TARE_MESSAGES_MIB",
                                        "TARE_MPICC",
                                        "TARE_MPI_BANDWIDTH_MB_S",
                                        "TARE_MPI_EAGER_BYTES",
                                        "TARE_MPI_LATENCY_US",
                                        "TARE_PLAN",
                                        "TARE_PROBE_COSTS",
                                        "TARE_PROJECT_FILE",
                                        "TARE_OUTPUT_DIR",
                                        "TARE_ROLE",
                                        "TARE_SOURCE_ROOT",
                                        "TARE_STAGE",
                                        "TARE_THREADS",
                                        "TARE_TIMEOUT",
                                        "TARE_VERBOSE",
                                        "TARE_WARNINGS",
                                        "TARE_WINDOW",
                                        "TARE_WRAPPER"};

/// "OMP_SCHEDULE" of OMP_SCHEDULE_ALL, OMP_SCHEDULE_DEV and OMP_SCHEDULE_DEV_12.
std::string_view withoutDevice(std::string_view name) {
  std::string_view rest = name;
  while (!rest.empty() && rest.back() >= '0' && rest.back() <= '9')
    rest.remove_suffix(1);
  if (rest.size() < name.size() && rest.ends_with("_DEV_"))
    return rest.substr(0, rest.size() - 5);
  for (std::string_view suffix : {"_DEV", "_ALL"})
    if (name.ends_with(suffix))
      return name.substr(0, name.size() - suffix.size());
  return name;
}

} // namespace

bool isKnownVariable(std::string_view name) {
  auto holds = [](const auto &names, std::string_view wanted) {
    return std::ranges::find(names, wanted) != std::end(names);
  };
  return holds(of_openmp, withoutDevice(name)) || holds(of_libgomp, name) ||
         holds(of_libomp, name) || holds(of_tare, name);
}

} // namespace tare
