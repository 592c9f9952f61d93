# Debian packages, made by `scripts/package` (CPack):
#   tare             what reads results: report, diff, whatif, model, archive; documents, manual pages
#   tare-instrument  what measures: compiler wrappers, instrumenter, runtime, CMake package
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tare)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "Tare developers <tare@users.noreply.github.com>" CACHE STRING
  "Who answers for the packages")
set(CPACK_PACKAGE_HOMEPAGE_URL "" CACHE STRING "Where the packages' source is")
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL analysis instrument)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_ANALYSIS_PACKAGE_NAME tare)
set(CPACK_COMPONENT_ANALYSIS_DESCRIPTION
  "where the speed-up of OpenMP programs went\nTare splits the lost time of a parallel program into named overheads, each\nwith a source line and a confidence interval. This package reads results:\nit reports, compares, predicts and keeps them.")
set(CPACK_DEBIAN_ANALYSIS_PACKAGE_RECOMMENDS "tare-instrument (= ${PROJECT_VERSION})")

set(CPACK_DEBIAN_INSTRUMENT_PACKAGE_NAME tare-instrument)
set(CPACK_COMPONENT_INSTRUMENT_DESCRIPTION
  "probes for OpenMP programs, in front of gcc and clang\nCompiler wrappers that put the probes of Tare into C and C++ programs, the\nruntime that the probes call, and a package for CMake projects.")
set(CPACK_DEBIAN_INSTRUMENT_PACKAGE_DEPENDS "tare (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_INSTRUMENT_PACKAGE_RECOMMENDS "gcc | clang, libc6-dev")
set(CPACK_DEBIAN_INSTRUMENT_PACKAGE_SUGGESTS "g++, make, cmake")
# Its library is for the programs that its own wrapper links.
set(CPACK_DEBIAN_INSTRUMENT_PACKAGE_GENERATE_SHLIBS OFF)
set(CPACK_DEBIAN_INSTRUMENT_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_LIST_DIR}/triggers)

# Copyright and changelog of both, and what lintian is told.
configure_file(packaging/changelog.in ${CMAKE_CURRENT_BINARY_DIR}/changelog)
set(changelog ${CMAKE_CURRENT_BINARY_DIR}/changelog.gz)
add_custom_command(OUTPUT ${changelog}
  COMMAND gzip -9n -c ${CMAKE_CURRENT_BINARY_DIR}/changelog > ${changelog}
  DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/changelog packaging/changelog.in)
add_custom_target(tare_changelog ALL DEPENDS ${changelog})
foreach(package analysis:tare instrument:tare-instrument)
  string(REPLACE ":" ";" package ${package})
  list(GET package 0 component)
  list(GET package 1 name)
  install(FILES packaging/copyright ${changelog} DESTINATION share/doc/${name}
    COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES packaging/${name}.lintian-overrides DESTINATION share/lintian/overrides
    RENAME ${name} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()

set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/finish_files.cmake)
include(CPack)
