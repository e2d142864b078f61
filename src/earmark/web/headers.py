"""What every answer carries, so that browsers keep pages to themselves and to what is ours."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import MutableHeaders

HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(self), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

FOR_EVER: Final = "public, max-age=31536000, immutable"
"""How long browsers keep what has a digest of its content in its address: they never need to ask again."""

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'{nonce}; connect-src 'self'; "
    "img-src 'self' data:; media-src 'self' blob:; font-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


def content_policy(nonce: str | None) -> str:
    """Return the Content-Security-Policy; a nonce lets in style sheets that a page's own scripts make."""
    return _POLICY.format(nonce=f" 'nonce-{nonce}'" if nonce else "")


_POLICY_WITHOUT_NONCE: Final = content_policy(None)


FILE_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""What a static file carries. The rest is about pages; on ninety files it was a tenth of a first visit."""

_GRAMMAR_WORKER: Final = "/workbench/grammar/grammar-worker.js"
_WORKER_POLICY: Final = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'"
"""The worker that checks grammar compiles WebAssembly, and keeps its own policy: no page needs it."""


def protect(headers: MutableHeaders, *, path: str, nonce: str | None) -> None:
    """Add what every answer carries. Nothing but static files is kept by caches unless a route says so."""
    if path.startswith("/static/"):
        for name, value in FILE_HEADERS.items():
            headers[name] = value
        if path.endswith(_GRAMMAR_WORKER):
            headers["Content-Security-Policy"] = _WORKER_POLICY
        return
    headers["Content-Security-Policy"] = content_policy(nonce) if nonce else _POLICY_WITHOUT_NONCE
    for name, value in HEADERS.items():
        headers[name] = value
    headers.setdefault("Cache-Control", "no-store")
