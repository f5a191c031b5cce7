/** Prefix of terms for other spellings and parts: no word begins with it. */
const SPELLING_MARK = "=";

/**
 * Returns the term for texts that contain a word in another spelling: `=signoff` for texts with `sign-off`. Also used
 * for parts by which texts are found: `=2.10` for texts with `2.10.3`, `=税` for texts with `税金`.
 */
export const otherSpelling = (term: string): string => SPELLING_MARK + term;
