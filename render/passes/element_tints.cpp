#include "render/passes/element_tints.h"

#include <glad/gl.h>

#include "render/gl/shader_text.h"

namespace livewarp {
namespace {

enum TintUniform : GLint { tint_hue_colors = 20, tint_clock = 32 };

GLint most_texels() {
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
  return most;
}

}  // namespace

bool is_of(const ElementTint& tint, const PictureSpec& picture) {
  switch (picture.kind) {
  case PictureKind::points: return tint.width == picture.count && tint.height == 1;
  case PictureKind::field:
    return tint.width == picture.full_width && tint.height == picture.full_height;
  case PictureKind::image: {
    const bool alone = tint.part.width == 0;
    return (alone ? tint.width : tint.part.width) ==
               (picture.full_width > 0 ? picture.full_width : picture.width) &&
           (alone ? tint.height : tint.part.height) ==
               (picture.full_height > 0 ? picture.full_height : picture.height);
  }
  case PictureKind::volume: break;
  }
  return false;
}

std::array<int, 4> ElementTints::box() const {
  const ElementTint& tint = *tint_.elements;
  return {int(tint.part.x), int(tint.part.y), int(tint.width), int(tint.height)};
}

std::string_view ElementTints::shader_head() { return shader_text("tint.glsl"); }

void ElementTints::take(const SceneTint& tint, const PictureSpec& picture) {
  tint_ = tint;
  if (!tint.elements) {
    *this = {};
    return;
  }
  const ElementTint& elements = *tint.elements;
  on_ = is_of(elements, picture) && (!elements.elements.empty() || !elements.lit.empty()) &&
        elements.width * elements.height <= most_texels() &&
        std::int64_t(elements.times.size() / 2) <= most_texels();
  if (!on_) return;
  if (generation_ != elements.generation) fill(elements);
  if (lit_generation_ != elements.lit_generation) light(elements);
}

void ElementTints::fill(const ElementTint& tint) {
  const auto put = [](GlObject& buffer, GlObject& texture, unsigned format, std::size_t bytes,
                      const void* data) {
    if (!buffer) buffer = make_buffer();
    if (!texture) texture = make_buffer_texture();
    fill_buffer(buffer.name(), bytes, data);
    glTextureBuffer(texture.name(), format, buffer.name());
  };
  generation_ = lit_generation_ = 0;  // should memory be short
  lit_.clear();
  put(element_buffer_, elements_, GL_R32UI,
      std::size_t(tint.width * tint.height) * sizeof(std::uint32_t),
      tint.elements.empty() ? nullptr : tint.elements.data());
  if (tint.elements.empty())
    glClearNamedBufferData(element_buffer_.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                           &tint.others);
  if (!tint.times.empty())
    put(time_buffer_, times_, GL_RG32F, tint.times.size() * sizeof(float), tint.times.data());
  generation_ = tint.generation;
}

void ElementTints::light(const ElementTint& tint) {
  const auto put = [&](std::int64_t element, std::uint32_t code) {
    glNamedBufferSubData(element_buffer_.name(), element * std::int64_t(sizeof code), sizeof code,
                         &code);
  };
  for (const std::int64_t element : lit_)
    put(element, tint.elements.empty() ? tint.others : tint.elements[std::size_t(element)]);
  lit_.clear();
  for (const LitElement& each : tint.lit) {
    put(each.element, each.code);
    lit_.push_back(each.element);
  }
  lit_generation_ = tint.lit_generation;
}

void ElementTints::bind(unsigned program, float strength) const {
  const bool timed = tint_.now && !tint_.elements->times.empty();
  glProgramUniform3fv(program, tint_hue_colors, tint_hues, tint_.hues.data());
  glProgramUniform3f(program, tint_clock, strength, timed ? 1.0f : 0.0f,
                     timed ? static_cast<float>(*tint_.now) : 0.0f);
  glBindTextureUnit(3, elements_.name());
  if (timed) glBindTextureUnit(4, times_.name());
}

}  // namespace livewarp
