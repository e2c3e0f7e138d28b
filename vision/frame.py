"""A picture of the table and where it comes from."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""BGR, HxWx3, uint8."""
Points = npt.NDArray[np.float32]
"""Nx2 pixel coordinates (x right, y down)."""


class VisionError(Exception):
    """Base of everything the eyes raise."""


class CameraError(VisionError):
    """The camera is not there, stopped, or gave no picture in time. The text says what to do."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture; lives for one pass through the eyes. ``taken_s`` is monotonic (or virtual)."""

    image: Image
    seq: int
    taken_s: float


class Camera(Protocol):
    """Where pictures come from. Opened by its constructor; ``frame`` blocks until the next one."""

    name: str
    simulated: bool

    def frame(self, timeout_s: float = 1.5) -> Frame | None:
        """The next picture; None when a finite source has ended. Raises CameraError."""
        ...

    def close(self) -> None: ...
