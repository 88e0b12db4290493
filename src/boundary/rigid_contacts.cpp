// SPDX-License-Identifier: Zlib
#include "boundary/rigid_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/geometry.h"

namespace undine {
namespace {

bool overlap(Vec3 lowA, Vec3 highA, Vec3 lowB, Vec3 highB) {
    return lowA.x <= highB.x && lowB.x <= highA.x && lowA.y <= highB.y && lowB.y <= highA.y &&
           lowA.z <= highB.z && lowB.z <= highA.z;
}

}  // namespace

float particleRadius(const RigidContactSettings& settings, float spacing) {
    const float usual = settings.boundaryParticles ? 0.25F : 0.5F;
    return (settings.particleRadius > 0 ? settings.particleRadius : usual) * spacing;
}

void RigidContacts::resolve(const ContactPass& pass, const RigidContactSettings& settings,
                            std::span<RigidBody> bodies, Index particles, const ThreadPool& pool) {
    radius_ = particleRadius(settings, pass.spacing);
    horizon_ = radius_ + settings.radiusExpansion * pass.spacing;
    boxes_.clear();
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        const Vec3 low = bodies[k].solid().min();
        const Vec3 high = bodies[k].solid().max();
        Box box;
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 own{(corner & 1) != 0 ? high.x : low.x, (corner & 2) != 0 ? high.y : low.y,
                           (corner & 4) != 0 ? high.z : low.z};
            for (const BodyPlace& at : {pass.before[k], bodies[k].place()}) {
                box.add(at.toWorld(own));
            }
        }
        const Vec3 rim{horizon_, horizon_, horizon_};
        boxes_.push_back({box.low - rim, box.high + rim});
    }

    const Index blocks = blockCount(particles, kContactBlock);
    if (blocks_.size() < blocks) blocks_.resize(blocks);
    for (std::vector<Contact>& block : blocks_) block.clear();  // which keeps their memory
    pool.run(blocks, [&](Index b) {
        findInBlock(pass, bodies, blockRange(b, particles, kContactBlock), blocks_[b]);
    });
    count_ = 0;
    for (const std::vector<Contact>& block : blocks_) {
        for (const Contact& contact : block) exchange(pass, settings, contact, bodies[contact.body]);
        count_ += block.size();
    }
}

void RigidContacts::findInBlock(const ContactPass& pass, std::span<const RigidBody> bodies, Range block,
                                std::vector<Contact>& found) const {
    std::array<Index, kContactBlock + 16> room;
    const auto [low, high] = boxAround(pass, block);
    for (Index k = 0; k < bodies.size(); ++k) {
        const Box& box = boxes_[k];
        if (!overlap(low, high, box.low, box.high)) continue;
        const Solid& solid = bodies[k].solid();
        const BodyPlace& now = bodies[k].place();
        for (const Index i : particlesIn(pass, block, box, room)) {
            // Seen from the body, whichever of the two moves.
            const Vec3 from = pass.before[k].toBody(pass.x[i] - pass.wayScale * pass.way[i]);
            Vec3 to = now.toBody(pass.x[i]);
            bool isStopped = false;
            if (length(to - from) > 0.5F * radius_) {
                const auto share = solid.sweep(from, to, radius_);
                isStopped = share.has_value();
                if (isStopped) to = from + *share * (to - from);
            }
            SurfacePoint point = solid.closest(to);
            // A sweep ends a hair's breadth before the surface.
            if (isStopped) point.distance = std::min(point.distance, radius_);
            if (!isStopped && !(point.distance < horizon_)) continue;
            found.push_back({i, k, point.distance, now.toWorld(to), now.axes.toWorld(point.normal)});
        }
    }
    // A stable sort would ask for memory.
    std::ranges::sort(found, {}, [](const Contact& c) { return std::pair(c.particle, c.body); });
}

void RigidContacts::exchange(const ContactPass& pass, const RigidContactSettings& settings,
                             const Contact& contact, RigidBody& body) const {
    const Index i = contact.particle;
    const bool touches = contact.distance <= radius_;
    const float depth = radius_ - settings.margin * pass.spacing - contact.distance;
    if (touches) pass.x.set(i, contact.x + std::max(settings.erp * depth, 0.0F) * contact.normal);

    const double mass = settings.particleMass > 0 ? settings.particleMass : pass.fluids[pass.fluid[i]].mass;
    const Vec3d at(contact.x - contact.distance * contact.normal);
    const Vec3d normal(contact.normal);
    Vec3d v(pass.v[i]);
    const auto push = [&](Vec3d direction, double speed) {
        if (!pass.pushesBodies) {
            v = v + speed * direction;
            return;
        }
        const double impulse = speed / (1 / mass + body.mobility(at, direction));
        v = v + (impulse / mass) * direction;
        body.push((-impulse) * direction, at);
    };
    // It may approach as fast as it reaches the surface by the end of the next step.
    const double approach = dot(v - body.velocityAt(at), normal);
    const double allowed = touches ? 0 : -(contact.distance - radius_) / pass.dt;
    if (approach < allowed) push(normal, allowed - approach - (touches ? body.restitution() * approach : 0));

    if (touches && body.friction() > 0) {
        const Vec3d slip = v - body.velocityAt(at);
        const Vec3d along = slip - dot(slip, normal) * normal;
        const double speed = length(along);
        if (speed > 1e-12) push((1 / speed) * along, -body.friction() * speed);
    }
    pass.v.set(i, v.rounded());
}

}  // namespace undine
