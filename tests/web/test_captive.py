"""Phones that ask whether there is internet are told yes, whatever name they ask by."""

from collections.abc import Callable

import pytest

from tests.web.conftest import Phone

Phones = Callable[..., Phone]


@pytest.mark.parametrize(
    ("host", "path", "status", "text"),
    [
        ("connectivitycheck.gstatic.com", "/generate_204", 204, ""),
        ("clients3.google.com", "/gen_204", 204, ""),
        ("captive.apple.com", "/hotspot-detect.html", 200, "<TITLE>Success</TITLE>"),
        ("www.msftconnecttest.com", "/connecttest.txt", 200, "Microsoft Connect Test"),
        ("www.msftncsi.com", "/ncsi.txt", 200, "Microsoft NCSI"),
        ("detectportal.firefox.com", "/success.txt", 200, "success\n"),
        ("nmcheck.gnome.org", "/check_network_status.txt", 200, "NetworkManager is online\n"),
    ],
)
def test_every_system_hears_what_it_wants_to_hear(
    phone: Phones, host: str, path: str, status: int, text: str
) -> None:
    answer = phone().client.get(path, base_url=f"http://{host}")
    assert answer.status_code == status
    assert text in answer.text
    assert "Set-Cookie" not in answer.headers
    assert "Location" not in answer.headers
