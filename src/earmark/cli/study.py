"""``earmark study``: which studies there are, how one is set, whether and which tasks it hands out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from earmark.cli.output import EXIT_PARTLY, HomeOption, JsonFlag, show

if TYPE_CHECKING:
    from earmark.core.steering import Act
    from earmark.services.studies import Study

app = typer.Typer(
    help="Studies: list, show, set, pause, close them, and steer their items.", no_args_is_help=True
)

Name = Annotated[str, typer.Argument(metavar="STUDY", help="Name of the study.")]
Items = Annotated[list[str], typer.Argument(metavar="ITEM…", help="Names of items.")]
Condition = Annotated[str, typer.Option(help="Only the recordings of this condition.")]
Votes = Annotated[int | None, typer.Option(help="Counted submissions wanted of every item.")]
AgentChannel = Annotated[
    Literal["left", "right"] | None,
    typer.Option(help="Where the agent speaks in two-channel recordings that do not say it."),
]


@app.command("list")
def list_studies(home: HomeOption = None, as_json: JsonFlag = False) -> None:
    """List all studies, oldest first."""
    from earmark.services.home import open_home

    with open_home(home) as opened:
        rows = [as_row(study) for study in opened.studies.values()]
    lines = [f"{row['name']:<24} {row['state']:<7} {row['protocol']:<20} {row['title']}" for row in rows]
    show({"studies": rows}, "\n".join(lines) or "There are no studies yet.", as_json=as_json)


@app.command("show")
def show_study(name: Name, home: HomeOption = None, as_json: JsonFlag = False) -> None:
    """Show one study with its settings and what it holds."""
    _with_study(name, home, _unchanged, as_json=as_json)


@app.command()
def pause(name: Name, home: HomeOption = None, as_json: JsonFlag = False) -> None:
    """Stop handing out tasks; what raters hold can still be submitted."""
    _with_study(name, home, lambda study: study.pause(), "paused", as_json=as_json)


@app.command()
def resume(name: Name, home: HomeOption = None, as_json: JsonFlag = False) -> None:
    """Hand out tasks again."""
    _with_study(name, home, lambda study: study.resume(), "open again", as_json=as_json)


@app.command()
def close(name: Name, home: HomeOption = None, as_json: JsonFlag = False) -> None:
    """End a study: its results are final, and what raters still send is kept as an extra."""
    _with_study(name, home, lambda study: study.close(), "closed", as_json=as_json)


@app.command()
def reopen(name: Name, home: HomeOption = None, as_json: JsonFlag = False) -> None:
    """Go on with a closed study."""
    _with_study(name, home, lambda study: study.reopen(), "open again", as_json=as_json)


@app.command()
def withdraw(
    name: Name,
    items: Items,
    *,
    condition: Condition = "",
    back: Annotated[
        bool, typer.Option("--back", help="Hand them out again, after that or after discards.")
    ] = False,
    home: HomeOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Take items out: nobody gets them any more, and what raters at work on them send is an extra."""
    _steer(name, home, "open" if back else "withdraw", items, condition, as_json=as_json)


@app.command()
def reassign(
    name: Name,
    items: Items,
    *,
    condition: Condition = "",
    to: Annotated[
        str | None, typer.Option(metavar="RATER", help="For whom they are kept; without it, anybody else.")
    ] = None,
    of: Annotated[
        str | None, typer.Option("--from", metavar="RATER", help="From whom alone they are taken back.")
    ] = None,
    home: HomeOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Take back items that raters hold, and keep them for a rater or let anybody else have them."""
    _steer(name, home, "reassign", items, condition, of=of, to=to, as_json=as_json)


@app.command("group")
def group_raters(
    name: Name,
    raters: Annotated[list[str], typer.Argument(metavar="RATER…", help="Names of members.")],
    *,
    group: Annotated[str, typer.Option(help="The group; '' takes them out of theirs.")],
    home: HomeOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Put members into a group of raters, by which results can be filtered."""
    from earmark.services.home import open_home

    with open_home(home) as opened:
        opened.studies[name].group(raters, group)
    of = f"in the group '{group.strip()}'" if group.strip() else "in no group"
    made = {"study": name, "group": group.strip(), "raters": raters}
    show(made, f"{', '.join(raters)}: now {of}.", as_json=as_json)


@app.command("set")
def set_study(
    name: Name,
    *,
    votes: Votes = None,
    agent_channel: AgentChannel = None,
    agent_speaker: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Who in turn lists is the agent; all others are users. May come twice; '' takes it back.",
        ),
    ] = None,
    lease_minutes: Annotated[float | None, typer.Option(help="How long a rater may hold a task.")] = None,
    discards_to_stop: Annotated[
        int | None, typer.Option(help="Item discards after which a task waits for the owner.")
    ] = None,
    vad: Annotated[
        Literal["fast", "accurate"] | None,
        typer.Option(help="Which detector of speech cuts turns where none are given."),
    ] = None,
    agent_pause: Annotated[
        float | None, typer.Option(help="Shortest pause that ends a cut turn of the agent, in seconds.")
    ] = None,
    user_pause: Annotated[
        float | None, typer.Option(help="Shortest pause that ends a cut turn of the user, in seconds.")
    ] = None,
    transcript: Annotated[
        Literal["show", "never"] | None, typer.Option(help="Whether raters may see the words of turns.")
    ] = None,
    hear_first: Annotated[
        bool | None,
        typer.Option(help="Whether what is rated must be heard to its end first, as the protocol says."),
    ] = None,
    items_per_rater: Annotated[
        int | None, typer.Option(help="Most submissions of one rater; 0 takes the limit back.")
    ] = None,
    show_text: Annotated[
        bool | None, typer.Option(help="Whether the hidden text is shown, for the last scale alone.")
    ] = None,
    analyse: Annotated[
        bool | None, typer.Option(help="Whether what comes in is analysed for audio evidence.")
    ] = None,
    models: Annotated[
        bool | None, typer.Option(help="Whether models are asked, too; an extra that takes longer.")
    ] = None,
    evidence: Annotated[
        Literal["hidden", "after-rating", "always"] | None,
        typer.Option(help="When raters see what the recording itself shows."),
    ] = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(
            metavar="A,B",
            help="Two conditions that are compared, from the next import on. May come several times; '' "
            "stands for every two.",
        ),
    ] = None,
    pair_choice: Annotated[
        Literal["balanced", "most-doubt"] | None,
        typer.Option(help="Which pair of conditions comes next: all alike, or the one most in doubt."),
    ] = None,
    pair_floor: Annotated[
        int | None, typer.Option(help="Votes of every pair before any is preferred for its doubt.")
    ] = None,
    fact_check: Annotated[
        str | None, typer.Option(help="Which plug-in checks the talks of pairs for facts; '' for none.")
    ] = None,
    home: HomeOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Change settings of a study; what is not given stays as it is."""
    from earmark.core.pairing import read_pairs

    given: dict[str, object] = {
        "votes_per_item": votes,
        "agent_channel": agent_channel,
        "agent_speakers": None if agent_speaker is None else tuple(filter(None, agent_speaker)),
        "lease_minutes": lease_minutes,
        "discards_to_stop": discards_to_stop,
        "vad": vad,
        "agent_pause_s": agent_pause,
        "user_pause_s": user_pause,
        "transcript": transcript,
        "hear_first": hear_first,
        "show_text": show_text,
        "analyse": analyse,
        "models": models,
        "evidence": evidence,
        "pairs": None if compare is None else read_pairs(compare),
        "pair_choice": pair_choice,
        "pair_floor": pair_floor,
        "fact_check": fact_check,
    }
    if items_per_rater == 0:
        _with_study(
            name, home, lambda study: study.set(items_per_rater=None, **_given(given)), as_json=as_json
        )
        return
    given["items_per_rater"] = items_per_rater
    changes = _given(given)
    _with_study(name, home, lambda study: study.set(**changes), as_json=as_json)


def _given(options: Mapping[str, object]) -> dict[str, object]:
    return {setting: value for setting, value in options.items() if value is not None}


def _steer(
    name: str,
    home: str | None,
    act: Act,
    items: list[str],
    condition: str,
    *,
    of: str | None = None,
    to: str | None = None,
    as_json: bool,
) -> None:
    """Do an act to items of a study; exit code 1 where some stayed as they were."""
    from earmark.services.home import open_home

    with open_home(home) as opened:
        study = opened.studies[name]
        outcome = study.steer(act, study.tasks(*items, condition=condition), of=of, to=to)
    lines = [f"{len(outcome.done)} changed, {len(outcome.left)} left as they were."]
    lines += [f"  {one.item}: {_WHY[one.reason]}" for one in outcome.left]
    lines += [f"At work on them: {', '.join(outcome.told)}; they are told."] if outcome.told else []
    show({"study": name} | outcome.as_json(), "\n".join(lines), as_json=as_json)
    if outcome.left:
        raise typer.Exit(EXIT_PARTLY)


_WHY = {
    "gone": "no longer there",
    "preparing": "its turns are still being cut",
    "as-it-is": "already so",
    "counted": "so many submissions are in or in hand",
    "not-open": "not handed out at present",
    "no-vote": "all submissions wanted are in or in hand",
    "had-it": "that rater has had it already",
    "not-in-hand": "nobody holds it",
    "no-seat": "that rater is no member any more",
}


def as_row(study: Study) -> dict[str, object]:
    """Return what commands print of a study."""
    protocol, contents = study.protocol, study.contents()
    return {
        "name": study.name,
        "title": study.title,
        "state": study.state,
        "protocol": protocol.id,
        "version": protocol.version,
        "protocol_hash": study.protocol_hash,
        "items": contents.items,
        "conditions": contents.conditions,
        "recordings": contents.recordings,
        "settings": study.settings.model_dump(mode="json"),
    }


def _with_study(
    name: str, home: str | None, change: Callable[[Study], Study], done: str = "", *, as_json: bool
) -> None:
    """Open a study, change it and print it as it is then, or, to people, only what is ``done`` to it."""
    from earmark.services.home import open_home

    with open_home(home) as opened:
        row = as_row(change(opened.studies[name]))
    show(row, f"The study '{name}' is {done}." if done else _as_text(row), as_json=as_json)


def _unchanged(study: Study) -> Study:
    return study


def _as_text(row: Mapping[str, object]) -> str:
    settings = row["settings"]
    shown = {name: value for name, value in row.items() if name != "settings"}
    shown |= settings if isinstance(settings, dict) else {}
    return "\n".join(f"{name.replace('_', ' '):<18} {_cell(value)}" for name, value in shown.items())


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(str(one) for one in value) or "none"
    return "not set" if value is None else str(value)
