"""Train the table detector: render a cache of scenes, train YOLO26n-obb, export ONNX.

    python -m models.train.detector [--minutes M] [--imgsz 320] [--scenes N] [--workers W]

The contract of ``models/detector.onnx`` (the run-time, ``vision/detectors/onnx.py``, is written
against it):

- Input ``images``: float32 (batch, 3, height, width), RGB, 0..1, any height and width that are
  multiples of 32. Letterbox: scale the picture so that its long side is the chosen size (metadata
  ``imgsz``, see the run record for which size does what), never stretch it, pad with grey 114/255 at
  the right and the bottom up to multiples of 32 (square input is not needed: 1280x960 at 416 becomes
  416x320).
- Output ``output0``: float32 (batch, 9, anchors), decoded, input pixels:
  rows 0..3 ``cx, cy, w, h``; rows 4..7 the four class scores, already through the sigmoid, in the
  order of ``vision.detectors.base.Kind`` (face, back, pawn, hand); row 8 the ``angle`` in RADIANS.
- The box is ``w`` along the direction ``(cos angle, sin angle)`` and ``h`` along
  ``(-sin angle, cos angle)``, x right, y down (so a positive angle turns clockwise in the picture).
  The angle is not normalised (a regressed number, any period may appear); ``w`` may be the shorter.
  Corners: ``c +- w/2 (cos, sin) +- h/2 (-sin, cos)``.
- NMS is NOT inside: the head is the one-to-many one (measured better than the end-to-end head at
  short training). Do rotated NMS over all four classes: first face and back against each other
  (one card gets one kind), pawn and hand within their own class.
"""
