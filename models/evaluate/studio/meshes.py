"""Solid things as triangles: what is turned on a lathe (glasses, cups, coins), tubes (arms, pens),
and how triangles are painted."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.evaluate.studio.easel import Easel, Grey
from models.evaluate.studio.lens import Floats

_OVER = 2
"""Triangles are drawn so much larger, then averaged: smooth rims."""


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """``points`` N x 3 millimetres, ``triangles`` M x 3, ``colours`` M x 3 linear BGR; ``soft``:
    how far light creeps round it, as in skin; ``clear``: share that is seen through it."""

    points: Floats
    triangles: npt.NDArray[np.int64]
    colours: Floats
    shine: float = 0.0
    clear: float = 0.0

    def moved(self, turn: Floats, shift: Floats) -> "Mesh":
        """Turned by a 3 x 3 (rows are the mesh's axes in the room), then shifted."""
        placed = self.points @ turn + shift
        return Mesh(placed, self.triangles, self.colours, self.shine, self.clear)

    @property
    def normals(self) -> Floats:
        """M x 3 of the triangles, unit."""
        a, b, c = (self.points[self.triangles[:, k]] for k in range(3))
        across = np.cross(b - a, c - a)
        return np.asarray(across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9))


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """One of several, with the shine of the first."""
    starts = np.cumsum([0, *(len(m.points) for m in meshes)])
    return Mesh(
        np.concatenate([m.points for m in meshes]),
        np.concatenate([m.triangles + s for m, s in zip(meshes, starts, strict=False)]),
        np.concatenate([m.colours for m in meshes]),
        meshes[0].shine,
        meshes[0].clear,
    )


def tube(middles: Floats, radii: Floats, colour: npt.ArrayLike, *, around: int = 20) -> Mesh:
    """Rings round N x 3 middles; ``radii`` N x 2: along the second and the third axis of the
    tube's own frame, whose first axis is its course."""
    course = np.gradient(middles, axis=0)
    course /= np.maximum(np.linalg.norm(course, axis=1, keepdims=True), 1e-9)
    first = np.cross(course, np.array([0.0, 0.0, 1.0]))
    weak = np.linalg.norm(first, axis=1, keepdims=True) < 1e-3
    first = np.where(weak, np.array([1.0, 0.0, 0.0]), first)
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    second = np.cross(first, course)
    turn = np.linspace(0, 2 * np.pi, around, endpoint=False)
    rings = (
        middles[:, None]
        + radii[:, :1, None] * np.cos(turn)[None, :, None] * first[:, None]
        + radii[:, 1:, None] * np.sin(turn)[None, :, None] * second[:, None]
    )
    return _skin(rings, colour)


def lathe(profile: Sequence[tuple[float, float]], colour: npt.ArrayLike, **surface: float) -> Mesh:
    """(radius, height) from the foot up, turned about the vertical."""
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    rings = np.stack(
        [
            np.stack([r * np.cos(turn), r * np.sin(turn), np.full_like(turn, z)], axis=1)
            for r, z in profile
        ]
    )
    mesh = _skin(rings, colour)
    return Mesh(
        mesh.points,
        mesh.triangles,
        mesh.colours,
        surface.get("shine", 0.0),
        surface.get("clear", 0.0),
    )


def _skin(rings: Floats, colour: npt.ArrayLike) -> Mesh:
    """Triangles between rings of equal length (n x k x 3)."""
    count, around = rings.shape[:2]
    number = np.arange(count * around).reshape(count, around)
    a, b = number[:-1], number[1:]
    c, d = np.roll(a, -1, axis=1), np.roll(b, -1, axis=1)
    triangles = np.concatenate(
        [np.stack([a, c, b], -1).reshape(-1, 3), np.stack([c, d, b], -1).reshape(-1, 3)]
    )
    tones = np.broadcast_to(np.asarray(colour, np.float64), (len(triangles), 3))
    return Mesh(rings.reshape(-1, 3), triangles, tones)


def paint(easel: Easel, mesh: Mesh, *, owner: int, smooth_px: float = 2.0) -> None:
    """Lay a mesh on the canvas, farthest triangles first; its shadow is cast apart."""
    pixels = easel.lens.ideal(mesh.points)
    box = easel.box(pixels)
    if box is None:
        return
    depth = easel.lens.depth_mm(mesh.points)[mesh.triangles].mean(axis=1)
    if float(depth.min()) < 60.0:
        return
    normals = mesh.normals
    towards = easel.lens.place_mm - mesh.points[mesh.triangles].mean(axis=1)
    facing = (normals * towards).sum(axis=1)
    normals = np.where(facing[:, None] < 0, -normals, normals)
    high, wide = box[3] - box[1], box[2] - box[0]
    face: Grey = np.zeros((high, wide, 3), np.float32)
    tone: Grey = np.zeros((high, wide, 3), np.float32)
    mask = np.zeros((high * _OVER, wide * _OVER), np.uint8)
    corners = (pixels - np.array(box[:2], np.float32))[mesh.triangles]
    order = np.argsort(-depth)
    fine = np.clip(np.round(corners * 16), -(2**20), 2**20).astype(np.int32)
    twice = np.clip(np.round((corners + 0.25) * 16 * _OVER), -(2**20), 2**20).astype(np.int32)
    for i in order.tolist():
        cv2.fillConvexPoly(face, fine[i], normals[i].tolist(), shift=4)
        cv2.fillConvexPoly(tone, fine[i], mesh.colours[i].tolist(), shift=4)
        cv2.fillConvexPoly(mask, twice[i], (255,), shift=4)
    whole = cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA)
    there = (np.abs(face).max(axis=2) > 0).astype(np.float32)
    weight = cv2.GaussianBlur(there, (0, 0), smooth_px)[..., None] + 1e-6
    even = cv2.GaussianBlur(face, (0, 0), smooth_px) / weight
    even /= np.maximum(np.linalg.norm(even, axis=2, keepdims=True), 1e-6)
    tint = cv2.GaussianBlur(tone, (0, 0), smooth_px) / weight
    cover: Grey = np.asarray(whole, np.float32) * np.float32((1 - mesh.clear) / 255)
    easel.lay(
        box, cover, matter=tint, normal=even, shine=mesh.shine, owner=owner,
        least=0.5 * (1 - mesh.clear),
    )  # fmt: skip


def cast(easel: Easel, mesh: Mesh, floor_mm: float) -> None:
    """The mesh's shadow on what lies there already."""
    chosen = mesh.triangles[mesh.normals[:, 2] > 0]
    if len(chosen) == 0:
        chosen = mesh.triangles
    easel.shade(list(mesh.points[chosen]), floor_mm)
