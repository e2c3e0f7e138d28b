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


def borrow(net: nn.Module, path: Path) -> None:
    """Begin from another network's weights, where name and shape agree: what it learned of edges
    and glyphs need not be learned again."""
    own = net.state_dict()
    other = torch.load(path, map_location="cpu", weights_only=True)
    fitting = {k: v for k, v in other.items() if k in own and own[k].shape == v.shape}
    net.load_state_dict({**own, **fitting})


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
