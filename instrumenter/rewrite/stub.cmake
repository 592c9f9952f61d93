# Embeds the interfaces of the probes and of coupled kernels (runtime/tare_abi.h and
# runtime/coupling/coupling_abi.h between their markers, without comments) for stub.cpp and
# kernel_wrappers.cpp: ${TARE_STUB_TEXT_DIR}/*_text.inc, C++ raw strings.
set(TARE_STUB_TEXT_DIR ${CMAKE_BINARY_DIR}/generated)
foreach(stub_name tare_abi coupling/coupling_abi)
  set(stub_abi ${PROJECT_SOURCE_DIR}/runtime/${stub_name}.h)
  get_filename_component(stub_name ${stub_name} NAME)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${stub_abi})
  file(READ ${stub_abi} stub_text)
  string(REGEX REPLACE ".*/\\* TARE-ABI-BEGIN \\*/\n" "" stub_text "${stub_text}")
  string(REGEX REPLACE "/\\* TARE-ABI-END \\*/.*" "" stub_text "${stub_text}")
  string(REGEX REPLACE "/\\*([^*]|\\*+[^*/])*\\*+/" "" stub_text "${stub_text}")
  string(REGEX REPLACE "[ \t]+\n" "\n" stub_text "${stub_text}")
  string(REGEX REPLACE "\n\n+" "\n" stub_text "${stub_text}")
  file(CONFIGURE OUTPUT ${TARE_STUB_TEXT_DIR}/${stub_name}_text.inc
    CONTENT "R\"tare(@stub_text@)tare\"\n" @ONLY)
endforeach()
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/stub.cpp ${CMAKE_CURRENT_LIST_DIR}/kernel_wrappers.cpp
  PROPERTIES INCLUDE_DIRECTORIES ${TARE_STUB_TEXT_DIR})
