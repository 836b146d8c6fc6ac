#include "render/passes/image_pass.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <glad/gl.h>

namespace livewarp {
namespace {

enum Uniform : GLint {
  placement = 0,
  sides = 1,
  target_height = 2,
  top_first = 3,
  level = 4,
  elements = 5,
  tinted_box = 6
};

constexpr float image_tint = 0.35f;

}  // namespace

ImagePass::ImagePass()
    : program_(make_program("fullscreen.vert", "image.frag")), vertex_array_(make_vertex_array()) {}

void ImagePass::take(const GlPicture& picture) {
  const PictureSpec& spec = picture.spec;
  if (texture_ && generation_ == picture.generation && spec_ == spec) return;
  if (!texture_ || spec_ != spec) {
    const auto longest = static_cast<unsigned>(std::max(spec.width, spec.height));
    texture_ = make_texture(GL_RGBA8, spec.width, spec.height, true, std::bit_width(longest));
    glTextureParameteri(texture_.name(), GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    spec_ = spec;
  }
  fill_texture(texture_.name(), picture.buffer, spec.width, spec.height);
  generation_ = picture.generation;
  has_levels_ = false;
}

void ImagePass::draw(const GlPicture& picture, const ImageCamera& camera, const PassTarget& target,
                     const ElementTints& tints) {
  const bool empty = picture.buffer == 0 || picture.spec.width <= 0 || picture.spec.height <= 0;
  ImagePlacement place{1, 0, 0};
  int width = 0, height = 0;  // of an empty image: all is letterbox
  bool smaller = false;
  if (!empty) {
    take(picture);
    width = spec_.width;
    height = spec_.height;
    place = camera.place(target.width, target.height, width, height);
    // Two pixels of the level lie within one of the picture, and linear filtering averages two; a
    // little more is not worth a smaller copy of every picture.
    smaller = place.scale < 0.45;
    if (smaller && !has_levels_) {
      glGenerateTextureMipmap(texture_.name());
      has_levels_ = true;
    }
  }
  const bool tint = !empty && tints.on();
  if (tint && !tint_program_)
    tint_program_ = make_program("fullscreen.vert", "image.frag", ElementTints::shader_head());
  const unsigned program = tint ? tint_program_.name() : program_.name();
  if (tint) {
    const PictureSpec& spec = picture.spec;
    glProgramUniform2i(program, elements,
                       static_cast<int>(spec.full_width > 0 ? spec.full_width : spec.width),
                       static_cast<int>(spec.full_height > 0 ? spec.full_height : spec.height));
    glProgramUniform4iv(program, tinted_box, 1, tints.box().data());
    tints.bind(program, image_tint);
  }
  glProgramUniform3f(program, placement, static_cast<float>(place.x), static_cast<float>(place.y),
                     static_cast<float>(place.scale));
  glProgramUniform2i(program, sides, width, height);
  glProgramUniform1f(program, target_height, static_cast<float>(target.height));
  glProgramUniform1i(program, top_first, target.top_first ? 1 : 0);
  glProgramUniform1f(program, level,
                     smaller ? static_cast<float>(-1 - std::log2(place.scale)) : 0.0f);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.framebuffer);
  glViewport(0, 0, target.width, target.height);
  glUseProgram(program);
  glBindVertexArray(vertex_array_.name());
  glBindTextureUnit(0, texture_.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace livewarp
