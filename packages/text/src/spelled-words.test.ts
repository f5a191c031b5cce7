import { expect, it } from "vitest";
import { spelledWords } from "./index.ts";

it.each([
  ["How does the aerodynamic heating of wings work?", "aerodynamic heating wings work"],
  ["high-speed Überschall l’avion", "high speed uberschall avion"],
  ["ERR_CLOSED foo.barbaz john@example.com x86code getUserName C++", ""],
  ["The end. Another sentence", "another sentence"],
  ["скорость самолёта", "скорость самолета"],
  ["北京大学 ภาษาไทย 한국어로", ""],
  ["to be or not to be", ""],
  ["ｆｕｌｌｗｉｄｔｈ soft\u00adhyphen", "fullwidth softhyphen"],
])("returns the words of %j that may be misspelt", (query, expected) => {
  const { text, words } = spelledWords(query);
  expect(words.map(({ word }) => word).join(" ")).toBe(expected);
  for (const { word, start, end } of words)
    expect(text.slice(start, end).length).toBeGreaterThanOrEqual(word.length - 1);
});
