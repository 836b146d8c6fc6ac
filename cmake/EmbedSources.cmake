# cmake -DROOT=FOLDER -DFILES=a,b,... -DOUT=FILE [-DWITH=WORD] -P EmbedSources.cmake: writes a line for each file, or for
# each that holds the word, with its name and its text as C++ has them.
string(REPLACE "," ";" files "${FILES}")
set(text "")
foreach(name IN LISTS files)
  file(READ ${ROOT}/${name} content)
  if(DEFINED WITH AND NOT content MATCHES "${WITH}")
    continue()
  endif()
  string(APPEND text "{\"${name}\", R\"livewarp(${content})livewarp\"},\n")
endforeach()
file(WRITE ${OUT} "${text}")
