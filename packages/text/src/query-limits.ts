/**
 * Distinct terms that a query is searched by, its words and their grams each. A long question has some 50, a page of text some
 * 300; each costs a look into every segment of an index, and up to as many postings as the collection has passages.
 */
export const MAX_QUERY_TERMS = 1_000;

/** Distinct phrases of a query: each is looked for in the text of every passage that may hold it. */
export const MAX_QUERY_PHRASES = 100;
