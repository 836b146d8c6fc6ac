# What an install holds: the program (livewarp_program adds it), its assets, its entry in a desktop's menu, what to read and
# under which licences.
install(FILES LICENSE LICENSES.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
install(DIRECTORY assets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/livewarp/assets OPTIONAL)
install(FILES packaging/livewarp.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
install(FILES packaging/livewarp.svg DESTINATION ${icons}/scalable/apps)
install(FILES packaging/livewarp-256.png DESTINATION ${icons}/256x256/apps RENAME livewarp.png)

# Licences of what the program holds itself. Boost's asks for nothing where there are no sources; those of libraries come
# with them.
set(licences ${CMAKE_INSTALL_DOCDIR}/licences)
install(FILES ${IMGUI_ROOT}/LICENSE.txt DESTINATION ${licences} RENAME imgui OPTIONAL)
install(FILES ${IMPLOT_ROOT}/LICENSE DESTINATION ${licences} RENAME implot OPTIONAL)
install(FILES ${TEXT_EDITOR_ROOT}/LICENSE DESTINATION ${licences} RENAME ImGuiColorTextEdit OPTIONAL)
foreach(package libcli11-dev nlohmann-json3-dev)
  install(FILES /usr/share/doc/${package}/copyright DESTINATION ${licences} RENAME ${package} OPTIONAL)
endforeach()

# The Debian package; scripts/package makes it.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "Livewarp contributors")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES OFF)  # the lens reads debug information
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "GPU kernels live, drawn, verified and measured")
set(CPACK_PACKAGE_DESCRIPTION
"Livewarp runs N-body, heat, image scaling and other kernels live, draws what
they compute, and shows times of results that were verified. Variant, block
size and memory mode are changed while they run. Without a GPU the CPU variants
run, and an emulator executes CUDA variants, checks and counts their accesses.")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What is opened at run time, so that nothing linked names it: by GLFW for a window, and for pictures off-screen.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libxrandr2, libxi6, libxcursor1, libxinerama1, libegl1")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-inter, fonts-jetbrains-mono, fonts-dejavu-core, libvpx7, libopenh264-7")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, nvidia-driver")
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/DebianTree.cmake)
include(CPack)
