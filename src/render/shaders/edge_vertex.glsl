// SPDX-License-Identifier: Zlib
// A line as a thin strip: six vertices per edge, moved apart by pixels across it.
struct Edge {
    float from[3];
    float to[3];
};
layout(std430, binding = 0) readonly buffer Edges { Edge edges[]; };

layout(location = 0) uniform float halfWidth;  // pixels, with one for the soft border

out float across;
out float distance;

void main() {
    Edge edge = edges[gl_VertexID / 6];
    int corner = gl_VertexID % 6;
    vec4 a = projection * (view * vec4(edge.from[0], edge.from[1], edge.from[2], 1.0));
    vec4 b = projection * (view * vec4(edge.to[0], edge.to[1], edge.to[2], 1.0));
    vec2 along = (b.xy / b.w - a.xy / a.w) * viewport.xy;
    along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
    // Two triangles: a- b- b+, a- b+ a+.
    bool isEnd = corner == 1 || corner == 2 || corner == 4;
    float side = corner == 2 || corner >= 4 ? 1.0 : -1.0;
    vec4 p = isEnd ? b : a;
    vec2 offset = vec2(-along.y, along.x) * side * halfWidth * 2.0 * viewport.zw;
    gl_Position = p + vec4(offset * p.w, 0.0, 0.0);
    across = side * halfWidth;
    distance = isPerspective() ? p.w : distanceOf(0.5 * p.z + 0.5);
}
