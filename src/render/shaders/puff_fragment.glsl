// SPDX-License-Identifier: Zlib
// From back to front: colours are already multiplied with what they hide.
flat in vec3 tone;
flat in vec4 flame;
flat in float opacity;
flat in vec2 place;
out vec4 color;

layout(binding = 2) uniform sampler2D solidDepth;
layout(location = 2) uniform float flameOpacity;

void main() {
    vec2 q = 2.0 * gl_PointCoord - 1.0;
    float r2 = dot(q, q);
    if (r2 > 1.0) discard;
    // Thinner where something solid is close behind, so that puffs do not end in a line.
    float solid = distanceOf(texture(solidDepth, gl_FragCoord.xy * 2.0 * viewport.zw).r);
    float room = clamp((solid - place.x + place.y) / (2.0 * place.y), 0.0, 1.0);
    float soft = (1.0 - r2) * (1.0 - r2) * room;
    float smoke = opacity * soft;
    float glow = flameOpacity * flame.a * soft;
    color = vec4(tone * smoke + flame.rgb * glow, smoke + 0.6 * glow * (1.0 - smoke));
}
