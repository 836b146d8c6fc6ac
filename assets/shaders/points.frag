#version 450 core
// The profile of a light: bright in the middle, zero with zero slope at the rim.

layout(location = 0) in vec4 light;
layout(location = 0) out vec4 sum;

void main() {
  vec2 from_middle = 2.0 * gl_PointCoord - 1.0;
  float rest = max(1.0 - dot(from_middle, from_middle), 0.0);
  sum = light * (rest * rest * rest);
}
