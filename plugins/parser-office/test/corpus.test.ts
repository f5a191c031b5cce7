import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DEFAULT_PARSER_LIMITS } from "@quarry/plugin";
import { parserEventProblems } from "@quarry/plugin/conformance";
import { Schema } from "effect";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import plugin from "../src/index.ts";

const corpus = fileURLToPath(new URL("../../../../shared/corpus", import.meta.url));
const isThere = existsSync(corpus);
if (!isThere) console.info("SKIPPED: Office corpus (../shared/corpus does not lie beside the repository)");

/** Measured 0.987 to 1.000; two words of one file differ by a blank, and a file of one word is left out. */
const MIN_FILE_RECALL = 0.97;
const MIN_WORDS = 5;

async function read(fileType: string, name: string) {
  const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)({ headersAndFooters: true }));
  const path = join(corpus, fileType, name);
  const events = [];
  for await (const event of parser.parse(
    { path, size: statSync(path).size, filename: name, fileType },
    DEFAULT_PARSER_LIMITS,
  )) {
    events.push(event);
  }
  return events;
}

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const PARTS: Record<string, RegExp> = {
  docx: /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\d*\.xml$/,
  pptx: /^ppt\/(?:slides|notesSlides)\/[^/]+\.xml$/,
  xlsx: /^xl\/(?:sharedStrings|worksheets\/sheet\d+)\.xml$/,
};

/** An independent reading: the text elements of each paragraph, found by pattern. */
function referenceWords(fileType: string, name: string): string[] {
  const parts = unzipSync(readFileSync(join(corpus, fileType, name)));
  return Object.entries(parts)
    .filter(([part]) => PARTS[fileType]!.test(part))
    .flatMap(([, bytes]) =>
      strFromU8(bytes)
        .replace(/<mc:Fallback[\s\S]*?<\/mc:Fallback>|<rPh[\s\S]*?<\/rPh>/g, "")
        .split(/<\/(?:w:p|a:p|si|is)>/)
        .flatMap((paragraph) =>
          wordsOf(
            [...paragraph.matchAll(/<(?:[wa]:)?t(?: [^>]*)?>([^<]*)</g)].map((match) => unescape(match[1]!)).join(""),
          ),
        ),
    );
}

const unescape = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");

function recall(reference: readonly string[], texts: readonly string[]): number {
  const bag = new Map<string, number>();
  for (const word of texts.flatMap(wordsOf)) bag.set(word, (bag.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of reference) {
    const left = bag.get(word) ?? 0;
    if (left > 0) hits++;
    bag.set(word, left - 1);
  }
  return hits / reference.length;
}

describe.skipIf(!isThere)("real Office files", () => {
  it.each(["docx", "pptx", "xlsx"])("gives the words of every %s", async (fileType) => {
    const rows: { file: string; words: number; recall: number }[] = [];
    for (const name of readdirSync(join(corpus, fileType))) {
      const events = await read(fileType, name);
      expect(parserEventProblems(events), name).toEqual([]);
      const texts = events.flatMap((event) => (event.type === "block" ? [event.block.text] : []));
      const reference = referenceWords(fileType, name);
      if (reference.length < MIN_WORDS) continue;
      rows.push({ file: name, words: reference.length, recall: Math.round(recall(reference, texts) * 1000) / 1000 });
    }
    console.table(rows);
    expect(rows.length).toBeGreaterThan(0);
    expect(Math.min(...rows.map((row) => row.recall))).toBeGreaterThanOrEqual(MIN_FILE_RECALL);
  });
});
