#version 450 core
// Shows a field in the colours of its values, with what is drawn on it: marked cells, lines of equal value, the
// grid of the blocks. LINES: contours or tiles are drawn. AVERAGE: there are more published pixels than screen pixels.
// TINT: cells are coloured by who writes them (tint.glsl).
// TEXTURE: the pixels lie in a texture, which may be larger than the picture, else row after row in a buffer.

#ifdef TEXTURE
layout(binding = 0) uniform sampler2D cells;       // of each published pixel its value and its mark
#else
layout(binding = 0) uniform samplerBuffer cells;   // the same
#endif
layout(binding = 1) uniform sampler2D colors;      // one row of 256
layout(location = 0) uniform vec4 placement;       // top left corner on the screen, published pixels a screen pixel
layout(location = 1) uniform ivec2 size;           // in published pixels; 0, 0: nothing to show
layout(location = 2) uniform vec2 range;           // value at the map's beginning, 1 / the length of its range
layout(location = 3) uniform float target_height;
layout(location = 4) uniform int top_first;
layout(location = 5) uniform int contours;         // lines of equal value
layout(location = 6) uniform vec4 tiles;           // a corner of the grid, width and height of a tile; 0: none
layout(location = 7) uniform float line;           // pixels that a thin line is wide
layout(location = 8) uniform vec2 anchor;          // patterns move with the field
#ifdef TINT
layout(location = 9) uniform vec4 cells_at;        // the first cell, cells a published pixel
layout(location = 10) uniform ivec2 all_cells;
#endif

layout(location = 0) out vec4 color;

const float insulator = 1.0, held = 2.0;
const vec3 ground = vec3(42.0 / 255.0);
const vec3 insulator_ground = vec3(46.0, 50.0, 56.0) / 255.0, insulator_line = vec3(96.0, 104.0, 114.0) / 255.0;
const vec3 unknown_ground = vec3(18.0) / 255.0, unknown_line = vec3(225.0) / 255.0;

bool is_unknown(float value) {  // isnan may be compiled away
  return (floatBitsToUint(value) & 0x7fffffffu) > 0x7f800000u;
}

vec2 cell(ivec2 at) {
  at = clamp(at, ivec2(0), size - 1);
#ifdef TEXTURE
  return texelFetch(cells, at, 0).xy;
#else
  return texelFetch(cells, at.y * size.x + at.x).xy;
#endif
}

#ifdef AVERAGE
/// What the screen pixel covers: several published pixels are averaged, or fine patterns would alias.
vec2 covered(vec2 at) {
  vec2 middle = cell(ivec2(at));
  ivec2 count = clamp(ivec2(placement.zw + 0.5), 1, 4);
  if (count == ivec2(1) || middle.y == insulator) return middle;
  float sum = 0.0, weight = 0.0;
  for (int y = 0; y < count.y; ++y)
    for (int x = 0; x < count.x; ++x) {
      vec2 part = cell(ivec2(at + placement.zw * ((vec2(x, y) + 0.5) / vec2(count) - 0.5)));
      if (part.y == insulator) continue;
      sum += part.x;
      weight += 1.0;
    }
  return vec2(sum / weight, middle.y);
}
#else
vec2 covered(vec2 at) { return cell(ivec2(at)); }
#endif

float place_in_map(float value) { return clamp((value - range.x) * range.y, 0.0, 1.0); }

vec3 map_color(float t) { return textureLod(colors, vec2((t * 255.0 + 0.5) / 256.0, 0.5), 0.0).rgb; }

/// What stands out on a colour.
vec3 ink(vec3 below) { return vec3(dot(below, vec3(0.299, 0.587, 0.114)) > 0.5 ? 0.0 : 1.0); }

/// Stripes that rise (1) or fall (-1) to the right.
vec3 hatched(vec3 below, vec3 stripe, vec2 screen, float rise, float pitch, float width) {
  vec2 q = floor((screen - anchor) / line);
  return mod(q.x + rise * q.y, pitch) < width ? stripe : below;
}

bool is_held(vec2 at) { return cell(ivec2(at)).y == held; }

/// True at the rim of held cells, inside of them and where they are wide enough to keep their colour.
bool on_rim(vec2 at) {
  const vec2 ways[4] = vec2[](vec2(1, 0), vec2(-1, 0), vec2(0, 1), vec2(0, -1));
  for (int k = 0; k < 4; ++k) {
    vec2 way = ways[k] * line * placement.zw;
    if (!is_held(at + way) && is_held(at - 2.0 * way)) return true;
  }
  return false;
}

vec3 held_color(vec3 below, vec2 screen, vec2 at) {
  ivec2 q = ivec2(mod(floor((screen - anchor) / line), 6.0));
  bool dot_here = q == ivec2(1) || q == ivec2(4);
  if (on_rim(at)) return mix(below, ink(below), 0.85);
  return dot_here ? mix(below, ink(below), 0.7) : below;
}

#ifdef LINES
/// Value between the middles of the published pixels, and its slope; z is 0 where it is not known. Insulators
/// take the mean of the rest: so the value does not change across their surface, and lines meet it upright.
vec4 smooth_value(vec2 at) {
  vec2 from = clamp(floor(at - 0.5), vec2(0.0), vec2(max(size - 2, 0)));  // the outermost half pixel goes on as
  vec2 part = at - 0.5 - from;                                            // the one before it
  float v[4], sum = 0.0, count = 0.0;
  bool blocked[4];
  for (int k = 0; k < 4; ++k) {
    vec2 c = cell(ivec2(from) + ivec2(k & 1, k >> 1));
    v[k] = c.x;
    blocked[k] = c.y == insulator;
    if (blocked[k]) continue;
    sum += c.x;
    count += 1.0;
  }
  if (count == 0.0 || is_unknown(sum)) return vec4(0.0);
  for (int k = 0; k < 4; ++k)
    if (blocked[k]) v[k] = sum / count;
  vec2 slope = vec2(mix(v[1] - v[0], v[3] - v[2], part.y), mix(v[2] - v[0], v[3] - v[1], part.x));
  float value = mix(mix(v[0], v[1], part.x), mix(v[2], v[3], part.x), part.y);
  return vec4(value, length(slope * placement.zw), 1.0, 0.0);
}

vec3 with_contours(vec3 below, vec2 at) {
  vec4 here = smooth_value(at);
  float lines = float(contours + 1);
  float u = (here.x - range.x) * range.y * lines, slope = abs(here.y * range.y) * lines;
  float level = clamp(round(u), 1.0, lines - 1.0);
  if (here.z == 0.0 || !(slope > 1e-9)) return below;
  float away = abs(u - level) / slope;  // in pixels
  float share = clamp(0.65 * line + 0.5 - away, 0.0, 1.0);
  return mix(below, ink(map_color(level / lines)), 0.8 * share);
}

vec3 with_tiles(vec3 below, vec2 screen) {
  vec2 here = floor((screen - tiles.xy) / tiles.zw), before = floor((screen - line - tiles.xy) / tiles.zw);
  return here == before ? below : mix(below, ink(below), 0.3);
}
#endif

#ifdef TINT
/// Of a screen pixel that covers several cells some of them count.
vec3 with_tint(vec3 below, vec2 at) {
  int count = max(placement.z * cells_at.z, placement.w * cells_at.w) > 1.5 ? 3 : 1;
  vec3 sum = vec3(0.0);
  for (int y = 0; y < count; ++y)
    for (int x = 0; x < count; ++x) {
      vec2 part = at + placement.zw * ((vec2(x, y) + 0.5) / float(count) - 0.5);
      ivec2 cell = clamp(ivec2(cells_at.xy + part * cells_at.zw), ivec2(0), all_cells - 1);
      sum += tinted(below, cell.y * all_cells.x + cell.x);
    }
  return sum / float(count * count);
}
#endif

void main() {
  vec2 screen = vec2(gl_FragCoord.x, top_first != 0 ? gl_FragCoord.y : target_height - gl_FragCoord.y);
  vec2 at = (screen - placement.xy) * placement.zw;
  color = vec4(ground, 1.0);
  if (any(lessThan(at, vec2(0.0))) || any(greaterThanEqual(at, vec2(size)))) return;
  vec2 here = covered(at);
  if (here.y == insulator) {
    color.rgb = hatched(insulator_ground, insulator_line, screen, 1.0, 4.0, 1.0);
  } else if (is_unknown(here.x)) {
    color.rgb = hatched(unknown_ground, unknown_line, screen, -1.0, 12.0, 3.0);
  } else {
    color.rgb = map_color(place_in_map(here.x));
#ifdef TINT
    color.rgb = with_tint(color.rgb, at);
#endif
#ifdef LINES
    if (contours > 0) color.rgb = with_contours(color.rgb, at);
#endif
    if (here.y == held) color.rgb = held_color(color.rgb, screen, at);
  }
#ifdef LINES
  if (tiles.z > 0.0) color.rgb = with_tiles(color.rgb, screen);
#endif
}
