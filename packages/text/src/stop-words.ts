/** Lucene's 33 English stop words, plus pronouns, question words and auxiliaries that carry no content in questions. */
const WORDS = `a an and are as at be but by for if in into is it no not of on or such that the their then there these they
this to was will with about am been being can could did do does doing from had has have having he her here hers him his how
i its me my our ours she should so some than them those us we were what when where which while who whom why would you your
don doesn didn isn aren wasn weren hasn haven hadn won wouldn shouldn couldn`;

export const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/));

const FRAME = `after all again against also although among another any because before below between both down during each
either else even ever every few further however just like many more most much near now off once one only other others out over
own per rather same several since still though through too under until up upon very via whether within without yet above
available cannot may might must shall
accordance according answer base based calculate compare compute consider context describe detail details determine discuss
document explain find following get give help identify information know let list make mention name need passage please provide
question refer rely reply respond response see show state summarize take tell use used using want`;

/**
 * Words of English questions that say how things relate or how to answer, and seldom what it is about: function words beyond
 * the stop words, and words of instructions.
 */
export const FRAME_WORDS: ReadonlySet<string> = new Set(FRAME.split(/\s+/));
