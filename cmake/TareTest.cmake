add_custom_target(unit_tests)

# Every test has one label. unit: each run, seconds in all. smoke: each run, a little of everything.
# full: in each of some days' runs its share, all of them by `scripts/test --full`; see CONTRIBUTING.md.

# tare_unit_test(<name> SOURCES <files> USES <rooms> [LIBS <targets>] [OPTIMISED])
# One Catch2 program, one ctest test, label unit. OPTIMISED: it computes so much that this pays.
function(tare_unit_test name)
  cmake_parse_arguments(T "OPTIMISED" "" "SOURCES;USES;LIBS" ${ARGN})
  add_executable(test_${name} ${T_SOURCES})
  tare_test_program(test_${name})
  if(T_OPTIMISED)
    target_compile_options(test_${name} PRIVATE -O1)
  endif()
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  foreach(use IN LISTS T_USES)
    target_link_libraries(test_${name} PRIVATE tare_${use})
  endforeach()
  target_link_libraries(test_${name} PRIVATE ${T_LIBS} tare_catch_main)
  add_test(NAME unit.${name} COMMAND test_${name})
  add_dependencies(unit_tests test_${name})
  set_tests_properties(unit.${name} PROPERTIES LABELS unit)
endfunction()

# tare_test_program(<target>): code of tests is compiled as one, and not optimised: that takes longer
# than the tests do.
function(tare_test_program target)
  tare_compiled_as_one(${target})
  target_compile_options(${target} PRIVATE -O0)
  if(TARE_LINKER_GOLD AND NOT TARE_SANITIZED)
    target_link_options(${target} PRIVATE -fuse-ld=gold)
  endif()
endfunction()

# tare_script_test(<name> <script.py> [args...] [LABEL <label>] [COST <seconds>] [PARTS <n>] [CALIBRATED])
# An end-to-end test; label: full. COST is its processor time, by which shares are dealt. PARTS: it is n > 1
# tests, name.1 and so on, of which each gets `--part K/N` (tests/part.py). CALIBRATED: it weighs
# programs, after one calibration for all of them.
function(tare_script_test name script)
  cmake_parse_arguments(T "CALIBRATED" "LABEL;COST;PARTS" "" ${ARGN})
  set(command ${TARE_TEST_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/${script} ${T_UNPARSED_ARGUMENTS})
  set(names ${name})
  if(T_PARTS GREATER 1)
    set(names)
    math(EXPR T_COST "${T_COST} / ${T_PARTS}")
    foreach(part RANGE 1 ${T_PARTS})
      list(APPEND names ${name}.${part})
      add_test(NAME ${name}.${part} COMMAND ${command} --part ${part}/${T_PARTS})
    endforeach()
  else()
    add_test(NAME ${name} COMMAND ${command})
  endif()
  foreach(test IN LISTS names)
    tare_end_to_end(${test} LABEL "${T_LABEL}" COST "${T_COST}")
    if(T_CALIBRATED)
      set_tests_properties(${test} PROPERTIES FIXTURES_REQUIRED calibration)
    endif()
  endforeach()
endfunction()

# tare_end_to_end(<name> [LABEL <label>] [COST <seconds>]): a test that gets TARE_PREFIX (build tree) and
# TARE_SOURCE_DIR in its environment, and a cache of its own for what is calibrated.
function(tare_end_to_end name)
  cmake_parse_arguments(T "" "LABEL;COST" "" ${ARGN})
  foreach(default LABEL=full COST=10)
    string(REGEX MATCH "(.*)=(.*)" default ${default})
    if("${T_${CMAKE_MATCH_1}}" STREQUAL "")
      set(T_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
    endif()
  endforeach()
  set(environment TARE_PREFIX=${CMAKE_BINARY_DIR} TARE_SOURCE_DIR=${PROJECT_SOURCE_DIR}
    XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/cache)
  # The limit is for what hangs: a machine may be as busy as it likes.
  set_tests_properties(${name} PROPERTIES LABELS ${T_LABEL} COST ${T_COST} TIMEOUT 3600
    ENVIRONMENT "${environment}")
endfunction()
