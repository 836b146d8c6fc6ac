#version 450 core
// Looks into a box full of values, one ray a pixel. SLICES: three cuts in the colours of their cells, the nearest
// wins. Otherwise a cloud: the ray collects the colours of what it runs through, the more the higher the value.
// COARSE: only that, for a smaller picture, which FROM_COARSE then shows: rays are dear where no GPU casts them.

layout(binding = 0) uniform sampler3D values;     // 0..1
layout(binding = 1) uniform sampler2D colors;     // one row of 256
layout(binding = 2) uniform sampler2D coarse;     // colour times opacity, opacity
layout(location = 0) uniform vec3 eye;            // in the world, where the box lies around the origin
layout(location = 1) uniform vec3 right;          // one pixel to the right, at the distance of `ahead`
layout(location = 2) uniform vec3 up;
layout(location = 3) uniform vec3 ahead;          // of length 1
layout(location = 4) uniform vec3 corner;         // half the box's size
layout(location = 5) uniform ivec3 size;          // in cells; 0: nothing to show
layout(location = 6) uniform vec2 range;          // value at the map's beginning, 1 / the length of its range
layout(location = 7) uniform vec3 target;         // width, height, whether the top comes first
layout(location = 8) uniform vec3 cuts;           // where they are
layout(location = 9) uniform vec2 march;          // length of a step, opacity of the highest value over length 1
layout(location = 10) uniform float line;         // pixels that a line is wide
layout(location = 11) uniform ivec2 segments;     // lines behind the values, all lines
layout(location = 12) uniform float grain;        // pixels that one of the coarse picture stands for
layout(location = 16) uniform vec4 ends[20];      // of the lines, on the screen

layout(location = 0) out vec4 color;

const vec3 ground = vec3(7.0, 9.0, 12.0) / 255.0;
const vec3 ink = vec3(200.0, 210.0, 222.0) / 255.0;
const float behind_strength = 0.4, front_strength = 0.75, frame_strength = 0.6, crossing_strength = 0.4;

float place_in_map(float value) { return clamp((value - range.x) * range.y, 0.0, 1.0); }

vec3 map_color(float t) { return textureLod(colors, vec2((t * 255.0 + 0.5) / 256.0, 0.5), 0.0).rgb; }

/// How much of the pixel the lines cover.
float covered(vec2 screen, int from, int to) {
  float nearest = 1e9;
  for (int k = from; k < to; ++k) {
    vec2 along = ends[k].zw - ends[k].xy, here = screen - ends[k].xy;
    float t = clamp(dot(here, along) / max(dot(along, along), 1e-6), 0.0, 1.0);
    nearest = min(nearest, distance(here, t * along));
  }
  return clamp(0.5 * line + 0.5 - nearest, 0.0, 1.0);
}

#if defined(SLICES)
/// Colour of a cut at a place on it, times the share of the pixel that it covers, and that share.
vec4 cut_color(int axis, vec3 ray, float t) {
  vec3 at = eye + t * ray;
  at[axis] = cuts[axis];
  // How far the place moves from one pixel to the next, so that lines are equally wide at every slant.
  vec3 across = t * (right - ray * (right[axis] / ray[axis])), along = t * (up - ray * (up[axis] / ray[axis]));
  // Where the plane vanishes a pixel holds all that is far away: no box is so large.
  vec3 pixel = min(sqrt(across * across + along * along), 2.0 * corner);
  float rim = 1e9, crossing = 1e9;  // in pixels
  for (int k = 0; k < 3; ++k) {
    if (k == axis) continue;
    rim = min(rim, (corner[k] - abs(at[k])) / pixel[k]);
    crossing = min(crossing, abs(at[k] - cuts[k]) / pixel[k]);
  }
  if (rim < -0.5) return vec4(0.0);
  ivec3 cell = clamp(ivec3((0.5 * at / corner + 0.5) * vec3(size)), ivec3(0), size - 1);
  vec3 rgb = map_color(place_in_map(texelFetch(values, cell, 0).r));
  // A frame, and a line where another cut runs through, tell the three apart.
  rgb = mix(rgb, ink, frame_strength * clamp(line + 0.5 - rim, 0.0, 1.0));
  vec3 contrast = dot(rgb, vec3(0.299, 0.587, 0.114)) > 0.3 ? ground : ink;
  rgb = mix(rgb, contrast, crossing_strength * clamp(0.5 * line + 0.5 - crossing, 0.0, 1.0));
  return vec4(rgb, 1.0) * clamp(rim + 0.5, 0.0, 1.0);
}

/// The cuts from the nearest to the farthest; a pixel at a rim shows what is behind, too.
vec4 seen(vec3 ray) {
  vec3 t = (cuts - eye) / ray;
  vec4 sum = vec4(0.0);
  for (int n = 0; n < 3 && sum.a < 1.0; ++n) {
    int axis = t.x < t.y ? (t.x < t.z ? 0 : 2) : (t.y < t.z ? 1 : 2);
    if (t[axis] > 0.0 && t[axis] < 1e9) sum += (1.0 - sum.a) * cut_color(axis, ray, t[axis]);
    t[axis] = 1e10;
  }
  return sum;
}
#elif defined(FROM_COARSE)
vec4 seen(vec3 ray) { return textureLod(coarse, gl_FragCoord.xy / (grain * vec2(textureSize(coarse, 0))), 0.0); }
#else
/// Colour times opacity, and opacity, of what lies along the ray.
vec4 seen(vec3 ray) {
  vec3 a = (-corner - eye) / ray, b = (corner - eye) / ray;
  vec3 low = min(a, b), high = max(a, b);
  float from = max(max(low.x, low.y), max(low.z, 0.0)), to = min(high.x, min(high.y, high.z));
  vec4 sum = vec4(0.0);
  // Steps of one length for all rays, the last one cut off: so the sum changes smoothly from pixel to pixel. A number
  // of whole steps would jump, and show as rings.
  for (float t = from; t < to && sum.a < 0.99; t += march.x) {
    float part = min(march.x, to - t);
    vec3 at = eye + (t + 0.5 * part) * ray;
    float place = place_in_map(textureLod(values, 0.5 * at / corner + 0.5, 0.0).r);
    float alpha = 1.0 - exp(-march.y * place * place * part);
    sum += (1.0 - sum.a) * alpha * vec4(map_color(place), 1.0);
  }
  return sum;
}
#endif

void main() {
  vec2 pixel = grain * gl_FragCoord.xy;
#ifdef FROM_COARSE
  pixel = gl_FragCoord.xy;
#endif
  vec2 screen = vec2(pixel.x, target.z != 0.0 ? pixel.y : target.y - pixel.y);
  vec2 off = screen - 0.5 * target.xy;
  vec3 ray = ahead + off.x * right - off.y * up;
#ifdef COARSE
  color = seen(normalize(ray));
#else
  vec3 rgb = mix(ground, ink, behind_strength * covered(screen, 0, segments.x));
  if (size.x > 0) {
#ifdef SLICES
    vec4 values = seen(ray);
    rgb = rgb * (1.0 - values.a) + values.rgb;
#else
    vec4 values = seen(normalize(ray));
    // Half a step of noise hides the steps of 8 bits in smooth skirts.
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    rgb = rgb * (1.0 - values.a) + values.rgb + noise / 255.0 * min(values.a * 40.0, 1.0);
#endif
  }
  color = vec4(mix(rgb, ink, front_strength * covered(screen, segments.x, segments.y)), 1.0);
#endif
}
