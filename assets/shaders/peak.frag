#version 450 core
// The brightest of 8 x 8 pixels: a few of these, and the brightest of all is left.

layout(binding = 0) uniform sampler2D source;
layout(location = 0) out vec4 peak;

void main() {
  ivec2 corner = 8 * ivec2(gl_FragCoord.xy), last = textureSize(source, 0) - 1;
  float brightest = 0.0;
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x) brightest = max(brightest, texelFetch(source, min(corner + ivec2(x, y), last), 0).a);
  peak = vec4(brightest);
}
