import { analyze } from "@quarry/text";
import { expect, it } from "vitest";
import { mayBeEnglish } from "./collection-language.ts";

const isEnglish = (...texts: readonly string[]) => {
  const sets = texts.map((text) => new Set(analyze(text)));
  return mayBeEnglish({
    documentCount: texts.length,
    documentFrequency: (term) => sets.filter((set) => set.has(term)).length,
  });
};

it.each([
  ["German", "Das Gift ist in der Flasche, die rote ist leer.", "Wer fehlt, wird von der Schule verständigt."],
  ["French", "Les congés sont demandés par écrit.", "Le local est fermé à clé la nuit."],
  ["Spanish", "Las vacaciones se piden con dos semanas de antelación.", "El pago es mensual."],
  ["Italian", "Le ferie si chiedono per iscritto.", "Il cane di casa mangia due volte."],
  ["Dutch", "Het verlof wordt schriftelijk gevraagd of gemeld.", "De hond eet een bot."],
  ["Portuguese", "As férias são pedidas por escrito.", "O cão não come ossos da galinha que sobrou."],
  ["Polish", "Urlop jest zgłaszany na piśmie.", "Pies nie je kości."],
  ["Swedish", "Semester begärs skriftligt och i god tid.", "Hunden är stor och äter två gånger."],
])("a collection in %s is not detected as English", (_, ...texts) => {
  expect(isEnglish(...texts)).toBe(false);
});

it("English texts are recognised, even without function words", () => {
  expect(isEnglish("The lease ends in May.", "Ask your landlord, with reasons.")).toBe(true);
  expect(isEnglish("Vacation: 25 days", "Sick leave: 10 days")).toBe(true);
  expect(isEnglish("The mayor of Los Angeles and the duke of La Rochelle met von der Leyen.")).toBe(true);
});

it("the language of most texts decides", () => {
  const [english, german] = ["The dog and the cat.", "Der Hund und die Katze."];
  expect(isEnglish(english, english, german)).toBe(true);
  expect(isEnglish(english, german, german)).toBe(false);
});
