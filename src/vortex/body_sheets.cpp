// SPDX-License-Identifier: Zlib
#include "vortex/body_sheets.h"

#include <algorithm>
#include <cmath>

#include "core/byte_stream.h"
#include "core/geometry.h"
#include "core/log.h"

namespace undine {
namespace {

constexpr float kLeastSlip = 0.02F;  // share of the slip that may be left over

void resizeAll(VectorArrays& arrays, Index count) {
    for (AlignedArray<float>& axis : arrays) axis.resizeForOverwrite(count);
}

bool isBox(const WallShape& wall) {
    return wall.kind == WallShape::Kind::Box || wall.kind == WallShape::Kind::TurnedBox;
}

/// Whether the fluid is around it.
bool isObstacle(const WallShape& wall) {
    return isBox(wall) || (wall.kind == WallShape::Kind::Sphere && wall.side > 0);
}

Result<Solid> solidOf(const WallShape& wall, int dimension) {
    RigidPart part;
    if (isBox(wall)) {
        const float depth = dimension == 2 ? 1 : 2 * wall.extent.z;
        part.shape = BoxBody{.size = {2 * wall.extent.x, 2 * wall.extent.y, depth}};
    } else {
        part.shape = SphereBody{.radius = wall.radius};
    }
    return Solid::make({&part, 1}, dimension, "body");
}

}  // namespace

// ---- Which bodies there are

bool BodySheets::isSame(const Known& a, const Known& b) {
    if (a.isRigid || b.isRigid) return a.isRigid == b.isRigid && a.id == b.id;
    return isBox(a.wall) == isBox(b.wall) && a.wall.extent == b.wall.extent && a.wall.radius == b.wall.radius;
}

// Adds a surface to those that are known: the same as before, or one with new samples.
void BodySheets::learn(Known key, const ThreadPool& pool) {
    const std::size_t place = known_.size();
    std::size_t old = 0;
    while (old < knownBefore_.size() && !(old >= place && isSame(key, knownBefore_[old]))) ++old;
    if (old == knownBefore_.size()) {
        // Somebody before it has gone, or it is new: any that is the same will do for its shape.
        const auto at = std::ranges::find_if(knownBefore_, [&](const Known& k) { return isSame(key, k); });
        old = static_cast<std::size_t>(at - knownBefore_.begin());
    }
    const bool isRestored = knownBefore_.empty() && place < memoryBefore_.size();
    memory_.push_back({});
    if (old < knownBefore_.size() && old < memoryBefore_.size()) memory_.back() = memoryBefore_[old];
    if (isRestored) memory_.back() = memoryBefore_[place];
    if (old < knownBefore_.size()) {
        known_.push_back(knownBefore_[old]);
        return;
    }
    if (!key.isRigid) {
        auto solid = solidOf(key.wall, dimension_);
        if (solid) key.solid = std::move(solid).value();
    }
    if (key.solid) key.shape = makeSheetShape(*key.solid, spacing_, dimension_, pool);
    if (!key.shape)
        log(LogLevel::Info, "a body has no vortex sheet: it is open, or too large beside particles");
    known_.push_back(std::move(key));
}

void BodySheets::meet(std::span<const WallShape> walls, RigidBodies& rigid, float spacing,
                      const ThreadPool& pool) {
    spacing_ = spacing;
    knownBefore_.swap(known_);
    memoryBefore_.swap(memory_);
    known_.clear();
    memory_.clear();
    bodies_.clear();
    for (const WallShape& wall : walls) {
        if (isObstacle(wall)) learn({.isRigid = false, .id = 0, .wall = wall}, pool);
    }
    for (const RigidBody& body : rigid.bodies()) {
        if (rigid.isWall(body.id())) continue;
        learn({.isRigid = true, .id = body.id(), .wall = {}, .solid = body.solid()}, pool);
    }
    std::size_t k = 0;
    for (const WallShape& wall : walls) {
        if (isObstacle(wall)) addWall(wall, k++);
    }
    for (RigidBody& body : rigid.bodies()) {
        if (!rigid.isWall(body.id())) addRigid(body, k++);
    }
    isFirst_ = true;
}

bool BodySheets::hasSheet(RigidId body) const {
    return std::ranges::any_of(known_, [&](const Known& k) { return k.isRigid && k.id == body && k.shape; });
}

void BodySheets::addWall(const WallShape& wall, std::size_t known) {
    if (!known_[known].shape) return;
    Body body;
    body.shape = known_[known].shape;
    body.solid = &*known_[known].solid;
    body.known = known;
    body.place.position = wall.center;
    body.place.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (wall.kind == WallShape::Kind::TurnedBox) body.place.axes = {wall.axes.x, wall.axes.y, wall.axes.z};
    if (wall.moves) {
        body.spin = Vec3d(wall.motion.angularVelocity);
        body.velocity =
            Vec3d(wall.motion.velocity) + cross(body.spin, Vec3d(wall.center) - Vec3d(wall.motion.pivot));
    }
    body.temperature = wall.temperature;
    bodies_.push_back(std::move(body));
}

void BodySheets::addRigid(RigidBody& rigid, std::size_t known) {
    if (!known_[known].shape) return;
    Body body;
    body.shape = known_[known].shape;
    body.solid = &*known_[known].solid;
    body.known = known;
    body.place = rigid.place();
    body.velocity = rigid.velocityAt(rigid.position());
    body.spin = Vec3d(rigid.motion().angularVelocity);
    body.temperature = rigid.temperature();
    if (rigid.isFree()) body.rigid = &rigid;
    bodies_.push_back(std::move(body));
}

// ---- Where their samples are

void BodySheets::resize() {
    samples_ = 0;
    for (Body& body : bodies_) {
        body.first = samples_;
        samples_ += samplesOf(body);
    }
    sources_ = samples_;
    for (Body& body : bodies_) {
        body.firstCell = sources_;
        sources_ += cellsOf(body);
    }
    for (VectorArrays* arrays : {&inside_, &normal_, &motion_, &external_, &slip_, &scratch_}) {
        resizeAll(*arrays, samples_);
    }
    area_.resizeForOverwrite(samples_);
    for (VectorArrays* arrays : {&x_, &strength_}) resizeAll(*arrays, sources_);
    radius_.resizeForOverwrite(sources_);
}

void BodySheets::place(float ahead) {
    resize();
    ahead_ = static_cast<double>(ahead);
    const VectorSpan position = x(), inside = spanOf(inside_), normal = spanOf(normal_);
    for (const Body& body : bodies_) {
        const Rotation turn = Rotation::byVector(ahead_ * body.spin);
        const auto axis = [&](Vec3 a) { return turn.apply(Vec3d(a)).rounded(); };
        const BodyAxes& old = body.place.axes;
        const BodyPlace now{(Vec3d(body.place.position) + ahead_ * body.velocity).rounded(),
                            {axis(old.x), axis(old.y), axis(old.z)}};
        for (Index i = 0; i < samplesOf(body); ++i) {
            const SheetShape::Sample& sample = body.shape->samples[i];
            const Index k = body.first + i;
            position.set(k, now.toWorld(sample.position));
            inside.set(k, now.toWorld(sample.inside));
            normal.set(k, now.axes.toWorld(sample.normal));
            area_[k] = sample.area;
            radius_[k] = body.shape->radius;
        }
        for (Index i = 0; i < cellsOf(body); ++i) {
            position.set(body.firstCell + i, now.toWorld(body.shape->cells[i].position));
            radius_[body.firstCell + i] = body.shape->radius;
        }
    }
}

Sheet BodySheets::sheet() {
    return {spanOf(x_), spanOf(inside_), spanOf(normal_), area_.data(), radius_.data(), samples_};
}

// ---- The sheet

void BodySheets::setMotionSheet() {
    const VectorSpan motion = spanOf(motion_);
    for (const Body& body : bodies_) {
        const BodyAxes& axes = body.place.axes;
        const auto own = [&](Vec3d a) { return Vec3d(axes.toBody(a.rounded())); };
        const Six units = sixOf(own(body.velocity), own(body.spin));
        for (Index i = 0; i < samplesOf(body); ++i) {
            Vec3 sum{};
            for (std::size_t k = 0; k < 6; ++k) {
                if (units[k] != 0 && !body.shape->unit[k].empty()) {
                    sum = sum + static_cast<float>(units[k]) * body.shape->unit[k][i];
                }
            }
            motion.set(body.first + i, axes.toWorld(sum));
        }
    }
}

// slip_ = n x u, of the velocity that particles and other bodies, and their images, bring to the points
// inside.
void BodySheets::gatherSlip(VortexField* particles, const ThreadPool& pool) {
    const VectorSpan slip = spanOf(slip_), normal = spanOf(normal_);
    for (Index i = 0; i < samples_; ++i) slip.set(i, {});
    if (particles != nullptr) particles->velocityAt(spanOf(inside_), samples_, slip, pool);
    if (bodies_.size() > 1) addOtherBodies(pool);
    for (Index i = 0; i < samples_; ++i) slip.set(i, cross(normal[i], slip[i]));
}

// slip_ += what the motions of the other bodies induce: that of all of them less that of each one.
void BodySheets::addOtherBodies(const ThreadPool& pool) {
    const VectorSpan slip = spanOf(slip_), there = spanOf(scratch_), inside = spanOf(inside_);
    const VectorSpan strength = spanOf(strength_);
    for (Index i = 0; i < samples_; ++i) strength.set(i, area_[i] * spanOf(motion_)[i]);
    field_.setSources({spanOf(x_), strength, radius_.data(), sources_}, {}, pool);
    field_.velocityAt(inside, samples_, there, pool);
    for (Index i = 0; i < samples_; ++i) slip.set(i, slip[i] + there[i]);
    for (const Body& body : bodies_) {
        const Index count = takeOwnSources(body);
        field_.setSources({spanOf(ownX_), spanOf(ownStrength_), ownRadius_.data(), count}, {}, pool);
        const Index n = samplesOf(body), first = body.first;
        const VectorSpan at{inside.x + first, inside.y + first, inside.z + first};
        field_.velocityAt(at, n, there, pool);
        for (Index i = 0; i < n; ++i) slip.set(first + i, slip[first + i] - there[i]);
    }
}

void BodySheets::solve(VortexField* particles, const ThreadPool& pool) {
    setMotionSheet();
    if (isFirst_) {
        for (Index i = 0; i < samples_; ++i) spanOf(external_).set(i, {});
    }
    writeStrength();  // of the cells
    gatherSlip(particles, pool);
    const VectorSpan slip = spanOf(slip_), external = spanOf(external_), scratch = spanOf(scratch_);
    const Sheet all = sheet();
    double area = 0;
    for (Index i = 0; i < samples_; ++i) area += static_cast<double>(area_[i]);
    const double mean2 = SheetSolver::product(all, slip, slip, pool) / area;
    if (!isFirst_ && mean2 > 0) {
        solver_.apply(all, external, scratch, pool);
        for (Index i = 0; i < samples_; ++i) slip.set(i, slip[i] - scratch[i]);
    }
    const float floor = kLeastSlip * static_cast<float>(std::sqrt(mean2));
    if (mean2 > 0)
        solver_.solve(all, slip, external,
                      {.share = 0, .floor = floor, .mostRounds = 12, .mostGain = kMostGain}, pool);
    if (dimension_ == 2) keepCirculation();
    writeStrength();
    isFirst_ = false;
}

// In two dimensions nothing says how much circulation there is around a body, but that it had none before it
// shed some.
void BodySheets::keepCirculation() {
    const VectorSpan external = spanOf(external_);
    for (const Body& body : bodies_) {
        double sum = memory_[body.known].circulation;
        for (Index i = 0; i < samplesOf(body); ++i) {
            sum += static_cast<double>(area_[body.first + i] * external[body.first + i].z);
        }
        for (Index i = 0; i < samplesOf(body); ++i) {
            const Index k = body.first + i;
            external.set(k, external[k] - static_cast<float>(sum) * body.shape->ring[i]);
        }
    }
}

void BodySheets::writeStrength() {
    const VectorSpan strength = spanOf(strength_), motion = spanOf(motion_), external = spanOf(external_);
    for (Index i = 0; i < samples_; ++i) strength.set(i, area_[i] * (motion[i] + external[i]));
    for (const Body& body : bodies_) {
        for (Index i = 0; i < cellsOf(body); ++i) {
            const double volume = body.shape->cells[i].volume;
            strength.set(body.firstCell + i, (2 * volume * body.spin).rounded());
        }
    }
}

// Its samples, then its cells, one after the other.
Index BodySheets::takeOwnSources(const Body& body) {
    const Index n = samplesOf(body), count = n + cellsOf(body);
    for (VectorArrays* arrays : {&ownX_, &ownStrength_, &ownVelocity_}) resizeAll(*arrays, count);
    ownRadius_.resizeForOverwrite(count);
    for (Index i = 0; i < count; ++i) {
        const Index k = i < n ? body.first + i : body.firstCell + i - n;
        ownRadius_[i] = radius_[k];
        spanOf(ownX_).set(i, spanOf(x_)[k]);
        spanOf(ownStrength_).set(i, spanOf(strength_)[k]);
    }
    return count;
}

std::size_t BodySheets::bytes() const {
    std::size_t total = solver_.bytes() + field_.bytes() + radius_.bytes() + area_.bytes();
    for (const VectorArrays* arrays : {&x_, &strength_, &inside_, &normal_, &motion_, &external_, &slip_,
                                       &scratch_, &ownX_, &ownStrength_, &ownVelocity_}) {
        for (const AlignedArray<float>& axis : *arrays) total += axis.bytes();
    }
    return total;
}

// ---- What is remembered

void BodySheets::save(ByteWriter& out) const {
    out.value(passed_);
    out.value(static_cast<std::uint64_t>(memory_.size()));
    for (const Memory& memory : memory_) {
        out.value(static_cast<std::uint8_t>(memory.isNew));
        out.value(memory.momentum);
        out.value(memory.circulation);
    }
}

Result<void> BodySheets::restore(ByteReader& in) {
    const auto passed = in.value<double>();
    const auto count = in.value<std::uint64_t>();
    constexpr std::size_t kEach = sizeof(std::uint8_t) + sizeof(Six) + sizeof(double);
    if (!in.ok() || count * kEach != in.left() || count > in.left())
        return Error{"bodies in the flow: cut short"};
    std::vector<Memory> restored(count);
    bool isSane = std::isfinite(passed);
    for (Memory& memory : restored) {
        memory.isNew = in.value<std::uint8_t>() != 0;
        memory.momentum = in.value<Six>();
        memory.circulation = in.value<double>();
        isSane = isSane && std::isfinite(memory.circulation) &&
                 std::ranges::all_of(memory.momentum, [](double a) { return std::isfinite(a); });
    }
    if (!isSane) return Error{"bodies in the flow: must be finite"};
    passed_ = passed;
    memory_ = std::move(restored);
    if (memory_.size() != known_.size()) known_.clear();
    return {};
}

}  // namespace undine
