# cmake -P TareConfigure.cmake <tree.cmake>: configures the second tree, when it is new or when
# the cache entries of the first have changed. Changed CMakeLists it notices by itself.
cmake_policy(VERSION 3.19)
include("${CMAKE_ARGV3}")

file(READ "${cache}" wanted)
set(used "")
if(EXISTS "${tree}/tare-cache-used.cmake" AND EXISTS "${tree}/CMakeCache.txt")
  file(READ "${tree}/tare-cache-used.cmake" used)
endif()
if(used STREQUAL wanted)
  return()
endif()

message(STATUS "tare: configuring the instrumented tree ${tree}")
file(MAKE_DIRECTORY "${tree}")
execute_process(COMMAND "${CMAKE_COMMAND}" -C "${cache}" -G "${generator}" -S "${source}" -B "${tree}"
  RESULT_VARIABLE status OUTPUT_FILE "${tree}/tare-configure.log")
if(NOT status EQUAL 0)
  message(FATAL_ERROR "tare: the instrumented tree cannot be configured; see ${tree}/tare-configure.log")
endif()
file(WRITE "${tree}/tare-cache-used.cmake" "${wanted}")
