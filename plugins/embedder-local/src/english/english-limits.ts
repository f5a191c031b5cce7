/**
 * Number of texts above which a collection is searched without near words of the English dictionary: its own texts show
 * which words are related.
 */
export const MOST_TEXTS = 2000;

/** Number of texts in a collection at which the English dictionary has half of its maximum influence. */
export const TEXTS_FOR_HALF_INFLUENCE = 400;

/**
 * Minimum number of common English texts added to the collection's own to weight words. For larger collections it is
 * the number of their own texts. Four times as many don't improve hybrid search, and reduce semantic search by .003 to
 * .004 (ADR 0116).
 */
export const LEAST_BACKGROUND_TEXTS = 100;

/** A question with more words is specific enough. Each word requires up to 48 index lookups. */
export const MOST_EXPANDED_TERMS = 32;

/** A text with the exact word of the question should precede one with a near word. */
export const BESIDE_THE_WORD_ITSELF = 0.5;

/**
 * Share by which query words without a counterpart in the collection turn the query away from the direction common to
 * all English texts, for each 1 of their weight. With a lower value, questions on other subjects score like relevant
 * ones; with a higher value, relevant ones score 0.
 */
export const TURNED_AWAY = 0.25;
