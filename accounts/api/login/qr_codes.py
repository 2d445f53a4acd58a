"""QR codes as rows of text."""

from __future__ import annotations

from qrcode.main import QRCode


def qr_rows(text: str) -> list[str]:
    """Return the QR code of a text, row by row: ``1`` is dark."""
    picture = QRCode(border=0)
    picture.add_data(text)
    picture.make()
    return ["".join("01"[is_dark] for is_dark in row) for row in picture.modules]
