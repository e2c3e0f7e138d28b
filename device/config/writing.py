"""Settings written down as a commented file."""

from dataclasses import fields

from device.config import Config, Loaded
from device.config.kinds import Kind


def as_toml(loaded: Loaded) -> str:
    """The whole configuration as a file that can be read again, each key explained. What a file
    gave is marked; without one this is the example that is installed."""
    lines = [
        "# Hakem'in ayarları. Satırı değiştirin, sonra: hakem config --check",
        "# Hakem's settings. Change a line, then: hakem config --check",
    ]
    for section in fields(Config):
        value = getattr(loaded.config, section.name)
        lines += ["", f"[{section.name}]"]
        for each in fields(value):
            lines += [f"# {told}" for told in each.metadata["told"]]
            given = f"{section.name}.{each.name}" in loaded.given
            mark = "  # dosyadan / from the file" if given else ""
            kind: Kind = each.metadata["kind"]
            lines += [f"{each.name} = {kind.toml(getattr(value, each.name))}{mark}"]
    return "\n".join(lines) + "\n"
