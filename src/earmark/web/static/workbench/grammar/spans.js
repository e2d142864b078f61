/** What spans a clause, which a rule of words side by side cannot see: pairs of conjunctions that are one too many. */

/** @type {Record<string, {find: RegExp, fix: string}>} The group `one` is what is marked. */
export const SPANS = {
  AlthoughBut: { find: /\b(?:although|even though|though)\b[^.!?;,\n]{2,120}?,\s*(?<one>but)\b/gi, fix: "" },
  BecauseSo: { find: /(?:^|[.!?\n]\s*)because\b[^.!?;,\n]{2,120}?,\s*(?<one>so)\b(?!\s+(?:much|many|\w+ly|that))/gi, fix: "" },
};
