/** Verbs of rationales with their forms: what the project's own rules of grammar look for, and what they put instead. */

/** Base, third person, past, participle, -ing. A star marks a base that is a noun as well, so that it needs more around it. */
const TABLE = `
accept accepts accepted accepted accepting
acknowledge acknowledges acknowledged acknowledged acknowledging
adapt adapts adapted adapted adapting
address addresses addressed addressed addressing
agree agrees agreed agreed agreeing
allow allows allowed allowed allowing
annoy annoys annoyed annoyed annoying
*answer answers answered answered answering
apologise apologises apologised apologised apologising
appear appears appeared appeared appearing
ask asks asked asked asking
assume assumes assumed assumed assuming
avoid avoids avoided avoided avoiding
become becomes became become becoming
begin begins began begun beginning
behave behaves behaved behaved behaving
break breaks broke broken breaking
bring brings brought brought bringing
*build builds built built building
*call calls called called calling
*care cares cared cared caring
catch catches caught caught catching
*change changes changed changed changing
*check checks checked checked checking
choose chooses chose chosen choosing
*claim claims claimed claimed claiming
clarify clarifies clarified clarified clarifying
come comes came come coming
*comfort comforts comforted comforted comforting
*compare compares compared compared comparing
confirm confirms confirmed confirmed confirming
confuse confuses confused confused confusing
consider considers considered considered considering
continue continues continued continued continuing
contradict contradicts contradicted contradicted contradicting
correct corrects corrected corrected correcting
cover covers covered covered covering
create creates created created creating
*cut cuts cut cut cutting
decide decides decided decided deciding
deliver delivers delivered delivered delivering
depend depends depended depended depending
describe describes described described describing
disappear disappears disappeared disappeared disappearing
distract distracts distracted distracted distracting
*drop drops dropped dropped dropping
emphasise emphasises emphasised emphasised emphasising
emphasize emphasizes emphasized emphasized emphasizing
encourage encourages encouraged encouraged encouraging
*end ends ended ended ending
engage engages engaged engaged engaging
enjoy enjoys enjoyed enjoyed enjoying
expect expects expected expected expecting
explain explains explained explained explaining
fail fails failed failed failing
feel feels felt felt feeling
find finds found found finding
finish finishes finished finished finishing
*flow flows flowed flowed flowing
*focus focuses focused focused focusing
follow follows followed followed following
forget forgets forgot forgotten forgetting
get gets got got getting
give gives gave given giving
go goes went gone going
*guess guesses guessed guessed guessing
handle handles handled handled handling
happen happens happened happened happening
have has had had having
hear hears heard heard hearing
*help helps helped helped helping
hesitate hesitates hesitated hesitated hesitating
*hurry hurries hurried hurried hurrying
ignore ignores ignored ignored ignoring
improve improves improved improved improving
include includes included included including
interrupt interrupts interrupted interrupted interrupting
introduce introduces introduced introduced introducing
invent invents invented invented inventing
keep keeps kept kept keeping
know knows knew known knowing
*laugh laughs laughed laughed laughing
lead leads led led leading
leave leaves left left leaving
listen listens listened listened listening
*look looks looked looked looking
lose loses lost lost losing
make makes made made making
match matches matched matched matching
mention mentions mentioned mentioned mentioning
mispronounce mispronounces mispronounced mispronounced mispronouncing
misunderstand misunderstands misunderstood misunderstood misunderstanding
*mix mixes mixed mixed mixing
*name names named named naming
need needs needed needed needing
notice notices noticed noticed noticing
occur occurs occurred occurred occurring
*offer offers offered offered offering
pause pauses paused paused pausing
*play plays played played playing
prefer prefers preferred preferred preferring
prepare prepares prepared prepared preparing
pretend pretends pretended pretended pretending
pronounce pronounces pronounced pronounced pronouncing
provide provides provided provided providing
*push pushes pushed pushed pushing
*raise raises raised raised raising
reach reaches reached reached reaching
react reacts reacted reacted reacting
read reads read read reading
realise realises realised realised realising
receive receives received received receiving
recommend recommends recommended recommended recommending
recover recovers recovered recovered recovering
reflect reflects reflected reflected reflecting
refuse refuses refused refused refusing
relate relates related related relating
remain remains remained remained remaining
remember remembers remembered remembered remembering
*repeat repeats repeated repeated repeating
*reply replies replied replied replying
respond responds responded responded responding
*return returns returned returned returning
*rush rushes rushed rushed rushing
satisfy satisfies satisfied satisfied satisfying
say says said said saying
see sees saw seen seeing
seem seems seemed seemed seeming
*share shares shared shared sharing
*show shows showed shown showing
*skip skips skipped skipped skipping
solve solves solved solved solving
*sound sounds sounded sounded sounding
speak speaks spoke spoken speaking
start starts started started starting
stay stays stayed stayed staying
*stop stops stopped stopped stopping
suggest suggests suggested suggested suggesting
summarise summarises summarised summarised summarising
*support supports supported supported supporting
*switch switches switched switched switching
take takes took taken taking
*talk talks talked talked talking
teach teaches taught taught teaching
tell tells told told telling
think thinks thought thought thinking
*treat treats treated treated treating
try tries tried tried trying
*turn turns turned turned turning
understand understands understood understood understanding
*use uses used used using
validate validates validated validated validating
wait waits waited waited waiting
want wants wanted wanted wanting
*work works worked worked working
*worry worries worried worried worrying
write writes wrote written writing
`;

/** @typedef {{base: string, third: string, past: string, participle: string, ing: string, isNoun: boolean}} Verb */

/** @type {Verb[]} */
export const VERBS = TABLE.trim()
  .split("\n")
  .map((line) => {
    const [base = "", third = "", past = "", participle = "", ing = ""] = line.replace("*", "").split(" ");
    return { base, third, past, participle, ing, isNoun: line.startsWith("*") };
  });

/** The verb that a form belongs to.
 * @param {string} form */
export function verbOf(form) {
  const wanted = form.toLowerCase();
  return VERBS.find((verb) => [verb.base, verb.third, verb.past, verb.participle, verb.ing].includes(wanted));
}
