"""Making pairs: which recordings of an item are compared, and how loud each is heard."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby, product
from typing import Final, TypeVar

from sqlalchemy import Connection

from earmark.core.errors import EnvironmentProblemError
from earmark.core.pairing import wanted_pairs
from earmark.core.progress import IsStopped, Progress, Tell, never, tell_nobody
from earmark.core.system_faults import fault_of_system
from earmark.core.wording import Said, said
from earmark.services.levelling import Gains, Sides, level_at, level_new
from earmark.services.studies import Study
from earmark.storage import pairs as rows
from earmark.storage.pairs import NewSide, SideRow

WORKERS: Final = 2
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Paired:
    """What came of making pairs.

    Attributes:
        made: How many are new.
        alone: Files that no pair holds.
        left: Files of pairs that were not made, since the work ended before.
        halted: What the work ended of; empty where nothing ended it, or it was told to.
    """

    made: int
    alone: tuple[str, ...]
    left: tuple[str, ...] = ()
    halted: Said | str = ""


@dataclass(frozen=True, slots=True)
class _Plan:
    """The pairs that a study wants and has no task for, those that it has with their gains, and the rest."""

    new: list[Sides]
    old: list[tuple[Sides, Gains]]
    alone: tuple[str, ...]


def pair_up(study: Study, *, progress: Tell = tell_nobody, is_stopped: IsStopped = never) -> Paired:
    """Make every pair that the study wants and does not have, in one transaction.

    Each item gives one pair for each two of its conditions that are to be compared (`StudySettings.pairs`),
    so that all pairs get the same number of votes. Two recordings of one condition make two pairs. Before a
    pair is there, what raters hear of it is: both sides at one level, with the gains stored, and in one form
    (`services.levelling`). It is made of pairs by an older Earmark, too. The recordings stay as they are.
    """
    plan = _plan(study)
    levels = _Levels(study, is_stopped)
    levels.of_old(plan.old)
    heard = levels.of_new(plan.new, progress)
    now = study.home.clock()
    made = study.home.database.write(lambda connection: _add(connection, study, heard, now=now))
    left = {row.file_name for sides in plan.new[len(heard) :] for row in sides}
    return Paired(made, plan.alone, tuple(sorted(left)), next(iter(levels.halted), ""))


def level_pairs(study: Study) -> None:
    """Make what raters hear of the pairs that a study has, such as one that was restored.

    EnvironmentProblemError where the disk is full.
    """
    levels = _Levels(study, never)
    levels.of_old(_plan(study).old)
    for reason in levels.halted:
        raise EnvironmentProblemError(str(reason))


def _plan(study: Study) -> _Plan:
    with study.home.database.read() as connection:
        known = rows.pairs_there(connection, study.id)
        there = rows.sides_there(connection, study.id)
    by_id = {row.stimulus_id: row for row in there}
    old = []
    for gains in known.values():
        one, other = gains
        old.append(((by_id[one], by_id[other]), (gains[one], gains[other])))
    wanted = [
        sides
        for _, group in groupby(there, key=lambda row: row.item_id)
        for sides in _pairs_of(list(group), study)
    ]
    new = [sides for sides in wanted if _key(sides) not in known]
    used = {row.stimulus_id for sides in (*wanted, *(sides for sides, _ in old)) for row in sides}
    alone = tuple(row.file_name for row in there if row.stimulus_id not in used)
    return _Plan(new, old, alone)


@dataclass(frozen=True, slots=True)
class _Levels:
    """Making what raters hear, two pairs at a time, until the work is to end or the disk takes no more."""

    study: Study
    is_stopped: IsStopped
    halted: list[Said | str] = field(default_factory=list)

    def of_old(self, old: Sequence[tuple[Sides, Gains]]) -> None:
        """Make it at gains that are stored; where a peak would be cut off, the pair is heard as it was."""
        with _pool() as pool:
            list(pool.map(lambda one: self._unless_ended(partial(level_at, self.study.home, *one)), old))

    def of_new(self, new: Sequence[Sides], progress: Tell) -> list[tuple[Sides, Gains]]:
        """Make it and find the gains, of the first pairs where the work ends before the last."""
        made: list[tuple[Sides, Gains]] = []
        with _pool() as pool:
            under_way = pool.map(
                lambda sides: self._unless_ended(partial(level_new, self.study.home, sides)), new
            )
            for done, (sides, gains) in enumerate(zip(new, under_way, strict=True)):
                progress(Progress(done, len(new), current=sides[0].item, things="pairs"))
                if gains is None:
                    break
                made.append((sides, gains))
        return made

    def _unless_ended(self, make: Callable[[], Made]) -> Made | None:
        if self.halted or self.is_stopped():
            return None
        try:
            return make()
        except EnvironmentProblemError as error:
            self.halted.append(str(error))
        except OSError as error:
            self.halted.append(said("job.no-room", error=fault_of_system(error)))
        return None


def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(WORKERS, thread_name_prefix="earmark-levels")


def _add(connection: Connection, study: Study, heard: Sequence[tuple[Sides, Gains]], *, now: int) -> int:
    """Add the pairs that another run has not added meanwhile, and count them."""
    known, made = rows.pairs_there(connection, study.id), 0
    for sides, gains in heard:
        if _key(sides) in known:
            continue
        first, second = (
            NewSide(row.stimulus_id, row.condition_id, gain) for row, gain in zip(sides, gains, strict=True)
        )
        rows.add_pair(
            connection,
            study.id,
            sides[0].item_id,
            (first, second),
            votes=study.settings.votes_per_item,
            is_balanced=study.protocol.order.sides == "counterbalanced",
            at=now,
        )
        made += 1
    return made


def _key(sides: Sides) -> frozenset[str]:
    return frozenset(row.stimulus_id for row in sides)


def _pairs_of(recordings: Sequence[SideRow], study: Study) -> Iterator[Sides]:
    names = [row.condition for row in recordings]
    for one, other in wanted_pairs(names, study.settings.pairs):
        yield from product(
            (row for row in recordings if row.condition == one),
            (row for row in recordings if row.condition == other),
        )
