"""What import-linter cannot say: lists of the only things that may be imported.

The one-way order itself is checked by ``lint-imports`` (pyproject.toml).
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
IMPURE = {"asyncio", "io", "logging", "os", "pathlib", "secrets", "socket", "sqlite3", "subprocess"}
IMPURE |= {"sys", "tempfile", "threading", "time", "urllib"}
HARDWARE = {"picamera2", "libcamera", "lgpio", "gpiozero", "RPi"}
TRAINING = {"torch", "torchvision", "ultralytics", "onnx"}


def imports(path: Path, *, at_import: bool = False) -> Iterator[str]:
    """Dotted names a module imports; with ``at_import`` only those outside functions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    hidden = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if at_import and id(node) in hidden:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            assert node.module is not None
            whole = len(node.module.split(".")) > 1 or node.module not in {"rules", "vision"}
            yield from (
                [node.module] if whole else (f"{node.module}.{alias.name}" for alias in node.names)
            )


def modules(*folders: str) -> list[Path]:
    found = [path for folder in folders for path in sorted((HOME / folder).rglob("*.py"))]
    assert found
    return found


def name(path: Path) -> str:
    return path.relative_to(HOME).as_posix()


@pytest.mark.parametrize("path", modules("rules"), ids=name)
def test_rules_use_the_pure_standard_library_only(path: Path) -> None:
    roots = {each.split(".")[0] for each in imports(path)} - {"rules"}
    if path.parent.name == "simulate":  # a seeded generator is an argument there
        roots.discard("random")
    assert roots <= set(sys.stdlib_module_names) - IMPURE - {"random"}


@pytest.mark.parametrize("path", modules("vision"), ids=name)
def test_vision_knows_cards_and_the_tabletop_only(path: Path) -> None:
    ours = {each for each in imports(path) if each.split(".")[0] == "rules"}
    assert ours <= {"rules.cards", "rules.tabletop"}


@pytest.mark.parametrize("known", ["cards", "tabletop"])
def test_cards_and_tabletop_lead_nowhere_else(known: str) -> None:
    ours = {
        each for each in imports(HOME / "rules" / f"{known}.py") if each.split(".")[0] == "rules"
    }
    assert ours <= {"rules.cards"}


@pytest.mark.parametrize("path", modules("vision", "device", "web"), ids=name)
def test_hardware_and_torch_are_imported_late_and_in_one_place(path: Path) -> None:
    roots = {each.split(".")[0] for each in imports(path)}
    if name(path) not in {"vision/cameras/pi.py", "device/panel.py"}:
        assert not roots & HARDWARE
    if name(path) != "vision/detectors/ultralytics.py":
        assert not roots & TRAINING
    at_once = {each.split(".")[0] for each in imports(path, at_import=True)}
    assert not at_once & (HARDWARE | TRAINING)
