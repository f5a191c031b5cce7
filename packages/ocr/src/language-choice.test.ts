import { describe, expect, it } from "vitest";
import { LanguageChoice } from "./language-choice.ts";

const data = (...codes: string[]) => codes.map((code) => ({ code, path: `/${code}` }));
const codesOf = (languages: readonly { readonly code: string }[]) => languages.map(({ code }) => code);

describe("LanguageChoice", () => {
  const choice = LanguageChoice.fromInstalled(data("eng", "chi_sim", "deu", "fas", "ara", "jpn", "rus", "ukr"));
  const [eng, , deu, , , , rus, ukr] = data("eng", "chi_sim", "deu", "fas", "ara", "jpn", "rus", "ukr");

  it("begins with the first language and has one language of each other script", () => {
    expect(codesOf(choice.current)).toEqual(["eng"]);
    expect(codesOf(choice.otherScripts())).toEqual(["chi_sim", "fas", "jpn", "rus"]);
  });

  it.each([
    // German as read by English data: without umlauts.
    [
      "deu",
      eng,
      "Die Ausbesserung der Hauptleitung unter der HafenstraBe kostete 48.350 Euro. Zwei Lecks wurden nachts gefunden.",
    ],
    [
      "eng",
      deu,
      "Repairs to the old main under Harbour Street cost 48,350 pounds. Two leaks were found with microphones at night.",
    ],
    [
      "eng",
      rus,
      "Repairs to the old main under Harbour Street cost 48,350 pounds. Two leaks were found with microphones at night.",
    ],
    [
      "ukr",
      rus,
      "Усі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю.",
    ],
    [
      "rus",
      ukr,
      "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью.",
    ],
  ])("detects %s in a text that was read as %j", (language, readIn, text) => {
    expect(choice.languageOf(text, [readIn!])?.code).toBe(language);
  });

  it("changes nothing for a matching language, a short text or configured languages", () => {
    const text =
      "Repairs to the old main under Harbour Street cost 48,350 pounds. Two leaks were found with microphones.";
    expect(choice.languageOf(text, [eng!])).toBeUndefined();
    expect(choice.languageOf("Rechnung 2025", [eng!])).toBeUndefined();
    const named = LanguageChoice.fromConfigured(data("deu", "eng"));
    expect(named.languageOf(text, named.current)).toBeUndefined();
    expect(named.otherScripts()).toEqual([]);
  });

  it("adds a Latin language to one of another script", () => {
    expect(codesOf(choice.withLatin(rus!))).toEqual(["rus", "eng"]);
    expect(codesOf(choice.withLatin(deu!))).toEqual(["deu"]);
  });
});
