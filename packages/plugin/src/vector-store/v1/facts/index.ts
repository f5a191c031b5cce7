// What facts are made of, for whoever keeps them in a form of its own.
export { elementWord, nullElementWord, presentWord, valueWord } from "./fact-words.ts";
export { forEachSentValue, forEachValue } from "./for-each-value.ts";
