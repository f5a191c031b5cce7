import { readdir, readFile } from "node:fs/promises";
import type { Random } from "../random.ts";

export interface UploadFile {
  readonly filename: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly token: string | undefined;
  readonly isBroken: boolean;
}

const LIBRARY = new URL("../../../../apps/server/demo/library/", import.meta.url);

/** The real documents of the demo library, pdf and docx among them. */
export const readLibrary = async (): Promise<readonly UploadFile[]> =>
  Promise.all(
    (await readdir(LIBRARY)).sort().map(async (filename) => ({
      filename,
      bytes: Uint8Array.from(await readFile(new URL(filename, LIBRARY))),
      token: undefined,
      isBroken: false,
    })),
  );

const TEXT_KINDS = ["txt", "md", "html", "htm", "csv", "tsv", "xml", "json"] as const;

const WORDS =
  "river harbour lantern meadow engine ledger orchard signal compass winter valve archive copper tunnel garden report".split(
    " ",
  );

/** A text of a random kind and length; its token stands in its middle. */
export const makeTextFile = (random: Random, number: number): UploadFile => {
  const kind = random.pick(TEXT_KINDS);
  const token = random.word();
  const before = sentences(random, random.between(1, 40));
  const after = sentences(random, random.between(1, 40));
  const text = inKind(kind, [...before, `The password of the attic is ${token} since last May.`, ...after]);
  return { filename: `file-${number}.${kind}`, bytes: bytesOf(text), token, isBroken: false };
};

/** Files that are taken and can't be read: empty ones, and bytes that are not what the name says. */
export const makeBrokenFile = (random: Random, number: number): UploadFile => {
  const [extension, text] = random.pick([
    ["txt", ""],
    ["md", "   \n\n  "],
    ["pdf", "%PDF-1.7 that ends too early"],
    ["docx", "no archive at all"],
  ] as const);
  return { filename: `broken-${number}.${extension}`, bytes: bytesOf(text), token: undefined, isBroken: true };
};

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text));

const sentences = (random: Random, count: number): readonly string[] =>
  Array.from(
    { length: count },
    () => `The ${Array.from({ length: random.between(6, 14) }, () => random.pick(WORDS)).join(" ")}.`,
  );

const inKind = (kind: (typeof TEXT_KINDS)[number], lines: readonly string[]): string => {
  switch (kind) {
    case "txt":
      return lines.join("\n\n");
    case "md":
      return `# Notes\n\n${lines.join("\n\n")}\n`;
    case "html":
    case "htm":
      return `<!doctype html><title>Notes</title><h1>Notes</h1>${lines.map((line) => `<p>${line}</p>`).join("")}`;
    case "csv":
      return `number,note\n${lines.map((line, index) => `${index},"${line}"`).join("\n")}\n`;
    case "tsv":
      return `number\tnote\n${lines.map((line, index) => `${index}\t${line}`).join("\n")}\n`;
    case "xml":
      return `<?xml version="1.0"?><notes>${lines.map((line) => `<note>${line}</note>`).join("\n")}</notes>`;
    case "json":
      return JSON.stringify({ notes: lines }, undefined, 1);
  }
};
