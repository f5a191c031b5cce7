import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DEFAULT_PARSER_LIMITS, type ParsedBlock, ParserError } from "@quarry/plugin";
import { parserEventProblems } from "@quarry/plugin-testkit";
import { limits } from "@quarry/plugin/domain";
import { Chunker } from "@quarry/text";
import { Schema } from "effect";
import { describe, expect, it } from "vitest";
import plugin from "../src/index.ts";

const shared = fileURLToPath(new URL("../../../../shared", import.meta.url));
const corpus = join(shared, "corpus/pdf");
const reports = join(shared, "eval/financebench-even/pdfs");
const hasReference = spawnSync("pdftotext", ["-v"]).error === undefined;

/** Long reports from different writers: typical of most uploads. */
const REPORTS = ["3M_2022_10K.pdf", "ADOBE_2022_10K.pdf", "CORNING_2022_10K.pdf", "AMCOR_2023Q4_EARNINGS.pdf"];
/** Fewer words are not significant for recall. */
const MIN_WORDS = 20;
/** Files with vertical words in drawings have the lowest recall; reports lose almost nothing. */
const MIN_FILE_RECALL = 0.92;
const MIN_MEAN_RECALL = 0.99;
const MIN_REPORT_RECALL = 0.995;
/** The reference contains running headers and footers, and no text of scanned pages. */
const AS_REFERENCE = { dropRepeatedLines: false, ocr: "off" };

async function read(path: string, settings: Record<string, unknown> = {}) {
  const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)(settings));
  const source = { path, size: statSync(path).size, filename: basename(path), fileType: "pdf" };
  const events = [];
  for await (const event of parser.parse(source, DEFAULT_PARSER_LIMITS)) events.push(event);
  return events;
}

const blocksOf = async (path: string, settings: Record<string, unknown> = {}): Promise<ParsedBlock[]> =>
  (await read(path, settings)).flatMap((event) => (event.type === "block" ? [event.block] : []));

/** Separates letters from digits: the reference has note marks as the last digits of their words. */
const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/\p{L}+|\p{N}+/gu) ?? [];

/** Returns the share of the reference's words, page by page, that is on the same page. */
function recallByPage(blocks: readonly ParsedBlock[], reference: string): { recall: number; words: number } {
  let words = 0;
  let hits = 0;
  for (const [index, text] of reference.split("\f").entries()) {
    const bag = new Map<string, number>();
    for (const { page, text: own } of blocks) {
      if (page === index + 1) for (const word of wordsOf(own)) bag.set(word, (bag.get(word) ?? 0) + 1);
    }
    for (const word of wordsOf(text)) {
      words++;
      const left = bag.get(word) ?? 0;
      if (left > 0) hits++;
      bag.set(word, left - 1);
    }
  }
  return { recall: words === 0 ? 1 : hits / words, words };
}

const referenceOf = (path: string): string => {
  try {
    return execFileSync("pdftotext", [path, "-"], {
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "ignore"],
    }).toString();
  } catch {
    return "";
  }
};

const missing = [
  ...(existsSync(corpus) ? [] : ["../shared/corpus does not lie beside the repository"]),
  ...(hasReference ? [] : ["pdftotext is not installed"]),
].join("; ");
if (missing !== "") console.info(`SKIPPED: PDF corpus (${missing})`);

describe.skipIf(missing !== "")("real PDFs", () => {
  it("have line positions stored in less than a tenth of the text's bytes", { timeout: 60_000 }, async () => {
    let [text, boxes, blocksBytes] = [0, 0, 0];
    for (const name of readdirSync(corpus)) {
      const chunker = new Chunker({ chunkSize: limits.DEFAULT_CHUNK_SIZE, chunkOverlap: limits.DEFAULT_CHUNK_OVERLAP });
      const blocks = await blocksOf(join(corpus, name), { ocr: "off" }).catch(() => []);
      for (const chunk of [...blocks.flatMap((block) => chunker.push(block)), ...chunker.finish()]) {
        text += Buffer.byteLength(chunk.text);
        const { layout = "" } = chunk;
        boxes += layout.indexOf(".");
        blocksBytes += layout.length - layout.indexOf(".");
        // Every chunk of a PDF with text has a position.
        expect(layout.indexOf(".")).toBeGreaterThan(0);
      }
    }
    console.info(`places of ${text} bytes of text: ${boxes} bytes, ${((100 * boxes) / text).toFixed(1)} %`);
    console.info(`blocks: ${blocksBytes} bytes, ${((100 * blocksBytes) / text).toFixed(1)} %`);
    expect(boxes).toBeLessThan(text / 10);
    expect(blocksBytes).toBeLessThan(text / 20);
  });

  it("reach the minimum recall of pdftotext's words on the same pages", { timeout: 180_000 }, async () => {
    const paths = readdirSync(corpus).map((name) => join(corpus, name));
    const long = REPORTS.map((name) => join(reports, name)).filter((path) => existsSync(path));
    const rows: { file: string; words: number; recall: number }[] = [];
    for (const path of [...paths, ...long]) {
      const blocks = await blocksOf(path, AS_REFERENCE).catch((error: unknown) => {
        if (error instanceof ParserError) return undefined;
        throw error;
      });
      if (blocks === undefined) continue;
      const { recall, words } = recallByPage(blocks, referenceOf(path));
      if (words >= MIN_WORDS) rows.push({ file: basename(path), words, recall: Math.round(recall * 1000) / 1000 });
    }
    console.table(rows);
    expect(rows.length).toBeGreaterThan(5);
    expect(Math.min(...rows.map(({ recall }) => recall))).toBeGreaterThanOrEqual(MIN_FILE_RECALL);
    const mean = rows.reduce((sum, { recall }) => sum + recall, 0) / rows.length;
    expect(mean).toBeGreaterThanOrEqual(MIN_MEAN_RECALL);
    const reported = rows.filter(({ file }) => REPORTS.includes(file));
    expect(reported.filter(({ recall }) => recall < MIN_REPORT_RECALL)).toEqual([]);
  });

  it("yield well-formed events or a ParserError for every file", { timeout: 300_000 }, async () => {
    for (const name of readdirSync(corpus)) {
      const problems = await read(join(corpus, name)).then(parserEventProblems, (error: unknown) =>
        error instanceof ParserError ? [] : [String(error)],
      );
      expect(problems, name).toEqual([]);
    }
  });

  it("include the text in the image of a scanned page", { timeout: 120_000 }, async () => {
    const events = await read(join(corpus, "testOCR.pdf"));
    const texts = events.flatMap((event) => (event.type === "block" ? [event.block.text] : []));
    expect(texts).toContain("Happy New Year 2003!");
    expect(events.findLast((event) => event.type === "info")).toMatchObject({ info: { ocrPageCount: 1 } });
  });

  it("include an invisible text layer as text", async () => {
    const events = await read(join(corpus, "invisible_text_layer.pdf"));
    expect(events.some((event) => event.type === "uncounted_time")).toBe(false);
    expect(JSON.stringify(events)).toContain("Invisible OCR text layer");
  });

  it("are read when only protected against changes", async () => {
    expect((await blocksOf(join(corpus, "testPDF_protected.pdf"))).length).toBeGreaterThan(100);
  });

  it.each(["testUnicodePassword.pdf", "issue6010_1.pdf"])("are rejected as encrypted: %s", async (name) => {
    await expect(read(join(corpus, name))).rejects.toMatchObject({ reason: "encrypted" });
  });

  it.skipIf(!existsSync(reports))(
    "have the headings and tables of an annual report on their pages",
    { timeout: 120_000 },
    async () => {
      const blocks = await blocksOf(join(reports, "3M_2022_10K.pdf"));
      const income = blocks.filter(({ page }) => page === 48);
      expect(income.find(({ kind }) => kind === "heading")?.text).toContain("Consolidated Statement of Income");
      expect(income.find(({ kind }) => kind === "table_header")?.text).toContain("2022 | 2021 | 2020");
      expect(income.map(({ text }) => text)).toContain("Net sales | $ 34,229 | $ 35,355 | $ 32,184");
      expect(blocks.filter(({ text }) => text === "Table of Contents").length).toBeLessThan(5);
    },
  );
});
