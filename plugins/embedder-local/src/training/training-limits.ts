/**
 * Identifies the training method: the method below, its numbers, and the terms and dimensions of vectors. A result of
 * another method is never used, so a change of any of them needs a new name.
 */
export const FIT_METHOD = "related-words-1";

/** Number of texts below which too few share words for a co-occurrence to mean anything. */
export const MINIMUM_TEXTS = 200;

/** More texts teach little more, and cost time and memory in proportion. */
export const MAXIMUM_TEXTS = 20_000;

/**
 * Smallest dimension for training: in smaller vectors nothing can be added that doesn't bury the rest; larger ones take
 * minutes to train.
 */
export const MINIMUM_DIMENSION = 64;
export const MAXIMUM_DIMENSION = 2048;

/** Directions of the latent space. With fewer it confuses subjects; more gain nothing that holds (README). */
export const RANK = 192;

/** Small vocabularies get fewer. */
export const TERMS_PER_DIRECTION = 4;

/** Terms that a trained projection knows, the most frequent first: 4 MB at most. A term of one text goes together with nothing else. */
export const MAXIMUM_TERMS = 20_000;
export const MINIMUM_TEXTS_PER_TERM = 2;

/** Steps of the subspace iteration; a third one changes no ranking. */
export const POWER_STEPS = 2;

/**
 * Ridge penalty: the weight, beside the texts' own, of a short projection from latent space to vectors; relative to the
 * mean.
 */
export const RIDGE = 0.3;

/**
 * Weight of the related words in a query's vector, beside its own: with many texts the most, at this many half of it.
 * Co-occurrences in few texts are mostly chance.
 */
export const MOST_WEIGHT = 1.6;
export const TEXTS_FOR_HALF_WEIGHT = 700;
