# tare_compiled_as_one(<target>): where TARE_UNITY is on, its C++ sources are one compilation: what they
# include is read once. So a name stands once in a room, those of files' own included.
function(tare_compiled_as_one target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${TARE_UNITY} UNITY_BUILD_BATCH_SIZE 0)
endfunction()

# Reading the standard headers is most of what it takes to compile a small room. An optimised build of rooms
# as one file each reads them once, precompiled. GCC takes that whatever the level of optimisation; other
# compilers may not. A compiler cache would not: such a header is of one build folder alone.
if(TARE_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release"
    AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  add_library(tare_standard_headers OBJECT ${CMAKE_CURRENT_LIST_DIR}/standard_headers.cpp)
  target_precompile_headers(tare_standard_headers PRIVATE <algorithm> <array> <cmath> <cstdint> <cstdio>
    <cstdlib> <functional> <map> <memory> <numeric> <optional> <set> <string> <string_view> <utility> <vector>)
endif()

# tare_standard_headers_once(<target>): it takes part in that. Not where -fno-rtti or the like is an option:
# there the header would not be valid.
function(tare_standard_headers_once target)
  if(TARGET tare_standard_headers)
    target_precompile_headers(${target} REUSE_FROM tare_standard_headers)
  endif()
endfunction()

# tare_defines(<source> <definitions>): definitions for a source of this folder alone.
function(tare_defines source)
  set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS "${ARGN}" SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# tare_quick_to_compile(<target>): it has little to compute, so an optimised build compiles it with -O1.
# That takes a fifth less time.
function(tare_quick_to_compile target)
  if(CMAKE_CXX_FLAGS_RELEASE MATCHES "-O2")
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O1>)
  endif()
endfunction()

# tare_room(<name> SOURCES <files> [USES <rooms>] [LIBS <targets>] [COLD])
# A room is a static library `tare_<name>`; USES are the arrows that docs/ARCHITECTURE.md allows.
# COLD: it has little to compute.
function(tare_room name)
  cmake_parse_arguments(ROOM "COLD" "" "SOURCES;USES;LIBS" ${ARGN})
  add_library(tare_${name} STATIC ${ROOM_SOURCES})
  tare_compiled_as_one(tare_${name})
  if(ROOM_COLD)
    tare_quick_to_compile(tare_${name})
  endif()
  target_include_directories(tare_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_options(tare_${name} PRIVATE -Wall -Wextra)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # It sees overlapping copies in `"text" + string` (GCC's bug 105651).
    target_compile_options(tare_${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
  endif()
  foreach(use IN LISTS ROOM_USES)
    target_link_libraries(tare_${name} PUBLIC tare_${use})
  endforeach()
  target_link_libraries(tare_${name} PUBLIC ${ROOM_LIBS})
  tare_standard_headers_once(tare_${name})
endfunction()
