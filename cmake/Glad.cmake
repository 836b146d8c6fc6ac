# livewarp_glad: loaders for OpenGL 4.5 core and EGL ("glad/gl.h", "glad/egl.h"), generated while building, offline.
# Both libraries are opened at run time, so the program starts on a machine that has neither.
set(glad_dir ${PROJECT_BINARY_DIR}/glad)
set(glad_extensions
  EGL_EXT_device_base EGL_EXT_device_enumeration EGL_EXT_device_query EGL_EXT_platform_base EGL_EXT_platform_device
  EGL_KHR_create_context EGL_KHR_no_config_context EGL_KHR_surfaceless_context EGL_MESA_platform_surfaceless
  EGL_NV_device_cuda GL_EXT_texture_filter_anisotropic)
list(JOIN glad_extensions "," glad_extensions)
add_custom_command(
  OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/src/egl.c ${glad_dir}/include/glad/gl.h ${glad_dir}/include/glad/egl.h
  COMMAND ${GLAD_PYTHON} -m glad --quiet --reproducible --api gl:core=4.5,egl=1.5 --extensions ${glad_extensions}
          --out-path ${glad_dir} c --loader
  COMMENT "Generating the OpenGL and EGL loaders" VERBATIM)
add_library(livewarp_glad STATIC ${glad_dir}/src/gl.c ${glad_dir}/src/egl.c
            ${glad_dir}/include/glad/gl.h ${glad_dir}/include/glad/egl.h)
target_include_directories(livewarp_glad SYSTEM PUBLIC ${glad_dir}/include)
target_compile_options(livewarp_glad PRIVATE -w)
# GLFW leaves the OpenGL header to glad, whichever is included first.
target_compile_definitions(livewarp_glad PUBLIC GLFW_INCLUDE_NONE=)
target_link_libraries(livewarp_glad PUBLIC ${CMAKE_DL_LIBS})
