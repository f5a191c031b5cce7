/** Before what a text holds in another spelling, or as a part: no word begins with it. */
const SPELLING_MARK = "=";

/**
 * The term of texts that hold a word, but not as it is written here: `=signoff` of those with `sign-off`. Also of what they
 * are found by without being it: `=2.10` of those with `2.10.3`, `=税` of those with `税金`.
 */
export const otherSpelling = (term: string): string => SPELLING_MARK + term;
