"""A study's settings: what an owner may change about a protocol's defaults."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from earmark.protocols.schema import Protocol

ConditionName = Annotated[str, Field(min_length=1, max_length=200)]


class StudySettings(BaseModel):
    """Settings of one study, stored with it.

    Attributes:
        votes_per_item: Counted submissions wanted a task.
        lease_minutes: How long a rater may hold a task before it goes to somebody else.
        discards_to_stop: Discard marks after which a task waits for the owner.
        items_per_rater: Most submissions of one rater; None for no limit. An owner may set it for one rater.
        agent_channel: Which channel the agent speaks on where an item does not say: never guessed.
        agent_speakers: Labels of the agent in turn lists; in a list that has one, all others are users.
        vad: Which detector of speech cuts turns where a conversation has no list of them.
        agent_pause_s: Shortest pause that ends a turn of the agent when turns are cut; seconds.
        user_pause_s: The same for the user.
        transcript: Whether raters may see the words of a turn, where the protocol does not forbid it.
        hear_first: Whether raters must hear to its end what the protocol says before they rate it.
        show_text: Whether the hidden text is shown (for Intelligibility only, after the other scales).
        analyse: Whether recordings that come in are analysed for audio evidence.
        models: Whether models are asked, too: predictions of quality, and changes of voice (an extra).
        evidence: When raters see audio evidence; owners and reviewers always do.
        fact_check: Name of the plug-in that checks the talks of pairs for facts; empty for none.
        languages: Languages of the pages, the first one being the default.
        pairs: Which conditions are compared with which, where an item is a pair; empty for all of them.
        pair_choice: Which pair of conditions comes next: all alike, or first the one whose order the votes so
            far leave most in doubt.
        pair_floor: Votes that every pair of conditions gets before any is preferred for its doubt.
        pair_seed: Of the draws among pairs of which nothing is known that tells them apart.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    votes_per_item: int = Field(default=1, ge=1, le=1000)
    lease_minutes: float = Field(default=120, gt=0, le=60 * 24 * 30)
    discards_to_stop: int = Field(default=1, ge=1)
    items_per_rater: int | None = Field(default=None, ge=1, le=1_000_000)
    agent_channel: Literal["left", "right"] | None = None
    agent_speakers: tuple[Annotated[str, Field(min_length=1, max_length=200)], ...] = Field(
        default=(), max_length=100
    )
    vad: Literal["fast", "accurate"] = "fast"
    agent_pause_s: float = Field(default=2.0, ge=0.2, le=30)
    user_pause_s: float = Field(default=1.5, ge=0.2, le=30)
    transcript: Literal["show", "never"] = "show"
    hear_first: bool = True
    show_text: bool = False
    analyse: bool = True
    models: bool = False
    evidence: Literal["hidden", "after-rating", "always"] = "after-rating"
    fact_check: str = Field(default="", max_length=64)
    languages: tuple[str, ...] = ("en", "ko")
    pairs: tuple[tuple[ConditionName, ConditionName], ...] = Field(default=(), max_length=1000)
    pair_choice: Literal["balanced", "most-doubt"] = "balanced"
    pair_floor: int = Field(default=4, ge=0, le=10_000)
    pair_seed: int = Field(default=0, ge=0, lt=2**31)


def settings_from(protocol: Protocol) -> StudySettings:
    """Return the settings a new study of this protocol starts with."""
    return StudySettings(
        votes_per_item=protocol.queue.votes_per_item,
        lease_minutes=protocol.queue.lease_minutes,
        discards_to_stop=protocol.queue.discards_to_stop,
        languages=protocol.languages,
    )
