// SPDX-License-Identifier: Zlib
// Fluid of two dimensions: inside where enough of it is near, with a rim that catches the light.
in vec2 uv;
out vec4 color;

layout(location = 1) uniform float layer;  // optical depth of a spacing
layout(binding = 0) uniform sampler2D solid;
layout(binding = 1) uniform sampler2D solidDepth;
layout(binding = 3) uniform sampler2D thickness;
layout(binding = 4) uniform sampler2D surroundings;

float amount(vec4 optical) { return (optical.r + optical.g + optical.b) / (3.0 * layer); }

void main() {
    vec3 behind = texture(solid, uv).rgb;
    vec4 optical = texture(thickness, uv);
    float here = amount(optical);
    vec2 texel = 1.0 / vec2(textureSize(thickness, 0));
    vec2 slope = vec2(amount(texture(thickness, uv + vec2(texel.x, 0.0))) - amount(texture(thickness, uv - vec2(texel.x, 0.0))),
                      amount(texture(thickness, uv + vec2(0.0, texel.y))) - amount(texture(thickness, uv - vec2(0.0, texel.y))));
    // A single particle is a small disc; beside others the outline is that of all of them.
    float outline = clamp(0.45 * amount(texture(surroundings, uv)), 0.14, 0.42);
    float width = clamp(length(slope) * 0.5, 0.02, 0.6 * outline);
    float cover = smoothstep(outline - width, outline + width, here);
    vec3 hue = exp(-1.15 * optical.rgb / (layer * max(here, 1e-3)));
    float edge = 1.0 - smoothstep(0.45, 0.95, here / (outline / 0.42));
    float lit = dot(normalize(slope + vec2(1e-5)), normalize(vec2(-0.4, 1.0)));
    vec3 water = hue * (0.92 - 0.30 * edge * max(lit, 0.0)) + vec3(0.30) * edge * max(-lit, 0.0);
    float white = smoothstep(0.15, 0.8, optical.a / (layer * max(here, 1e-3)));
    water = mix(water, vec3(0.92), 0.6 * white);
    bool isCovered = texture(solidDepth, uv).r < 0.9999;
    color = vec4(isCovered ? behind : mix(behind, water, cover), 1.0);
}
