# cmake -DFILES=a,b,... -DOUT=FILE -P Lectures.cmake: the lectures that ship with the program, a line for each file with its
# name and its text.
cmake_minimum_required(VERSION 3.25)
string(REPLACE "," ";" files "${FILES}")
set(text "")
foreach(file IN LISTS files)
  file(READ ${file} content)
  get_filename_component(name ${file} NAME_WE)
  string(APPEND text "{\"${name}\", R\"livewarp(${content})livewarp\"},\n")
endforeach()
file(WRITE ${OUT} "${text}")
