import { describe, expect, it } from "vitest";
import { analyze, analyzeWords } from "./analyzer.ts";
import { isInOtherLanguage, searchTerms } from "./index.ts";

const grams = (text: string): string[] => analyze(text).filter((term) => term.startsWith("~"));

describe("character grams", () => {
  it("are added to the words of other alphabets", () => {
    expect(analyze("самолёты")).toEqual(["самолеты", "~само", "~амол", "~моле", "~олет", "~леты"]);
    expect(analyzeWords("самолёты")).toEqual(["самолеты"]);
    expect(grams("Ελλάδα")).toEqual(["~ελλα", "~λλαδ", "~λαδα"]);
  });

  it.each([
    ["German", "Welche Haushaltsgröße wurde festgelegt?", "~haus"],
    ["French", "Quelle est la capitale de la France ?", "~capi"],
    ["Spanish", "¿Cuál es la capital de Francia?", "~fran"],
    ["Turkish", "Takım kaç puan verdi?", "~puan"],
    ["Romanian", "Câte puncte a cedat apărarea?", "~apar"],
  ])("are added to the words of a %s text", (_language, text, expected) => {
    expect(grams(text)).toContain(expected);
  });

  it.each([
    "What is the population of Los Angeles?",
    "van der Waals forces",
    "The name of the rose, by Umberto Eco, was published in 1980 by Bompiani.",
    "Hồ Chí Minh là thành phố lớn nhất của Việt Nam",
    "我爱北京天安门",
    "ภาษาไทยไม่มีช่องว่าง",
  ])("are absent from %j", (text) => {
    expect(grams(text)).toEqual([]);
  });

  it.each([
    ["Versicherung", ["versicherung"]],
    ["Versicherung Hamburg", ["versicherung", "hamburg"]],
    // Words known to be English or of another language are not open; nor are words of another alphabet.
    ["the Versicherung", []],
    ["Wie hoch ist die Versicherung?", []],
    ["страховка", []],
    ["ERR-4012 123456", []],
  ])("are open for the words of a query %j", (query, expected) => {
    expect([...searchTerms(query).openGrams.keys()]).toEqual(expected);
  });

  it("exclude stop words and numbers", () => {
    expect(grams("Quelle quelle 123456 there")).toEqual(["~quel", "~uell", "~quel", "~uell"]);
  });
});

it.each([
  ["The warranty covers the pump for two years.", false],
  ["Die Garantie wird für die Pumpe nicht von dem Händler gegeben.", true],
  ["La garantie est dans une boîte avec cette pompe.", true],
  ["Гарантия на насос действует два года.", true],
  ["保修期为两年。", true],
  ["EN 4012-7, 12 kW", false],
  ["", false],
])("detects whether %j is in a language other than English", (text, expected) => {
  expect(isInOtherLanguage(text)).toBe(expected);
});
