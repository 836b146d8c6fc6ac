# cmake -DROOT=FOLDER -DFILES=a,b,... -DOUT=FILE -P EmbedSources.cmake: writes a line for each file, with its name and its
# text as C++ has them.
string(REPLACE "," ";" files "${FILES}")
set(text "")
foreach(name IN LISTS files)
  file(READ ${ROOT}/${name} content)
  string(APPEND text "{\"${name}\", R\"livewarp(${content})livewarp\"},\n")
endforeach()
file(WRITE ${OUT} "${text}")
