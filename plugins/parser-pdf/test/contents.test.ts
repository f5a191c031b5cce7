import { expect, it } from "vitest";
import { buildPdf, type FixtureLine } from "./build-pdf.ts";
import { readPdf, useFolder } from "./read-pdf.ts";

useFolder();

const below = (...texts: string[]): FixtureLine[] => texts.map((text, index) => ({ text, x: 60, y: 760 - index * 13 }));

const read = async (lines: readonly FixtureLine[]): Promise<string[]> => {
  const { blocks } = await readPdf(buildPdf({ pages: [lines] }));
  return blocks.map(({ kind, text }) => `${kind}: ${text}`);
};

const PROSE = [
  "The harbour office keeps a list of every ship that asks for a berth during the",
  "season and gives it to the pilot who asks for it.",
];

it("each entry of a table of contents is a list item below its title, separate from the text", async () => {
  const lines = below(
    "Contents",
    "1 Introduction .................................................. 3",
    "2 Scope of the rules . . . . . . . . . . . . . . . . . . . . . . 5",
    "3 A long title that takes two lines because it says all there is",
    "to be said .......................................... 12",
    "Annex A ································ iv",
    ...PROSE,
  );
  expect(await read(lines)).toEqual([
    "heading: Contents",
    "list_item: 1 Introduction 3",
    "list_item: 2 Scope of the rules 5",
    "list_item: 3 A long title that takes two lines because it says all there is to be said 12",
    "list_item: Annex A iv",
    `paragraph: ${PROSE.join(" ")}`,
  ]);
});

it("entries without dot leaders are recognised by their page numbers", async () => {
  const lines = below("Inhalt", "Einleitung 3", "Begriffe 5", "Lieferung der Geräte 5", "Anhang 12", ...PROSE);
  expect(await read(lines)).toEqual([
    "heading: Inhalt",
    "list_item: Einleitung 3",
    "list_item: Begriffe 5",
    "list_item: Lieferung der Geräte 5",
    "list_item: Anhang 12",
    `paragraph: ${PROSE.join(" ")}`,
  ]);
});

it("dot leaders to amounts divide a price list, too", async () => {
  expect(await read(below("Soup .................. 5.50 £", "Bread ................. 2.00 £"))).toEqual([
    "list_item: Soup 5.50 £",
    "list_item: Bread 2.00 £",
  ]);
});

it("lines that end in numbers by chance, and blanks to fill in, are not entries", async () => {
  const text = [
    "The hall has seats for 120",
    "people, and the court for 20",
    "more; the fee is 130",
    "a day or 7",
    "an hour.",
  ];
  expect(await read(below(...text))).toEqual([`paragraph: ${text.join(" ")}`]);
  expect(await read(below("Name: ........................ Date: ....................."))).toEqual([
    "paragraph: Name: Date:",
  ]);
});
