"""Ctrl-C while the library works: the call ends early, with what it knows by then thrown away, by KeyboardInterrupt."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import Any, Iterator

from ._library import Interrupted, Options


@contextmanager
def interruptible(options: Options) -> Iterator[None]:
    """Signals reach Python code of the main thread alone, so other threads are not interrupted."""
    asked = False

    def note(*_: Any) -> None:
        nonlocal asked
        asked = True

    is_usual = (threading.current_thread() is threading.main_thread()
                and signal.getsignal(signal.SIGINT) is signal.default_int_handler)
    if not is_usual:
        yield
        return
    options.interrupted = Interrupted(lambda _: asked)
    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if asked:
        raise KeyboardInterrupt
