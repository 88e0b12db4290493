// SPDX-License-Identifier: Zlib
// From light to what a screen shows, with smooth edges: the mean of several samples, or, with one sample per
// pixel, a blur along edges that the brightness of the neighbours gives away (after FXAA, Lottes 2009).
in vec2 uv;
out vec4 color;

layout(location = 0) uniform int supersampling;
layout(binding = 0) uniform sampler2D picture;

vec3 toned(vec3 c) {
    // Straight up to 0.8, then rolling off to white.
    vec3 high = max(c - 0.8, 0.0);
    c = min(c, 0.8) + 0.2 * high / (high + 0.2);
    return pow(c, vec3(1.0 / 2.2));
}
vec3 at(vec2 place) { return texture(picture, place).rgb; }
// Nearly as an eye sees it, without the cost of toned().
float brightness(vec3 c) { return sqrt(dot(min(c, vec3(1.0)), vec3(0.3, 0.59, 0.11))); }

void main() {
    vec2 texel = 1.0 / vec2(textureSize(picture, 0));
    if (supersampling > 1) {
        vec3 sum = vec3(0.0);
        for (int k = 0; k < 4; ++k) sum += toned(at(uv + texel * (vec2(k % 2, k / 2) - 0.5)));
        color = vec4(0.25 * sum, 1.0);
        return;
    }
    vec3 middle = at(uv);
    float m = brightness(middle);
    float nw = brightness(at(uv + texel * vec2(-1, 1))), ne = brightness(at(uv + texel * vec2(1, 1)));
    float sw = brightness(at(uv + texel * vec2(-1, -1))), se = brightness(at(uv + texel * vec2(1, -1)));
    float least = min(m, min(min(nw, ne), min(sw, se)));
    float most = max(m, max(max(nw, ne), max(sw, se)));
    vec3 result = middle;
    if (most - least > max(0.03, 0.1 * most)) {
        vec2 along = vec2((nw + ne) - (sw + se), (nw + sw) - (ne + se));
        float smallest = min(abs(along.x), abs(along.y)) + max((nw + ne + sw + se) * 0.03, 1.0 / 128.0);
        along = clamp(along / smallest, -6.0, 6.0) * texel;
        vec3 near = 0.5 * (at(uv - along / 6.0) + at(uv + along / 6.0));
        vec3 far = 0.5 * near + 0.25 * (at(uv - 0.5 * along) + at(uv + 0.5 * along));
        float b = brightness(far);
        result = b < least || b > most ? near : far;
    }
    color = vec4(toned(result), 1.0);
}
