/** Verbs of rationales with their forms: what the project's own rules of grammar look for, and what they put instead. */

/** Base, third person, past, participle, -ing. A star marks a base that is a noun as well, so that it needs more around it. */
const TABLE = `
accept accepts accepted accepted accepting
acknowledge acknowledges acknowledged acknowledged acknowledging
adapt adapts adapted adapted adapting
agree agrees agreed agreed agreeing
*answer answers answered answered answering
apologise apologises apologised apologised apologising
ask asks asked asked asking
assume assumes assumed assumed assuming
become becomes became become becoming
begin begins began begun beginning
break breaks broke broken breaking
bring brings brought brought bringing
*build builds built built building
catch catches caught caught catching
*change changes changed changed changing
choose chooses chose chosen choosing
*comfort comforts comforted comforted comforting
contradict contradicts contradicted contradicted contradicting
correct corrects corrected corrected correcting
cover covers covered covered covering
*drop drops dropped dropped dropping
encourage encourages encouraged encouraged encouraging
*end ends ended ended ending
engage engages engaged engaged engaging
explain explains explained explained explaining
fail fails failed failed failing
feel feels felt felt feeling
find finds found found finding
finish finishes finished finished finishing
*focus focuses focused focused focusing
follow follows followed followed following
forget forgets forgot forgotten forgetting
get gets got got getting
give gives gave given giving
go goes went gone going
handle handles handled handled handling
have has had had having
hear hears heard heard hearing
*help helps helped helped helping
hesitate hesitates hesitated hesitated hesitating
ignore ignores ignored ignored ignoring
include includes included included including
interrupt interrupts interrupted interrupted interrupting
invent invents invented invented inventing
keep keeps kept kept keeping
know knows knew known knowing
*laugh laughs laughed laughed laughing
lead leads led led leading
leave leaves left left leaving
listen listens listened listened listening
lose loses lost lost losing
make makes made made making
match matches matched matched matching
mention mentions mentioned mentioned mentioning
misunderstand misunderstands misunderstood misunderstood misunderstanding
need needs needed needed needing
notice notices noticed noticed noticing
*offer offers offered offered offering
pause pauses paused paused pausing
prefer prefers preferred preferred preferring
provide provides provided provided providing
*push pushes pushed pushed pushing
react reacts reacted reacted reacting
recover recovers recovered recovered recovering
refuse refuses refused refused refusing
remember remembers remembered remembered remembering
*repeat repeats repeated repeated repeating
*reply replies replied replied replying
respond responds responded responded responding
*rush rushes rushed rushed rushing
say says said said saying
seem seems seemed seemed seeming
*show shows showed shown showing
*sound sounds sounded sounded sounding
speak speaks spoke spoken speaking
start starts started started starting
stay stays stayed stayed staying
*stop stops stopped stopped stopping
suggest suggests suggested suggested suggesting
summarise summarises summarised summarised summarising
*support supports supported supported supporting
take takes took taken taking
*talk talks talked talked talking
tell tells told told telling
think thinks thought thought thinking
try tries tried tried trying
understand understands understood understood understanding
*use uses used used using
validate validates validated validated validating
wait waits waited waited waiting
want wants wanted wanted wanting
*work works worked worked working
*worry worries worried worried worrying
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
