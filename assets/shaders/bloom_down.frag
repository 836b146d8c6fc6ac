#version 450 core
// A smaller picture of the light: every pixel averages 4 x 4 of its source by four linear reads. From the full
// picture to a quarter they just meet, from level to level they overlap, which makes it smooth.

layout(binding = 0) uniform sampler2D source;
layout(location = 0) in vec2 place;

layout(location = 0) out vec4 sum;

void main() {
  vec2 d = 1.0 / vec2(textureSize(source, 0));
  sum = 0.25 * (texture(source, place + d) + texture(source, place - d) +
                texture(source, place + vec2(d.x, -d.y)) + texture(source, place + vec2(-d.x, d.y)));
}
