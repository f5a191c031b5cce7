import { wordTerm } from "./word-term.ts";

/**
 * Words with an article: `الكتاب`, `والكتاب`, `للكتاب`. A shorter remainder is a coincidence: Persian and Urdu words
 * begin this way too.
 */
const WITH_ARTICLE = /^(?:[وفبك]?ال|لل)(\p{L}{3,})$/u;

/**
 * Returns the term of an Arabic word without its article, which is indexed and queried in addition; undefined for a
 * word without an article. Expects folded letters.
 */
export const withoutArticle = (word: string): string | undefined => WITH_ARTICLE.exec(wordTerm(word))?.[1];
