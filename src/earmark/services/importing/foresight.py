"""What a dry run would have added so far, so that it says of each recording just what an import would."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from threading import Lock

from earmark.services.importing.recordings import Recording
from earmark.storage.corrections import Known
from earmark.storage.items import Added


class Foresight:
    """Answers as the database would that took every recording of a run; it takes none."""

    def __init__(self, known: Iterable[Known], scenarios: Mapping[str, Mapping[str, str]]) -> None:
        self._lock = Lock()  # recordings are looked at side by side
        self._scenarios = dict(scenarios)
        self._originals: dict[tuple[str, str | None], set[str]] = {}
        for one in known:
            self._of(one.item, one.condition).add(one.original_hash)

    def add(self, recording: Recording, original_hash: str) -> Added | None:
        """Return what `storage.items.add_stimulus` would, without an id; None where it is in by then."""
        with self._lock:
            siblings = self._of(recording.item, recording.condition)
            if original_hash in siblings:
                return None
            held = self._scenarios.get(recording.item)
            kept = bool(recording.scenario and held and dict(recording.scenario) != dict(held))
            self._scenarios[recording.item] = held or recording.scenario
            added = Added("", bool(siblings), kept)
            siblings.add(original_hash)
            return added

    def _of(self, item: str, condition: str | None) -> set[str]:
        return self._originals.setdefault((item, condition), set())
