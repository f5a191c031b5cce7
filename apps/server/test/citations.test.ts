import PDFDocument from "pdfkit";
import { beforeAll, describe, expect, test } from "vitest";
import { documentsPath } from "./harness/api.ts";
import type { Chunk, QueryResult } from "./harness/resources.ts";
import { useSharedServer } from "./harness/shared/use-shared-server.ts";
import { exported, imported } from "./transfer/archive.ts";

const server = useSharedServer();

const MOST_BOXES = 64;
const SENTENCES = Array.from(
  { length: 60 },
  (_, number) => `Sentence ${number} tells of the harbour, of its ${number} boats and of the weather on that day.`,
);

/** Builds two pages: a heading and a long text on the first, a short text on the second. */
const report = (): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const document = new PDFDocument({ size: "A4", info: { Title: "The harbour" } });
    document.on("data", (part: Buffer) => parts.push(part));
    document.on("end", () => resolve(Buffer.concat(parts)));
    document.on("error", reject);
    document.fontSize(20).text("Boats and weather").fontSize(10).text(SENTENCES.join(" "));
    document.addPage().text("The lighthouse was painted white in spring.");
    document.end();
  });

let pdf = "";

const citedChunks = async (collection: string, id: string) => {
  const path = `${documentsPath(collection, id)}/chunks?citations=true`;
  return (await server.api.expect<{ chunks: Required<Chunk>[] }>(200, "GET", path)).chunks;
};

const ask = async (collection: string, query: string, more: object = {}) =>
  (await server.api.query(collection, { query, search_mode: "keyword", citations: true, ...more })).results;

beforeAll(async () => {
  const { api } = server;
  await api.createCollection("reports", { chunk_size: 128, chunk_overlap: 32 });
  const bytes = await report();
  pdf = (
    await api.ingest({
      collection: "reports",
      filename: "report.pdf",
      bytes,
      metadata: { source_url: "https://h.example" },
    })
  ).id;
});

describe("a query result", () => {
  test("has a citation with pages, section and boxes, if requested", async () => {
    const [result] = await ask("reports", "lighthouse painted white");
    const { boxes, start, end, ...citation } = result!.citation!;
    expect(citation).toEqual({
      document_id: pdf,
      filename: "report.pdf",
      title: "The harbour",
      source_url: "https://h.example",
      page_from: 2,
      page_to: 2,
      section: ["Boats and weather"],
    });
    expect(end! - start!).toBe(result!.text.length);
    // One line below the margin of one inch.
    expect(boxes).toHaveLength(1);
    expect(boxes[0]!.page).toBe(2);
    expect(boxes[0]!.x0).toBeCloseTo(72 / 595, 2);
    expect(boxes[0]!.y0).toBeCloseTo(72 / 842, 2);
    expect(boxes[0]!.y1 - boxes[0]!.y0).toBeLessThan(20 / 842);
    for (const citations of [false, null, undefined]) {
      expect((await ask("reports", "lighthouse", { citations }))[0]).not.toHaveProperty("citation");
    }
  });

  test("has a citation across collections, in a batch, and without text and metadata", async () => {
    const query = { query: "lighthouse", search_mode: "keyword", citations: true, include: ["embedding"] };
    const { results } = await server.api.expect<{ results: QueryResult[] }>(200, "POST", "/v1/query", {
      json: { ...query, collections: ["reports"] },
    });
    const batch = await server.api.expect<{ results: { results: QueryResult[] }[] }>(200, "POST", "/v1/batch/query", {
      json: { queries: [{ ...query, collection: "reports" }] },
    });
    for (const [result] of [results, batch.results[0]!.results]) {
      expect(result).toMatchObject({ metadata: {}, citation: { filename: "report.pdf", page_from: 2 } });
    }
  });

  test("requires a boolean for citations", async () => {
    const path = "/v1/collections/reports/query";
    expect(await server.api.call("POST", path, { json: { query: "a", citations: 1 } })).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/^citations: must be true or false/) },
    });
  });

  test("from a vector that a client wrote has no citation, whatever its metadata contains", async () => {
    const { api } = server;
    await api.createCollection("written");
    const metadata = { document_id: pdf, filename: "report.pdf", page: 1, start_char: 0, end_char: 9 };
    await api.expect(200, "POST", "/v1/collections/written/vectors/upsert", {
      json: { vectors: [{ id: "a", embed: false, text: "A note on gulls", metadata }] },
    });
    const [result] = await ask("written", "gulls");
    expect(result).toMatchObject({ id: "a", metadata });
    expect(result).not.toHaveProperty("citation");
  });
});

describe("the chunks of a document", () => {
  test("have citations with page, range and boxes, if requested", async () => {
    const chunks = await citedChunks("reports", pdf);
    expect(chunks.length).toBeGreaterThan(8);
    const { citation: _, ...plain } = chunks[0]!;
    expect((await server.api.chunks("reports", pdf))[0]).toEqual(plain);
    for (const { citation, metadata } of chunks) {
      expect(citation).toMatchObject({ page_from: metadata.page, start: metadata.start_char, end: metadata.end_char });
      expect(citation.boxes.length).toBeGreaterThan(0);
      expect(citation.boxes.length).toBeLessThanOrEqual(MOST_BOXES);
      for (const { page, x0, y0, x1, y1 } of citation.boxes) {
        expect(page).toBe(metadata.page);
        expect(x0 >= 0 && x0 < x1 && x1 <= 1 && y0 >= 0 && y0 < y1 && y1 <= 1).toBe(true);
      }
    }
  });

  test("overlap in text and boxes where their ranges overlap", async () => {
    const chunks = (await citedChunks("reports", pdf)).filter(({ metadata }) => metadata.page === 1);
    let shared = 0;
    for (const [index, { text, citation }] of chunks.entries()) {
      const next = chunks[index + 1];
      if (next === undefined || next.citation.start! >= citation.end!) continue;
      shared++;
      const [from, to] = [next.citation.start!, citation.end!];
      expect(text.slice(from - citation.start!)).toBe(next.text.slice(0, to - from));
      // The line in which the next chunk begins belongs to both chunks.
      const bottom = Math.max(...citation.boxes.map(({ y1 }) => y1));
      expect(Math.min(...next.citation.boxes.map(({ y0 }) => y0))).toBeLessThan(bottom);
    }
    expect(shared).toBeGreaterThan(5);
  });

  test("of a file without pages have a range and no boxes", async () => {
    const { api } = server;
    const text = "# Fares\n\nChildren pay half 🙂 of the fare.\n\nDogs travel for nothing.\n";
    const { id } = await api.ingest({ collection: "reports", filename: "fares.md", bytes: text });
    const [chunk] = await citedChunks("reports", id);
    const whole = "Fares\n\nChildren pay half 🙂 of the fare.\n\nDogs travel for nothing.";
    expect(chunk!.text).toBe(whole);
    expect(chunk!.citation).toEqual({
      ...{ document_id: id, filename: "fares.md", section: ["Fares"] },
      ...{ start: 0, end: whole.length, boxes: [] },
    });
  });

  test("have the same citations after an export and an import", async () => {
    const { api } = server;
    const before = await citedChunks("reports", pdf);
    const archive = await exported(api, "reports");
    await api.deleteCollection("reports");
    await imported(api, "reports", archive);
    expect(await citedChunks("reports", pdf)).toEqual(before);
  });
});
