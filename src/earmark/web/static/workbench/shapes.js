/**
 * The shapes that travel between server and page, for the type checker alone.
 *
 * @typedef {Record<string, string>} Text One text by language tag; English is always there.
 *
 * @typedef {object} When
 * @property {string} question
 * @property {(string|number)[]|null} [is]
 * @property {number|null} [at_most]
 * @property {number|null} [at_least]
 *
 * @typedef {object} Phrase
 * @property {string} id
 * @property {Text} text
 * @property {string|null} [key]
 * @property {Text|null} [note]
 *
 * @typedef {object} Reason
 * @property {boolean} required
 * @property {When[]} required_when
 * @property {number} min_characters
 * @property {number} max_characters
 * @property {string|null} [language]
 * @property {Text|null} [title]
 * @property {Text|null} [hint]
 * @property {Phrase[]} phrases
 *
 * @typedef {{value: number, label: Text, anchor?: Text|null}} Point
 * @typedef {{id: string, title: Text, question: Text}} Criterion
 * @typedef {{id: string, label: Text, anchor?: Text|null}} Option
 * @typedef {{id: string, title: Text, required?: boolean}} Entry
 * @typedef {{id: string, label: Text, proposed_from?: number|null}} Severity
 * @typedef {{id: string, title: Text, number?: number|null, severities: Record<string, Text>, note?: Text|null,
 *   older_names?: string[], needs?: InstancePart[], measured?: "response-latency"|null, dual_mark?: {question: string, propose: string[]}|null}} Cluster
 * @typedef {"turn"|"time"|"note"|"throughout"|"count"|"word"} InstancePart
 * @typedef {{turn?: string, time?: [number, number], note?: string, throughout?: boolean, count?: number, word?: string,
 *   type?: string}} Instance Where an error is heard; times in seconds, equal for a moment.
 * @typedef {{cluster: string, severity: string, instances: Instance[]}} Flag
 *
 * @typedef {object} Question
 * @property {string} id
 * @property {"scale"|"choice"|"text"|"flags"|"checklist"} kind
 * @property {"item"|"agent-turn"|"side"|"pair"} ask
 * @property {Text} title
 * @property {Text} prompt
 * @property {Text|null} [help]
 * @property {boolean} required
 * @property {When|null} [when]
 * @property {string[]} [after]
 * @property {string[]} [classes]
 * @property {"always"|"study-setting"} [asked]
 * @property {string[]} [keys]
 * @property {Point[]} [points]
 * @property {Criterion[]} [criteria]
 * @property {Text[]} [look_for]
 * @property {Reason|null} [justification]
 * @property {boolean} [evidence_marks]
 * @property {Text[]} [evidence_words]
 * @property {Option[]} [options]
 * @property {string|null} [fact_check] The option that a fact-check fills in.
 * @property {Record<string, Option[]>} [variants]
 * @property {string|null} [variant]
 * @property {Reason|null} [reason]
 * @property {Reason} [rule]
 * @property {string[]} [composer] Pages of the guide that help to write it; the composer is offered where there is one.
 * @property {string|null} [draft] The language in which one may draft beside the text.
 * @property {Severity[]} [severities]
 * @property {Cluster[]} [clusters]
 * @property {InstancePart[]} [instance_any_of]
 * @property {{id: string, title: Text}[]} [instance_types]
 * @property {Entry[]} [entries]
 * @property {string|null} [entries_from]
 * @property {string[]} [states]
 *
 * @typedef {"item"|"turn"|"dimension"|"side"} Scope
 *
 * @typedef {object} Exit
 * @property {string} id
 * @property {"skip"|"discard"} act
 * @property {Scope[]} scopes
 * @property {Text} title
 * @property {Text} when
 * @property {{id: string, title: Text}[]} reasons
 * @property {"none"|"optional"|"required"} explanation
 * @property {Text[]} not_grounds
 * @property {string|null} [unplayable] The reason that is filled in where a sound does not play.
 * @property {string|null} [key]
 *
 * @typedef {object} Transcript
 * @property {"always"|"never"|"study-setting"} show
 * @property {Text|null} [note]
 *
 * @typedef {object} Protocol
 * @property {string} id
 * @property {string[]} languages
 * @property {Text} title
 * @property {Text|null} [principle]
 * @property {{kind: "clip"|"conversation"|"pair"|"site-pair", sides: Text[]}} item
 * @property {ScenarioClass[]} [classes]
 * @property {Question[]} questions
 * @property {Exit[]} exits
 * @property {{heard: "turn"|"item"|"side"|"nothing", fact_check_seconds?: number|null, transcript: Transcript}} listening
 * @property {{id: string, title: Text}[]} [guide]
 * @property {{id: string}[]} audits
 *
 * @typedef {{id: string, title: Text, tested: Text, good_signs: Text[], red_flags: Text[], nuance: Text}} Category
 * @typedef {{id: string, title: Text, priority?: string[]|null, priority_from?: string|null, categories: Category[]}} ScenarioClass
 *
 * @typedef {object} Turn
 * @property {string} id
 * @property {number} position
 * @property {"user"|"agent"} role
 * @property {number} start_s
 * @property {number} end_s
 * @property {string} text
 *
 * @typedef {object} Stimulus
 * @property {string} id
 * @property {string} side
 * @property {number} duration_s
 * @property {number} channels
 * @property {0|1|null} agent_channel
 * @property {string} audio_url
 * @property {string} peaks_url
 * @property {string|null} [evidence_url] What the sound itself shows, where it may be seen.
 * @property {number} [gain_db] The gain that a pair of an older Earmark is heard at; later ones have it in their samples.
 * @property {Turn[]} turns
 *
 * @typedef {object} Peaks
 * @property {number} channels
 * @property {number} duration_s
 * @property {number} points_per_second
 * @property {number[][]} min
 * @property {number[][]} max
 * @property {number[]} [finer] Finer levels, by points a second: `peaks_url/{level}/{piece}` gives a piece of one, for
 *   each point and in it each channel two 16-bit little-endian integers (lowest, highest; full scale 32,768).
 * @property {number} [piece_points] Points of a piece; the last one is shorter.
 *
 * @typedef {{start_s: number, end_s: number, note: string}} Evidence A stretch of the recording, or a moment.
 *
 * @typedef {object} SoundMark One fact about the recording, found in its sound.
 * @property {string} kind
 * @property {number} start_s
 * @property {number} end_s
 * @property {number} channel 0, 1, or -1 for both.
 * @property {0|1|2|3} severity
 * @property {number} value
 * @property {string} unit
 *
 * @typedef {object} SoundEvidence
 * @property {"hidden"|"waiting"|"unreadable"|"there"} state
 * @property {number} channels
 * @property {Record<string, Text>} kinds What each kind is called.
 * @property {{group: string, title: Text, marks: SoundMark[]}[]} lanes
 * @property {SoundMark[]} whole What holds for all of the recording.
 * @property {{kind: string, channel: number, reason: Text}[]} not_measurable
 *
 * @typedef {Record<string, any>} Answer What one question holds; its kind says which fields.
 * @typedef {Record<string, Answer>} Answers By question.
 *
 * @typedef {object} Discard
 * @property {string} exit
 * @property {string} target
 * @property {string|null} question
 * @property {string} reason
 * @property {string} explanation
 *
 * @typedef {object} HeardTarget What was heard of one target; seconds of the recording, replays included.
 * @property {number} plays
 * @property {number} seconds
 * @property {Record<string, number>} speeds Seconds by speed.
 * @property {Record<string, number>} modes Seconds by what was heard: both, left, right, centred.
 *
 * @typedef {object} Heard
 * @property {Record<string, [number, number][]>} played Stretches by mode.
 * @property {Record<string, HeardTarget>} targets
 * @property {number} seconds
 * @property {Record<string, Heard>} [sides] Of a pair: the account of each side, in place of all the others.
 *
 * @typedef {object} Finding What an audit says of a text.
 * @property {string} id
 * @property {"hint"|"warning"|"error"} severity
 * @property {string} message
 * @property {string} where
 * @property {string} suggestion
 * @property {string} [about] What in that field it is about, as an error; two findings of one kind differ in it.
 *
 * @typedef {object} ShownHint
 * @property {string} where
 * @property {string} id
 * @property {string} [about]
 * @property {string} severity
 * @property {"mended"|"kept"|"put-away"|"answered"} outcome
 * @property {string} [reason] Why it stands all the same, where it was answered.
 *
 * @typedef {{side: string, fact: string, told: boolean, suggested: boolean|null}} MarkedFact A key fact of the scenario as a rater
 *   marked it for a side, and what its words had suggested.
 *
 * @typedef {object} Delays Response latencies of one side in seconds, or why there are none.
 * @property {number} n
 * @property {number|null} p50_s
 * @property {number|null} p95_s
 * @property {number|null} longest_s
 * @property {Text|null} reason
 *
 * @typedef {object} TalkOfSide
 * @property {number|null} turns Of the user; null where nobody has said when anyone speaks.
 * @property {number|null} seconds
 * @property {number|null} asked Questions of the model; null without words.
 * @property {string[]} passed_over The user's turns that passed one over.
 * @property {{state: SoundEvidence["state"], faults: Text[]}} sound The user's own.
 * @property {Delays|null} delays
 *
 * @typedef {{turn: string, claim: string, verdict: "right"|"wrong"|"unsure", affects_task: boolean, source: string}} Claim
 * @typedef {{by: string, sides: Record<string, {state: "waiting"|"done"|"failed"|"slow", claims: Claim[]}>}} FactCheck By a plug-in.
 *
 * @typedef {object} Talks Whether both talks of a pair were given alike.
 * @property {boolean} words Whether the words of turns were read.
 * @property {Record<string, TalkOfSide>} sides
 * @property {{fact: string, turns: Record<string, string|null>}[]} facts By side the turn whose words tell it.
 * @property {FactCheck|null} fact_check What a plug-in found; null where the study has none.
 * @property {{compared: number, alike: number, runs: {a: string, b: string}[][]}|null} wording
 *
 * @typedef {{active_seconds?: number, fact_checks?: Record<string, number>}} Time Seconds at work, and by target those of
 *   checking facts.
 *
 * @typedef {object} Body
 * @property {{item?: Answers, pair?: Answers, turns?: Record<string, Answers>, sides?: Record<string, Answers>}} answers
 * @property {Discard[]} discards
 * @property {Heard} listening
 * @property {Time} [time]
 * @property {{key_facts: MarkedFact[]}} [talks] What was marked of the talks of a pair.
 * @property {ShownHint[]} [hints] Hints that were shown, and what became of them.
 * @property {{turn: string, key: string, undo?: Step[]}} [view] Where the rater is; the server drops it on submission.
 *
 * @typedef {object} Step What takes one choice back, or one discard; it is one of the two.
 * @property {string} target
 * @property {string} [question]
 * @property {Answer} [was] The fields that the choice changed, as they were; null where they were empty.
 * @property {Discard[]} [discards] All discards as they were.
 *
 * @typedef {{revision: number, corrected: boolean, counts: boolean, taken_back: boolean}} HeardRecording Which revision of the recording
 *   is heard here, whether it was corrected since, whether what is made on this one still counts, and whether the
 *   owner has taken the task back: then it is kept as an extra.
 *
 * @typedef {object} Assignment
 * @property {string} id
 * @property {{name: string, title: string}} study
 * @property {number} position The n-th task of this rater in this study, from 1.
 * @property {number} total
 * @property {Protocol} protocol
 * @property {{scenario: Record<string, any>}} item
 * @property {"a"|"b"|null} [heard_first] Of a pair: the side that is heard first.
 * @property {Stimulus[]} stimuli
 * @property {HeardRecording} recording
 * @property {boolean} transcript Whether the study shows the words of turns.
 * @property {boolean} hear_first Whether the study holds the protocol's rule of what must be heard before it is rated.
 * @property {number|null} revision The revision submitted so far, null before the first.
 * @property {{sequence: number, tab: string, body: Body}|null} draft
 *
 * @typedef {{where: string, code: string, message: string}} Fault
 * @typedef {{start: number, end: number}} Range Seconds from the start of the recording.
 */

export {};
