"""What the readers of small crops share: honest temperatures, and the file the product runs."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functional
from torch import nn

TEMPERATURES = torch.linspace(0.3, 3.0, 109)
LARGEST_DIFFERENCE = 1e-3


def set_temperatures(
    net: nn.Module, names: Sequence[str], logits: Sequence[torch.Tensor], labels: torch.Tensor
) -> dict[str, float]:
    """Give ``net.temperature`` the values of least loss; returns them and the shares told right.

    ``logits``: N x classes for each of ``names``, at temperature 1; ``labels``: N x names, below 0
    where nothing is asked.
    """
    figures: dict[str, float] = {}
    for i, (name, told) in enumerate(zip(names, logits, strict=True)):
        known = labels[:, i] >= 0
        asked, truth = told[known], labels[known, i]
        losses = [functional.cross_entropy(asked / t, truth) for t in TEMPERATURES]
        best = TEMPERATURES[int(torch.stack(losses).argmin())]
        net.get_buffer("temperature")[i] = best
        figures[f"{name}_rendered"] = round(float((asked.argmax(1) == truth).float().mean()), 4)
        figures[f"{name}_temperature"] = round(float(best), 3)
    return figures


def export_reader(
    net: nn.Module, path: Path, *, size_px: tuple[int, int], names: Sequence[str]
) -> float:
    """Write a network that takes N crops, height x width x 3 bytes, and gives a tuple of outputs.

    ``size_px``: width and height. Returns the largest difference to torch on random crops.
    """
    crops = torch.randint(0, 256, (4, size_px[1], size_px[0], 3), dtype=torch.uint8)
    free = {name: {0: "n"} for name in ("crops", *names)}
    return write_onnx(net, path, example=("crops", crops), names=names, free=free)


def write_onnx(
    net: nn.Module,
    path: Path,
    *,
    example: tuple[str, torch.Tensor],
    names: Sequence[str],
    free: Mapping[str, Mapping[int, str]],
) -> float:
    """Export and run what was exported; returns the largest difference to torch.

    ``example``: the input's name and values; ``names`` of the outputs; ``free``: axes of any
    length. Raises RuntimeError when the two differ by more than LARGEST_DIFFERENCE.
    """
    import onnxruntime

    net = net.eval().cpu()
    name, values = example
    torch.onnx.export(
        net,
        (values,),
        str(path),
        input_names=[name],
        output_names=list(names),
        dynamic_axes={axis: dict(lengths) for axis, lengths in free.items()},
        opset_version=17,
        dynamo=False,
    )
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    theirs = session.run(None, {name: values.numpy()})
    with torch.no_grad():
        told = net(values)
    ours = told if isinstance(told, tuple) else (told,)
    worst = max(float(np.abs(a.numpy() - b).max()) for a, b in zip(ours, theirs, strict=True))
    if worst > LARGEST_DIFFERENCE:
        raise RuntimeError(f"{path} differs from the trained network by {worst:.4f}")
    return worst
