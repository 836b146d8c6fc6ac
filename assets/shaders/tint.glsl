#define TINT
// Colours elements by who writes them: what stands before the text of a shader that shows them one by one.

layout(binding = 3) uniform usamplerBuffer tint_elements;  // of each its block and hue, or nobody
layout(binding = 4) uniform samplerBuffer tint_times;      // of each block begin and end
layout(location = 20) uniform vec3 tint_hues[12];
layout(location = 32) uniform vec3 tint_clock;             // strength of a hue, whether a time is shown, the time

/// What is below, with the hue of who writes the element. While a time is shown, blocks that run are bright, and
/// those that have not begun dark.
vec3 tinted(vec3 below, int element) {
  uint code = texelFetch(tint_elements, element).r;
  if (code == 0xffffffffu) return below;
  vec3 hue = tint_hues[code & 15u];
  if (tint_clock.y != 0.0) {
    vec2 time = texelFetch(tint_times, int(code >> 4)).xy;
    if (tint_clock.z < time.x) return 0.2 * below;
    if (tint_clock.z < time.y) return mix(mix(below, hue, tint_clock.x), vec3(1.0), 0.6);
  }
  return mix(below, hue, tint_clock.x);
}
