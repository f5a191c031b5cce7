import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makePassage } from "./prose.ts";
import { randomFrom } from "./random.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** The text formats that are measured. */
export type TextFormat = "txt" | "md" | "csv" | "html" | "xml" | "json";

const SEED = 11;

/** Writes a file of about `bytes` bytes; the same format and size always give the same file. */
export const writeTextFile = async (
  path: string,
  format: TextFormat,
  bytes: number,
  vocabulary: Vocabulary,
): Promise<void> => {
  await pipeline(Readable.from(pieces(format, bytes, vocabulary)), createWriteStream(path));
};

function* pieces(format: TextFormat, bytes: number, vocabulary: Vocabulary): Generator<string> {
  const { head, piece, tail } = FORMATS[format];
  const random = randomFrom(SEED);
  yield head;
  let written = head.length + tail.length;
  for (let index = 0; written < bytes; index += 1) {
    const text = piece(vocabulary, random, index);
    written += text.length;
    yield text;
  }
  yield tail;
}

interface Format {
  readonly head: string;
  readonly piece: (vocabulary: Vocabulary, random: () => number, index: number) => string;
  readonly tail: string;
}

/** A new section every few paragraphs. */
const SECTION = 6;

const words = (vocabulary: Vocabulary, random: () => number, count: number): string =>
  Array.from({ length: count }, () => vocabulary.draw(random)).join(" ");

const FORMATS: Readonly<Record<TextFormat, Format>> = {
  txt: { head: "", piece: (vocabulary, random) => `${makePassage(vocabulary, 90, random)}\n\n`, tail: "" },
  md: {
    head: "",
    piece: (vocabulary, random, index) => {
      if (index % SECTION === 0) return `## ${words(vocabulary, random, 4)}\n\n`;
      if (index % SECTION === 3)
        return `- **${words(vocabulary, random, 3)}** ${words(vocabulary, random, 12)}\n`.repeat(4) + "\n";
      return `${makePassage(vocabulary, 90, random)}\n\n`;
    },
    tail: "",
  },
  csv: {
    head: "number,name,place,amount,remark\n",
    piece: (vocabulary, random, index) =>
      `${index},${words(vocabulary, random, 2)},"${words(vocabulary, random, 1)}, ${words(vocabulary, random, 1)}",${(random() * 1_000).toFixed(2)},${words(vocabulary, random, 8)}\n`,
    tail: "",
  },
  html: {
    head: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bench</title></head><body>\n',
    piece: (vocabulary, random, index) => {
      if (index % SECTION === 0) return `<h2 id="s${index}">${words(vocabulary, random, 4)}</h2>\n`;
      if (index % SECTION === 3) {
        const row = `<tr><td>${words(vocabulary, random, 2)}</td><td class="number">${index}</td><td>${words(vocabulary, random, 3)}</td></tr>`;
        return `<table class="wide"><tr><th>name</th><th>number</th><th>remark</th></tr>${row.repeat(8)}</table>\n`;
      }
      return `<p class="body">${makePassage(vocabulary, 60, random)} <a href="/x/${index}">${words(vocabulary, random, 2)}</a> &amp; <b>${words(vocabulary, random, 2)}</b>.</p>\n`;
    },
    tail: "</body></html>\n",
  },
  xml: {
    head: '<?xml version="1.0" encoding="UTF-8"?>\n<records>\n',
    piece: (vocabulary, random, index) =>
      `<record id="${index}"><name>${words(vocabulary, random, 2)}</name><place country="x">${words(vocabulary, random, 1)}</place><text>${words(vocabulary, random, 20)} &amp; more</text></record>\n`,
    tail: "</records>\n",
  },
  json: {
    head: '{"records":[\n',
    piece: (vocabulary, random, index) =>
      `${index === 0 ? "" : ","}${JSON.stringify({ id: index, name: words(vocabulary, random, 2), amount: Math.round(random() * 1e5) / 100, tags: [vocabulary.draw(random), vocabulary.draw(random)], text: words(vocabulary, random, 20) })}\n`,
    tail: "]}\n",
  },
};
