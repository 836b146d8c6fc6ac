# How everything of Livewarp is compiled: language level, warnings, sanitizers, and the version header.
#
#   livewarp_options   what users of a Livewarp library need too: include paths, LIVEWARP_HAS_CUDA
#   livewarp_warnings  what only our own sources are held to

option(LIVEWARP_WERROR "Treat warnings as errors" OFF)
option(LIVEWARP_WINDOW_TESTS "Build the tests that open windows" ON)
option(LIVEWARP_PRECOMPILE "Read the headers that all sources share once, not in each" ON)
set(LIVEWARP_UNITY "libraries;tests" CACHE STRING "Compile the sources of a room as one: of libraries, of tests, of both, or of none")
set(LIVEWARP_SANITIZE "" CACHE STRING "Sanitizers for everything, e.g. address,undefined")
set(LIVEWARP_KERNELS_FROM "" CACHE PATH "A build tree of these sources whose kernels for the host are taken: no sanitizer is in them")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

if(LIVEWARP_SANITIZE)
  add_compile_definitions(LIVEWARP_SANITIZED=1)  # for tests, in which none of them is
  add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=${LIVEWARP_SANITIZE}>
                      $<$<COMPILE_LANGUAGE:C,CXX>:-fno-omit-frame-pointer>
                      $<$<COMPILE_LANGUAGE:C,CXX>:-fno-sanitize-recover=undefined>)
  # Every check names its place, which is a relocation: more than a million of them take longer than most tests. At a
  # fixed address there are none.
  add_link_options(-fsanitize=${LIVEWARP_SANITIZE} -no-pie)
endif()

# For scripts/bundle: small, and looking for its libraries beside itself. The old tag (RPATH) also holds for the
# libraries that those libraries ask for.
option(LIVEWARP_BUNDLE "Build executables that run from a bundle" OFF)
# What lens, warp and edit read: instrumented kernels with their lines, and the kernels' sources.
option(LIVEWARP_BUNDLE_LENS "Let a bundle hold what its lens reads" OFF)
set(LIVEWARP_LENS ON)
# Instrumented kernels are heard by the hooks that are ThreadSanitizer's own: a program has one of both.
if((LIVEWARP_BUNDLE AND NOT LIVEWARP_BUNDLE_LENS) OR LIVEWARP_SANITIZE MATCHES "thread")
  set(LIVEWARP_LENS OFF)
  add_compile_definitions(LIVEWARP_NO_LENS=1)
endif()
if(LIVEWARP_BUNDLE)
  set(CMAKE_INSTALL_RPATH $ORIGIN/../lib)
  set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
  add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-ffunction-sections> $<$<COMPILE_LANGUAGE:C,CXX>:-fdata-sections>)
  # What names a place in the sources names it from their root on.
  set(root_map -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
  add_compile_options($<IF:$<COMPILE_LANGUAGE:CUDA>,-Xcompiler=${root_map},${root_map}>)
  # At a fixed address the program needs no relocations of its own.
  add_compile_options($<IF:$<COMPILE_LANGUAGE:CUDA>,-Xcompiler=-fno-pie,-fno-pie>)
  add_link_options(-no-pie -Wl,--gc-sections -Wl,--disable-new-dtags)
  if(LIVEWARP_LENS)
    add_link_options(-Wl,--compress-debug-sections=zlib)  # the rest goes where livewarp_program says
  else()
    add_link_options(-s)
  endif()
  set(packs $<VERSION_GREATER_EQUAL:$<CUDA_COMPILER_VERSION>,12.8>)
  add_compile_options($<$<AND:$<COMPILE_LANGUAGE:CUDA>,${packs}>:--compress-mode=size>)
else()
  add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-lineinfo>)  # for profilers; a third of a bundle's kernels
endif()

# Where there is ccache, what another build of the same sources made is taken, in whichever folder they lie. Debug
# information names files from the folder on; the lens asks for no more of them.
find_program(LIVEWARP_CCACHE ccache DOC "A cache of compiled sources; empty: none")
mark_as_advanced(LIVEWARP_CCACHE)
if(LIVEWARP_CCACHE)
  foreach(language C CXX CUDA)
    if(NOT CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
          CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${LIVEWARP_CCACHE})
    endif()
  endforeach()
  add_compile_options($<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-fpch-preprocess>)  # as ccache asks for
endif()

set(LIVEWARP_GENERATED_DIR ${PROJECT_BINARY_DIR}/generated)

add_library(livewarp_options INTERFACE)
target_include_directories(livewarp_options INTERFACE ${PROJECT_SOURCE_DIR} ${LIVEWARP_GENERATED_DIR})

# Sign conversions are left alone: CUDA's built-ins are unsigned, sizes in the user interface are not.
# Designated initialisers leave the rest to the defaults on purpose, which g++ 12 calls missing.
# Its -Wrestrict sees overlaps inside std::string that are not there (GCC bug 105651).
add_library(livewarp_warnings INTERFACE)
target_compile_options(livewarp_warnings INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wno-sign-conversion;-Wno-missing-field-initializers;-Wno-restrict>"
  "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wno-missing-field-initializers,-Wno-restrict>")
if(LIVEWARP_WERROR)
  target_compile_options(livewarp_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Werror>
    "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Werror all-warnings>"
    $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Werror>)
endif()

# "livewarp/source_dir.h": LIVEWARP_SOURCE_DIR, for tests that read files of the project.
file(CONFIGURE OUTPUT ${LIVEWARP_GENERATED_DIR}/livewarp/source_dir.h
     CONTENT "#pragma once\n#define LIVEWARP_SOURCE_DIR \"@PROJECT_SOURCE_DIR@\"\n" @ONLY)

# "livewarp/version.h": LIVEWARP_VERSION and LIVEWARP_COMMIT. Looked at in every build, rewritten only when it changes;
# include it in one source file, not in a header.
add_custom_target(livewarp_version
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION}
          -DOUT=${LIVEWARP_GENERATED_DIR}/livewarp/version.h -P ${PROJECT_SOURCE_DIR}/cmake/WriteVersion.cmake
  BYPRODUCTS ${LIVEWARP_GENERATED_DIR}/livewarp/version.h
  COMMENT "Looking at the version" VERBATIM)
add_dependencies(livewarp_options livewarp_version)
