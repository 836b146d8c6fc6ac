# The workloads. kernels/workloads.txt is the one list: a line there and a folder of that name are a workload.
# From it come the targets, and "kernels/workloads.inc" for C++ with one line LIVEWARP_WORKLOAD(name) each.
#
# By convention a folder kernels/x needs no CMakeLists.txt: x*.cpp is its library livewarp_x, x*_test.cpp are its tests,
# beside those of every workload (kernels/every_variant_test.cpp); a folder fuzz in it, for readers of files, has one. What
# compiles its CUDA variants for each compiler is generated.

# livewarp_compilations(OUT_CUDA OUT_EMULATOR NAME): the sources that compile a workload's CUDA variants, with nvcc and for
# the emulator, which compiles them a second time with instrumentation. x_variants.h is compiled by one, and each group
# that it calls, "g_group()", by another, from x_variants_g.h: so they are compiled side by side, and apart. A group of the
# name sm90a is compiled for that architecture alone.
function(livewarp_compilations cuda emulator name)
  set(room kernels/${name})
  if(EXISTS ${PROJECT_SOURCE_DIR}/${room}/cuda)
    string(APPEND room /cuda)
  endif()
  set(main ${room}/${name}_variants.h)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${main})
  file(READ ${PROJECT_SOURCE_DIR}/${main} text)
  string(REGEX MATCHALL "[a-z0-9_]+_group\\(\\)" groups "${text}")
  list(TRANSFORM groups REPLACE "_group\\(\\)" "")
  list(REMOVE_DUPLICATES groups)
  string(SUBSTRING ${name} 0 1 initial)
  string(TOUPPER ${initial} initial)
  string(SUBSTRING ${name} 1 -1 rest)
  set(class ${initial}${rest})
  set(out ${LIVEWARP_GENERATED_DIR}/kernels/${name}/${name})
  set(content "#include \"${main}\"\n\nnamespace livewarp {\n
Variants<${class}> ${class}::COMPILER_variants() { return ${name}::variants(); }\n
}  // namespace livewarp\n")
  string(REPLACE COMPILER cuda own "${content}")
  file(CONFIGURE OUTPUT ${out}_cuda.cu CONTENT "${own}" @ONLY)
  string(REPLACE COMPILER_variants LIVEWARP_HOST_VARIANTS own "${content}")
  file(CONFIGURE OUTPUT ${out}_emulator.cpp CONTENT "${own}" @ONLY)
  set(all_cuda ${out}_cuda.cu)
  set(all_emulator ${out}_emulator.cpp)
  foreach(group IN LISTS groups)
    set(content "#include \"${room}/${name}_variants_${group}.h\"\n
LIVEWARP_KERNELS_BEGIN\n\nnamespace ${name} {\n
decltype(${group}_variants()) ${group}_group() { return ${group}_variants(); }\n
}  // namespace ${name}\n\nLIVEWARP_KERNELS_END\n")
    file(CONFIGURE OUTPUT ${out}_${group}_cuda.cu CONTENT "${content}" @ONLY)
    file(CONFIGURE OUTPUT ${out}_${group}_emulator.cpp CONTENT "${content}" @ONLY)
    list(APPEND all_cuda ${out}_${group}_cuda.cu)
    list(APPEND all_emulator ${out}_${group}_emulator.cpp)
  endforeach()
  set(${cuda} ${all_cuda} PARENT_SCOPE)
  set(${emulator} ${all_emulator} PARENT_SCOPE)
endfunction()

# livewarp_hopper_kernels(NAME SOURCES ...): a group "sm90a" of a workload or of the core, whose kernels are made of
# instructions that compute capability 9.0 alone has. Whatever architectures the rest is compiled for, these are for that one, and without PTX:
# what runs elsewhere would be nothing. Their variants say `one_architecture`.
function(livewarp_hopper_kernels name)
  set(target livewarp_${name}_sm90a)
  add_library(${target} OBJECT ${ARGN})
  livewarp_compile(${target})
  target_link_libraries(${target} PRIVATE $<TARGET_PROPERTY:livewarp_${name},LINK_LIBRARIES>)
  set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES OFF)
  target_compile_options(${target} PRIVATE "SHELL:-gencode arch=compute_90a,code=sm_90a")
  target_sources(livewarp_${name} PRIVATE $<TARGET_OBJECTS:${target}>)
endfunction()

function(livewarp_workload name)
  set(folder ${PROJECT_SOURCE_DIR}/kernels/${name})
  livewarp_split(sources tests ${folder})
  if(NOT sources)
    message(FATAL_ERROR "kernels/workloads.txt names ${name}, but kernels/${name} holds no source")
  endif()
  livewarp_compilations(cuda emulator ${name})
  foreach(source IN LISTS emulator)
    livewarp_emulated(object ${name} ${source})
    list(APPEND sources ${object})
    if(LIVEWARP_LENS)
      livewarp_traced(traced ${source})
      list(APPEND sources ${traced})
    endif()
  endforeach()
  set(hopper ${cuda})
  list(FILTER hopper INCLUDE REGEX "_sm90a_cuda\\.cu$")
  list(FILTER cuda EXCLUDE REGEX "_sm90a_cuda\\.cu$")
  livewarp_library(${name} SOURCES ${sources} CUDA_SOURCES ${cuda}
                   LINK livewarp_core livewarp_emulator livewarp_pictures livewarp_grids TBB::tbb hwy::hwy hwy::hwy_contrib)
  if(hopper AND LIVEWARP_HAS_CUDA)
    livewarp_hopper_kernels(${name} ${hopper})
  endif()
  if(tests)
    livewarp_tests(${name} SOURCES ${tests} LINK livewarp_kernels)
  endif()
  if(EXISTS ${folder}/fuzz/CMakeLists.txt)
    add_subdirectory(${folder}/fuzz)
  endif()
endfunction()

# "kernels/core/lessons.inc": what the variants of the workloads teach, from the comments above their kernels and functions.
function(livewarp_lessons)
  set(out ${LIVEWARP_GENERATED_DIR}/kernels/core/lessons.inc)
  set(files)
  foreach(name IN LISTS ARGN)
    file(GLOB_RECURSE own CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/kernels/${name}/*.cuh
         ${PROJECT_SOURCE_DIR}/kernels/${name}/*.h ${PROJECT_SOURCE_DIR}/kernels/${name}/*.cpp)
    list(APPEND files ${own})
  endforeach()
  list(FILTER files EXCLUDE REGEX "_test(_[a-z_]+)?\\.")
  list(TRANSFORM files PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE paths)
  list(JOIN files "," names)
  set(script ${PROJECT_SOURCE_DIR}/cmake/Lessons.cmake)
  add_custom_command(OUTPUT ${out} VERBATIM DEPENDS ${paths} ${script}
                     COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DFILES=${names} -DOUT=${out} -P ${script})
  add_custom_target(livewarp_lessons DEPENDS ${out})
  add_dependencies(livewarp_core livewarp_lessons)
endfunction()

# "kernels/kernel_sources.inc": names and texts of the files that kernels are written in. A program without a
# lens has none, since it does not show them.
function(livewarp_kernel_sources)
  set(out ${LIVEWARP_GENERATED_DIR}/kernels/kernel_sources.inc)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/kernels/*.cuh)
  list(FILTER files EXCLUDE REGEX "test|kernels/emulator/")
  list(APPEND files kernels/core/base/compilation.h)  # which they include
  if(NOT LIVEWARP_LENS)
    set(files)
  endif()
  list(TRANSFORM files PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE paths)
  list(JOIN files "," names)
  set(script ${PROJECT_SOURCE_DIR}/cmake/EmbedSources.cmake)
  add_custom_command(OUTPUT ${out} VERBATIM DEPENDS ${paths} ${script}
                     COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DFILES=${names} -DOUT=${out} -P ${script})
  # And what variants of the host are written in: the files that lessons stand in.
  set(host_out ${LIVEWARP_GENERATED_DIR}/kernels/host_sources.inc)
  set(host_files)
  if(LIVEWARP_LENS)
    file(GLOB_RECURSE host_files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/kernels/*.cpp)
    list(FILTER host_files EXCLUDE REGEX "test|kernels/(core|emulator|grids|pictures)/|kernels/[a-z_]*\\.cpp$")
  endif()
  list(TRANSFORM host_files PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE host_paths)
  list(JOIN host_files "," host_names)
  add_custom_command(OUTPUT ${host_out} VERBATIM DEPENDS ${host_paths} ${script}
                     COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DFILES=${host_names} -DOUT=${host_out}
                             -DWITH=Lesson -P ${script})
  # And what they include where the host's compiler reads them: kernels that a user edits are compiled by the program.
  set(header_out ${LIVEWARP_GENERATED_DIR}/kernels/host_headers.inc)
  set(headers)
  if(LIVEWARP_LENS)
    livewarp_included_headers(headers ${files} kernels/core/device/library_kernel.h)
  endif()
  list(TRANSFORM headers PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE header_paths)
  list(JOIN headers "," header_names)
  add_custom_command(OUTPUT ${header_out} VERBATIM DEPENDS ${header_paths} ${script}
                     COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DFILES=${header_names} -DOUT=${header_out}
                             -P ${script})
  add_custom_target(livewarp_kernel_sources DEPENDS ${out} ${host_out} ${header_out})
endfunction()

# livewarp_included_headers(OUT FILES ...): the headers x.h among the files, and those that all of them include, and so on.
function(livewarp_included_headers out)
  set(known ${ARGN})
  set(next ${ARGN})
  while(next)
    set(found)
    foreach(file IN LISTS next)
      set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${file})
      file(STRINGS ${PROJECT_SOURCE_DIR}/${file} lines REGEX "^ *# *include \"kernels/")
      foreach(line IN LISTS lines)
        string(REGEX REPLACE ".*\"(.*)\".*" "\\1" name ${line})
        if(NOT name IN_LIST known)
          list(APPEND known ${name})
          list(APPEND found ${name})
        endif()
      endforeach()
    endforeach()
    set(next ${found})
  endwhile()
  list(FILTER known INCLUDE REGEX "\\.h$")
  list(REMOVE_ITEM known kernels/core/base/compilation.h)  # it is among the files of kernels
  set(${out} ${known} PARENT_SCOPE)
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
  file(GLOB folders RELATIVE ${PROJECT_SOURCE_DIR}/kernels ${PROJECT_SOURCE_DIR}/kernels/*)
  foreach(folder IN LISTS folders)
    if(NOT folder IN_LIST workloads AND EXISTS ${PROJECT_SOURCE_DIR}/kernels/${folder}/${folder}_variants.h)
      message(STATUS "kernels/${folder} is left out: kernels/workloads.txt does not name it")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${LIVEWARP_GENERATED_DIR}/kernels/workloads.inc CONTENT "${inc}" @ONLY)

  livewarp_kernel_sources()
  livewarp_lessons(${names})

  # kernels/ itself: the registry that reads the list, and the tests of all that it holds.
  livewarp_split(sources tests ${PROJECT_SOURCE_DIR}/kernels SHALLOW)
  livewarp_library(kernels SOURCES ${sources} LINK ${targets})
  add_dependencies(livewarp_kernels livewarp_kernel_sources)
  if(tests)
    livewarp_tests(kernels SOURCES ${tests} LINK livewarp_kernels INSTANCES ${workloads})
  endif()
  if(BUILD_TESTING AND NOT LIVEWARP_BUNDLE)
    # Tests that mpirun starts, several processes at once.
    livewarp_test_executable(livewarp_ranks_test SOURCES ${PROJECT_SOURCE_DIR}/kernels/testing/ranks_test.cpp LINK livewarp_kernels)
    foreach(count 2 3 4)
      add_test(NAME ranks_${count} COMMAND ${PROJECT_SOURCE_DIR}/cmake/tests/ranks.py ${count} $<TARGET_FILE:livewarp_ranks_test>)
      # What Open MPI keeps until the end is no leak of ours.
      set_tests_properties(ranks_${count} PROPERTIES LABELS ranks TIMEOUT 300 SKIP_RETURN_CODE 77
                           ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0")
    endforeach()
  endif()
endfunction()
