"""A check of honesty: every picture of another camera replaced by noise of the same size."""

import numpy as np

from vision.frame import Camera, Frame


class NoiseCamera:
    """Shows nothing but noise at the pace of ``inner``; a referee must score nothing from it."""

    def __init__(self, inner: Camera) -> None:
        self._inner = inner
        self.name = f"{inner.name}+noise"
        self.simulated = True

    def frame(self, timeout_s: float = 1.5) -> Frame | None:
        frame = self._inner.frame(timeout_s)
        if frame is None:
            return None
        rng = np.random.default_rng(frame.seq)
        noise = rng.integers(0, 256, frame.image.shape, dtype=np.uint8)
        return Frame(image=noise, seq=frame.seq, taken_s=frame.taken_s)

    def close(self) -> None:
        self._inner.close()
