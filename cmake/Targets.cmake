# What a folder's CMakeLists.txt calls.
#
#   livewarp_library(NAME SOURCES ... [CUDA_SOURCES ...] [LINK ...])
#       static library livewarp_NAME; CUDA_SOURCES only count in a build with CUDA. LINK is public.
#   livewarp_program(NAME SOURCES ... [LINK ...])
#       the program itself, in bin/ of the build, part of the install
#   livewarp_tests(NAME SOURCES ... [LINK ...] [INSTANCES ...])
#       GoogleTest executable livewarp_NAME_test, in tests/ of the build, whose suites ctest knows (TestSuites.cmake).
#       The name of a test suite says how its tests run: Gpu... carries the label gpu and runs alone,
#       ...Timing... carries the label timing and runs alone. Of INSTANCES of suites each is a label of its own.
#   livewarp_window_tests(NAME SOURCES ... [LINK ...])
#       GoogleTest executable livewarp_NAME_window_test that opens windows: it links Dear ImGui Test Engine and is run
#       whole, under Xvfb with software OpenGL, with the label window
#   livewarp_user_tests(NAME SOURCES ... [LINK ...])
#       GoogleTest executable livewarp_NAME_user_test, whose tests drive the user interface by Dear ImGui Test Engine
#       without a window, with the label user
#   livewarp_fuzz(NAME SOURCES ... DRIVER ... [LINK ...])
#       executable livewarp_NAME_fuzz, in tests/ of the build, that ctest runs for some seconds, with the label fuzz,
#       and scripts/soak for long. With LIVEWARP_SANITIZE=...,fuzzer-no-link libFuzzer takes the driver's place.

# livewarp_split(OUT_SOURCES OUT_TESTS FOLDER [SHALLOW]): the sources of a folder and of the rooms in it, whatever is there:
# one that a list forgets is never compiled, and nobody misses it. Apart are x_test.cpp, and what only tests use, in rooms
# called testing. Fuzz targets are not among them, nor CUDA sources (x.cu, and all in a room called cuda of the core or of
# render) in a build without CUDA. SHALLOW: of the folder alone.
function(livewarp_split sources tests folder)
  set(glob GLOB_RECURSE)
  if("SHALLOW" IN_LIST ARGN)
    set(glob GLOB)
  endif()
  file(${glob} all CONFIGURE_DEPENDS ${folder}/*.cpp ${folder}/*.cu)
  list(FILTER all EXCLUDE REGEX "/fuzz/")
  if(NOT LIVEWARP_HAS_CUDA)
    list(FILTER all EXCLUDE REGEX "\\.cu$|/exec/cuda/")
  endif()
  set(test ${all})
  list(FILTER test INCLUDE REGEX "_test\\.(cpp|cu)$|/testing/")
  list(FILTER all EXCLUDE REGEX "_test\\.(cpp|cu)$|/testing/")
  set(${sources} ${all} PARENT_SCOPE)
  set(${tests} ${test} PARENT_SCOPE)
endfunction()

function(livewarp_compile target)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${target} PUBLIC livewarp_options)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:livewarp_warnings>)
endfunction()

# livewarp_precompile(TARGET HEADERS): the target's C++ sources begin with headers that are read once for all targets:
# those of the library livewarp_precompiled, or of livewarp_precompiled_tests, GoogleTest's among them. What needs them
# includes them all the same: the test standard_headers asks headers for them, and the preset cpu-only does without.
function(livewarp_precompile target headers)
  if(NOT LIVEWARP_PRECOMPILE OR LIVEWARP_BUNDLE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  if(NOT TARGET ${headers})
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${headers}.cpp CONTENT "")
    add_library(${headers} OBJECT ${PROJECT_BINARY_DIR}/${headers}.cpp)
    livewarp_compile(${headers})
    target_link_libraries(${headers} PRIVATE fmt::fmt)
    target_precompile_headers(${headers} PRIVATE
      <algorithm> <array> <atomic> <chrono> <cmath> <condition_variable> <cstdint> <cstring> <functional> <map> <memory>
      <mutex> <optional> <set> <span> <sstream> <stop_token> <string> <string_view> <thread> <utility> <variant> <vector>
      <fmt/format.h>)
    if(headers MATCHES "tests$")
      target_link_libraries(${headers} PRIVATE GTest::gtest)
      target_precompile_headers(${headers} PRIVATE <gtest/gtest.h>)
      livewarp_test_options(${headers})
    endif()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${headers})
endfunction()

# livewarp_unity(TARGET KIND): where LIVEWARP_UNITY names the kind, the sources of each room are compiled as one, in half the
# time, and a target's CUDA sources in a third. Names of their unnamed namespaces then meet. What has options of its own
# stays alone; so does what is generated, and what Highway compiles once for each target. (Not by CMake's UNITY_BUILD: that
# makes no units of CUDA sources in 3.25, and its units name the folder of the checkout, by which a compiler cache misses.)
function(livewarp_unity target kind)
  if(NOT kind IN_LIST LIVEWARP_UNITY OR LIVEWARP_BUNDLE)
    return()
  endif()
  if(NOT TARGET livewarp_unit)
    add_library(livewarp_unit INTERFACE)
    # What shadows a name of another file shadows nothing where each is compiled alone, and a unit is no header. Of headers
    # that are read once for all g++ 12 forgets that they are the system's, and reports what it suspects in std::string.
    target_compile_options(livewarp_unit INTERFACE
      "$<$<COMPILE_LANGUAGE:CXX>:-Wno-shadow;-Wno-subobject-linkage;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
  endif()
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:livewarp_unit>)  # after livewarp_warnings
  get_target_property(sources ${target} SOURCES)
  set(units)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE file)
    livewarp_unit_of(unit ${file})
    if(unit)
      list(APPEND units ${unit})
      list(APPEND ${unit} ${source})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES units)
  foreach(unit IN LISTS units)
    list(LENGTH ${unit} count)
    if(count GREATER 1)
      list(REMOVE_ITEM sources ${${unit}})
      set(includes)
      foreach(source IN LISTS ${unit})
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
        cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
        list(APPEND includes "#include \"${source}\"\n")
      endforeach()
      list(REMOVE_DUPLICATES includes)  # a source may be named from its folder and from the root
      list(JOIN includes "" content)
      file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${target}_${unit} CONTENT "${content}")
      list(APPEND sources ${CMAKE_CURRENT_BINARY_DIR}/${target}_${unit})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
endfunction()

# livewarp_unit_of(OUT FILE): the name of the unit that FILE is compiled in, or nothing.
function(livewarp_unit_of out file)
  set(${out} "" PARENT_SCOPE)
  cmake_path(IS_PREFIX PROJECT_BINARY_DIR ${file} generated)
  get_source_file_property(alone ${file} SKIP_UNITY_BUILD_INCLUSION)
  get_source_file_property(options ${file} COMPILE_OPTIONS)
  get_source_file_property(definitions ${file} COMPILE_DEFINITIONS)
  if(generated OR alone OR options OR definitions)
    return()
  endif()
  if(file MATCHES "\\.cu$")
    set(${out} unit.cu PARENT_SCOPE)
  elseif(file MATCHES "\\.cpp$")
    file(STRINGS ${file} targets REGEX "include [\"<]hwy/foreach_target.h" LIMIT_COUNT 1)
    if(NOT targets)
      cmake_path(GET file PARENT_PATH room)
      cmake_path(RELATIVE_PATH room BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
      string(MAKE_C_IDENTIFIER ${room} room)
      set(${out} ${room}.cpp PARENT_SCOPE)
    endif()
  endif()
endfunction()

# Tests run briefly and are compiled often. Sanitizers look at what is tested: tests themselves take thrice the time under
# all of them; but of threads ThreadSanitizer must see both ends. (-fPIC is what the headers were compiled with. Of such headers g++ 12 forgets that they are the
# system's, and reports what it suspects in std::string.)
function(livewarp_test_options target)
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANGUAGE:CXX>:-fPIC;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
  if(LIVEWARP_SANITIZE MATCHES "thread")
    target_compile_options(${target} PRIVATE -O0)
  elseif(LIVEWARP_SANITIZE)
    target_compile_options(${target} PRIVATE -O0 -g0 -fno-sanitize=all)
  else()
    target_compile_options(${target} PRIVATE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:$<CONFIG:Debug>>>:-O1>)
  endif()
endfunction()

# Sources that compile kernels for the host (x_emulator.cpp): the kernels reinterpret memory as CUDA code does,
# and their pragmas are nvcc's.
function(livewarp_host_kernels)
  set(options -fno-strict-aliasing -Wno-unknown-pragmas)
  if(LIVEWARP_BUNDLE)
    list(APPEND options -Os)  # a bundle is for machines with a GPU
  endif()
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${options}")
  # Their kernels take arguments at multiples of 64 bytes (TensorMap), of which g++ tells that older ones passed them otherwise.
  set(hopper ${ARGN})
  list(FILTER hopper INCLUDE REGEX "_sm90a_emulator\\.cpp$")
  if(hopper)
    set_property(SOURCE ${hopper} APPEND PROPERTY COMPILE_OPTIONS -Wno-psabi)
  endif()
endfunction()

# livewarp_emulated(OUT NAME FILE): what compiles kernels for the host in the library of workload NAME: FILE itself, or its
# object in the build tree LIVEWARP_KERNELS_FROM. Then no sanitizer is in the kernels; the emulator checks their accesses
# itself (kernels/sanitize_test.cpp).
function(livewarp_emulated out name source)
  set(${out} ${source} PARENT_SCOPE)
  if(LIVEWARP_KERNELS_FROM)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_BINARY_DIR} OUTPUT_VARIABLE place)
    set(made ${LIVEWARP_KERNELS_FROM}/CMakeFiles/livewarp_${name}.dir/${place}.o)
    if(EXISTS ${made})
      set_source_files_properties(${made} PROPERTIES EXTERNAL_OBJECT TRUE)
      set(${out} ${made} PARENT_SCOPE)
    endif()
  endif()
endfunction()

# livewarp_traced(OUT FILE): an object of kernels that tell `kernels/emulator` what they do with memory, and the basic blocks
# that they go through. Not a sanitizer: its interface alone is used, and other sanitizers stay out. What the compiler
# would do with accesses that a GPU's does not (copy structures in parts, merge iterations into vectors, or what two
# branches do into one) is left undone.
# What other objects have too stays in each: where the linker keeps one copy alone, all units' debug information claims
# it, and libbacktrace then finds no lines for what follows.
# Of debug information there is what leads from code to lines and calls (-g1), with the lines that -g would tell.
# LIVEWARP_TRACED_OPTIONS: how; a kernel that a user edits is compiled likewise, by the program (app/edit).
# LIVEWARP_KERNELS_FROM: a build tree of the same sources whose objects are taken where it has them.
set(LIVEWARP_TRACED_OPTIONS -O2 -g1 -gstatement-frontiers -fno-strict-aliasing -fno-gnu-unique -fno-tree-vectorize
    -fno-tree-sra -fno-code-hoisting -fno-tree-tail-merge -fno-tree-cselim -fno-crossjumping
    -fsanitize=thread -fsanitize-coverage=trace-pc -Wno-unknown-pragmas -Wno-tsan)
function(livewarp_traced out source)
  cmake_path(GET source STEM stem)
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_BINARY_DIR BASE_DIRECTORY ${PROJECT_BINARY_DIR} OUTPUT_VARIABLE place)
  cmake_path(APPEND LIVEWARP_KERNELS_FROM ${place} ${stem}_traced.o OUTPUT_VARIABLE made)
  if(LIVEWARP_KERNELS_FROM AND EXISTS ${made})
    set_source_files_properties(${made} PROPERTIES EXTERNAL_OBJECT TRUE)
    set(${out} ${made} PARENT_SCOPE)
    return()
  endif()
  set(name livewarp_${stem}_traced)
  add_library(${name} OBJECT ${source})
  livewarp_compile(${name})
  if(LIVEWARP_SANITIZE)
    target_compile_options(${name} PRIVATE -fno-sanitize=${LIVEWARP_SANITIZE})
  endif()
  target_compile_definitions(${name} PRIVATE LIVEWARP_TRACED=1)
  target_compile_options(${name} PRIVATE ${LIVEWARP_TRACED_OPTIONS})
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${stem}_traced.o)
  add_custom_command(OUTPUT ${object} VERBATIM DEPENDS ${name} $<TARGET_OBJECTS:${name}>
                     COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${object} $<TARGET_OBJECTS:${name}>)
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  set(${out} ${object} PARENT_SCOPE)
endfunction()

function(livewarp_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;CUDA_SOURCES;LINK")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "livewarp_library(${name}): what is ${arg_UNPARSED_ARGUMENTS}?")
  endif()
  set(target livewarp_${name})
  if(LIVEWARP_HAS_CUDA)
    list(APPEND arg_SOURCES ${arg_CUDA_SOURCES})
  endif()
  add_library(${target} STATIC ${arg_SOURCES})
  livewarp_compile(${target})
  livewarp_precompile(${target} livewarp_precompiled)
  cmake_language(EVAL CODE "cmake_language(DEFER CALL livewarp_unity ${target} libraries)")  # once its files have their options
  if(name MATCHES "^(app|ui|render)$")
    # A fifth of their time; what computes keeps its -O3.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:$<IF:$<BOOL:${LIVEWARP_BUNDLE}>,-Os,$<$<NOT:$<CONFIG:Debug>>:-O1>>>)
    if(LIVEWARP_SANITIZE MATCHES "address.*undefined")
      # What computes with numbers is elsewhere, and these checks are a third of the time of compiling the rest.
      target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=undefined>)
    endif()
  elseif(LIVEWARP_SANITIZE MATCHES "address.*undefined")
    # AddressSanitizer reports what is read or written at null or beyond an object, and kernels alone reinterpret memory.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=null,alignment,object-size,vptr>)
  endif()
  if(LIVEWARP_BUNDLE)
    set(small ${arg_SOURCES})
    list(FILTER small EXCLUDE REGEX "_(cpu|emulator|reference|compare|check)[a-z_]*\\.cpp$|\\.cu$")
    set_source_files_properties(${small} PROPERTIES COMPILE_OPTIONS -Os)
  endif()
  target_link_libraries(${target} PUBLIC ${arg_LINK})
  if(arg_CUDA_SOURCES)
    target_link_libraries(${target} PUBLIC livewarp_cudart)
  endif()
  set(emulator ${arg_SOURCES})
  list(FILTER emulator INCLUDE REGEX "_emulator\\.cpp$")
  if(emulator)
    livewarp_host_kernels(${emulator})
  endif()
endfunction()

function(livewarp_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  add_executable(${name} ${arg_SOURCES})
  livewarp_compile(${name})
  target_link_libraries(${name} PRIVATE ${arg_LINK})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  if(LIVEWARP_BUNDLE AND LIVEWARP_LENS)
    add_custom_command(TARGET ${name} POST_BUILD VERBATIM
                       COMMAND ${CMAKE_OBJCOPY} --strip-all "--keep-section=.debug_*" $<TARGET_FILE:${name}>)
  endif()
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

function(livewarp_test_executable target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;INSTANCES")
  add_executable(${target} ${arg_SOURCES})
  livewarp_compile(${target})
  target_link_libraries(${target} PRIVATE ${arg_LINK} GTest::gtest GTest::gtest_main)
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  livewarp_test_options(${target})
  livewarp_precompile(${target} livewarp_precompiled_tests)
  cmake_language(EVAL CODE "cmake_language(DEFER CALL livewarp_unity ${target} tests)")  # once its files have their options
  if(LIVEWARP_SANITIZE)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/kernels/core/testing/threads_end_first.cpp)
    target_link_libraries(${target} PRIVATE TBB::tbb)
  endif()
  if(LIVEWARP_SANITIZE MATCHES "thread")
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/kernels/core/testing/thread_sanitizer.cpp)
  endif()
endfunction()

# A bundle's program holds the tests that need a GPU too, and runs them when it is called livewarp_gpu_test: so what
# they share is there once.
function(livewarp_gather_gpu_tests)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "SOURCES;LINK;INSTANCES")
  set(tests)
  set(support)
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    if(NOT source MATCHES "_test\\.(cpp|cu)$")
      list(APPEND support ${source})
    else()
      file(STRINGS ${source} gpu REGEX "TEST[_A-Z]*[(]Gpu" LIMIT_COUNT 1)
      if(gpu)
        list(APPEND tests ${source})
      endif()
    endif()
  endforeach()
  if(tests)
    set_property(GLOBAL APPEND PROPERTY LIVEWARP_GPU_TEST_SOURCES ${tests} ${support})
    set_property(GLOBAL APPEND PROPERTY LIVEWARP_GPU_TEST_LINK ${arg_LINK})
  endif()
endfunction()

# To be called when every folder is known.
function(livewarp_bundle_tests)
  get_property(sources GLOBAL PROPERTY LIVEWARP_GPU_TEST_SOURCES)
  get_property(link GLOBAL PROPERTY LIVEWARP_GPU_TEST_LINK)
  if(sources)
    list(REMOVE_DUPLICATES link)
    add_library(livewarp_gpu_tests OBJECT ${sources})
    livewarp_compile(livewarp_gpu_tests)
    target_compile_options(livewarp_gpu_tests PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Os>)
    target_link_libraries(livewarp_gpu_tests PRIVATE ${link} GTest::gtest)
    target_link_libraries(livewarp PRIVATE livewarp_gpu_tests GTest::gtest)
    target_compile_definitions(livewarp PRIVATE LIVEWARP_HOLDS_TESTS=1)
  endif()
endfunction()

# Makes the suites of a GoogleTest program known to ctest, when it begins: see TestSuites.cmake.
function(livewarp_discover target label)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${target}_suites)
  file(GENERATE OUTPUT ${file}.cmake CONTENT "include(\"${PROJECT_SOURCE_DIR}/cmake/TestSuites.cmake\")
livewarp_suites(\"$<TARGET_FILE:${target}>\" \"${file}.txt\" \"${label}\" \"${ARGN}\")
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${file}.cmake)
endfunction()

function(livewarp_tests name)
  if(NOT BUILD_TESTING)
    return()
  endif()
  if(LIVEWARP_BUNDLE)
    livewarp_gather_gpu_tests(${ARGN})
    return()
  endif()
  set(target livewarp_${name}_test)
  livewarp_test_executable(${target} ${ARGN})
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;INSTANCES")
  livewarp_discover(${target} ${name} ${arg_INSTANCES})
endfunction()

function(livewarp_window_tests name)
  if(NOT BUILD_TESTING OR NOT LIVEWARP_WINDOW_TESTS)
    return()
  endif()
  set(target livewarp_${name}_window_test)
  livewarp_test_executable(${target} ${ARGN})
  set_target_properties(${target} PROPERTIES LIVEWARP_IMGUI_TESTABLE ON)
  add_test(NAME ${name}_window COMMAND ${XVFB_RUN} -a -s "-screen 0 1920x1080x24 -noreset" $<TARGET_FILE:${target}>)
  set_tests_properties(${name}_window PROPERTIES LABELS window TIMEOUT 900 RUN_SERIAL TRUE
                       ENVIRONMENT "LIBGL_ALWAYS_SOFTWARE=1")
endfunction()

function(livewarp_user_tests name)
  if(NOT BUILD_TESTING OR LIVEWARP_BUNDLE)
    return()
  endif()
  set(target livewarp_${name}_user_test)
  livewarp_test_executable(${target} ${ARGN})
  set_target_properties(${target} PROPERTIES LIVEWARP_IMGUI_TESTABLE ON)
  livewarp_discover(${target} user)
endfunction()

function(livewarp_fuzz name)
  if(NOT BUILD_TESTING OR LIVEWARP_BUNDLE)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DRIVER;LINK")
  set(target livewarp_${name}_fuzz)
  add_executable(${target} ${arg_SOURCES})
  livewarp_compile(${target})
  target_link_libraries(${target} PRIVATE ${arg_LINK})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
  if(LIVEWARP_SANITIZE MATCHES "fuzzer")
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    return()
  endif()
  target_sources(${target} PRIVATE ${arg_DRIVER})
  set(seconds 2)
  if(LIVEWARP_SANITIZE)
    set(seconds 5)  # they see what is wrong
  endif()
  add_test(NAME ${name}_fuzz COMMAND ${target} --seconds ${seconds})
  set_tests_properties(${name}_fuzz PROPERTIES LABELS fuzz TIMEOUT 300)
endfunction()
