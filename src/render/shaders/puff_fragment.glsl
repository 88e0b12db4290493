// SPDX-License-Identifier: Zlib
flat in vec3 tone;
flat in vec2 place;
layout(location = 0) out vec4 sum;
layout(location = 1) out float taken;

layout(binding = 2) uniform sampler2D solidDepth;

void main() {
    vec2 q = 2.0 * gl_PointCoord - 1.0;
    float r2 = dot(q, q);
    if (r2 > 1.0) discard;
    // Thinner where something solid is close behind, so that puffs do not end in a line.
    float solid = distanceOf(texture(solidDepth, gl_FragCoord.xy * 2.0 * viewport.zw).r);
    float room = clamp((solid - place.x + place.y) / (2.0 * place.y), 0.0, 1.0);
    float opacity = 0.10 * (1.0 - r2) * (1.0 - r2) * room;
    if (opacity < 0.001) discard;
    float nearer = (length(center.xyz - eye.xyz) - place.x) / stage.z;
    float weight = isFlat() ? 1.0 : exp(2.5 * clamp(nearer, -2.0, 2.0));
    sum = vec4(tone * opacity, opacity) * weight;
    taken = opacity;
}
