# Run by CPack when everything lies where it will be packed: Debian's manual pages are compressed, and
# programs that custom commands have linked are stripped as all others are.
file(GLOB pages ${CPACK_TEMPORARY_DIRECTORY}/*/usr/share/man/man1/*.1)
if(pages)
  execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
endif()
file(GLOB programs ${CPACK_TEMPORARY_DIRECTORY}/*/usr/libexec/tare/*)
if(programs)
  execute_process(COMMAND strip --strip-unneeded ${programs} COMMAND_ERROR_IS_FATAL ANY)
endif()
