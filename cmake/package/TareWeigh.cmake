# cmake -P TareWeigh.cmake <name.cmake> [base | check | again <side> <folder>]
#
# Runs `tare run` on what the trees have built. base: and keeps the table as BASE. check: and compares
# it with BASE. again: what `tare diff` asks for to confirm a failed gate; BASE itself is a table, and
# only HEAD can be measured again.
cmake_policy(VERSION 3.19)
include("${CMAKE_ARGV3}")

set(task "${CMAKE_ARGV4}")
if(task STREQUAL "again" AND CMAKE_ARGV5 STREQUAL "base")
  configure_file("${base}" "${CMAKE_ARGV6}/ledger.json" COPYONLY)
  return()
endif()
if(task STREQUAL "check" AND NOT EXISTS "${base}")
  message(FATAL_ERROR "there is no table to compare with: ${base}; build overheads-base first")
endif()

# What would be refused after minutes of weighing is refused at once: BASE that is no table, a gate
# that is none. Its place is left out; it may be new.
if(task STREQUAL "check")
  set(gates "")
  foreach(gate IN LISTS fail_on)
    string(REGEX REPLACE "@[^ ]+" "" anywhere "${gate}")
    list(APPEND gates --fail-on "${anywhere}")
  endforeach()
  execute_process(COMMAND "${tare}" diff "${base}" "${base}" ${gates}
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE complaint)
  if(status EQUAL 2)
    message(FATAL_ERROR "${complaint}")
  endif()
endif()

file(READ "${instrumented_path}" instrumented)

# Programs that a table can do without: empty when they could not be built.
set(ignored "")
if(NOT no_serial AND EXISTS "${ignored_built}")
  file(READ "${ignored_path}" ignored)
endif()
set(probed "")
if(NOT no_serial AND EXISTS "${probed_built}")
  file(READ "${probed_path}" probed)
endif()
# A program that a build of Tare's has put where another one belongs would be weighed against itself.
set(programs ${parallel} ${instrumented} ${ignored} ${probed})
if(NOT serial STREQUAL parallel)
  list(APPEND programs ${serial})
endif()
set(places "")
foreach(program IN LISTS programs)
  get_filename_component(place "${program}" REALPATH)
  if(place IN_LIST places)
    message(FATAL_ERROR "tare: two of the programs to be weighed are one file, ${place}: the project puts \
it there whatever the build folder is. Let the target's output folder lie below CMAKE_BINARY_DIR, and \
build your own program again")
  endif()
  list(APPEND places "${place}")
endforeach()

set(hint "")
if(NOT serial AND ignored)
  set(serial "${ignored}") # one source
  set(hint "; if ${target} cannot run without OpenMP, declare it with NO_SERIAL")
  # Said before, too: a program may also wait for another thread for ever.
  message(STATUS "tare: ${target} without OpenMP is the serial program${hint}")
elseif(NOT serial AND NOT no_serial)
  message("tare: ${target} could not be built without OpenMP: its reference is one thread of it")
endif()

# One word of a command line, by the shell's quoting rules.
function(quote out word)
  string(REPLACE "'" "'\\''" word "${word}")
  set(${out} "'${word}'" PARENT_SCOPE)
endfunction()

# The declared command with this program in the target's place; without the target among them, the
# words are the program's arguments.
function(command_line out program)
  set(words ${arguments})
  if(NOT target IN_LIST words)
    list(PREPEND words "${target}")
  endif()
  set(line "")
  foreach(word IN LISTS words)
    if(word STREQUAL target)
      set(word "${program}")
    endif()
    quote(quoted "${word}")
    string(APPEND line " ${quoted}")
  endforeach()
  string(STRIP "${line}" line)
  set(${out} "${line}" PARENT_SCOPE)
endfunction()

set(run "${tare}" run)
if(serial)
  command_line(line "${serial}")
  list(APPEND run --serial "${line}")
  if(ignored)
    command_line(line "${ignored}")
    list(APPEND run --ignored "${line}")
  endif()
  if(probed)
    command_line(line "${probed}")
    list(APPEND run --serial-instrumented "${line}")
  endif()
endif()
command_line(line "${parallel}")
list(APPEND run --parallel "${line}")
command_line(line "${instrumented}")
list(APPEND run --instrumented "${line}")
if(threads)
  list(APPEND run --threads "${threads}")
endif()
if(repeat)
  list(APPEND run --repeat "${repeat}")
endif()

if(task STREQUAL "base")
  list(APPEND run --json "${base}")
elseif(task STREQUAL "check")
  list(APPEND run --json "${head}")
elseif(task STREQUAL "again")
  list(APPEND run --output "${CMAKE_ARGV6}" --quiet)
endif()
# Where a program runs is not where the user types.
if(NOT task STREQUAL "again" AND "$ENV{TARE_OUTPUT_DIR}" STREQUAL "")
  list(APPEND run --output "${working_directory}/tare-results")
endif()

if(NOT IS_DIRECTORY "${working_directory}")
  message(FATAL_ERROR "there is no folder '${working_directory}' for the programs to run in: make it, "
    "or name another one as WORKING_DIRECTORY of tare_overheads()")
endif()
execute_process(COMMAND ${run} WORKING_DIRECTORY "${working_directory}" RESULT_VARIABLE status)
if(status EQUAL 4) # a program failed
  message(FATAL_ERROR "tare run: exit status 4${hint}")
elseif(NOT status EQUAL 0 AND NOT status EQUAL 6) # 6: bands are wide, and its first line says so
  message(FATAL_ERROR "tare run: exit status ${status}; its message above says why")
endif()

if(task STREQUAL "check")
  set(gates "")
  foreach(gate IN LISTS fail_on)
    list(APPEND gates --fail-on "${gate}")
  endforeach()
  set(again "")
  foreach(word "${CMAKE_COMMAND}" -P "${CMAKE_CURRENT_LIST_FILE}" "${CMAKE_ARGV3}" again)
    quote(quoted "${word}")
    string(APPEND again "${quoted} ")
  endforeach()
  execute_process(COMMAND "${tare}" diff "${base}" "${head}" ${gates}
    --rerun "${again} {side} {output}" RESULT_VARIABLE status)
  if(status EQUAL 5)
    message(FATAL_ERROR "tare diff: exit status 5: a gate could not be decided; see above")
  elseif(NOT status EQUAL 0)
    message(FATAL_ERROR "tare diff: exit status ${status}; its message above says why")
  endif()
endif()
