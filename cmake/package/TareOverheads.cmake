# tare_overheads(<name> PARALLEL <target> [SERIAL <target> | NO_SERIAL] [COMMAND <word>...]
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
# Without SERIAL, PARALLEL itself is the serial program: built without OpenMP, as `tare overheads
# --source` does. NO_SERIAL is for programs that do not work so; one thread is then the reference.
#
# The user's own tree stays the plain program. More programs are built in trees of Tare's with the
# same generator and cache entries and with Tare as the launcher, so that libraries of the project
# are built alike (see TareTrees.cmake). All but the one with probes may fail: then it is said, and
# the table does without them.

# A <name> that is the program's own target means <name>-overheads.

function(tare_overheads name)
  cmake_parse_arguments(ARG "NO_SERIAL" "PARALLEL;SERIAL;REPEAT;WORKING_DIRECTORY;BASE"
    "COMMAND;THREADS;FAIL_ON" ${ARGN})
  tare__check_arguments()
  set(serial ${ARG_SERIAL})
  if(NOT serial)
    set(serial ${ARG_PARALLEL})
  endif()
  if(TARE_TREE)
    # Where this tree puts the programs, for TareWeigh.cmake of the user's.
    file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/tare-overheads/${name}.parallel"
      CONTENT "$<TARGET_FILE:${ARG_PARALLEL}>")
    file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/tare-overheads/${name}.serial"
      CONTENT "$<TARGET_FILE:${serial}>")
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
  set_property(GLOBAL PROPERTY TARE_PARALLEL_OF_${name} ${ARG_PARALLEL})
  if(NOT ARG_NO_SERIAL)
    set_property(GLOBAL PROPERTY TARE_SERIAL_OF_${name} ${serial})
  endif()
  tare__build_commands(commands ${name})
  if(NOT name STREQUAL "overheads")
    tare__weigh_command(weigh ${name})
    add_custom_target(${name} ${commands} ${weigh} VERBATIM USES_TERMINAL
      COMMENT "Weighing ${ARG_PARALLEL}")
    add_dependencies(${name} ${own_targets})
  endif()
  if(ARG_BASE)
    foreach(task base check)
      tare__weigh_command(weigh ${name} ${task})
      add_custom_target(${name}-${task} ${commands} ${weigh} VERBATIM USES_TERMINAL
        COMMENT "Weighing ${ARG_PARALLEL} (${task})")
      add_dependencies(${name}-${task} ${own_targets})
    endforeach()
    set_property(GLOBAL APPEND PROPERTY TARE_CHECKED_NAMES ${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY TARE_WEIGHED_NAMES ${name})
  set_property(GLOBAL APPEND PROPERTY TARE_WEIGHED_TARGETS ${own_targets})
  tare__finish_later()
endfunction()

macro(tare__check_arguments)
  # Named like the program: the program's own target has that name.
  if("${name}" STREQUAL "${ARG_PARALLEL}" OR "${name}" STREQUAL "${ARG_SERIAL}")
    set(name "${name}-overheads")
    if(NOT TARE_TREE)
      message(STATUS "tare_overheads: the target is ${name}, as the program has the name itself")
    endif()
  endif()
  if(TARGET ${name})
    message(FATAL_ERROR "tare_overheads(${name}): ${name} is a target already, and this would be one more \
of that name; choose another, such as overheads or ${name}-overheads")
  endif()
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tare_overheads(${name}): unknown argument '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT ARG_PARALLEL)
    message(FATAL_ERROR "tare_overheads(${name}): which program? PARALLEL <target>")
  endif()
  if(ARG_SERIAL AND ARG_NO_SERIAL)
    message(FATAL_ERROR "tare_overheads(${name}): SERIAL names a program, NO_SERIAL says there is none")
  endif()
  if(ARG_FAIL_ON AND NOT ARG_BASE)
    message(FATAL_ERROR "tare_overheads(${name}): FAIL_ON compares with a table: BASE <table.json>")
  endif()
  foreach(target ${ARG_PARALLEL} ${ARG_SERIAL})
    if(NOT TARGET ${target})
      message(FATAL_ERROR "tare_overheads(${name}): there is no target '${target}'")
    endif()
    # No build tool knows an ALIAS.
    get_target_property(real ${target} ALIASED_TARGET)
    if(real)
      foreach(given ARG_PARALLEL ARG_SERIAL ARG_COMMAND)
        list(TRANSFORM ${given} REPLACE "^${target}$" "${real}")
      endforeach()
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
  set(plain_serial "")
  if(ARG_SERIAL)
    set(plain_serial "$<TARGET_FILE:${ARG_SERIAL}>")
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
set(serial [==[${plain_serial}]==])
set(no_serial [==[${ARG_NO_SERIAL}]==])
set(target [==[${ARG_PARALLEL}]==])
set(arguments [==[${ARG_COMMAND}]==])
set(threads [==[${threads}]==])
set(repeat [==[${ARG_REPEAT}]==])
set(working_directory [==[${ARG_WORKING_DIRECTORY}]==])
set(base [==[${ARG_BASE}]==])
set(fail_on [==[${ARG_FAIL_ON}]==])
set(head [==[${CMAKE_BINARY_DIR}/tare-overheads/${name}-head.json]==])
set(instrumented_path [==[${CMAKE_BINARY_DIR}/tare/tare-overheads/${name}.parallel]==])
set(ignored_path [==[${CMAKE_BINARY_DIR}/tare-ignored/tare-overheads/${name}.parallel]==])
set(ignored_built [==[${CMAKE_BINARY_DIR}/tare-ignored/tare-built/${ARG_PARALLEL}]==])
set(probed_path [==[${CMAKE_BINARY_DIR}/tare-serial/${name}/tare-overheads/${name}.serial]==])
set(probed_built [==[${CMAKE_BINARY_DIR}/tare-serial/${name}/tare-built/${serial}]==])
")
endfunction()

function(tare__weigh_command out name)
  get_property(TARE_PACKAGE_DIR GLOBAL PROPERTY TARE_PACKAGE_DIR)
  set(${out} COMMAND ${CMAKE_COMMAND} -P "${TARE_PACKAGE_DIR}/TareWeigh.cmake"
    "${CMAKE_BINARY_DIR}/tare-overheads/${name}.cmake" ${ARGN} PARENT_SCOPE)
endfunction()

# Builds what these weighings run, in Tare's trees. The order matters: twins are looked up in the
# program with probes.
function(tare__build_commands out)
  set(parallel "")
  set(ignored "")
  set(probed "")
  foreach(name IN LISTS ARGN)
    get_property(target GLOBAL PROPERTY TARE_PARALLEL_OF_${name})
    get_property(serial GLOBAL PROPERTY TARE_SERIAL_OF_${name})
    list(APPEND parallel ${target})
    if(serial)
      list(APPEND ignored ${target})
      tare__tree_commands(commands tare-serial/${name} EXTRA ${serial})
      list(APPEND probed ${commands})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES parallel)
  tare__tree_commands(commands tare ${parallel})
  if(ignored)
    list(REMOVE_DUPLICATES ignored)
    tare__tree_commands(more tare-ignored EXTRA ${ignored})
    list(APPEND commands ${more} ${probed})
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
  get_property(names GLOBAL PROPERTY TARE_WEIGHED_NAMES)
  get_property(targets GLOBAL PROPERTY TARE_WEIGHED_TARGETS)
  tare__write_trees(${names})
  list(REMOVE_DUPLICATES targets)
  tare__build_commands(commands ${names})
  foreach(name IN LISTS names)
    tare__weigh_command(weigh ${name})
    list(APPEND commands ${weigh})
  endforeach()
  add_custom_target(overheads ${commands} VERBATIM USES_TERMINAL COMMENT "Weighing ${names}")
  add_dependencies(overheads ${targets})
  tare__finish_checks()
endfunction()

function(tare__write_trees)
  tare__write_tree(tare "" "")
  tare__write_tree(tare-ignored "--role;ignored" "")
  foreach(name IN LISTS ARGN)
    get_property(parallel GLOBAL PROPERTY TARE_PARALLEL_OF_${name})
    get_property(serial GLOBAL PROPERTY TARE_SERIAL_OF_${name})
    if(NOT serial)
      continue()
    endif()
    set(twins_of "") # one source: each construct is its own twin
    if(NOT serial STREQUAL parallel)
      set(twins_of "${CMAKE_BINARY_DIR}/tare/tare-overheads/${name}.parallel")
    endif()
    tare__write_tree(tare-serial/${name} "--role;serial" "${twins_of}")
  endforeach()
endfunction()

function(tare__finish_checks)
  get_property(names GLOBAL PROPERTY TARE_CHECKED_NAMES)
  if(NOT names)
    return()
  endif()
  foreach(task base check)
    tare__build_commands(commands ${names})
    foreach(name IN LISTS names)
      tare__weigh_command(weigh ${name} ${task})
      list(APPEND commands ${weigh})
    endforeach()
    add_custom_target(overheads-${task} ${commands} VERBATIM USES_TERMINAL
      COMMENT "Weighing ${names} (${task})")
    add_dependencies(overheads-${task} ${targets})
  endforeach()
endfunction()
