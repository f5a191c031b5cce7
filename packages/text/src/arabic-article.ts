import { wordTerm } from "./word-term.ts";

/** `الكتاب`, `والكتاب`, `للكتاب`. Shorter rests are chance: Persian and Urdu words begin so too. */
const WITH_ARTICLE = /^(?:[وفبك]?ال|لل)(\p{L}{3,})$/u;

/** The term of an Arabic word without its article, which it is also found by and finds; undefined of one that has none. Expects folded letters. */
export const withoutArticle = (word: string): string | undefined => WITH_ARTICLE.exec(wordTerm(word))?.[1];
