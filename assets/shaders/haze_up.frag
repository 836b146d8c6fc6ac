#version 450 core
// Blends the smoothed level below into its target: level by level each light gets a wide, smooth skirt.

layout(binding = 0) uniform sampler2D source;
layout(location = 0) uniform vec2 source_pixel;  // 1 / size of the source
layout(location = 1) uniform vec2 target_pixel;  // 1 / size of the target

layout(location = 0) out vec4 sum;

void main() {
  vec2 middle = gl_FragCoord.xy * target_pixel;
  vec2 d = source_pixel;
  vec4 near = texture(source, middle + vec2(0.5, 0.5) * d) + texture(source, middle + vec2(-0.5, 0.5) * d) +
              texture(source, middle + vec2(0.5, -0.5) * d) + texture(source, middle + vec2(-0.5, -0.5) * d);
  vec4 far = texture(source, middle + vec2(1.0, 0.0) * d) + texture(source, middle - vec2(1.0, 0.0) * d) +
             texture(source, middle + vec2(0.0, 1.0) * d) + texture(source, middle - vec2(0.0, 1.0) * d);
  sum = (near + far) / 8.0;
}
