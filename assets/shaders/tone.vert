#version 450 core
// Covers the picture with one triangle, and finds the exposure: the bloom is measured by its brightest place.

layout(binding = 2) uniform sampler2D peak;        // one pixel
layout(location = 2) uniform vec2 bloom_strength;   // greatest brightness of the bloom, its gain

layout(location = 0) out vec2 place;
layout(location = 1) flat out vec2 bloom;           // factor outside the logarithm, factor within

void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  place = 0.5 * corner + 0.5;
  gl_Position = vec4(corner, 0.0, 1.0);

  // Less bloom where lights are few, or large enough to be seen one by one.
  float greatest = 0.5 + texelFetch(peak, ivec2(0), 0).a;
  bloom.x = bloom_strength.x * greatest / (greatest + 1.5) / log2(1.0 + bloom_strength.y);
  bloom.y = bloom_strength.y / greatest;
}
