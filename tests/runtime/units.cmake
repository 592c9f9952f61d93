# Unit tests of the runtime: C programs that need nothing else.

# Q and I of the books, on teams made by hand.
add_executable(supply_test ${CMAKE_CURRENT_LIST_DIR}/supply_test.c)
target_include_directories(supply_test PRIVATE ${PROJECT_SOURCE_DIR}/runtime)
target_link_libraries(supply_test PRIVATE tare_rt_static)
add_test(NAME runtime.supply COMMAND supply_test)
set_tests_properties(runtime.supply PROPERTIES LABELS unit)

# Records of segments, and numbers of units, likewise.
foreach(name segment modules budget network)
  add_executable(${name}_test ${CMAKE_CURRENT_LIST_DIR}/${name}_test.c)
  target_include_directories(${name}_test PRIVATE ${PROJECT_SOURCE_DIR}/runtime)
  target_link_libraries(${name}_test PRIVATE tare_rt_static)
  add_test(NAME runtime.${name} COMMAND ${name}_test)
  set_tests_properties(runtime.${name} PROPERTIES LABELS unit)
endforeach()
