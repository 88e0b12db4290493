// SPDX-License-Identifier: Zlib
// Backdrop and ground in one: where the ray of a pixel meets the floor, its grid and the shadows on it. It has
// no depth, so that what lies a little below the floor is not cut off.
in vec2 uv;
out vec4 color;

layout(binding = 0) uniform sampler2DShadow solidShadow;
layout(binding = 1) uniform sampler2D fluidShadow;

// Lines every `cell` metres, as wide as they seem, fading where they get too dense.
float gridLines(vec2 place, float cell, float pixel) {
    vec2 p = abs(fract(place / cell - 0.5) - 0.5) * cell;
    vec2 lines = 1.0 - smoothstep(vec2(0.5 * pixel), vec2(1.6 * pixel), p);
    return max(lines.x, lines.y) * (1.0 - smoothstep(0.08, 0.3, pixel / cell));
}

void main() {
    vec2 ndc = 2.0 * uv - 1.0;
    vec3 offset = ndc.x * rightAxis.xyz + ndc.y * upAxis.xyz;
    vec3 origin = isPerspective() ? eye.xyz : eye.xyz + offset;
    vec3 ray = isPerspective() ? forwardAxis.xyz + offset : forwardAxis.xyz;
    vec3 behind = backdrop(uv.y);
    color = vec4(behind, 1.0);
    if (stage.y < 0.5 || ray.y > -1e-4 || origin.y < stage.x) return;

    float along = (stage.x - origin.y) / ray.y;
    vec3 place = origin + along * ray;
    float radius = stage.z;
    float away = length(place.xz - center.xz) / radius;
    float fade = smoothstep(1.2, 3.6, away);
    if (fade >= 1.0) return;
    float cell = forwardAxis.w;
    float pixel = along * (isPerspective() ? 2.0 * length(upAxis.xyz) : 0.0) * viewport.w;
    if (!isPerspective()) pixel = 2.0 * length(upAxis.xyz) * viewport.w;
    float lines = 0.35 * gridLines(place.xz, cell, pixel) + 0.45 * gridLines(place.xz, 5.0 * cell, pixel);
    vec3 base = vec3(0.50, 0.52, 0.545) * (1.0 - 0.16 * lines);
    vec3 lit = lightAt(place, solidShadow, fluidShadow, true);
    // Near the tank the sky is partly hidden: a little darker.
    float sheltered = 1.0 - 0.10 * exp(-2.0 * away * away);
    vec3 ground = daylight() * base * (0.46 * sheltered + 0.62 * lit);
    color.rgb = mix(ground, behind, fade);
}
