// Words of single facts, for stores that index them in a format of their own.
export { elementWord, nullElementWord, presentWord, valueWord } from "./fact-words.ts";
export { forEachSentValue, forEachValue } from "./for-each-value.ts";
