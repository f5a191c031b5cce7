import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ParserEvent } from "@quarry/plugin";
import { parserEventProblems } from "@quarry/plugin-testkit";
import { describe, expect, it } from "vitest";
import { blocksOf, textsOf, visitFile } from "./read-text.ts";

const corpus = fileURLToPath(new URL("../../../../shared/corpus", import.meta.url));
const isThere = existsSync(corpus);
if (!isThere) console.info("SKIPPED: corpus of text files (../shared/corpus does not lie beside the repository)");

const TYPES = ["csv", "tsv", "txt", "md", "json", "xml"] as const;
/**
 * Minimum recall by type. For XML, the parser omits attributes for machines, which the plain reading below includes.
 */
const MIN_RECALL = { csv: 0.999, tsv: 0.999, txt: 0.999, md: 0.97, json: 0.999, xml: 0.95 };

const wordsOf = (text: string): string[] => text.normalize("NFKC").match(/[\p{L}\p{N}]+/gu) ?? [];

/** Independent reading of a file's words: the text without anything that looks like markup. */
const referenceWords: Record<(typeof TYPES)[number], (source: string) => string[]> = {
  csv: wordsOf,
  tsv: wordsOf,
  txt: wordsOf,
  md: (source) => wordsOf(source.replace(/<!--[\s\S]*?-->|<[^>]*>|\]\([^)]*\)|&\w+;/g, " ")),
  json: (source) => {
    const words: string[] = [];
    JSON.parse(source, (_key, value: unknown) => {
      // Numbers are excluded, because this reading rounds large ones.
      if (typeof value === "string") words.push(...wordsOf(value));
      return value;
    });
    return words;
  },
  xml: (source) =>
    wordsOf(
      source
        .replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^[>]*(?:\[[^\]]*\])?>/g, " ")
        .replace(/<\/?(?:b|i|sub|sup)\b[^>]*>/g, "")
        .replace(/<[^>]*>/g, " ")
        .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
        .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
        .replace(/&\w+;/g, " "),
    ),
};

async function read(type: string, name: string): Promise<ParserEvent[]> {
  const events: ParserEvent[] = [];
  await visitFile(join(corpus, type, name), type, (event) => events.push(event));
  return events;
}

/** Returns the share of the reference's words that was read, counting each occurrence. */
function recall(reference: readonly string[], text: string): number {
  const bag = new Map<string, number>();
  for (const word of wordsOf(text)) bag.set(word, (bag.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of reference) {
    const remaining = bag.get(word) ?? 0;
    if (remaining > 0) hits++;
    bag.set(word, remaining - 1);
  }
  return reference.length === 0 ? 1 : hits / reference.length;
}

describe.skipIf(!isThere)("real text files", () => {
  it.each(TYPES)("reach the minimum word recall: .%s", async (type) => {
    const rows: { file: string; words: number; recall: number; headings: number; rows: number }[] = [];
    for (const name of readdirSync(join(corpus, type))) {
      const events = await read(type, name);
      expect(parserEventProblems(events), name).toEqual([]);
      const blocks = blocksOf(events);
      const reference = referenceWords[type](readFileSync(join(corpus, type, name), "utf8"));
      rows.push({
        file: name,
        words: reference.length,
        recall: Math.round(recall(reference, textsOf(events).join("\n")) * 1000) / 1000,
        headings: blocks.filter(({ kind }) => kind === "heading").length,
        rows: blocks.filter(({ kind }) => kind === "table_row").length,
      });
    }
    console.table(rows);
    expect(Math.min(...rows.map((row) => row.recall))).toBeGreaterThanOrEqual(MIN_RECALL[type]);
  });

  it("include a patent with its title and headings", async () => {
    const events = await read("xml", "ipg08672134.xml");
    expect(events.find((event) => event.type === "info")?.info).toMatchObject({
      title: "Child-resistant medication container",
    });
    const headings = blocksOf(events).flatMap(({ kind, text }) => (kind === "heading" ? [text] : []));
    expect(headings).toEqual(expect.arrayContaining(["abstract", "description", "claims"]));
  });

  it("include records in XML and delimited files, which form tables", async () => {
    const headerOf = async (type: string, name: string) =>
      blocksOf(await read(type, name)).find(({ kind }) => kind === "table_header")?.text;
    expect(await headerOf("xml", "test-columnar.sas.xml")).toContain("recnum | square | desc");
    expect(await headerOf("csv", "csv-semicolon.csv")).toContain("Index | Customer Id | First Name");
    expect(await headerOf("csv", "csv-tab.csv")).toContain("Index | Customer Id | First Name");
  });
});
