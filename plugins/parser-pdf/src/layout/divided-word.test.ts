import { describe, expect, it } from "vitest";
import type { PageLine } from "../engine/page-text.ts";
import { joinDivided } from "./divided-word.ts";
import { DocumentWords } from "./document-words.ts";

const line = (text: string): PageLine => ({
  text,
  left: 60,
  right: 300,
  baseline: 700,
  size: 10,
  isBold: false,
  isItalic: false,
  isInvisible: false,
  angle: 0,
  cells: [{ text, left: 60, right: 300 }],
});

/** Builds a document of these lines, with words divided at line ends as the engine marks them. */
function wordsOf(...lines: string[]): DocumentWords {
  const words = new DocumentWords();
  words.learn(lines.map((text) => line(text.replace(/-$/, "\ufffe"))));
  return words;
}

const joined = (words: DocumentWords) => (divided: string) => {
  const [stem, after] = divided.split("-/");
  return joinDivided(stem!, after!, words);
};

const ENGLISH = ["The clerk keeps a list of every ship that asks for a berth during the season"];
const GERMAN = ["Der Vertrag über die Lieferung der Geräte gilt für alle Abteilungen des Hauses und wird verlängert"];
const FRENCH = ["Le contrat est conclu entre la société et les clients qui en ont fait la demande avant cette date"];

describe("English words divided at line ends", () => {
  const join = joined(wordsOf(...ENGLISH));

  it.each([
    ["over-/heard", "overheard"],
    ["pre-/pared", "prepared"],
    ["under-/standing", "understanding"],
    ["pro-/vide", "provide"],
    ["re-/sults", "results"],
    ["ex-/ample", "example"],
    ["non-/sense", "nonsense"],
    ["co-/operation", "cooperation"],
    ["multi-/plied", "multiplied"],
    ["semi-/nar", "seminar"],
    ["anti-/bodies", "antibodies"],
    ["counter-/part", "counterpart"],
    ["all-/ocation", "allocation"],
    ["Inter-/national", "International"],
    ["DEVEL-/OPMENT", "DEVELOPMENT"],
    ["isolation of hae-/moglobin", "isolation of haemoglobin"],
    ["the Haberfeld-/treiber", "the Haberfeldtreiber"],
    ["decision-mak-/ing", "decision-making"],
    ["cost-effec-/tive", "cost-effective"],
  ])("%s is joined", (divided, whole) => {
    expect(join(divided)).toBe(whole);
  });

  it.each([
    ["state-of-the-/art", "state-of-the-art"],
    ["state-of-/the-art", "state-of-the-art"],
    ["up-/to-date", "up-to-date"],
    ["up-to-/date", "up-to-date"],
    ["day-to-/day", "day-to-day"],
    ["mother-in-/law", "mother-in-law"],
    ["self-/service", "self-service"],
    ["long-/term", "long-term"],
    ["well-/known", "well-known"],
    ["decision-/making", "decision-making"],
    ["e-/mail", "e-mail"],
    ["X-/ray", "X-ray"],
    ["vitamin-/C", "vitamin-C"],
    ["Anglo-/American", "Anglo-American"],
    ["non-/GAAP", "non-GAAP"],
    ["UV-/resistant", "UV-resistant"],
    ["COVID-/19", "COVID-19"],
    ["2019-/2020", "2019-2020"],
    ["a 24-/hour day", "a 24-hour day"],
    ["see https://example.org/long-/page", "see https://example.org/long-page"],
    ["write to first-/second@example.org", "write to first-second@example.org"],
  ])("%s retains its hyphen", (divided, whole) => {
    expect(join(divided)).toBe(whole);
  });

  it.each([
    ["short-/and long-term", "short- and long-term"],
    ["a dash -/and more", "a dash - and more"],
    ["Contents -/(all)", "Contents - (all)"],
  ])("%s is not a divided word", (divided, whole) => {
    expect(join(divided)).toBe(whole);
  });
});

it.each([
  [GERMAN, "Ver-/trag", "Vertrag"],
  [GERMAN, "Hand-/lung", "Handlung"],
  [GERMAN, "Nord-/Ost", "Nord-Ost"],
  [GERMAN, "E-/Mail", "E-Mail"],
  [GERMAN, "IT-/gestützt", "IT-gestützt"],
  [GERMAN, "Vor-/und Nachteile", "Vor- und Nachteile"],
  [GERMAN, "VER-/TRAG", "VERTRAG"],
  [FRENCH, "déve-/loppement", "développement"],
  [FRENCH, "vis-à-/vis", "vis-à-vis"],
  [["El contrato fue firmado por las dos partes en la ciudad"], "rela-/ción", "relación"],
  [["Договор заключён между сторонами на срок до конца года"], "дого-/вор", "договор"],
])("divided words in other languages are joined or retain their hyphen: %#", (lines, divided, whole) => {
  expect(joined(wordsOf(...lines))(divided)).toBe(whole);
});

describe("the document's own words", () => {
  it("take precedence over those of the language", () => {
    expect(joined(wordsOf(...ENGLISH, "a pre-tax profit"))("pre-/tax")).toBe("pre-tax");
    expect(joined(wordsOf(...ENGLISH, "the livestream begins"))("live-/stream")).toBe("livestream");
    expect(joined(wordsOf(...ENGLISH, "the livestream begins"))("live-/streams")).toBe("livestreams");
  });

  it("take precedence in other languages, too", () => {
    expect(joined(wordsOf(...FRENCH, "il vient peut-être demain"))("peut-/être")).toBe("peut-être");
  });

  it("do not include words divided at line ends", () => {
    const join = joined(wordsOf(...ENGLISH, "he was over-", "heard by the clerk and over-", "heard by all"));
    expect(join("over-/heard")).toBe("overheard");
  });

  it("show that a document divides no words", () => {
    const lines = ["of all long-", "term loans the risk-", "free ones and non-", "GAAP results are self-", "evident"];
    expect(joined(wordsOf(...ENGLISH, ...lines))("pre-/tax")).toBe("pre-tax");
    expect(joined(wordsOf(...ENGLISH, ...lines, "and pro-", "vide all the re-", "sults"))("pre-/tax")).toBe("pretax");
  });

  it("are learned once per page, up to a limit", () => {
    const words = new DocumentWords();
    const page = [line("one pre-tax profit")];
    words.learn(page);
    words.learn(page);
    expect(words.countForms("pre-tax")).toBe(1);
    const letters = (index: number): string => String(index).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!);
    words.learn(Array.from({ length: 60_000 }, (_, index) => line(letters(index))));
    words.learn([line("behind them")]);
    expect(words.countForms("behind")).toBe(0);
    expect(words.countForms("pre-tax")).toBe(1);
  });
});
