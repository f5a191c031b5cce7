/**
 * Number of texts above which a collection is searched without near words of the English dictionary: its own texts show
 * which words go together.
 */
export const MOST_TEXTS = 2000;

/** Number of texts in a collection at which the English dictionary has half of the influence that it has with one. */
export const TEXTS_FOR_HALF_INFLUENCE = 400;

/**
 * Least number of texts of common English that are added to the collection's own for the weights of words; larger collections
 * have as many as their own. Four times as many gain no more in hybrid search, and cost .003 to .004 in semantic search (ADR 0116).
 */
export const LEAST_BACKGROUND_TEXTS = 100;

/** A question of more words says enough itself; each one costs up to 48 looks into the index. */
export const MOST_EXPANDED_TERMS = 32;

/** A text with the very word of the question should come before one with a word near to it. */
export const BESIDE_THE_WORD_ITSELF = 0.5;

/**
 * Share by which query words without a counterpart in the collection turn the query away from the direction that all
 * English texts share, for each 1 of their weight. With less, questions about something else score like others; with
 * more, those about it score 0.
 */
export const TURNED_AWAY = 0.25;
