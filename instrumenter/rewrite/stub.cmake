# Embeds the interface of the probes (runtime/tare_abi.h between its markers, without comments)
# for stub.cpp: ${TARE_STUB_TEXT_DIR}/tare_abi_text.inc, a C++ raw string.
set(TARE_STUB_TEXT_DIR ${CMAKE_BINARY_DIR}/generated)
set(stub_abi ${PROJECT_SOURCE_DIR}/runtime/tare_abi.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${stub_abi})
file(READ ${stub_abi} stub_text)
string(REGEX REPLACE ".*/\\* TARE-ABI-BEGIN \\*/\n" "" stub_text "${stub_text}")
string(REGEX REPLACE "/\\* TARE-ABI-END \\*/.*" "" stub_text "${stub_text}")
string(REGEX REPLACE "/\\*([^*]|\\*+[^*/])*\\*+/" "" stub_text "${stub_text}")
string(REGEX REPLACE "[ \t]+\n" "\n" stub_text "${stub_text}")
string(REGEX REPLACE "\n\n+" "\n" stub_text "${stub_text}")
file(CONFIGURE OUTPUT ${TARE_STUB_TEXT_DIR}/tare_abi_text.inc
  CONTENT "R\"tare(@stub_text@)tare\"\n" @ONLY)
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/stub.cpp PROPERTIES
  INCLUDE_DIRECTORIES ${TARE_STUB_TEXT_DIR})
