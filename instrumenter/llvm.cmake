# Clang's libraries, pinned: other releases' CMake files may lie beside them. Tare is written for 19; where
# that is not installed, the newest of those that clang/compat.h knows.
set(found 19)
foreach(release 19 22 21 20 18)
  if(EXISTS /usr/lib/llvm-${release}/lib/cmake/clang)
    set(found ${release})
    break()
  endif()
endforeach()
set(TARE_LLVM_VERSION ${found} CACHE STRING "LLVM release to build with (18 to 22)")
set(TARE_LLVM_DIR "/usr/lib/llvm-${TARE_LLVM_VERSION}" CACHE PATH "Where that LLVM is installed")
find_package(LLVM REQUIRED CONFIG
  PATHS ${TARE_LLVM_DIR}/lib/cmake/llvm NO_DEFAULT_PATH)
find_package(Clang REQUIRED CONFIG PATHS ${TARE_LLVM_DIR}/lib/cmake/clang NO_DEFAULT_PATH)

option(TARE_STATIC_CLANG "Link tare-instrument with Clang's archives where they are installed" ON)
if(TARE_STATIC_CLANG)
  include(${CMAKE_CURRENT_LIST_DIR}/static_clang.cmake)
endif()

# Programs that set the property TARE_STATIC_CLANG get the archives, tests the shared libraries.
add_library(tare_libclang INTERFACE)
if(TARE_CLANG_ARCHIVES)
  set(wants_archives "$<BOOL:$<TARGET_PROPERTY:TARE_STATIC_CLANG>>")
  target_link_libraries(tare_libclang INTERFACE "$<${wants_archives}:${TARE_CLANG_ARCHIVES}>"
    "$<$<NOT:${wants_archives}>:clang-cpp;LLVM>")
else()
  target_link_libraries(tare_libclang INTERFACE clang-cpp LLVM)
endif()
