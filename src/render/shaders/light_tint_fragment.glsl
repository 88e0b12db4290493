// SPDX-License-Identifier: Zlib
// Optical depths add up; alpha keeps the least depth.
flat in vec4 share;
out vec4 color;

void main() {
    vec2 q = 2.0 * gl_PointCoord - 1.0;
    float r2 = dot(q, q);
    if (r2 > 1.0) discard;
    color = vec4(share.rgb * 2.0 * sqrt(1.0 - r2), share.a);
}
