# The workloads. kernels/workloads.txt is the one list: a line there and a folder of that name are a workload.
# From it come the targets, and "kernels/workloads.inc" for C++ with one line LIVEWARP_WORKLOAD(name) each.
#
# By convention a folder kernels/x needs no CMakeLists.txt: x*.cpp is its library livewarp_x, x_cuda.cu joins in a
# build with CUDA, x*_test.cpp are its tests, beside those of every workload (kernels/every_variant_test.cpp); a folder
# fuzz in it, for readers of files, has one. x_simt.cpp is compiled twice, the second time with instrumentation.

function(livewarp_workload name)
  set(folder ${PROJECT_SOURCE_DIR}/kernels/${name})
  livewarp_split(sources tests ${folder})
  if(NOT sources)
    message(FATAL_ERROR "kernels/workloads.txt names ${name}, but kernels/${name} holds no source")
  endif()
  file(GLOB cuda CONFIGURE_DEPENDS ${folder}/${name}*.cu)
  if(NOT LIVEWARP_BUNDLE)
    livewarp_traced(traced ${folder}/${name}_simt.cpp)
    list(APPEND sources ${traced})
  endif()
  livewarp_library(${name} SOURCES ${sources} CUDA_SOURCES ${cuda}
                   LINK livewarp_core livewarp_simt TBB::tbb hwy::hwy)
  livewarp_host_kernels(${folder}/${name}_simt.cpp)
  if(tests)
    livewarp_tests(${name} SOURCES ${tests} LINK livewarp_kernels)
  endif()
  if(EXISTS ${folder}/fuzz/CMakeLists.txt)
    add_subdirectory(${folder}/fuzz)
  endif()
endfunction()

# "kernels/kernel_sources.inc": names and texts of the files that kernels are written in. A bundle has none, since it does
# not show them.
function(livewarp_kernel_sources)
  set(out ${LIVEWARP_GENERATED_DIR}/kernels/kernel_sources.inc)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/kernels/*.cuh)
  list(FILTER files EXCLUDE REGEX "test|kernels/simt/")
  if(LIVEWARP_BUNDLE)
    set(files)
  endif()
  list(TRANSFORM files PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE paths)
  list(JOIN files "," names)
  set(script ${PROJECT_SOURCE_DIR}/cmake/EmbedSources.cmake)
  add_custom_command(OUTPUT ${out} VERBATIM DEPENDS ${paths} ${script}
                     COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DFILES=${names} -DOUT=${out} -P ${script})
  add_custom_target(livewarp_kernel_sources DEPENDS ${out})
endfunction()

function(livewarp_workloads)
  set(list ${PROJECT_SOURCE_DIR}/kernels/workloads.txt)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} names REGEX "^[a-z]")
  set(inc)
  set(targets)
  set(workloads)
  foreach(name IN LISTS names)
    string(STRIP ${name} name)
    livewarp_workload(${name})
    list(APPEND targets livewarp_${name})
    list(APPEND workloads ${name})
    string(APPEND inc "LIVEWARP_WORKLOAD(${name})\n")
  endforeach()
  file(CONFIGURE OUTPUT ${LIVEWARP_GENERATED_DIR}/kernels/workloads.inc CONTENT "${inc}" @ONLY)

  livewarp_kernel_sources()

  # kernels/ itself: the registry that reads the list, and the tests of all that it holds.
  livewarp_split(sources tests ${PROJECT_SOURCE_DIR}/kernels SHALLOW)
  livewarp_library(kernels SOURCES ${sources} LINK ${targets})
  add_dependencies(livewarp_kernels livewarp_kernel_sources)
  if(tests)
    livewarp_tests(kernels SOURCES ${tests} LINK livewarp_kernels INSTANCES ${workloads})
  endif()
endfunction()
