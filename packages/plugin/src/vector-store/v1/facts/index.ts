// Elements of facts, for code that stores them in a form of its own.
export { elementWord, nullElementWord, presentWord, valueWord } from "./fact-words.ts";
export { forEachSentValue, forEachValue } from "./for-each-value.ts";
