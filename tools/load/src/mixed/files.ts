import { readdir, readFile } from "node:fs/promises";
import type { Random } from "@quarry/services/kit";

export interface UploadFile {
  readonly filename: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly token: string | undefined;
  readonly isBroken: boolean;
}

const LIBRARY = new URL("../../../../apps/server/demo/library/", import.meta.url);

/** Returns the real documents of the demo library, including pdf and docx. */
export const readLibrary = async (): Promise<readonly UploadFile[]> =>
  Promise.all(
    (await readdir(LIBRARY)).sort().map(async (filename) => ({
      ...{ filename, bytes: Uint8Array.from(await readFile(new URL(filename, LIBRARY))) },
      ...{ token: undefined, isBroken: false },
    })),
  );

const WORDS =
  "river harbour lantern meadow engine ledger orchard signal compass winter valve archive copper tunnel garden report".split(
    " ",
  );

const html = (lines: readonly string[]): string =>
  `<!doctype html><title>Notes</title><h1>Notes</h1>${lines.map((line) => `<p>${line}</p>`).join("")}`;

const KINDS: Readonly<Record<string, (lines: readonly string[]) => string>> = {
  txt: (lines) => lines.join("\n\n"),
  md: (lines) => `# Notes\n\n${lines.join("\n\n")}\n`,
  html,
  htm: html,
  csv: (lines) => `number,note\n${lines.map((line, index) => `${index},"${line}"`).join("\n")}\n`,
  tsv: (lines) => `number\tnote\n${lines.map((line, index) => `${index}\t${line}`).join("\n")}\n`,
  xml: (lines) => `<?xml version="1.0"?><notes>${lines.map((line) => `<note>${line}</note>`).join("\n")}</notes>`,
  json: (lines) => JSON.stringify({ notes: lines }, undefined, 1),
};

/** Returns a text of a random kind and length, with its token in the middle. */
export const makeTextFile = (random: Random, number: number): UploadFile => {
  const kind = random.pick(Object.keys(KINDS));
  const token = random.word();
  const sentences = () =>
    Array.from({ length: random.between(1, 40) }, () => {
      return `The ${Array.from({ length: random.between(6, 14) }, () => random.pick(WORDS)).join(" ")}.`;
    });
  const lines = [...sentences(), `The password of the attic is ${token} since last May.`, ...sentences()];
  const bytes = Uint8Array.from(Buffer.from(KINDS[kind]!(lines)));
  return { filename: `file-${number}.${kind}`, bytes, token, isBroken: false };
};

/** Returns a file that is accepted but can't be parsed: an empty one, or bytes that don't match the extension. */
export const makeBrokenFile = (random: Random, number: number): UploadFile => {
  const [extension, text] = random.pick([
    ["txt", ""],
    ["md", "   \n\n  "],
    ["pdf", "%PDF-1.7 that ends too early"],
    ["docx", "no archive at all"],
  ] as const);
  const bytes = Uint8Array.from(Buffer.from(text));
  return { filename: `broken-${number}.${extension}`, bytes, token: undefined, isBroken: true };
};
