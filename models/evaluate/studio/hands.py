"""Hands with arms: a rigged mesh (npm ``@webxr-input-profiles/assets``, MIT) bent into poses.

No training saw it: theirs are drawn flat, limb by limb. The mesh lies with its fingers along -y and
its palm to -x, joints flat under one root; the chains of fingers are known by their names.
"""

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from models.evaluate.studio.lens import Floats
from models.evaluate.studio.meshes import Mesh, joined, tube
from models.train.packages import Package, fetch

WEBXR = Package("npm", "@webxr-input-profiles/assets", "1.0.20")
FINGERS = ("thumb", "index-finger", "middle-finger", "ring-finger", "pinky-finger")
_PHALANGES = ("phalanx-proximal", "phalanx-intermediate", "phalanx-distal", "tip")
SKINS = ("ecd0bd", "e0bba2", "cf9f80", "b58365", "8b624a", "5e4436")
POSES: Mapping[str, tuple[tuple[float, float], ...]] = {
    "flat": ((0, 0), (4, 6), (2, 6), (4, 8), (8, 10)),
    "loose": ((8, 10), (18, 22), (24, 28), (30, 34), (36, 38)),
    "point": ((22, 30), (4, 8), (62, 78), (68, 82), (70, 80)),
    "pinch": ((14, 26), (38, 34), (46, 44), (54, 52), (56, 56)),
    "hold": ((52, 30), (6, 8), (4, 8), (6, 10), (10, 12)),
}
"""Degrees at the first joint and at each further one, finger by finger, thumb first."""


@dataclass(frozen=True, slots=True, eq=False)
class _Rig:
    points: Floats
    triangles: npt.NDArray[np.int64]
    joints: npt.NDArray[np.int64]  # N x 4
    weights: Floats  # N x 4
    inverse: Floats  # joints x 4 x 4
    rest: Floats  # joints x 4 x 4
    names: tuple[str, ...]


_FORMATS = {5126: np.float32, 5121: np.uint8, 5123: np.uint16}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


@cache
def _rig() -> _Rig:
    path = fetch(WEBXR) / "package/dist/profiles/generic-hand/right.glb"
    return _parsed(path)


def _parsed(path: Path) -> _Rig:
    raw = path.read_bytes()
    length = struct.unpack("<I", raw[12:16])[0]
    about = json.loads(raw[20 : 20 + length])
    data = raw[20 + length + 8 :]

    def array(number: int) -> Floats:
        accessor = about["accessors"][number]
        view = about["bufferViews"][accessor["bufferView"]]
        kind, wide = _FORMATS[accessor["componentType"]], _WIDTHS[accessor["type"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        flat = np.frombuffer(data, kind, accessor["count"] * wide, start)
        return flat.reshape(accessor["count"], wide).astype(np.float64)

    shape = about["meshes"][0]["primitives"][0]
    skin = about["skins"][0]
    nodes = [about["nodes"][joint] for joint in skin["joints"]]
    inverse = array(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
    return _Rig(
        points=array(shape["attributes"]["POSITION"]),
        triangles=array(shape["indices"]).astype(np.int64).reshape(-1, 3),
        joints=array(shape["attributes"]["JOINTS_0"]).astype(np.int64),
        weights=array(shape["attributes"]["WEIGHTS_0"]),
        inverse=inverse,
        rest=np.asarray(np.linalg.inv(inverse), np.float64),
        names=tuple(str(node["name"]) for node in nodes),
    )


def _turn(axis: Floats, angle_deg: float) -> Floats:
    """4 x 4 about an axis through the origin."""
    angle = np.radians(angle_deg)
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    out = np.eye(4)
    out[:3, :3] = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross)
    return out


def _posed(rig: _Rig, bends: tuple[tuple[float, float], ...]) -> Floats:
    """joints x 4 x 4 with each finger bent about the axis across its own first two bones."""
    place = {name: i for i, name in enumerate(rig.names)}
    now = rig.rest.copy()
    for finger, (first, further) in zip(FINGERS, bends, strict=True):
        chain = [place[f"{finger}-{p}"] for p in _PHALANGES if f"{finger}-{p}" in place]
        course = rig.rest[chain[1]][:3, 3] - rig.rest[chain[0]][:3, 3]
        palm = np.array([-1.0, 0.0, 0.0]) if finger != "thumb" else np.array([-0.5, 0.3, 0.8])
        axis = np.cross(course, palm)
        moved = np.eye(4)
        for number, joint in enumerate(chain[:-1]):
            spot = (moved @ rig.rest[joint])[:3, 3]
            to, back = np.eye(4), np.eye(4)
            to[:3, 3], back[:3, 3] = spot, -spot
            spin = _turn(moved[:3, :3] @ axis, first if number == 0 else further)
            moved = to @ spin @ back @ moved
            for later in chain[number:]:
                now[later] = moved @ rig.rest[later]
    return now


def _skinned(rig: _Rig, now: Floats) -> Floats:
    whole = np.concatenate([rig.points, np.ones((len(rig.points), 1))], axis=1)
    bones = now @ rig.inverse
    placed = np.einsum("jab,nb->nja", bones, whole)[..., :3]
    chosen = np.take_along_axis(placed, rig.joints[..., None], axis=1)
    total = rig.weights.sum(axis=1, keepdims=True)
    return np.asarray((chosen * rig.weights[..., None]).sum(axis=1) / total)


def linear_bgr(hex_colour: str) -> Floats:
    """``rrggbb`` to linear BGR 0..1."""
    share = np.array([int(hex_colour[i : i + 2], 16) for i in (4, 2, 0)]) / 255
    return np.asarray(share**2.2)


def hand(
    rng: np.random.Generator, pose: str, *, left: bool = False, bare: bool | None = None
) -> tuple[Mesh, npt.NDArray[np.bool_]]:
    """A hand with its arm, tip of the middle finger at the origin, arm leaving along +x, palm down;
    and which triangles are the thumb's. Millimetres."""
    rig = _rig()
    bends = tuple(
        (a + float(rng.normal(0, 4)), b + float(rng.normal(0, 4))) for a, b in POSES[pose]
    )
    now = _posed(rig, bends)
    size = 1000 * float(rng.uniform(0.92, 1.08))
    points = _into_room(_skinned(rig, now)) * size
    joints = _into_room(now[:, :3, 3]) * size
    skin = linear_bgr(SKINS[int(rng.integers(len(SKINS)))]) * rng.uniform(0.85, 1.1)
    names = [rig.names[j] for j in rig.joints[np.arange(len(points)), rig.weights.argmax(axis=1)]]
    ruddy = np.array([0.9 if "distal" in n or "tip" in n else 1.0 for n in names])
    tones = np.stack([skin[0] * ruddy**2, skin[1] * ruddy, skin[2] * np.ones_like(ruddy)], axis=1)
    mesh = Mesh(points, rig.triangles, tones[rig.triangles].mean(axis=1), shine=0.008)
    free = np.array(["thumb-phalanx" in n or "thumb-tip" in n for n in names])
    thumb = np.asarray(free[rig.triangles].sum(axis=1) > 0)
    wrist = joints[rig.names.index("wrist")]
    arm = _arm(rng, wrist, skin, bare=bool(rng.random() < 0.35) if bare is None else bare)
    whole = joined([mesh, *arm])
    tip = joints[rig.names.index("middle-finger-tip")]
    lowest = float(mesh.points[:, 2].min())
    shifted = whole.points - np.array([tip[0], tip[1], lowest])
    if left:
        shifted = shifted * (1, -1, 1)
    far = len(whole.triangles) - len(thumb)
    return (
        Mesh(shifted, whole.triangles, whole.colours, shine=0.008),
        np.concatenate([thumb, np.zeros(far, bool)]),
    )


def _into_room(points: Floats) -> Floats:
    """Fingers along -x, back of the hand up, thumb to +y of a right hand seen from above."""
    return np.stack([points[:, 1], -points[:, 2], points[:, 0]], axis=1)


def _arm(rng: np.random.Generator, wrist: Floats, skin: Floats, *, bare: bool) -> list[Mesh]:
    """From the wrist to beyond the elbow, and the sleeve over it."""
    along = np.linspace(-0.012, 0.42, 30)[:, None] * 1000
    rise = float(rng.uniform(0.0, 0.25))
    sway = float(rng.normal(0, 0.12))
    middles = wrist + along * np.array([1.0, sway, rise]) * np.array([1, 1, 1.0])
    far = along[:, 0] / 420
    wide = np.stack(
        [27 + 17 * np.clip(far * 1.6, 0, 1), 19 + 20 * np.clip(far * 1.6, 0, 1)], axis=1
    )
    out = [tube(middles, wide, skin)]
    if bare:
        return out
    start = int(rng.integers(2, 12))
    folds = 1 + 0.05 * np.sin(np.arange(30) * rng.uniform(0.8, 2.2) + rng.uniform(0, 6))
    loose = float(rng.uniform(4, 14))
    cuff = (wide + loose)[start:] * folds[start:, None]
    tone = rng.uniform(0.01, 0.6) * (1 + rng.normal(0, 0.35, 3))
    sleeve = tube(middles[start:], cuff, np.clip(tone, 0.005, 0.8))
    stripe = sleeve.colours.copy()
    if rng.random() < 0.4:
        stripe[(np.arange(len(stripe)) // 20) % int(rng.integers(2, 5)) == 0] *= 0.45
    return [*out, Mesh(sleeve.points, sleeve.triangles, stripe)]
