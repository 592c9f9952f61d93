add_custom_target(unit_tests)

# tare_unit_test(<name> SOURCES <files> USES <rooms> [LIBS <targets>]): one Catch2 program, one ctest test.
function(tare_unit_test name)
  cmake_parse_arguments(T "" "" "SOURCES;USES;LIBS" ${ARGN})
  add_executable(test_${name} ${T_SOURCES})
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  foreach(use IN LISTS T_USES)
    target_link_libraries(test_${name} PRIVATE tare_${use})
  endforeach()
  target_link_libraries(test_${name} PRIVATE ${T_LIBS} tare_catch_main)
  add_test(NAME unit.${name} COMMAND test_${name})
  add_dependencies(unit_tests test_${name})
endfunction()

# tare_script_test(<name> <script.py> [args...]): an end-to-end test; gets TARE_PREFIX (build tree)
# and TARE_SOURCE_DIR in its environment, and a cache of its own for what is calibrated.
function(tare_script_test name script)
  add_test(NAME ${name} COMMAND ${TARE_TEST_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/${script} ${ARGN})
  set(environment TARE_PREFIX=${CMAKE_BINARY_DIR} TARE_SOURCE_DIR=${PROJECT_SOURCE_DIR}
    XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/cache)
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${environment}" TIMEOUT 900)
endfunction()
