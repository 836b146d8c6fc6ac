#version 450 core
// A point becomes a soft round light. Its colour says its value, its size and brightness how near it is. TINT: its
// colour says who writes it, too (tint.glsl).

layout(location = 0) in vec4 point;  // x, y, z in world units, value in 0..1

layout(binding = 0) uniform sampler2D colors;        // one row of 256
layout(location = 0) uniform mat4 view_projection;
layout(location = 4) uniform vec4 size;              // radius of a light at the target's depth in pixels, least
                                                     // and largest radius, distance of the target
layout(location = 5) uniform vec2 color_range;       // part of the map that values 0..1 run through
layout(location = 6) uniform float flip;             // -1 puts the top into row 0

layout(location = 0) out vec4 light;                 // colour x brightness, brightness

void main() {
  vec4 clip = view_projection * vec4(point.xyz, 1.0);
  gl_Position = vec4(clip.x, clip.y * flip, clip.z, clip.w);

  // Perspective makes near lights larger, though by its root only: fully, one light close to the camera would
  // cover the rest, and zooming in would turn a cluster into fog instead of resolving it.
  float nearness = size.w / max(clip.w, 1e-6);
  float wanted = size.x * sqrt(nearness);
  float radius = clamp(wanted, size.y, size.z);
  gl_PointSize = 2.0 * radius;

  // A light below the least size is dimmer instead, by the root of its area: single ones must stay visible.
  float brightness = min(wanted / radius, 1.0) * clamp(nearness, 0.25, 2.0);

  float t = mix(color_range.x, color_range.y, clamp(point.w, 0.0, 1.0));
  vec3 rgb = textureLod(colors, vec2((t * 255.0 + 0.5) / 256.0, 0.5), 0.0).rgb;
#ifdef TINT
  rgb = tinted(rgb, gl_VertexID);
#endif
  light = vec4(rgb, 1.0) * brightness;
}
