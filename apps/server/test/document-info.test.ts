import { beforeAll, describe, expect, test } from "vitest";
import PDFDocument from "pdfkit";
import { documentsPath } from "./harness/api.ts";
import type { Document } from "./harness/resources.ts";
import { useSharedServer } from "./harness/shared/use-shared-server.ts";

const server = useSharedServer();

const COLLECTION = "info";

const TEXTS = ["The pump starts when the lever is up.", "The pump stops when the lever is down."];

/** Builds a PDF with author, date and title; `header` is at the top of each page. */
const describedPdf = (texts: readonly string[] = TEXTS, header = ""): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const info = {
      Title: "Pump manual",
      Author: "Ada Lovelace",
      Keywords: "pumps; water, levers",
      CreationDate: new Date("2024-05-06T07:08:09Z"),
      ModDate: new Date("2025-06-07T08:09:10Z"),
    };
    const document = new PDFDocument({ autoFirstPage: false, info });
    document.on("data", (part: Buffer) => parts.push(part));
    document.on("end", () => resolve(Buffer.concat(parts)));
    document.on("error", reject);
    for (const text of texts) {
      document.addPage().fontSize(8).text(header, 72, 30).fontSize(12).text(text, 72, 120);
    }
    document.end();
  });

let pdf: Document;
let overridden: Document;
let broken: Document;

beforeAll(async () => {
  const { api } = server;
  await api.createCollection(COLLECTION);
  const bytes = await describedPdf();
  pdf = await api.ingest({ collection: COLLECTION, filename: "pump.pdf", bytes });
  overridden = await api.ingest({
    collection: COLLECTION,
    filename: "pump.pdf",
    bytes,
    metadata: { title: "Mine", author: null, page: 77 },
  });
  broken = await api.ingest({ collection: COLLECTION, filename: "empty.txt", bytes: "" });
});

const EXPECTED = {
  title: "Pump manual",
  author: "Ada Lovelace",
  created_at: "2024-05-06T07:08:09.000Z",
  modified_at: "2025-06-07T08:09:10.000Z",
  keywords: ["pumps", "water", "levers"],
  fields: {},
  attachments: [],
  language: null,
  page_count: 2,
  ocr_page_count: 0,
  ocr_confidences: [],
  repeated_line_count: 0,
  warnings: [],
  timings: expect.anything() as unknown,
};

describe("the metadata of a file", () => {
  test("is in the metadata of its chunks", async () => {
    const chunks = await server.api.chunks(COLLECTION, pdf.id);
    expect(chunks.length).toBeGreaterThan(0);
    for (const { metadata } of chunks) {
      expect(metadata).toMatchObject({
        title: "Pump manual",
        author: "Ada Lovelace",
        file_created_at: "2024-05-06T07:08:09.000Z",
        file_modified_at: "2025-06-07T08:09:10.000Z",
        keywords: ["pumps", "water", "levers"],
        filename: "pump.pdf",
      });
      expect(metadata).not.toHaveProperty("language");
      expect(metadata["created_at"]).toBe(pdf.created_at);
    }
  });

  test.each(["semantic", "keyword", "hybrid"])("can be filtered by (%s)", async (search_mode) => {
    const found = async (filters: object) => {
      const { results } = await server.api.query(COLLECTION, { query: "pump lever", search_mode, filters });
      return [...new Set(results.map(({ document_id }) => document_id))];
    };
    expect(await found({ title: "Pump manual" })).toEqual([pdf.id]);
    expect(await found({ author: "Ada Lovelace" })).toEqual([pdf.id]);
    expect(await found({ file_created_at: { $lt: "2024-05-07" }, title: "Mine" })).toEqual([overridden.id]);
    expect(await found({ file_created_at: { $gt: "2024-05-07" } })).toEqual([]);
    expect(await found({ keywords: "levers", title: "Mine" })).toEqual([overridden.id]);
    expect(await found({ file_modified_at: { $gt: "2025-06-08" } })).toEqual([]);
  });

  test("is overridden by the upload's metadata, but the service's own fields are not", async () => {
    const chunks = await server.api.chunks(COLLECTION, overridden.id);
    expect(chunks.map(({ metadata }) => metadata.page)).toEqual(chunks.map((_, index) => index + 1));
    for (const { metadata } of chunks) {
      expect(metadata).toMatchObject({ title: "Mine", author: null, file_created_at: "2024-05-06T07:08:09.000Z" });
    }
    expect((await server.api.document(COLLECTION, overridden.id)).metadata).toEqual(overridden.metadata);
  });
});

const shadowed = (whose: string, names: string): string =>
  `${whose}: the service has fields of its own with the name ${names}; filters and results mean these.`;

describe("info=true", () => {
  const read = (query: string, id = pdf.id) =>
    server.api.expect<Document & { info: unknown }>(200, "GET", `${documentsPath(COLLECTION, id)}${query}`);

  test("adds the file's metadata to a document, and nothing else", async () => {
    const { info, ...document } = await read("?info=true");
    expect(info).toEqual(EXPECTED);
    expect(document).toEqual(await read(""));
    expect(document).toEqual(await read("?info=false"));
    expect(document).not.toHaveProperty("info");
    expect(document).not.toHaveProperty("without_info");
  });

  test("reports the duration of each step, for the last processing", async () => {
    const timings = async () => (await read("?info=true")).info as { timings: Record<string, number> };
    const check = ({ timings: { waiting_ms, total_ms, ...steps } }: Awaited<ReturnType<typeof timings>>) => {
      expect(Object.keys(steps).sort()).toEqual([
        "cutting_ms",
        "embedding_ms",
        "indexing_ms",
        "reading_ms",
        "storing_ms",
      ]);
      expect(waiting_ms).toBeGreaterThanOrEqual(0);
      for (const spent of Object.values(steps)) {
        expect(spent).toBeGreaterThan(0);
        expect(spent).toBeLessThanOrEqual(total_ms!);
      }
    };
    const first = await timings();
    check(first);
    await server.api.expect(200, "POST", `${documentsPath(COLLECTION, pdf.id)}/reprocess`);
    await server.api.settled(COLLECTION, pdf.id);
    const second = await timings();
    check(second);
    expect(second).not.toEqual(first);
  });

  test("reports the number of removed repeated lines, of which the first is searchable", async () => {
    await server.api.createCollection("running");
    const bytes = await describedPdf([...TEXTS, "Greased levers last.", "Dry pumps do not."], "Harbour handbook");
    const { id } = await server.api.ingest({ collection: "running", filename: "pump.pdf", bytes });
    const path = `${documentsPath("running", id)}?info=true`;
    const { info } = await server.api.expect<{ info: object }>(200, "GET", path);
    expect(info).toMatchObject({ page_count: 4, repeated_line_count: 3 });
    const { results } = await server.api.query("running", { query: "handbook", search_mode: "keyword" });
    expect(results.map(({ metadata }) => metadata.page)).toEqual([1]);
  });

  test("warns of metadata with the names of the service's fields, also if changed later or in given chunks", async () => {
    const { api } = server;
    await api.createCollection("shadows");
    const { id } = await api.ingest({ collection: "shadows", filename: "a.txt", bytes: "The pump moves water." });
    const warnings = async (document: string) => {
      const path = `${documentsPath("shadows", document)}?info=true`;
      return (await api.expect<{ info: { warnings: string[] } }>(200, "GET", path)).info.warnings;
    };
    expect(await warnings(id)).toEqual([]);
    const metadata = { filename: "mine", Page: 1, section: ["x"], nested: { page: 1 } };
    await api.expect(200, "PATCH", documentsPath("shadows", id), { json: { metadata } });
    expect(await warnings(id)).toEqual([shadowed("metadata", "filename, section")]);
    // Filters apply to the service's fields, as the warning says.
    const found = async (filters: object) =>
      (await api.query("shadows", { query: "pump", search_mode: "keyword", filters })).results.length;
    expect([await found({ filename: "mine" }), await found({ filename: "a.txt" })]).toEqual([0, 1]);
    const chunks = [
      { text: "One pump.", metadata: { page: 7, speaker: "ada" } },
      { text: "Two pumps.", metadata: { document_id: "x" } },
    ];
    const input = await api.expect<Document>(201, "POST", documentsPath("shadows"), {
      json: { filename: "g", chunks },
    });
    await api.settled("shadows", input.id);
    expect(await warnings(input.id)).toEqual([shadowed("chunks' metadata", "page, document_id")]);
  });

  test("is null for a document that could not be parsed", async () => {
    const document = await read("?info=true", broken.id);
    expect(document).toMatchObject({ status: "failed", info: null });
    expect(document).not.toHaveProperty("without_info");
  });

  test("applies to the list of documents", async () => {
    const path = documentsPath(COLLECTION);
    const list = (query: string) =>
      server.api.expect<{ documents: Record<string, unknown>[] }>(200, "GET", `${path}${query}`);
    const infos = (await list("?info=true")).documents.map(({ id, info }) => [id, info]);
    expect(Object.fromEntries(infos)).toEqual({
      [pdf.id]: EXPECTED,
      [overridden.id]: { ...EXPECTED, warnings: [shadowed("metadata", "page")] },
      [broken.id]: null,
    });
    for (const document of (await list("")).documents) expect(document).not.toHaveProperty("info");
  });

  test("must be true or false", async () => {
    const answer = await server.api.call("GET", `${documentsPath(COLLECTION, pdf.id)}?info=yes`);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toMatch(/^info: must be .*got "yes"$/);
  });

  test("is available over Connect", async () => {
    const json = { collectionName: COLLECTION, documentId: pdf.id, info: true };
    const path = "/quarry.v1.DocumentService/GetDocument";
    const document = await server.api.expect<{ info: unknown }>(200, "POST", path, { json });
    expect(document.info).toEqual({
      title: "Pump manual",
      author: "Ada Lovelace",
      createdAt: "2024-05-06T07:08:09Z",
      modifiedAt: "2025-06-07T08:09:10Z",
      keywords: ["pumps", "water", "levers"],
      pageCount: 2,
      timings: expect.objectContaining({ totalMs: expect.any(Number) as unknown }) as unknown,
    });
  });
});
