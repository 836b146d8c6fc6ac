#version 450 core
// One triangle that covers everything: no vertex buffer, no diagonal seam.

layout(location = 0) out vec2 place;  // 0..1 from the lower left corner

void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  place = 0.5 * corner + 0.5;
  gl_Position = vec4(corner, 0.0, 1.0);
}
