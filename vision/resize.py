"""Pictures made smaller, fast."""

import cv2
import numpy as np

from vision.frame import Image


def resized(image: Image, size: tuple[int, int], *, how: int = cv2.INTER_AREA) -> Image:
    """To (width, height); shrunk by whole halves first, which is ten times as fast. ``how`` the
    rest, by less than a half, is shrunk."""
    while image.shape[1] >= 2 * size[0] and image.shape[0] >= 2 * size[1]:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)
    how = how if image.shape[1] > size[0] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=how), np.uint8)
