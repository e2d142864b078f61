"""Every odd list and manifest gets its named repair, warning or refusal; none stops the import."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, select

from earmark.core.imports import ImportReport, Remark
from earmark.core.turn_check import check_turns
from earmark.core.turnlists.json_turns import written_turns
from earmark.services.home import open_home
from earmark.services.importing import import_paths
from earmark.storage.tables import stimulus, turn
from hostile_lists import FAULTS, SOUND_S, WHOLE, Case, Fault, file_cases, pairs, turns_with, write_cases
from people import NOON

CASES = list(file_cases())
PAIRS = list(pairs())


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> ImportReport:
    """Import all cases in one run."""
    folder = tmp_path_factory.mktemp("hostile")
    write_cases(folder, iter(CASES))
    protocol = Path(__file__).parents[2] / "src/earmark/protocols/builtin/conversation-turns"
    with open_home(tmp_path_factory.mktemp("home"), clock=lambda: NOON) as home:
        study = home.studies.create("calls", protocol=protocol)
        report = import_paths(study, [folder])
        with home.database.read() as connection:
            stored = connection.execute(select(func.count()).select_from(stimulus)).scalar_one()
            turns = connection.execute(select(func.count()).select_from(turn)).scalar_one()
    assert (stored, turns) == (len(report.imported), sum(one.turns for one in report.imported))
    return report


def _of_turns(remark: Remark) -> bool:
    """Tell remarks on lists from those on the sound, which is only a tone."""
    return Path(remark.path).name != "call.wav" or "turns" in remark.message


def said_of(report: ImportReport, case: Case) -> dict[str, list[str]]:
    def of(path: str) -> bool:
        return Path(path).parent.name == case.name

    return {
        "repaired": [one.message for one in report.repaired if of(one.path)],
        "refused": [one.reason for one in report.refused if of(one.path)],
        "warning": [one.message for one in report.warnings if of(one.path) and _of_turns(one)],
        "imported": [one.item for one in report.imported if of(one.path)],
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_case_gets_what_it_deserves_by_name(report: ImportReport, case: Case) -> None:
    said = said_of(report, case)
    assert len(said["imported"]) == (case.verdict != "refused"), said
    if case.verdict == "clean":
        assert (said["repaired"], said["refused"], said["warning"]) == ([], [], [])
    else:
        assert any(case.said in message for message in said[case.verdict]), said


@pytest.mark.parametrize("first", [*FAULTS, *WHOLE], ids=lambda fault: fault.name)
def test_each_fault_of_a_list_is_named_alone_and_beside_every_other(first: Fault) -> None:
    for faults in ((first,), *(pair for pair in PAIRS if pair[0] is first)):
        checked = check_turns(written_turns(turns_with(*faults)), duration_s=SOUND_S)
        said = {
            "repaired": [one.said.reason for one in checked.repairs],
            "warning": [one.said.reason for one in checked.warnings],
            "refused": [one.said.reason for one in checked.faults],
        }
        for fault in faults:
            assert any(fault.said in message for message in said[fault.verdict]), (faults, said)
        assert bool(checked.faults) == any(fault.verdict == "refused" for fault in faults)
