import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DEFAULT_PARSER_LIMITS } from "@quarry/plugin";
import { parserEventProblems } from "@quarry/plugin-testkit";
import { Schema } from "effect";
import { describe, expect, it } from "vitest";
import plugin from "../src/index.ts";

const corpus = fileURLToPath(new URL("../../../../shared/corpus/html", import.meta.url));
const isThere = existsSync(corpus);
if (!isThere) console.info("SKIPPED: HTML corpus (../shared/corpus does not lie beside the repository)");

const MIN_FILE_RECALL = 0.95;
const MIN_WORDS = 20;

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Independent reading of a file's words: the text without anything that looks like a tag. */
const referenceWords = (html: string): string[] =>
  wordsOf(
    html
      .replace(/<!--[\s\S]*?-->|<(script|style|template|noscript|svg|title)\b[\s\S]*?<\/\1\s*>/gi, " ")
      .replace(/<\/?(?:b|i|em|strong|a|span|sub|sup|font|u|code)\b[^>]*>/gi, "")
      .replace(/<[^>]*>/g, " ")
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replace(/&\w+;/g, " "),
  );

async function read(name: string) {
  const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)({}));
  const path = join(corpus, name);
  const events = [];
  for await (const event of parser.parse(
    { path, size: statSync(path).size, filename: name, fileType: "html" },
    DEFAULT_PARSER_LIMITS,
  )) {
    events.push(event);
  }
  return events;
}

describe.skipIf(!isThere)("real pages", () => {
  it("at least 95% of the words of every page are extracted", async () => {
    const rows: { file: string; words: number; recall: number }[] = [];
    for (const name of readdirSync(corpus)) {
      const events = await read(name);
      expect(parserEventProblems(events), name).toEqual([]);
      const bag = new Map<string, number>();
      for (const event of events) {
        if (event.type === "block")
          for (const word of wordsOf(event.block.text)) bag.set(word, (bag.get(word) ?? 0) + 1);
      }
      const reference = referenceWords(readFileSync(join(corpus, name), "utf8"));
      if (reference.length < MIN_WORDS) continue;
      let hits = 0;
      for (const word of reference) {
        const left = bag.get(word) ?? 0;
        if (left > 0) hits++;
        bag.set(word, left - 1);
      }
      rows.push({ file: name, words: reference.length, recall: Math.round((hits / reference.length) * 1000) / 1000 });
    }
    console.table(rows);
    expect(rows.length).toBeGreaterThan(5);
    expect(Math.min(...rows.map((row) => row.recall))).toBeGreaterThanOrEqual(MIN_FILE_RECALL);
  });

  it("a cell that spans rows is repeated in each", async () => {
    const texts = (await read("example_05.html")).flatMap((event) =>
      event.type === "block" ? [event.block.text] : [],
    );
    expect(texts).toContain("Row 1 & 2, Col 1 (rowspan) | Row 2, Col 2 & 3 (colspan) | Row 2, Col 2 & 3 (colspan)");
  });
});
