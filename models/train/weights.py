"""What every training here does with weights: average them, keep them, put them on a device."""

from pathlib import Path

import torch
from torch import nn


def keep(net: nn.Module, path: Path) -> None:
    """Weights in half precision, small enough to be committed."""
    weights = {
        name: value.half() if value.is_floating_point() else value
        for name, value in net.state_dict().items()
    }
    torch.save(weights, path)


@torch.no_grad()  # type: ignore[untyped-decorator,unused-ignore]
def follow(average: nn.Module, net: nn.Module, decay: float) -> None:
    """Move the running average, buffers included, towards the network."""
    for kept, new in zip(average.state_dict().values(), net.state_dict().values(), strict=True):
        if kept.dtype.is_floating_point:
            kept.lerp_(new, 1 - decay)
        else:
            kept.copy_(new)


def torch_device(name: str) -> str:
    """``0`` means the first graphics card, as ultralytics has it."""
    return f"cuda:{name}" if name.isdigit() else name
