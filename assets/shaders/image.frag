#version 450 core
// Shows an image where it was placed. Magnified, each of its pixels is a square of whole screen pixels, with
// its bytes unchanged; made smaller, neighbours are averaged. TINT: they are coloured by who writes them (tint.glsl).

layout(binding = 0) uniform sampler2D image;
layout(location = 0) uniform vec3 placement;      // x, y of the top left corner, screen pixels an image pixel
layout(location = 1) uniform ivec2 image_size;    // 0, 0: nothing to show
layout(location = 2) uniform float target_height;
layout(location = 3) uniform int top_first;
layout(location = 4) uniform float level;         // which smaller copy
#ifdef TINT
layout(location = 5) uniform ivec2 elements;      // of the picture, which may be shown smaller than it is
layout(location = 6) uniform ivec4 box;           // of them that are tinted: first column and row, columns, rows
#endif

layout(location = 0) out vec4 color;

const vec3 letterbox = vec3(42.0 / 255.0);

#ifdef TINT
/// Of a screen pixel that covers several elements some of them count.
vec3 with_tint(vec3 below, vec2 at) {
  vec2 scale = vec2(elements) / vec2(image_size);
  int count = scale.x > 1.5 * placement.z ? 3 : 1;
  vec3 sum = vec3(0.0);
  for (int y = 0; y < count; ++y)
    for (int x = 0; x < count; ++x) {
      vec2 part = at + ((vec2(x, y) + 0.5) / float(count) - 0.5) / placement.z;
      ivec2 one = clamp(ivec2(part * scale), ivec2(0), elements - 1) - box.xy;
      bool is_other = any(lessThan(one, ivec2(0))) || any(greaterThanEqual(one, box.zw));
      sum += is_other ? below : tinted(below, one.y * box.z + one.x);
    }
  return sum / float(count * count);
}
#endif

void main() {
  float y = top_first != 0 ? gl_FragCoord.y : target_height - gl_FragCoord.y;
  vec2 at = (vec2(gl_FragCoord.x, y) - placement.xy) / placement.z;
  bool outside = any(lessThan(at, vec2(0.0))) || any(greaterThanEqual(at, vec2(image_size)));
  if (outside)
    color = vec4(letterbox, 1.0);
  else if (placement.z >= 1.0)
    color = vec4(texelFetch(image, ivec2(at), 0).rgb, 1.0);
  else
    color = vec4(textureLod(image, at / vec2(image_size), level).rgb, 1.0);
#ifdef TINT
  if (!outside) color.rgb = with_tint(color.rgb, at);
#endif
}
