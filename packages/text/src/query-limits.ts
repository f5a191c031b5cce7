/**
 * Maximum number of distinct terms of a query, words and grams each. A long question has about 50, a page of text about
 * 300. Each costs a lookup in every segment of an index, and up to one posting per passage of the collection.
 */
export const MAX_QUERY_TERMS = 1_000;

/** Maximum number of distinct phrases of a query: each is searched for in the text of every candidate passage. */
export const MAX_QUERY_PHRASES = 100;
