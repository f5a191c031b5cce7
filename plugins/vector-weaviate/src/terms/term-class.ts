import { BODY, FACTS } from "../stored-object.ts";
import { type ClassDefinition, type ClassKind, HIDDEN, wordList } from "../weaviate-classes.ts";
import { NEAR, PLACES, TERMS, WORDS } from "./term-object.ts";

const MARK = "Quarry terms, version 1";

/** Classes of terms. The names of vector collections begin with a letter, so the class names never collide. */
export const TERM_CLASS: ClassKind<true> = {
  infix: "0_",
  what: "collection of terms",
  knownBy: (description) => (description === MARK ? true : undefined),
};

/** Objects without vectors, of two kinds: records, and the words that records contained at any time. */
export const termClass: ClassDefinition = {
  description: MARK,
  vectorizer: "none",
  vectorIndexType: "hnsw",
  vectorIndexConfig: { skip: true },
  properties: [...[TERMS, WORDS, NEAR, PLACES, FACTS].map(wordList), { name: BODY, dataType: ["text"], ...HIDDEN }],
};
