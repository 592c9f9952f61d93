# The calibration programs: for each OpenMP runtime, with probes and without, beside tare-instrument.
# They do not depend on how Tare itself is compiled: always by these compilers, with -O2.

# Whether `compiler` makes programs that run on `runtime`.
function(tare_makes_openmp compiler runtime result)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/try_${runtime}.c)
  set(program ${CMAKE_CURRENT_BINARY_DIR}/try_${runtime})
  file(WRITE ${source} "#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n")
  execute_process(COMMAND ${compiler} -fopenmp ${source} -o ${program}
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  set(${result} FALSE PARENT_SCOPE)
  if(failed EQUAL 0)
    file(STRINGS ${program} named REGEX "${runtime}5?\\.so")
    if(named)
      set(${result} TRUE PARENT_SCOPE)
    endif()
  endif()
endfunction()

# tare_scale_programs(<runtime> <names of compilers>): target tare_scale_<runtime>.
function(tare_scale_programs runtime)
  find_program(TARE_SCALE_${runtime}_COMPILER NAMES ${ARGN}
    DOC "C compiler whose OpenMP programs run on ${runtime}")
  set(compiler ${TARE_SCALE_${runtime}_COMPILER})
  if(compiler)
    tare_makes_openmp(${compiler} ${runtime} usable)
  endif()
  if(NOT usable)
    message(STATUS "no compiler for ${runtime} (${ARGN}): probes on it cannot be calibrated")
    return()
  endif()

  set(from ${CMAKE_CURRENT_SOURCE_DIR})
  set(places $ORIGIN/../../lib) # of the build tree
  if(NOT CMAKE_INSTALL_LIBDIR STREQUAL lib)
    string(APPEND places :$ORIGIN/../../${CMAKE_INSTALL_LIBDIR})
  endif()
  set(plain)
  set(programs)
  foreach(unit scale_main scale_interruptions primitives)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${runtime}_${unit}.o)
    add_custom_command(OUTPUT ${object}
      COMMAND ${compiler} -O2 -fopenmp -c ${from}/${unit}.c -o ${object}
      DEPENDS ${from}/${unit}.c ${from}/scale.h ${from}/loaded_runtimes.h VERBATIM)
    list(APPEND plain ${object})
  endforeach()
  foreach(suffix "" "-probed")
    set(kernels ${CMAKE_CURRENT_BINARY_DIR}/${runtime}_kernels${suffix}.o)
    set(program ${CMAKE_BINARY_DIR}/${TARE_LIBEXECDIR}/tare-scale-${runtime}${suffix})
    set(wrapper)
    set(library)
    set(needs)
    if(suffix)
      set(needs tare tare-instrument tare_rt)
      set(wrapper ${CMAKE_COMMAND} -E env --unset=TARE_WRAPPER $<TARGET_FILE:tare> cc)
      # By its place beside the program: the units would look where this build tree is.
      set(library -Wl,--no-as-needed $<TARGET_FILE:tare_rt>
        "-Wl,-rpath,${places},--enable-new-dtags")
    endif()
    add_custom_command(OUTPUT ${kernels}
      COMMAND ${wrapper} ${compiler} -O2 -fopenmp -c ${from}/scale.c -o ${kernels}
      DEPENDS ${from}/scale.c ${from}/scale.h ${needs} VERBATIM)
    add_custom_command(OUTPUT ${program}
      COMMAND ${compiler} -fopenmp ${plain} ${kernels} ${library} -o ${program}
      DEPENDS ${plain} ${kernels} ${needs} VERBATIM)
    list(APPEND programs ${program})
  endforeach()
  add_custom_target(tare_scale_${runtime} ALL DEPENDS ${programs})
  install(PROGRAMS ${programs} DESTINATION ${TARE_LIBEXECDIR} COMPONENT instrument)
endfunction()
