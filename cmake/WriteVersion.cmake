# Writes the version header OUT from VERSION and the commit of SOURCE; leaves an equal file untouched.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=10 --exclude=*
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [[
#pragma once
#define LIVEWARP_VERSION "@VERSION@"
#define LIVEWARP_COMMIT "@commit@"
]])
