"""Every run-time dependency has a ready wheel for a Pi, at the versions that are stated.

Asks the package index, so it belongs to ``make soak``.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
GLIBC = {"3.11": (17, 27, 28, 31, 34, 35), "3.13": (17, 27, 28, 31, 34, 35, 38, 39)}
CONSTRAINTS = {"3.11": "constraints-bookworm-pi.txt", "3.13": "constraints-trixie-pi.txt"}

pytestmark = pytest.mark.soak


@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_everything_resolves_for_aarch64(tmp_path: Path, python: str) -> None:
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    platforms = [f"--platform=manylinux_2_{minor}_aarch64" for minor in GLIBC[python]]
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"),
            *("--target", str(tmp_path), "--only-binary=:all:", "--implementation=cp"),
            *(f"--python-version={python}", *platforms, "--platform=manylinux2014_aarch64"),
            *("--report", str(tmp_path / "report.json"), "-c"),
            *(str(HOME / "deploy" / CONSTRAINTS[python]), *project["dependencies"]),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    report = (tmp_path / "report.json").read_text(encoding="utf-8")
    for name in ("numpy", "opencv_python", "onnxruntime", "msgspec"):
        assert f"/{name}-" in report
    assert "lgpio" not in report  # the Pi's own comes from apt
