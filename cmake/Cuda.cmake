# The CUDA language: LIVEWARP_CUDA=AUTO takes a toolkit where there is one, ON insists, OFF builds for the CPU only.
# Everybody sees the outcome as the definition LIVEWARP_HAS_CUDA (1 or 0) and the variable of the same name.

set(LIVEWARP_CUDA AUTO CACHE STRING "Build the CUDA backend: AUTO, ON or OFF")
set_property(CACHE LIVEWARP_CUDA PROPERTY STRINGS AUTO ON OFF)
set(LIVEWARP_DEPS_DIR ${PROJECT_SOURCE_DIR}/.deps CACHE PATH "Where scripts/setup puts what it fetches")
set(LIVEWARP_HAS_CUDA 0)

function(livewarp_find_nvcc out)
  if(CMAKE_CUDA_COMPILER)
    set(${out} ${CMAKE_CUDA_COMPILER} PARENT_SCOPE)
    return()
  endif()
  file(GLOB own ${LIVEWARP_DEPS_DIR}/venv/lib/python3*/site-packages/nvidia/cu*/bin)
  find_program(nvcc nvcc HINTS ENV CUDACXX ENV CUDA_HOME ENV CUDA_PATH PATH_SUFFIXES bin
               PATHS /usr/local/cuda/bin ${own} NO_CACHE)
  if(DEFINED ENV{CUDACXX})
    set(nvcc $ENV{CUDACXX})
  endif()
  set(${out} ${nvcc} PARENT_SCOPE)
endfunction()

# The present GPUs' architectures; without a GPU 90, and the PTX of 75, of which a driver makes what any other needs.
function(livewarp_default_architectures out)
  execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
                  OUTPUT_VARIABLE caps ERROR_QUIET RESULT_VARIABLE failed)
  set(found)
  if(NOT failed)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]" found "${caps}")
    list(TRANSFORM found REPLACE "\\." "")
    list(REMOVE_DUPLICATES found)
  endif()
  if(NOT found)
    set(found 75-virtual 90-real)
  endif()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

if(LIVEWARP_CUDA)
  livewarp_find_nvcc(nvcc)
  if(nvcc)
    set(CMAKE_CUDA_COMPILER ${nvcc} CACHE FILEPATH "CUDA compiler")
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
      livewarp_default_architectures(architectures)
      set(CMAKE_CUDA_ARCHITECTURES ${architectures} CACHE STRING "CUDA architectures")
    endif()
    set(CMAKE_CUDA_HOST_COMPILER ${CMAKE_CXX_COMPILER} CACHE FILEPATH "Host compiler of nvcc")
    enable_language(CUDA)
    if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12)
      message(FATAL_ERROR "CUDA ${CMAKE_CUDA_COMPILER_VERSION} is too old, 12.0 is needed: update it, or pass -DLIVEWARP_CUDA=OFF")
    endif()
    set(LIVEWARP_HAS_CUDA 1)
    # CMake 3.25 does not know that nvcc speaks C++20: tell it the flag.
    if(NOT DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
      set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
    endif()
    set(CMAKE_CUDA_STANDARD 20)
    set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
    set(CMAKE_CUDA_SEPARABLE_COMPILATION OFF)
    message(STATUS "CUDA ${CMAKE_CUDA_COMPILER_VERSION} for ${CMAKE_CUDA_ARCHITECTURES}: ${CMAKE_CUDA_COMPILER}")
  elseif(LIVEWARP_CUDA STREQUAL AUTO)
    message(STATUS "CUDA: no nvcc found, building for the CPU only (scripts/setup fetches one)")
  else()
    message(FATAL_ERROR "LIVEWARP_CUDA=ON, but no nvcc was found: run scripts/setup, or pass -DCMAKE_CUDA_COMPILER=/path/to/nvcc")
  endif()
endif()

target_compile_definitions(livewarp_options INTERFACE LIVEWARP_HAS_CUDA=${LIVEWARP_HAS_CUDA})

# The runtime API for host code too; empty in a CPU-only build, so that nobody has to ask.
add_library(livewarp_cudart INTERFACE)
if(LIVEWARP_HAS_CUDA)
  # Not by FindCUDAToolkit: it insists on the shared runtime's development link, which the Python packages lack.
  find_library(LIVEWARP_CUDART_STATIC cudart_static HINTS ${CMAKE_CUDA_IMPLICIT_LINK_DIRECTORIES}
               ${CMAKE_CUDA_HOST_IMPLICIT_LINK_DIRECTORIES} REQUIRED)
  get_filename_component(LIVEWARP_CUDA_LIBRARY_DIR ${LIVEWARP_CUDART_STATIC} DIRECTORY)
  find_package(Threads REQUIRED)
  target_include_directories(livewarp_cudart SYSTEM INTERFACE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
  target_link_libraries(livewarp_cudart INTERFACE ${LIVEWARP_CUDART_STATIC} Threads::Threads ${CMAKE_DL_LIBS} rt)
endif()

# livewarp_nested_kernels(OUT SOURCES ...): a static library of kernels that launch kernels. Their device code alone is
# relocatable, and is linked with CUDA's device runtime here, so that nobody who uses the library links device code.
function(livewarp_nested_kernels out)
  find_library(LIVEWARP_CUDADEVRT cudadevrt HINTS ${LIVEWARP_CUDA_LIBRARY_DIR} REQUIRED)
  add_library(livewarp_nested STATIC ${ARGN})
  livewarp_compile(livewarp_nested)
  set_target_properties(livewarp_nested PROPERTIES CUDA_SEPARABLE_COMPILATION ON CUDA_RESOLVE_DEVICE_SYMBOLS ON)
  target_link_libraries(livewarp_nested PRIVATE ${LIVEWARP_CUDADEVRT} livewarp_cudart)
  set(${out} livewarp_nested PARENT_SCOPE)
endfunction()
