# What an install holds: the program (livewarp_program adds it), its assets, what to read and under which licences.
install(FILES LICENSE LICENSES.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
install(DIRECTORY assets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/livewarp/assets OPTIONAL)
