"""Millimetres from the printed mat: where its marks stand, and what a picture of them tells.

Four ArUco markers at places known to a tenth of a millimetre give the plane, which way up it lies
and how far the camera leans, before a card is dealt.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibrate import FOCAL_WIDTHS
from vision.frame import Image
from vision.geometry import Floats, Plane

MAT_MM = (420.0, 297.0)
"""A3, long side across."""
MARKER_MM = 30.0
EDGE_MM = 14.0
"""From the paper's edge to a marker: printers leave a margin white."""
MARKERS = {0: (-1, -1), 1: (1, -1), 2: (1, 1), 3: (-1, 1)}
"""ArUco DICT_4X4_50, clockwise from the upper left corner."""
ENOUGH_MARKERS = 3
WORST_FIT_MM = 3.0
"""Paper that is not flat, or is printed at another scale on one side."""
MOST_TILT_DEG = 20.0
CLOTH_MM = (550.0, 850.0)
"""Of cloth across the picture's short side: less leaves no room, more makes the cards small."""


class MatProblem(StrEnum):
    """What people can mend about a camera over the mat."""

    TILT = "tilt"
    NEAR = "near"
    FAR = "far"
    CUT = "cut"


@dataclass(frozen=True, slots=True, eq=False)
class MatSight:
    """``plane``: origin in the mat's middle, x right and y down as the mat is printed.

    ``turn_deg``: how far the mat lies turned in the picture, clockwise. ``misfit_mm``: the markers'
    corners against the paper's, median. ``cloth_mm``: across the picture's short side."""

    plane: Plane
    markers: int
    turn_deg: float
    tilt_deg: float
    misfit_mm: float
    cloth_mm: float
    whole: bool

    def problems(self) -> tuple[MatProblem, ...]:
        """What to mend, the gravest first."""
        found = {
            MatProblem.CUT: not self.whole,
            MatProblem.TILT: self.tilt_deg > MOST_TILT_DEG,
            MatProblem.NEAR: self.cloth_mm < CLOTH_MM[0],
            MatProblem.FAR: self.cloth_mm > CLOTH_MM[1],
        }
        return tuple(problem for problem, there in found.items() if there)


def marker_corners_mm(number: int) -> npt.NDArray[np.float64]:
    """4x2, clockwise from the marker's own upper left corner, from the mat's middle."""
    across, down = MARKERS[number]
    middle = np.array(
        [
            across * (MAT_MM[0] / 2 - EDGE_MM - MARKER_MM / 2),
            down * (MAT_MM[1] / 2 - EDGE_MM - MARKER_MM / 2),
        ]
    )
    return middle + MARKER_MM / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])


def find_mat(image: Image) -> MatSight | None:
    """The mat in a BGR picture; None when fewer than three of its markers are seen, or they do not
    lie as on the paper."""
    seen = _markers(image)
    if len(seen) < ENOUGH_MARKERS:
        return None
    px = np.concatenate(list(seen.values()))
    mm = np.concatenate([marker_corners_mm(number) for number in seen])
    matrix, _ = cv2.findHomography(px, mm, 0)
    if matrix is None:
        return None
    plane = Plane(np.asarray(matrix, dtype=np.float64))
    misfit_mm = float(np.median(np.linalg.norm(plane.mm(px) - mm, axis=1)))
    if misfit_mm > WORST_FIT_MM:
        return None
    height, width = image.shape[:2]
    return MatSight(
        plane=plane,
        markers=len(seen),
        turn_deg=_turn_deg(plane),
        tilt_deg=_tilt_deg(px, mm, width, height),
        misfit_mm=misfit_mm,
        cloth_mm=_cloth_mm(plane, width, height),
        whole=_whole(plane, width, height),
    )


def _markers(image: Image) -> dict[int, npt.NDArray[np.float64]]:
    """Corners in pixels, by marker."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(image)
    if ids is None:
        return {}
    found = {int(n): c for n, c in zip(ids.ravel(), corners, strict=True)}
    return {
        number: np.asarray(quad, dtype=np.float64).reshape(4, 2)
        for number, quad in found.items()
        if number in MARKERS
    }


def _turn_deg(plane: Plane) -> float:
    left, right = plane.px(np.array([[-100.0, 0.0], [100.0, 0.0]]))
    return math.degrees(math.atan2(right[1] - left[1], right[0] - left[0])) % 360.0


def _tilt_deg(px: Floats, mm: Floats, width: int, height: int) -> float:
    """How far the camera leans from straight down, with the focal length assumed everywhere."""
    focal = FOCAL_WIDTHS * max(width, height)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    flat = np.column_stack([mm, np.zeros(len(mm))])
    _, turn, _ = cv2.solvePnP(flat, np.ascontiguousarray(px), lens, np.zeros(4))
    normal = cv2.Rodrigues(turn)[0][:, 2]
    return math.degrees(math.acos(min(1.0, abs(float(normal[2])))))


def _cloth_mm(plane: Plane, width: int, height: int) -> float:
    middle = np.array([width / 2, height / 2])
    half = np.array([0.0, height / 2]) if height <= width else np.array([width / 2, 0.0])
    near, far = plane.mm(np.stack([middle - half, middle + half]))
    return float(np.linalg.norm(far - near))


def _whole(plane: Plane, width: int, height: int) -> bool:
    x, y = MAT_MM[0] / 2, MAT_MM[1] / 2
    corners = plane.px(np.array([[-x, -y], [x, -y], [x, y], [-x, y]]))
    return bool(((corners >= 0) & (corners <= (width, height))).all())
