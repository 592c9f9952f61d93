# tare_machine_program(<runtime>): the program that measures a machine, by the compiler that
# calibration/scale_programs.cmake found for this runtime.
function(tare_machine_program runtime)
  if(NOT TARGET tare_scale_${runtime})
    return()
  endif()
  set(from ${CMAKE_CURRENT_SOURCE_DIR})
  set(units ${from}/rounds_main.c ${from}/rounds.c ${from}/sharing.c ${from}/rates.c)
  set(program ${CMAKE_BINARY_DIR}/${TARE_LIBEXECDIR}/tare-machine-${runtime})
  add_custom_command(OUTPUT ${program}
    COMMAND ${TARE_SCALE_${runtime}_COMPILER} -O2 -fopenmp -I${PROJECT_SOURCE_DIR} ${units} -o ${program}
    DEPENDS ${units} ${from}/rounds.h ${PROJECT_SOURCE_DIR}/driver/calibration/loaded_runtimes.h VERBATIM)
  add_custom_target(tare_machine_${runtime} ALL DEPENDS ${program})
  install(PROGRAMS ${program} DESTINATION ${TARE_LIBEXECDIR} COMPONENT instrument)
endfunction()
