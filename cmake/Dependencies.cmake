# Everything that Livewarp stands on. scripts/setup reads the `apt` and `pip` lines and the two pins below, so a
# dependency is added or moved here and nowhere else. Each may be a copy of your own: -DIMGUI_ROOT=..., -DTBB_DIR=...
#
# apt: git g++ cmake ninja-build python3 python3-venv pkg-config
# apt-lint: clang-format clang-tidy ccache
# apt-test: chromium faketime
# apt-test: xserver-xorg-core xserver-xorg-video-dummy openbox wmctrl xdotool x11-utils x11-xserver-utils
# apt-test: openmpi-bin
# apt-mpi: openmpi-bin
# apt-package: dpkg-dev desktop-file-utils xz-utils
# apt: xvfb xauth libgl1-mesa-dri
# apt: fonts-inter fonts-jetbrains-mono fonts-dejavu-core
# pip: glad2==2.0.8 Jinja2==3.1.6 MarkupSafe==3.0.4 fonttools==4.68.0
# pip-cuda: cuda-toolkit[nvcc,cudart,nvrtc,nvtx,cccl,crt,nvvm]==13.0.2
# pip-disassembler: nvidia-cuda-nvdisasm==13.2.86
set(LIVEWARP_IMGUI_BUNDLE_VERSION 1.93.0)
set(LIVEWARP_IMGUI_BUNDLE_SHA256 10ad1dab8258a6787b4f07bb926b08d0efc648a7906242568c8dd778c5e719bf)

set(IMGUI_ROOT ${LIVEWARP_DEPS_DIR}/imgui-bundle/imgui CACHE PATH "Dear ImGui, docking branch")
set(IMPLOT_ROOT ${LIVEWARP_DEPS_DIR}/imgui-bundle/implot CACHE PATH "ImPlot")
set(IMGUI_TEST_ENGINE_ROOT ${LIVEWARP_DEPS_DIR}/imgui-bundle/imgui_test_engine CACHE PATH "Dear ImGui Test Engine")
set(TEXT_EDITOR_ROOT ${LIVEWARP_DEPS_DIR}/imgui-bundle/ImGuiColorTextEdit CACHE PATH "ImGuiColorTextEdit")
set(PFD_ROOT ${LIVEWARP_DEPS_DIR}/imgui-bundle/portable_file_dialogs CACHE PATH "Portable File Dialogs")
set(GLAD_PYTHON ${LIVEWARP_DEPS_DIR}/venv/bin/python CACHE FILEPATH "Python that has the package glad2")

set(livewarp_missing)
macro(livewarp_need what)
  find_package(${ARGN} QUIET)
  if(NOT ${ARGV1}_FOUND)
    list(APPEND livewarp_missing "${what}")
  endif()
endmacro()
macro(livewarp_need_file what file)
  if(NOT EXISTS ${file})
    list(APPEND livewarp_missing "${what} (${file})")
  endif()
endmacro()

# apt: libglfw3-dev libgl-dev libegl-dev libxrandr2 libxi6 libxcursor1 libxinerama1
livewarp_need(GLFW glfw3 3.3)
# apt: libtbb-dev libhwy-dev libboost-context-dev
livewarp_need(TBB TBB)
livewarp_need(Highway hwy)
set(Boost_USE_STATIC_LIBS ON)
livewarp_need(Boost.Context Boost COMPONENTS context)
# apt: libcli11-dev libfmt-dev nlohmann-json3-dev
livewarp_need(CLI11 CLI11)
livewarp_need(fmt fmt)
livewarp_need(nlohmann-json nlohmann_json)
# apt: libpng-dev libfontconfig-dev
livewarp_need(libpng PNG)
livewarp_need(fontconfig Fontconfig)
# apt: libturbojpeg0-dev
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(LIVEWARP_TURBOJPEG QUIET IMPORTED_TARGET GLOBAL libturbojpeg)
endif()
if(NOT LIVEWARP_TURBOJPEG_FOUND)
  list(APPEND livewarp_missing libturbojpeg)
endif()
# Of libvpx the headers: the library itself is looked for when the program runs.
# apt: libvpx-dev
find_path(LIVEWARP_VPX_INCLUDE vpx/vpx_encoder.h)
mark_as_advanced(LIVEWARP_VPX_INCLUDE)
if(NOT LIVEWARP_VPX_INCLUDE)
  list(APPEND livewarp_missing libvpx)
endif()
# Likewise of OpenH264. The package of the headers brings the library.
# apt: libopenh264-dev
find_path(LIVEWARP_OPENH264_INCLUDE wels/codec_api.h)
mark_as_advanced(LIVEWARP_OPENH264_INCLUDE)
if(NOT LIVEWARP_OPENH264_INCLUDE)
  list(APPEND livewarp_missing OpenH264)
endif()
find_package(Threads REQUIRED)
livewarp_need_file("Dear ImGui" ${IMGUI_ROOT}/imgui.h)
livewarp_need_file(ImPlot ${IMPLOT_ROOT}/implot.h)
livewarp_need_file(ImGuiColorTextEdit ${TEXT_EDITOR_ROOT}/TextEditor.h)
livewarp_need_file("Portable File Dialogs" ${PFD_ROOT}/portable_file_dialogs.h)
livewarp_need_file(glad2 ${GLAD_PYTHON})
if(BUILD_TESTING)
  # apt: libgtest-dev libjpeg-turbo-progs libwebm-dev
  livewarp_need(GoogleTest GTest)
  find_library(LIVEWARP_WEBM webm)
  mark_as_advanced(LIVEWARP_WEBM)
  if(NOT LIVEWARP_WEBM)
    list(APPEND livewarp_missing libwebm)
  endif()
  livewarp_need_file("Dear ImGui Test Engine" ${IMGUI_TEST_ENGINE_ROOT}/imgui_te_engine.h)
endif()
if(BUILD_TESTING AND LIVEWARP_WINDOW_TESTS)
  find_program(XVFB_RUN xvfb-run)
  if(NOT XVFB_RUN)
    list(APPEND livewarp_missing Xvfb)
  endif()
endif()
if(livewarp_missing)
  list(JOIN livewarp_missing ", " livewarp_missing)
  message(FATAL_ERROR "Missing: ${livewarp_missing}. Run scripts/setup (or name your own copy, e.g. -DIMGUI_ROOT=DIR).")
endif()

include(Glad)
include(ImGui)
