/** Lucene's 33 English stop words, plus pronouns, question words and auxiliaries that carry no content in questions. */
const WORDS = `a an and are as at be but by for if in into is it no not of on or such that the their then there these they
this to was will with about am been being can could did do does doing from had has have having he her here hers him his how
i its me my our ours she should so some than them those us we were what when where which while who whom why would you your
don doesn didn isn aren wasn weren hasn haven hadn won wouldn shouldn couldn`;

export const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/));
