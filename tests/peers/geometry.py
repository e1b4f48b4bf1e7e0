#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Booleans of solids and prisms beside Open CASCADE and beside closed forms.

    geometry.py BUILD_DIR [--general 40] [--special 1000] [--seed N]

General cases: boxes, stars, pyramids and roofs, turned at random, whose volumes Open CASCADE computes too. Special cases: bodies with
common planes, that touch, or miss one another by next to nothing, where kernels stumble; what is right is computed here, from intervals
and from the volume of a corner of a box. Every volume must be within 1e-9 of the smaller body's.
"""
import argparse
import json
import math
import random
import subprocess
import sys
import time

from harness import ROOT

NEAR = 1e-9


# ---- bodies: points, faces (outlines against the clock seen from outside), and for vertical ones an outline

class Body:
    def __init__(self, points, faces, prism=None):
        self.points, self.faces, self.prism = points, faces, prism

    def placed(self, turn, shift):
        def place(p):
            return tuple(sum(turn[i][j] * p[j] for j in range(3)) + shift[i] for i in range(3))

        upright = self.prism and turn[2] == (0, 0, 1)
        prism = upright and {"outline": [place((*p, 0))[:2] for p in self.prism["outline"]],
                             "bottom": self.prism["bottom"] + shift[2], "top": self.prism["top"] + shift[2]}
        return Body([place(p) for p in self.points], self.faces, prism or None)

    def mesh(self):
        """Faces as triangles about a point in their middle, which is right for all the shapes here."""
        points, triangles = list(self.points), []
        for face in self.faces:
            middle = tuple(sum(self.points[i][k] for i in face) / len(face) for k in range(3))
            if len(face) == 3:
                triangles.append(list(face))
                continue
            points.append(middle)
            triangles += [[face[i], face[(i + 1) % len(face)], len(points) - 1] for i in range(len(face))]
        return {"points": points, "triangles": triangles}


def extruded(outline, bottom, top):
    n = len(outline)
    points = [(x, y, z) for z in (bottom, top) for x, y in outline]
    faces = [tuple(reversed(range(n))), tuple(range(n, 2 * n))]
    faces += [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    return Body(points, faces, {"outline": outline, "bottom": bottom, "top": top})


def box(low, high):
    (x, y, z), (u, v, w) = low, high
    return extruded([(x, y), (u, y), (u, v), (x, v)], z, w)


def star(chance):
    """An outline whose corners' mean is its middle, so that it can be filled from there: opposite radii are equal."""
    half = chance.randint(2, 5)
    radii = [chance.uniform(0.8, 2) for _ in range(half)] * 2
    return [(r * math.cos(math.pi * i / half), r * math.sin(math.pi * i / half)) for i, r in enumerate(radii)]


def pyramid(chance):
    n = chance.randint(3, 7)
    base = [(2 * math.cos(2 * math.pi * i / n), 2 * math.sin(2 * math.pi * i / n), 0) for i in range(n)]
    apex = (chance.uniform(-1, 1), chance.uniform(-1, 1), chance.uniform(1, 4))
    return Body(base + [apex], [tuple(reversed(range(n)))] + [(i, (i + 1) % n, n) for i in range(n)])


def roof(chance):
    u, v, h, r = chance.uniform(2, 4), chance.uniform(2, 4), chance.uniform(0.5, 2), chance.uniform(0.5, 1.5)
    points = [(0, 0, 0), (u, 0, 0), (u, v, 0), (0, v, 0), (0, 0, h), (u, 0, h), (u, v, h), (0, v, h), (0, v / 2, h + r), (u, v / 2, h + r)]
    return Body(points, [(3, 2, 1, 0), (0, 1, 5, 4), (2, 3, 7, 6), (4, 5, 9, 8), (6, 7, 8, 9), (0, 4, 8, 7, 3), (1, 2, 6, 9, 5)])


def corner(size):
    """x, y, z ≥ 0 and x + y + z ≤ size."""
    return Body([(0, 0, 0), (size, 0, 0), (0, size, 0), (0, 0, size)], [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)])


UPRIGHT = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def turn_about_z(angle):
    c, s = math.cos(angle), math.sin(angle)
    return ((c, -s, 0), (s, c, 0), (0, 0, 1))


def any_turn(chance):
    """Uniform: K. Shoemake, "Uniform Random Rotations", 1992."""
    u, v, w = chance.random(), 2 * math.pi * chance.random(), 2 * math.pi * chance.random()
    x, y = math.sqrt(1 - u) * math.sin(v), math.sqrt(1 - u) * math.cos(v)
    z, q = math.sqrt(u) * math.sin(w), math.sqrt(u) * math.cos(w)
    return ((1 - 2 * (y * y + z * z), 2 * (x * y - z * q), 2 * (x * z + y * q)),
            (2 * (x * y + z * q), 1 - 2 * (x * x + z * z), 2 * (y * z - x * q)),
            (2 * (x * z - y * q), 2 * (y * z + x * q), 1 - 2 * (x * x + y * y)))


# ---- cases

def any_body(chance):
    kind = chance.randrange(4)
    if kind == 0:
        return box((0, 0, 0), [chance.uniform(0.5, 4) for _ in range(3)])
    if kind == 1:
        return extruded(star(chance), 0, chance.uniform(0.5, 4))
    return pyramid(chance) if kind == 2 else roof(chance)


def general_case(chance):
    upright = chance.random() < 0.3  # prisms are compared as prisms too

    def one():
        body = extruded(star(chance), 0, chance.uniform(0.5, 4)) if upright else any_body(chance)
        turn = turn_about_z(chance.uniform(0, 7)) if upright else any_turn(chance)
        return body.placed(turn, [chance.uniform(-1.2, 1.2) for _ in range(3)])

    return one(), one()


def interval(chance, other):
    """An interval that has something to do with the other: the same, touching, within, or off by very little."""
    low, high = other
    little = chance.choice([0, 0, 0, 1e-6, -1e-6, 1e-8, -1e-8, 1e-10, -1e-10, 1e-12, -1e-12])
    return chance.choice([
        (low + little, high), (low, high + little), (low + little, high + little), (high + little, high + 1), (low - 1, low + little),
        ((low + high) / 2, high + little), (low + little, (low + high) / 2), (low - 0.5, high + 0.5), (low + 0.25 * (high - low), high + 0.5)])


def length(a, b):
    return max(0.0, min(a[1], b[1]) - max(a[0], b[0]))


def boxes_case(chance):
    """Two boxes in one direction, which share planes: what they share is the product of three intervals."""
    a = [(low := chance.choice([0, 0.5, chance.uniform(-2, 2)]), low + chance.choice([1, 0.2, chance.uniform(0.1, 5)])) for _ in range(3)]
    b = [interval(chance, each) for each in a]
    volume = [math.prod(high - low for low, high in each) for each in (a, b)]
    bodies = [box(*zip(*each)) for each in (a, b)]
    return bodies, volume, math.prod(length(p, q) for p, q in zip(a, b))


def corner_case(chance):
    """A corner of space and a box in it: three planes in common. What they share by inclusion and exclusion."""
    size = chance.choice([1, 2, chance.uniform(0.5, 4)])
    sides = [chance.choice([size, size / 2, size + 1e-9, chance.uniform(0.1, 1.5) * size]) for _ in range(3)]
    cube = lambda x: max(0.0, x) ** 3  # noqa: E731
    x, y, z = sides
    shared = (cube(size) - cube(size - x) - cube(size - y) - cube(size - z) + cube(size - x - y) + cube(size - y - z)
              + cube(size - x - z) - cube(size - x - y - z)) / 6
    return [corner(size), box((0, 0, 0), sides)], [size ** 3 / 6, math.prod(sides)], shared


def special_case(chance):
    bodies, volumes, shared = boxes_case(chance) if chance.random() < 0.7 else corner_case(chance)
    turn = chance.choice([UPRIGHT, turn_about_z(0.3), turn_about_z(chance.uniform(0, 7)), any_turn(chance)])
    shift = chance.choice([(0, 0, 0), [chance.uniform(-5, 5) for _ in range(3)]])
    return [body.placed(turn, shift) for body in bodies], volumes, shared


# ---- who computes

def ours(build, pairs):
    cases = []
    for a, b in pairs:
        flat = a.prism and b.prism
        cases.append({"a": a.prism if flat else a.mesh(), "b": b.prism if flat else b.mesh()})
        if flat:
            cases.append({"a": a.mesh(), "b": b.mesh()})
    said = subprocess.run([f"{build}/geometry_probe"], input="".join(json.dumps(each) + "\n" for each in cases), text=True,
                          capture_output=True, check=True).stdout.splitlines()
    answers = iter(map(json.loads, said))
    for a, b in pairs:
        both = [next(answers) for _ in range(2 if a.prism and b.prism else 1)]
        yield {**both[0], **{f"mesh {name}": value for name, value in (both[1] if len(both) > 1 else {}).items()}}


class Occt:
    def __init__(self):
        sys.path.insert(0, str(ROOT / ".deps/occt"))
        from OCP import BRepAlgoAPI, BRepBuilderAPI, BRepGProp, GProp, TopoDS, gp
        self.make, self.algo, self.props, self.sums, self.shell, self.point = (
            BRepBuilderAPI, BRepAlgoAPI, BRepGProp.BRepGProp, GProp.GProp_GProps, TopoDS.TopoDS.Shell_s, gp.gp_Pnt)

    def solid(self, body):
        sewing = self.make.BRepBuilderAPI_Sewing(1e-9)
        for face in body.faces:
            outline = self.make.BRepBuilderAPI_MakePolygon()
            for index in face:
                outline.Add(self.point(*body.points[index]))
            outline.Close()
            sewing.Add(self.make.BRepBuilderAPI_MakeFace(outline.Wire(), True).Face())
        sewing.Perform()
        return self.make.BRepBuilderAPI_MakeSolid(self.shell(sewing.SewedShape())).Solid()

    def volume(self, shape):
        sums = self.sums()
        self.props.VolumeProperties_s(shape, sums)
        return sums.Mass()

    def volumes(self, a, b):
        a, b = self.solid(a), self.solid(b)
        algo = self.algo
        return {"a": self.volume(a), "b": self.volume(b), "intersect": self.volume(algo.BRepAlgoAPI_Common(a, b).Shape()),
                "unite": self.volume(algo.BRepAlgoAPI_Fuse(a, b).Shape()), "subtract": self.volume(algo.BRepAlgoAPI_Cut(a, b).Shape())}


def expected_of(volumes, shared):
    a, b = volumes
    return {"a": a, "b": b, "intersect": shared, "unite": a + b - shared, "subtract": a - shared}


def differences(said, expected):
    """How far each volume is from what it should be, in smaller bodies."""
    if "error" in said or "mesh error" in said:
        return {"error": math.inf, "said": said}
    expected = {**expected, "overlap": expected["intersect"], "without": expected["subtract"]}
    least = min(expected["a"], expected["b"])
    return {name: abs(value - expected[name.removeprefix("mesh ")]) / least for name, value in said.items()}


def report(name, seed, results, seconds):
    worst, bad = 0.0, 0
    for number, (said, expected) in enumerate(results):
        off = differences(said, expected)
        far = max(value for value in off.values() if isinstance(value, float))
        worst = max(worst, far)
        if far > NEAR:
            bad += 1
            if bad <= 5:
                print(f"FAIL {name} {number} (--seed {seed}): off by {far:.3g}\n  ours     {said}\n  expected {expected}")
    print(f"{'FAIL' if bad else 'ok  '} {name}: {len(results) - bad} of {len(results)} within {NEAR:g}, the worst {worst:.2g} ({seconds:.1f} s)")
    return bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--general", type=int, default=40)
    parser.add_argument("--special", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=20817)
    options = parser.parse_args()

    start = time.monotonic()
    chance = random.Random(options.seed)
    cases = [special_case(chance) for _ in range(options.special)]
    said = list(ours(options.build, [bodies for bodies, _, _ in cases]))
    bad = report("common planes, touching, nearly touching", options.seed,
                 [(one, expected_of(volumes, shared)) for one, (_, volumes, shared) in zip(said, cases)], time.monotonic() - start)

    start = time.monotonic()
    occt, chance = Occt(), random.Random(options.seed + 1)
    pairs = [general_case(chance) for _ in range(options.general)]
    bad += report("general, beside Open CASCADE", options.seed,
                  list(zip(ours(options.build, pairs), (occt.volumes(*pair) for pair in pairs))), time.monotonic() - start)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
