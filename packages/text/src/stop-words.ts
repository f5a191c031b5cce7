import { wordTerm } from "./word-term.ts";

/** Lucene's 33 English stop words, plus pronouns, question words and auxiliaries that carry no content in questions. */
const WORDS = `a an and are as at be but by for if in into is it no not of on or such that the their then there these they
this to was will with about am been being can could did do does doing from had has have having he her here hers him his how
i its me my our ours she should so some than them those us we were what when where which while who whom why would you your
don doesn didn isn aren wasn weren hasn haven hadn won wouldn shouldn couldn`;

export const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/));

/** Stop words in their indexed form. */
export const STOP_TERMS: ReadonlySet<string> = new Set([...STOP_WORDS].map(wordTerm));

const FRAME = `all also although among another any because before below between both during each either else even ever every few
further however just many more most much now once one only other others own per rather same several since still though too until
upon very via whether within without yet above available cannot might must shall
accordance according answer answers based basing calculate compare compute consider considering context describe described detail
details determine discuss document explain explained find following get give given help identify information know let list listed
make mention mentioned name named need passage please provide provided question questions refer rely relying reply respond
response see show shown state stated summarize take tell want`;

/**
 * Words of English questions that express relations or instructions, and seldom the subject: function words beyond the
 * stop words, and words of instructions. Excludes particles, which change a verb's meaning (`sign off`).
 */
export const FRAME_WORDS: ReadonlySet<string> = new Set(FRAME.split(/\s+/));
