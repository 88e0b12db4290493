// SPDX-License-Identifier: Zlib
// A plain round dot.
flat in vec3 middle;
flat in float ball;
flat in vec3 tone;
flat in float lit;
flat in vec3 toLight;
flat in vec3 bisector;
out vec4 color;

void main() {
    vec2 q = 2.0 * gl_PointCoord - 1.0;
    if (dot(q, q) > 1.0) discard;
    color = vec4(tone * (isFlat() ? 1.0 : 0.45 + 0.55 * lit), 1.0);
}
