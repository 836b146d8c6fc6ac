# Writes OUT, the C++ source of shader_text.h, from the files FILES (a list separated by commas).
string(REPLACE "," ";" FILES "${FILES}")
set(entries)
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  string(APPEND entries "  if (file == \"${name}\") return R\"glsl(${text})glsl\";\n")
endforeach()
file(WRITE ${OUT} "#include \"render/gl/shader_text.h\"

#include <string>

#include \"kernels/core/base/error.h\"

namespace livewarp {

std::string_view shader_text(std::string_view file) {
${entries}  throw Error(\"there is no shader \" + std::string(file));
}

}  // namespace livewarp
")
