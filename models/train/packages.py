"""Packages of the registries, fetched by name and unpacked without installing anything."""

import gzip
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache"


class AssetError(Exception):
    """A package could not be fetched or read. The text says which and what to do."""


@dataclass(frozen=True, slots=True)
class Package:
    """One package of a registry; ``folder`` is where it lies unpacked."""

    registry: str  # "deb", "npm" or "pypi"
    name: str
    version: str = ""

    @property
    def folder(self) -> Path:
        return CACHE / "packages" / self.name.replace("/", "+")


def fetch(package: Package) -> Path:
    """Download and unpack one package; returns its folder. Raises AssetError."""
    folder = package.folder
    if (folder / ".complete").exists():
        return folder
    print(f"  fetching {package.name} ({package.registry})", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    spec = {
        "deb": ("apt-get", "download", package.name),
        "npm": ("npm", "pack", "--silent", f"{package.name}@{package.version}"),
        "pypi": (
            *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"),
            f"{package.name}=={package.version}",
        ),
    }[package.registry]
    try:
        subprocess.run(spec, cwd=folder, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise AssetError(f"{spec[0]} is not installed; it is needed for {package.name}") from None
    except subprocess.CalledProcessError as error:
        raise AssetError(f"{package.name}: {' '.join(spec)} failed:\n{error.stderr}") from None
    for archive in list(folder.iterdir()):
        _unpack(archive, folder)
        archive.unlink()
    (folder / ".complete").touch()
    return folder


def _unpack(archive: Path, folder: Path) -> None:
    if archive.suffix == ".deb":
        subprocess.run(("dpkg-deb", "-x", str(archive), str(folder)), check=True)
    elif archive.suffix == ".tgz":
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
    else:
        with zipfile.ZipFile(archive) as wheel:
            for name in wheel.namelist():
                if name.endswith((".png", ".jpg")):
                    wheel.extract(name, folder)


def raster(svg: Path, width_px: int) -> Pixels:
    """BGRA picture of an SVG (or gzipped SVG) ``width_px`` wide."""
    import resvg_py

    data = svg.read_bytes()
    text = (gzip.decompress(data) if svg.suffix == ".svgz" else data).decode()
    png = resvg_py.svg_to_bytes(svg_string=text, width=width_px, dpi=96, skip_system_fonts=True)
    return bgra(cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED))


def bgra(image: npt.NDArray[Any] | None) -> Pixels:
    if image is None:
        raise AssetError("a picture of a package cannot be decoded")
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGRA)
    elif image.shape[2] == 3:
        image = cv2.cvtColor(image, cv2.COLOR_BGR2BGRA)
    return np.asarray(image, dtype=np.uint8)
