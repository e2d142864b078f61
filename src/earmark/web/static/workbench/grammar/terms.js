/** Words of this field that Harper's dictionary lacks. */
export const TERMS = `
backchannel backchannels clipping cutoff cutoffs prosody sibilance smearing warbling latency codec codecs overacted overexpressive
LLM-ism LLM-isms assistant-mode speech-to-speech earcon disfluency disfluencies denoised loudness barge-in rationale rationales
steerability intelligibility expressivity hallucinated hallucinates hallucination hallucinations code-switching register
banmal jondaemal hangul hanbok ondol kimchi
`
  .trim()
  .split(/\s+/);
