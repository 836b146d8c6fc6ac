# Run by CPack on the tree that becomes a Debian package: there the system's libraries are used, from where the loader knows
# them, and licences stand in a file of Debian's name.
file(RPATH_REMOVE FILE ${CPACK_TEMPORARY_DIRECTORY}/usr/bin/livewarp)
set(docs ${CPACK_TEMPORARY_DIRECTORY}/usr/share/doc/livewarp)
file(READ ${docs}/LICENSE licence)
file(READ ${docs}/LICENSES.md parts)
file(WRITE ${docs}/copyright "${licence}\n${parts}")
