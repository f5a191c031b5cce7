/**
 * Identifies the training method, its parameters, and the terms and dimensions of vectors. Results of another method
 * are never used, so a change of any of these requires a new name.
 */
export const FIT_METHOD = "related-words-1";

/** Number of texts below which too few share words for co-occurrences to be significant. */
export const MINIMUM_TEXTS = 200;

/** More texts improve the result little, and cost time and memory in proportion. */
export const MAXIMUM_TEXTS = 20_000;

/**
 * Smallest dimension for training. In smaller vectors any addition would outweigh the rest; larger ones take minutes to
 * train.
 */
export const MINIMUM_DIMENSION = 64;
export const MAXIMUM_DIMENSION = 2048;

/** Dimensions of the latent space. Fewer would mix up subjects; more bring no reproducible gain (README). */
export const RANK = 192;

/** Small vocabularies get fewer directions. */
export const TERMS_PER_DIRECTION = 4;

/**
 * Maximum number of terms in a trained projection, the most frequent first: at most 4 MB. Terms that occur in only one
 * text are related to no others.
 */
export const MAXIMUM_TERMS = 20_000;
export const MINIMUM_TEXTS_PER_TERM = 2;

/** Steps of the subspace iteration; a third one changes no ranking. */
export const POWER_STEPS = 2;

/**
 * Ridge penalty, relative to the mean: weight of a small projection from latent space to vectors, compared to the
 * evidence of the texts.
 */
export const RIDGE = 0.3;

/**
 * Maximum weight of the related words in a query's vector, relative to the vector itself. The weight approaches the
 * maximum with many texts, and is half of it at this number. Co-occurrences in few texts are mostly chance.
 */
export const MOST_WEIGHT = 1.6;
export const TEXTS_FOR_HALF_WEIGHT = 700;
