import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { madeUpWords, Random } from "@quarry/services/kit";

/** Head, tail, and the repeated content between them. */
type Format = readonly [head: string, tail: string, piece: (random: Random, index: number) => string];

/** Number of paragraphs per section. */
const SECTION = 6;

const words = (count: number, random: Random): string => madeUpWords().some(count, random);
const passage = (count: number, random: Random): string => madeUpWords().passage(count, random);

const FORMATS = {
  txt: ["", "", (random) => `${passage(90, random)}\n\n`],
  md: [
    "",
    "",
    (random, index) => {
      if (index % SECTION === 0) return `## ${words(4, random)}\n\n`;
      if (index % SECTION === 3) return `${`- **${words(3, random)}** ${words(12, random)}\n`.repeat(4)}\n`;
      return `${passage(90, random)}\n\n`;
    },
  ],
  csv: [
    "number,name,place,amount,remark\n",
    "",
    (random, index) =>
      `${index},${words(2, random)},"${words(1, random)}, ${words(1, random)}",${(random.next() * 1_000).toFixed(2)},${words(8, random)}\n`,
  ],
  html: [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bench</title></head><body>\n',
    "</body></html>\n",
    (random, index) => {
      if (index % SECTION === 0) return `<h2 id="s${index}">${words(4, random)}</h2>\n`;
      if (index % SECTION === 3) {
        const row = `<tr><td>${words(2, random)}</td><td class="number">${index}</td><td>${words(3, random)}</td></tr>`;
        return `<table class="wide"><tr><th>name</th><th>number</th><th>remark</th></tr>${row.repeat(8)}</table>\n`;
      }
      return `<p class="body">${passage(60, random)} <a href="/x/${index}">${words(2, random)}</a> &amp; <b>${words(2, random)}</b>.</p>\n`;
    },
  ],
  xml: [
    '<?xml version="1.0" encoding="UTF-8"?>\n<records>\n',
    "</records>\n",
    (random, index) =>
      `<record id="${index}"><name>${words(2, random)}</name><place country="x">${words(1, random)}</place><text>${words(20, random)} &amp; more</text></record>\n`,
  ],
  json: [
    '{"records":[\n',
    "]}\n",
    (random, index) => {
      const amount = Math.round(random.next() * 1e5) / 100;
      const record = { id: index, name: words(2, random), amount, tags: [words(1, random)], text: words(20, random) };
      return `${index === 0 ? "" : ","}${JSON.stringify(record)}\n`;
    },
  ],
} satisfies Record<string, Format>;

export type TextFormat = keyof typeof FORMATS;

/** Writes a file of about `bytes` bytes. Deterministic for a format and a size. */
export const writeTextFile = async (path: string, format: TextFormat, bytes: number): Promise<void> => {
  const [head, tail, piece] = FORMATS[format] as Format;
  const random = new Random(11);
  const pieces = function* () {
    yield head;
    for (let written = head.length + tail.length, index = 0; written < bytes; index += 1) {
      const text = piece(random, index);
      written += text.length;
      yield text;
    }
    yield tail;
  };
  await pipeline(Readable.from(pieces()), createWriteStream(path));
};
