#version 450 core
// Blends the smoothed level below into its target: level by level each light gets a wide, smooth skirt.

layout(binding = 0) uniform sampler2D source;
layout(location = 0) in vec2 place;

layout(location = 0) out vec4 sum;

void main() {
  vec2 d = 1.0 / vec2(textureSize(source, 0));
  vec4 near = texture(source, place + vec2(0.5, 0.5) * d) + texture(source, place + vec2(-0.5, 0.5) * d) +
              texture(source, place + vec2(0.5, -0.5) * d) + texture(source, place + vec2(-0.5, -0.5) * d);
  vec4 far = texture(source, place + vec2(1.0, 0.0) * d) + texture(source, place - vec2(1.0, 0.0) * d) +
             texture(source, place + vec2(0.0, 1.0) * d) + texture(source, place - vec2(0.0, 1.0) * d);
  sum = (near + far) / 8.0;
}
