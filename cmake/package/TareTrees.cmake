# Tare's own build trees beside the user's: what his tells them, and how they adapt themselves.
#
#   <build>/tare                 the OpenMP programs with probes
#   <build>/tare-ignored         the same, plain, with their pragmas ignored
#   <build>/tare-serial/<name>   the serial program of one weighing, with probes at the twins of the
#                                constructs of its OpenMP program

# ---- in the user's tree: its cache entries as a script for `cmake -C`, types kept ----

# Entries that belong to the user's tree alone.
function(tare__is_own_entry out name type)
  set(own FALSE)
  if(type MATCHES "^(INTERNAL|STATIC)$" OR
     name MATCHES "^FETCHCONTENT_BASE_DIR$|^TARE_TREE|^CMAKE_TOOLCHAIN_FILE$")
    set(own TRUE)
  endif()
  set(${out} ${own} PARENT_SCOPE)
endfunction()

# Output folders below the user's tree move to the other; results of find_package stay.
function(tare__translate out name value tree)
  if(NOT name MATCHES "_DIR$")
    string(FIND "${value}/" "${CMAKE_BINARY_DIR}/" at)
    if(at EQUAL 0)
      string(LENGTH "${CMAKE_BINARY_DIR}" length)
      string(SUBSTRING "${value}" ${length} -1 rest)
      set(value "${tree}${rest}")
    endif()
  endif()
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

function(tare__cache_script out tree)
  set(text "")
  get_cmake_property(names CACHE_VARIABLES)
  foreach(name IN LISTS names)
    get_property(type CACHE "${name}" PROPERTY TYPE)
    tare__is_own_entry(own "${name}" "${type}")
    if(own)
      continue()
    endif()
    if(type STREQUAL "UNINITIALIZED")
      set(type STRING)
    endif()
    get_property(value CACHE "${name}" PROPERTY VALUE)
    tare__translate(value "${name}" "${value}" "${tree}")
    string(APPEND text "set([==[${name}]==] [==[${value}]==] CACHE ${type} \"\" FORCE)\n")
  endforeach()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# A toolchain file may be given relative to either folder.
function(tare__toolchain_file out)
  set(file "${CMAKE_TOOLCHAIN_FILE}")
  foreach(folder "${CMAKE_BINARY_DIR}" "${CMAKE_SOURCE_DIR}")
    if(file AND NOT IS_ABSOLUTE "${file}" AND EXISTS "${folder}/${file}")
      set(file "${folder}/${file}")
    endif()
  endforeach()
  set(${out} "${file}" PARENT_SCOPE)
endfunction()

function(tare__tree_script out tree)
  set(${out} "${CMAKE_BINARY_DIR}/tare-overheads/trees/${tree}.cmake" PARENT_SCOPE)
endfunction()

# <tree>.cmake for TareTree.cmake, and the cache script beside it. `role` is what `tare cc` is told,
# and `twins_of` the file that names the program in which the twins are looked up, or "".
function(tare__write_tree tree role twins_of)
  set(folder "${CMAKE_BINARY_DIR}/${tree}")
  tare__tree_script(script ${tree})
  tare__cache_script(cache "${folder}")
  tare__toolchain_file(toolchain)
  if(toolchain)
    string(APPEND cache "set(CMAKE_TOOLCHAIN_FILE [==[${toolchain}]==] CACHE FILEPATH \"\" FORCE)\n")
  endif()
  file(WRITE "${script}.cache" "${cache}")
  file(WRITE "${script}"
"set(source [==[${CMAKE_SOURCE_DIR}]==])
set(tree [==[${folder}]==])
set(cache [==[${script}.cache]==])
set(generator [==[${CMAKE_GENERATOR}]==])
set(role [==[${role}]==])
set(twins_of [==[${twins_of}]==])
")
endfunction()

# The commands that bring `tree` up to date and build these targets in it. Without EXTRA the build
# fails when one of them does.
function(tare__tree_commands out tree)
  cmake_parse_arguments(ARG "EXTRA" "" "" ${ARGN})
  get_property(package GLOBAL PROPERTY TARE_PACKAGE_DIR)
  tare__tree_script(script ${tree})
  set(make -)
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    set(make "$(MAKE)") # shares its -j
  endif()
  set(mode must)
  if(ARG_EXTRA)
    set(mode may)
  endif()
  set(${out} COMMAND ${CMAKE_COMMAND} -P "${package}/TareTree.cmake" "${script}" ${mode}
    ${make} ${ARG_UNPARSED_ARGUMENTS} PARENT_SCOPE)
endfunction()

# ---- in Tare's trees ----

function(tare__adapt_tree_later)
  get_property(done GLOBAL PROPERTY TARE_ADAPT_PLANNED)
  if(NOT done)
    set_property(GLOBAL PROPERTY TARE_ADAPT_PLANNED TRUE)
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL tare__adapt_folder
      "${CMAKE_SOURCE_DIR}")
  endif()
endfunction()

function(tare__adapt_folder folder)
  # `ccache` as a rule would take Tare for the compiler.
  set_property(GLOBAL PROPERTY RULE_LAUNCH_COMPILE)
  set_property(DIRECTORY "${folder}" PROPERTY RULE_LAUNCH_COMPILE)
  get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    tare__adapt_target(${target})
  endforeach()
  get_property(children DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
  foreach(child IN LISTS children)
    tare__adapt_folder("${child}")
  endforeach()
endfunction()

function(tare__adapt_target target)
  get_target_property(type ${target} TYPE)
  if(NOT type MATCHES "^(STATIC_LIBRARY|SHARED_LIBRARY|MODULE_LIBRARY|OBJECT_LIBRARY|EXECUTABLE)$")
    return()
  endif()
  get_property(TARE_EXECUTABLE GLOBAL PROPERTY TARE_EXECUTABLE)
  # In front of the project's own launchers. Links are seen as well (CMake 3.21): a -static one gets
  # the runtime, and one without OpenMP other libraries.
  foreach(property C_COMPILER CXX_COMPILER C_LINKER CXX_LINKER)
    get_target_property(launcher ${target} ${property}_LAUNCHER)
    if(NOT launcher)
      set(launcher "")
    endif()
    string(FIND "${launcher};" "${TARE_EXECUTABLE};cc;" at)
    if(at EQUAL 0) # the user's tree has it too
      list(REMOVE_AT launcher 0 1)
    endif()
    set_property(TARGET ${target} PROPERTY ${property}_LAUNCHER
      "${TARE_EXECUTABLE}" cc ${TARE_TREE_ROLE} ${launcher})
  endforeach()
  tare__keep_outputs_inside(${target})
endfunction()

# Outputs outside the tree would overwrite those of the plain programs. Where a folder with a generator
# expression lies is only known when all is configured, so each of those counts as outside.
function(tare__keep_outputs_inside target)
  get_target_property(base ${target} BINARY_DIR)
  get_target_property(source ${target} SOURCE_DIR)
  get_directory_property(config DIRECTORY "${source}" DEFINITION CMAKE_BUILD_TYPE)
  string(TOUPPER "${config}" config)
  foreach(kind RUNTIME LIBRARY ARCHIVE)
    foreach(property ${kind}_OUTPUT_DIRECTORY ${kind}_OUTPUT_DIRECTORY_${config})
      get_target_property(folder ${target} ${property})
      if(NOT folder)
        continue()
      endif()
      get_filename_component(whole "${folder}" ABSOLUTE BASE_DIR "${base}")
      string(FIND "${whole}/" "${CMAKE_BINARY_DIR}/" at)
      if(folder MATCHES "\\$<" OR NOT at EQUAL 0)
        string(TOLOWER ${kind} name)
        set_property(TARGET ${target} PROPERTY ${property} "${CMAKE_BINARY_DIR}/tare-moved/${name}")
      endif()
    endforeach()
  endforeach()
endfunction()
