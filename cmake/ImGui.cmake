# livewarp_imgui: Dear ImGui (docking) with its GLFW and OpenGL 3 backends, ImPlot, and ImGuiColorTextEdit.
#
# It stands for one of two builds of the same sources. Everything links the plain one; an executable whose property
# LIVEWARP_IMGUI_TESTABLE is set (livewarp_window_tests and livewarp_user_tests set it) links the one with the hooks of Dear ImGui Test Engine
# and the engine itself. The hooks change no type and no inline function that the panels use, so the same livewarp_ui
# and livewarp_app serve both; the Test Engine, which has a licence of its own, never gets near the program.

set(imgui_sources
  imgui.cpp imgui_draw.cpp imgui_tables.cpp imgui_widgets.cpp imgui_demo.cpp imgui_stacklayout.cpp
  misc/cpp/imgui_stdlib.cpp backends/imgui_impl_glfw.cpp backends/imgui_impl_opengl3.cpp)
list(TRANSFORM imgui_sources PREPEND ${IMGUI_ROOT}/)
if(NOT EXISTS ${IMGUI_ROOT}/imgui_stacklayout.cpp)  # an addition of imgui-bundle that its imgui.cpp calls
  list(REMOVE_ITEM imgui_sources ${IMGUI_ROOT}/imgui_stacklayout.cpp)
endif()
set(imgui_includes ${IMGUI_ROOT} ${IMGUI_ROOT}/backends ${IMGUI_ROOT}/misc/cpp ${IMPLOT_ROOT}
  ${TEXT_EDITOR_ROOT})

# What is others' is neither searched for undefined behaviour nor watched at every access: it is not ours to mend, takes
# minutes to compile and most of the tests' time. What it allocates and what is handed to it stays watched in our code.
set(imgui_unsanitized)
if(LIVEWARP_SANITIZE)
  set(imgui_unsanitized -fno-sanitize=all)
endif()

# ImPlot knows nothing of the hooks: one build serves both.
add_library(livewarp_implot OBJECT ${IMPLOT_ROOT}/implot.cpp ${IMPLOT_ROOT}/implot_items.cpp)
target_include_directories(livewarp_implot SYSTEM PRIVATE ${imgui_includes})
target_compile_options(livewarp_implot PRIVATE $<IF:$<BOOL:${LIVEWARP_BUNDLE}>,-Os,-O2> -w ${imgui_unsanitized})
# It instantiates every plot for each of ten number types otherwise: the slowest file of the whole build. Panels plot doubles.
target_compile_definitions(livewarp_implot PRIVATE "IMPLOT_CUSTOM_NUMERIC_TYPES=(double)")

# Nor does the editor of source text.
add_library(livewarp_text_editor OBJECT ${TEXT_EDITOR_ROOT}/TextEditor.cpp ${TEXT_EDITOR_ROOT}/TextDiff.cpp)
target_include_directories(livewarp_text_editor SYSTEM PRIVATE ${imgui_includes})
target_compile_options(livewarp_text_editor PRIVATE $<IF:$<BOOL:${LIVEWARP_BUNDLE}>,-Os,-O2> -w ${imgui_unsanitized})

function(livewarp_imgui_build target)
  add_library(${target} STATIC ${imgui_sources} $<TARGET_OBJECTS:livewarp_implot>
    $<TARGET_OBJECTS:livewarp_text_editor> ${ARGN})
  target_include_directories(${target} SYSTEM PUBLIC ${imgui_includes})
  target_compile_options(${target} PRIVATE -w ${imgui_unsanitized})
  target_compile_definitions(${target} PRIVATE IMGUI_DISABLE_DEMO_WINDOWS)
  target_link_libraries(${target} PUBLIC glfw ${CMAKE_DL_LIBS})
endfunction()

livewarp_imgui_build(livewarp_imgui_plain)
target_compile_options(livewarp_imgui_plain PRIVATE $<IF:$<BOOL:${LIVEWARP_BUNDLE}>,-Os,-O2>)
if(BUILD_TESTING)
  set(te ${IMGUI_TEST_ENGINE_ROOT})
  livewarp_imgui_build(livewarp_imgui_testable
    ${te}/imgui_capture_tool.cpp ${te}/imgui_te_context.cpp ${te}/imgui_te_coroutine.cpp ${te}/imgui_te_engine.cpp
    ${te}/imgui_te_exporters.cpp ${te}/imgui_te_perftool.cpp ${te}/imgui_te_ui.cpp ${te}/imgui_te_utils.cpp)
  set_target_properties(livewarp_imgui_testable PROPERTIES EXCLUDE_FROM_ALL ON)
  target_compile_options(livewarp_imgui_testable PRIVATE -O1)  # half the time of a build with tests
  target_compile_options(livewarp_imgui_testable PRIVATE -UNDEBUG)  # what it asserts, tests are to see
  target_include_directories(livewarp_imgui_testable SYSTEM PUBLIC ${te})
  target_compile_definitions(livewarp_imgui_testable PUBLIC IMGUI_ENABLE_TEST_ENGINE
    IMGUI_TEST_ENGINE_ENABLE_COROUTINE_STDTHREAD_IMPL=1 IMGUI_TEST_ENGINE_ENABLE_STD_FUNCTION=1
    IMGUI_TEST_ENGINE_ENABLE_CAPTURE=0)
  target_link_libraries(livewarp_imgui_testable PUBLIC Threads::Threads)
endif()
# A build with sanitizers is for tests alone: one of the two is enough, and none is there unless it is asked for.
set(imgui_testable $<BOOL:$<TARGET_PROPERTY:LIVEWARP_IMGUI_TESTABLE>>)
if(LIVEWARP_SANITIZE AND BUILD_TESTING)
  set(imgui_testable 1)
  set_target_properties(livewarp_imgui_plain PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

add_library(livewarp_imgui INTERFACE)
target_link_libraries(livewarp_imgui INTERFACE
  $<IF:${imgui_testable},livewarp_imgui_testable,livewarp_imgui_plain>)
