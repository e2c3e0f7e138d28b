"""Pictures made smaller, fast."""

import cv2
import numpy as np

from vision.frame import Image


def resized(image: Image, size: tuple[int, int]) -> Image:
    """To (width, height). First so far that whole halves are left, which OpenCV averages ten times
    as fast as any other share; by less than a half a linear look leaves no pixel out."""
    width, height = size
    halves = 0
    while image.shape[1] >= 2 * width << halves and image.shape[0] >= 2 * height << halves:
        halves += 1
    first = (width << halves, height << halves)
    if first != (image.shape[1], image.shape[0]):
        image = np.asarray(cv2.resize(image, first, interpolation=cv2.INTER_LINEAR), np.uint8)
    for _ in range(halves):
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)
    return image
