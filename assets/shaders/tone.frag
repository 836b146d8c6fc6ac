#version 450 core
// From sums of light to the colours of a screen, with the eye's trick: what counts is how bright a place is beside
// its surroundings. Single stars of the halo and the grain of a core a thousand times brighter are seen at once.
// The hue of a place is the mean hue of its lights, so it keeps its meaning however bright it is.

layout(binding = 0) uniform sampler2D lights;
layout(binding = 1) uniform sampler2D surroundings;  // the same, smoothed far and wide
layout(location = 0) uniform vec2 star;              // brightness of one light, how much its surroundings dim it
layout(location = 1) uniform float whiteness;

layout(location = 0) in vec2 place;
layout(location = 1) flat in vec2 bloom;              // factor outside the logarithm, factor within
layout(location = 0) out vec4 color;

const vec3 ground = vec3(7.0, 9.0, 12.0) / 255.0;

void main() {
  vec4 here = texelFetch(lights, ivec2(gl_FragCoord.xy), 0);
  vec4 around = textureLod(surroundings, place, 0.0);
  color = vec4(ground, 1.0);
  if (here.a + around.a < 1e-4) return;
  float stars = star.x * here.a / (1.0 + star.y * around.a);
  float mist = bloom.x * log2(1.0 + bloom.y * around.a);
  float shown = stars + mist;
  vec3 hue = (stars * here.rgb / max(here.a, 1e-6) + mist * around.rgb / max(around.a, 1e-6)) / shown;
  hue = mix(hue, vec3(1.0), whiteness * smoothstep(1.1, 2.5, shown));
  vec3 lit = hue * (1.0 - 1.0 / (1.0 + shown * (1.6 + 1.3 * shown)));  // never beyond the full colour
  // Half a step of noise hides the steps of 8 bits in smooth skirts.
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
  color.rgb = ground + (1.0 - ground) * lit + noise / 255.0 * min(shown * 40.0, 1.0);
}
