# cmake -DROOT=FOLDER -DFILES=a,b,... -DOUT=FILE -P Lessons.cmake: finds the lessons of all variants in the files that
# their kernels and functions are written in, and writes each as C++ has it: workload, variant, file, text.
#
#   // Lesson naive: what a student reads, in a few lines, to the end of the comment or an empty line of it.
#   template <class Real>
#   __global__ void nbody_naive(...)
#
# The workload is the file's folder in kernels/.
cmake_minimum_required(VERSION 3.25)
string(REPLACE "," ";" files "${FILES}")
set(text "")
set(seen)
foreach(name IN LISTS files)
  file(READ ${ROOT}/${name} content)
  string(FIND "${content}" "// Lesson " found)
  if(found EQUAL -1)
    continue()
  endif()
  # What would part or join a list's elements.
  string(REPLACE ";" "\\u003b" content "${content}")
  string(REPLACE "[" "\\u005b" content "${content}")
  string(REPLACE "]" "\\u005d" content "${content}")
  string(REGEX MATCHALL "\n *// Lesson [^\n]*(\n *// [^\n]*)*" lessons "${content}")
  string(REGEX REPLACE "^kernels/([^/]+)/.*" "\\1" workload ${name})
  foreach(lesson IN LISTS lessons)
    string(REGEX REPLACE "\n *// " " " lesson "${lesson}")
    if(NOT lesson MATCHES "^ Lesson ([a-z0-9-]+): (.+)$")
      message(FATAL_ERROR "${name}: a lesson begins with \"Lesson VARIANT: \", not as here:${lesson}")
    endif()
    set(variant ${CMAKE_MATCH_1})
    set(words "${CMAKE_MATCH_2}")
    if("${workload} ${variant}" IN_LIST seen)
      message(FATAL_ERROR "${name}: variant ${variant} of ${workload} has a second lesson")
    endif()
    list(APPEND seen "${workload} ${variant}")
    string(APPEND text "{\"${workload}\", \"${variant}\", \"${name}\",\n R\"livewarp(${words})livewarp\"},\n")
  endforeach()
endforeach()
string(REPLACE "\\u003b" ";" text "${text}")
string(REPLACE "\\u005b" "[" text "${text}")
string(REPLACE "\\u005d" "]" text "${text}")
# An equal file stays as it is, so that nothing is compiled again.
file(CONFIGURE OUTPUT ${OUT} CONTENT "@text@" @ONLY)
