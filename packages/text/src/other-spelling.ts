/** Prefix of terms for other spellings and parts: no word begins with it. */
const SPELLING_MARK = "=";

/**
 * Term of texts that have a word in another spelling: `=signoff` of those with `sign-off`. It is also the term of parts
 * by which texts are found: `=2.10` of those with `2.10.3`, `=税` of those with `税金`.
 */
export const otherSpelling = (term: string): string => SPELLING_MARK + term;
