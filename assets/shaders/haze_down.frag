#version 450 core
// A smaller picture of the light: every pixel averages 4 x 4 of its source by four linear reads. From the full
// picture to a quarter they just meet, from level to level they overlap, which makes it smooth.

layout(binding = 0) uniform sampler2D source;
layout(location = 0) uniform vec2 source_pixel;  // 1 / size of the source
layout(location = 1) uniform vec2 target_pixel;  // 1 / size of the target

layout(location = 0) out vec4 sum;

void main() {
  vec2 middle = gl_FragCoord.xy * target_pixel;
  vec2 d = source_pixel;
  sum = 0.25 * (texture(source, middle + d) + texture(source, middle - d) +
                texture(source, middle + vec2(d.x, -d.y)) + texture(source, middle + vec2(-d.x, d.y)));
}
