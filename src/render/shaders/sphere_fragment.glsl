// SPDX-License-Identifier: Zlib
// A lit ball where the point is.
flat in vec3 middle;
flat in float ball;
flat in vec3 tone;
flat in float lit;
flat in vec3 toLight;
flat in vec3 bisector;  // of light and eye
out vec4 color;

void main() {
    vec2 q = 2.0 * gl_PointCoord - 1.0;
    q.y = -q.y;
    float r2 = dot(q, q);
    if (r2 > 1.0) discard;
    vec3 normal = vec3(q, sqrt(1.0 - r2));
    gl_FragDepth = depthOf(-(middle.z + ball * normal.z));
    if (isFlat()) {
        color = vec4(tone * (0.72 + 0.28 * normal.z), 1.0);
        return;
    }
    float sun = max(dot(normal, toLight), 0.0) * lit;
    float up = dot(normal, vec3(view[1].xyz));
    float sky = 0.42 + 0.16 * up;
    float shine = max(dot(normal, bisector), 0.0);
    shine *= shine;
    shine *= shine;
    shine *= shine;
    shine *= shine * lit;
    shine *= shine;
    color = vec4(tone * (sky + 0.75 * sun) + 0.12 * shine, 1.0);
}
