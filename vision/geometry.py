"""Small plane geometry for cards, pawns and hands: quads, overlaps, rigid motions, homographies.

A quad is a 4x2 float array, clockwise in the picture (x right, y down), its first edge a short
side. Nothing here knows pixels from millimetres; the caller's names say which it is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating]
Quad = npt.NDArray[np.float32]


def ordered_quad(corners: Floats) -> Quad:
    """The same four corners, clockwise in the picture, beginning with a short side.

    Of the two short sides the one nearer to the picture's top comes first, so that equal quads have
    equal orders.
    """
    points = [(float(x), float(y)) for x, y in np.asarray(corners).reshape(4, 2)]
    cx, cy = sum(x for x, _ in points) / 4, sum(y for _, y in points) / 4
    points.sort(key=lambda p: math.atan2(p[1] - cy, p[0] - cx))
    sides = [math.dist(points[i], points[(i + 1) % 4]) for i in range(4)]
    first = 0 if sides[0] + sides[2] <= sides[1] + sides[3] else 1
    middles = [
        (points[i][1] + points[(i + 1) % 4][1], points[i][0] + points[(i + 1) % 4][0])
        for i in range(4)
    ]
    start = first if middles[first] <= middles[first + 2] else first + 2
    return np.array([points[(start + i) % 4] for i in range(4)], dtype=np.float32)


def box_quad(centre: Sequence[float], width: float, height: float, angle_deg: float) -> Quad:
    """A rectangle turned clockwise in the picture by ``angle_deg``."""
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    turn = np.array([[c, s], [-s, c]])
    return ordered_quad(half @ turn + np.asarray(centre, dtype=np.float64))


def corners_of(left: float, top: float, right: float, bottom: float) -> Quad:
    """Of an upright box, clockwise from the upper left."""
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def quad_size(quad: Floats) -> tuple[float, float]:
    """Mean lengths of the (short, long) side pairs."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    one = (math.hypot(bx - ax, by - ay) + math.hypot(dx - cx, dy - cy)) / 2
    other = (math.hypot(cx - bx, cy - by) + math.hypot(ax - dx, ay - dy)) / 2
    return min(one, other), max(one, other)


def quad_angle_deg(quad: Floats) -> float:
    """Direction of the long axis, 0 <= angle < 180; 90 is upright in the picture."""
    axis = (quad[2] + quad[3]) - (quad[0] + quad[1])
    return math.degrees(math.atan2(float(axis[1]), float(axis[0]))) % 180.0


def angle_between_deg(a: float, b: float, *, period: float = 180.0) -> float:
    """The unsigned difference of two directions that repeat every ``period`` degrees."""
    d = (a - b) % period
    return min(d, period - d)


def quad_area(quad: Floats) -> float:
    """Area of a quad by its diagonals; never negative."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return float(abs((cx - ax) * (dy - by) - (dx - bx) * (cy - ay)) / 2)


def overlap_area(a: Floats, b: Floats) -> float:
    """Area common to two convex quads."""
    if (a.max(axis=0) < b.min(axis=0)).any() or (b.max(axis=0) < a.min(axis=0)).any():
        return 0.0
    area, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return float(area)


def iou(a: Floats, b: Floats) -> float:
    """Intersection over union of two convex quads."""
    common = overlap_area(a, b)
    union = quad_area(a) + quad_area(b) - common
    return common / union if union > 0 else 0.0


def covered_share(quad: Floats, by: Floats) -> float:
    """How much of ``quad`` lies under ``by``, 0..1."""
    area = quad_area(quad)
    return overlap_area(quad, by) / area if area > 0 else 0.0


def depth_inside(point: Floats, quad: Floats) -> float:
    """Distance from ``point`` to the quad's outline, positive inside, negative outside."""
    contour = quad.astype(np.float32).reshape(-1, 1, 2)
    return float(cv2.pointPolygonTest(contour, (float(point[0]), float(point[1])), True))


@dataclass(frozen=True, slots=True)
class Rigid:
    """Turn clockwise in the picture by ``angle_rad`` about the origin, then move by (dx, dy)."""

    angle_rad: float = 0.0
    dx: float = 0.0
    dy: float = 0.0

    def apply(self, points: Floats) -> Floats:
        """Points (..., 2) after the motion."""
        c, s = math.cos(self.angle_rad), math.sin(self.angle_rad)
        moved: Floats = points @ np.array([[c, s], [-s, c]]) + np.array([self.dx, self.dy])
        return moved

    @property
    def angle_deg(self) -> float:
        return math.degrees(self.angle_rad)


def fit_rigid(source: Floats, target: Floats) -> Rigid:
    """The rigid motion that carries ``source`` (Nx2, N >= 2) onto ``target`` with least squares."""
    a, b = source.mean(axis=0), target.mean(axis=0)
    p, q = source - a, target - b
    sine = float((p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]).sum())
    angle = math.atan2(sine, float((p * q).sum()))
    shift = b - Rigid(angle).apply(a)
    return Rigid(angle, float(shift[0]), float(shift[1]))


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A homography between picture pixels and millimetres on the cloth."""

    to_plane: npt.NDArray[np.float64]  # 3x3

    def mm(self, points_px: Floats) -> Floats:
        """Picture points (..., 2) on the cloth, in millimetres."""
        return _project(self.to_plane, points_px)

    def px(self, points_mm: Floats) -> Floats:
        """Cloth points (..., 2) in the picture, in pixels."""
        return _project(np.linalg.inv(self.to_plane), points_mm)

    def turned(self, angle_deg: float) -> "Plane":
        """The same plane with its axes turned: what pointed along ``angle_deg`` now points
        right."""
        c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
        return Plane(np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]) @ self.to_plane)


def _project(matrix: Floats, points: Floats) -> Floats:
    flat = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    out = np.column_stack([flat, np.ones(len(flat))]) @ matrix.T
    result: Floats = (out[:, :2] / out[:, 2:]).reshape(np.shape(points))
    return result


def register(
    source: Floats,
    source_deg: Floats,
    target: Floats,
    target_deg: Floats,
    *,
    tolerance: float,
    tolerance_deg: float = 5.0,
    most_deg: float = 180.0,
) -> tuple[Rigid, npt.NDArray[np.intp]] | None:
    """The rigid motion under which most cards of ``source`` land on cards of ``target``.

    Centres Nx2 and Mx2, directions N and M (period 180). Every pair of cards proposes two motions
    (a card looks the same upside down); the one with most landings wins, of those that turn by
    ``most_deg`` at most. Returns the refined motion and for each source card the index of its
    partner (-1: none), or None when no motion has at least two landings.
    """
    best: tuple[int, float, Rigid, npt.NDArray[np.intp]] | None = None
    for i in range(len(source)):
        for j in range(len(target)):
            turn = math.radians(angle_signed_deg(float(target_deg[j] - source_deg[i])))
            for angle in (turn, turn + math.pi):
                if abs(math.degrees(math.remainder(angle, math.tau))) > most_deg:
                    continue
                shift = target[j] - Rigid(angle).apply(source[i])
                motion = Rigid(angle, float(shift[0]), float(shift[1]))
                partners, error = _land(
                    motion, source, source_deg, target, target_deg, tolerance, tolerance_deg
                )
                hits = int((partners >= 0).sum())
                effort = error + 2.0 * tolerance * abs(math.remainder(angle, math.tau))
                if best is None or (hits, -effort) > (best[0], -best[1]):
                    best = hits, effort, motion, partners
    if best is None or best[0] < 2:
        return None
    hit = best[3] >= 0
    return fit_rigid(source[hit], target[best[3][hit]]), best[3]


def angle_signed_deg(d: float) -> float:
    """``d`` taken into [-90, 90): the least turn of a card that looks the same upside down."""
    return (d + 90.0) % 180.0 - 90.0


def _land(
    motion: Rigid,
    source: Floats,
    source_deg: Floats,
    target: Floats,
    target_deg: Floats,
    tolerance: float,
    tolerance_deg: float,
) -> tuple[npt.NDArray[np.intp], float]:
    distance = np.linalg.norm(motion.apply(source)[:, None] - target[None], axis=2)
    turned = (source_deg[:, None] + motion.angle_deg - target_deg[None] + 90) % 180 - 90
    distance = np.where(np.abs(turned) <= tolerance_deg, distance, np.inf)
    nearest = distance.argmin(axis=1)
    gap = distance[np.arange(len(source)), nearest]
    partners = np.where(gap <= tolerance, nearest, -1)
    return partners.astype(np.intp), float(gap[gap <= tolerance].sum())
