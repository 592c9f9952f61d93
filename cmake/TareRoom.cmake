# tare_compiled_as_one(<target>): where TARE_UNITY is on, its C++ sources are one compilation: what they
# include is read once. So a name stands once in a room, those of files' own included.
function(tare_compiled_as_one target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${TARE_UNITY} UNITY_BUILD_BATCH_SIZE 0)
endfunction()

# tare_room(<name> SOURCES <files> [USES <rooms>] [LIBS <targets>] [FILE_BY_FILE])
# A room is a static library `tare_<name>`; USES are the arrows that docs/ARCHITECTURE.md allows.
# FILE_BY_FILE: its files define the same names, so they are never compiled as one.
function(tare_room name)
  cmake_parse_arguments(ROOM "FILE_BY_FILE" "" "SOURCES;USES;LIBS" ${ARGN})
  add_library(tare_${name} STATIC ${ROOM_SOURCES})
  if(NOT ROOM_FILE_BY_FILE)
    tare_compiled_as_one(tare_${name})
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
endfunction()
