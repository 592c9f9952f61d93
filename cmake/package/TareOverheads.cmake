# tare_overheads(<name> PARALLEL <target> [SERIAL <target>] [COMMAND <word>...]
#                [THREADS <n>...] [REPEAT <n>] [WORKING_DIRECTORY <folder>]
#                [BASE <table.json>] [FAIL_ON <gate>...])
#
# Adds the target <name>, which weighs the program PARALLEL, and the target `overheads`, which
# weighs everything that was so declared, one after the other. Neither is part of `all`.
# COMMAND is how the programs are run: `<target> 1000`, or `numactl -N 0 <target> 1000`, where the
# name of the PARALLEL target stands for the program that is being run (the serial one too), or
# only the arguments. {threads} is replaced by the number of threads.
#
# With BASE there are also <name>-base, which weighs and writes that table, and <name>-check, which
# weighs and compares with it; FAIL_ON are its gates (default: any > 5%). `overheads-base` and
# `overheads-check` do that for everything that has a BASE.
#
# The user's own tree stays the plain program. An instrumented copy is built in
# ${CMAKE_BINARY_DIR}/tare: a second tree with the same generator and cache entries, and with
# Tare as the compiler launcher, so libraries of the project are instrumented too.

function(tare_overheads name)
  cmake_parse_arguments(ARG "" "PARALLEL;SERIAL;REPEAT;WORKING_DIRECTORY;BASE"
    "COMMAND;THREADS;FAIL_ON" ${ARGN})
  tare__check_arguments()
  if(TARE_INSTRUMENTED_TREE)
    # Where the second tree puts the program, for TareWeigh.cmake of the first.
    file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/tare-overheads/${name}.path"
      CONTENT "$<TARGET_FILE:${ARG_PARALLEL}>")
    return()
  endif()

  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(multi_config)
    tare__add_refusal(${name} "tare_overheads: the generator '${CMAKE_GENERATOR}' builds several \
configurations in one tree, which is not supported; use Ninja or Unix Makefiles")
    return()
  endif()

  tare__write_weighing(${name})
  set(own_targets ${ARG_PARALLEL} ${ARG_SERIAL})
  if(NOT name STREQUAL "overheads")
    tare__second_tree_commands(commands ${ARG_PARALLEL})
    tare__weigh_command(weigh ${name})
    add_custom_target(${name} ${commands} ${weigh} VERBATIM USES_TERMINAL
      COMMENT "Weighing ${ARG_PARALLEL}")
    add_dependencies(${name} ${own_targets})
  endif()
  if(ARG_BASE)
    foreach(task base check)
      tare__second_tree_commands(commands ${ARG_PARALLEL})
      tare__weigh_command(weigh ${name} ${task})
      add_custom_target(${name}-${task} ${commands} ${weigh} VERBATIM USES_TERMINAL
        COMMENT "Weighing ${ARG_PARALLEL} (${task})")
      add_dependencies(${name}-${task} ${own_targets})
    endforeach()
    set_property(GLOBAL APPEND PROPERTY TARE_CHECKED_NAMES ${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY TARE_WEIGHED_NAMES ${name})
  set_property(GLOBAL APPEND PROPERTY TARE_WEIGHED_TARGETS ${own_targets})
  set_property(GLOBAL APPEND PROPERTY TARE_INSTRUMENTED_TARGETS ${ARG_PARALLEL})
  tare__finish_later()
endfunction()

macro(tare__check_arguments)
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tare_overheads(${name}): unknown argument '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT ARG_PARALLEL)
    message(FATAL_ERROR "tare_overheads(${name}): which program? PARALLEL <target>")
  endif()
  if(ARG_FAIL_ON AND NOT ARG_BASE)
    message(FATAL_ERROR "tare_overheads(${name}): FAIL_ON compares with a table: BASE <table.json>")
  endif()
  foreach(target ${ARG_PARALLEL} ${ARG_SERIAL})
    if(NOT TARGET ${target})
      message(FATAL_ERROR "tare_overheads(${name}): there is no target '${target}'")
    endif()
  endforeach()
endmacro()

# A generator that cannot do it: the user's project configures as ever, the target says why not.
function(tare__add_refusal name text)
  message(STATUS "${text}")
  foreach(target ${name} overheads)
    if(NOT TARGET ${target})
      add_custom_target(${target} COMMAND ${CMAKE_COMMAND} -E echo "${text}"
        COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
    endif()
  endforeach()
endfunction()

# What TareWeigh.cmake reads at build time.
function(tare__write_weighing name)
  if(NOT ARG_WORKING_DIRECTORY)
    set(ARG_WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  set(serial "")
  if(ARG_SERIAL)
    set(serial "$<TARGET_FILE:${ARG_SERIAL}>")
  endif()
  string(REPLACE ";" "," threads "${ARG_THREADS}")
  if(ARG_BASE)
    get_filename_component(ARG_BASE "${ARG_BASE}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  if(NOT ARG_FAIL_ON)
    set(ARG_FAIL_ON "any > 5%")
  endif()
  file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/tare-overheads/${name}.cmake" CONTENT
"set(tare [==[${TARE_EXECUTABLE}]==])
set(parallel [==[$<TARGET_FILE:${ARG_PARALLEL}>]==])
set(serial [==[${serial}]==])
set(target [==[${ARG_PARALLEL}]==])
set(arguments [==[${ARG_COMMAND}]==])
set(threads [==[${threads}]==])
set(repeat [==[${ARG_REPEAT}]==])
set(working_directory [==[${ARG_WORKING_DIRECTORY}]==])
set(base [==[${ARG_BASE}]==])
set(fail_on [==[${ARG_FAIL_ON}]==])
set(head [==[${CMAKE_BINARY_DIR}/tare-overheads/${name}-head.json]==])
set(path_file [==[${CMAKE_BINARY_DIR}/tare/tare-overheads/${name}.path]==])
")
endfunction()

function(tare__weigh_command out name)
  get_property(TARE_PACKAGE_DIR GLOBAL PROPERTY TARE_PACKAGE_DIR)
  set(${out} COMMAND ${CMAKE_COMMAND} -P "${TARE_PACKAGE_DIR}/TareWeigh.cmake"
    "${CMAKE_BINARY_DIR}/tare-overheads/${name}.cmake" ${ARGN} PARENT_SCOPE)
endfunction()

# Configures the second tree and builds these targets in it.
function(tare__second_tree_commands out)
  get_property(TARE_PACKAGE_DIR GLOBAL PROPERTY TARE_PACKAGE_DIR)
  set(commands COMMAND ${CMAKE_COMMAND} -P "${TARE_PACKAGE_DIR}/TareConfigure.cmake"
    "${CMAKE_BINARY_DIR}/tare-overheads/tree.cmake")
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    list(APPEND commands COMMAND "$(MAKE)" -C "${CMAKE_BINARY_DIR}/tare" ${ARGN}) # shares its -j
  else()
    list(APPEND commands COMMAND ${CMAKE_COMMAND} --build "${CMAKE_BINARY_DIR}/tare"
      --target ${ARGN})
  endif()
  set(${out} ${commands} PARENT_SCOPE)
endfunction()

# At the end of the top folder, when every cache entry and every weighing is known.
function(tare__finish_later)
  get_property(done GLOBAL PROPERTY TARE_FINISH_PLANNED)
  if(NOT done)
    set_property(GLOBAL PROPERTY TARE_FINISH_PLANNED TRUE)
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL tare__finish)
  endif()
endfunction()

function(tare__finish)
  tare__write_second_tree()
  get_property(names GLOBAL PROPERTY TARE_WEIGHED_NAMES)
  get_property(targets GLOBAL PROPERTY TARE_WEIGHED_TARGETS)
  get_property(instrumented GLOBAL PROPERTY TARE_INSTRUMENTED_TARGETS)
  list(REMOVE_DUPLICATES targets)
  list(REMOVE_DUPLICATES instrumented)
  tare__second_tree_commands(commands ${instrumented})
  foreach(name IN LISTS names)
    tare__weigh_command(weigh ${name})
    list(APPEND commands ${weigh})
  endforeach()
  add_custom_target(overheads ${commands} VERBATIM USES_TERMINAL COMMENT "Weighing ${names}")
  add_dependencies(overheads ${targets})
  tare__finish_checks()
endfunction()

function(tare__finish_checks)
  get_property(names GLOBAL PROPERTY TARE_CHECKED_NAMES)
  foreach(task base check)
    set(weighings "")
    foreach(name IN LISTS names)
      tare__weigh_command(weigh ${name} ${task})
      list(APPEND weighings ${weigh})
    endforeach()
    if(names)
      tare__second_tree_commands(commands ${instrumented})
      add_custom_target(overheads-${task} ${commands} ${weighings} VERBATIM USES_TERMINAL
        COMMENT "Weighing ${names} (${task})")
      add_dependencies(overheads-${task} ${targets})
    endif()
  endforeach()
endfunction()
