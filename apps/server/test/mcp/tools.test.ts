import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pdfFile } from "../fixtures/pdf-file.ts";
import { useServer } from "../harness/test-server.ts";
import { connectMcp, type FoundPassages, structuredOf, textOf } from "./mcp-client.ts";

const READER = "token-of-the-reader";
const LIMITED = "token-of-the-limited-key";

const sha256 = (token: string): string => createHash("sha256").update(token).digest("hex");

const directory = mkdtempSync(join(tmpdir(), "quarry-mcp-"));
const configFile = join(directory, "quarry.config.json");
writeFileSync(
  configFile,
  JSON.stringify({
    apiKeys: {
      reader: { sha256: sha256(READER), scope: "read" },
      limited: { sha256: sha256(LIMITED), scope: "read", collections: ["birds", "not_there_yet"] },
    },
  }),
);
afterAll(() => rmSync(directory, { recursive: true }));

const server = useServer({ SERVICE_CONFIG: configFile });

const PARAGRAPHS = 40;
const LONG_PARAGRAPH_WORDS = 4_000;
const MAX_TEXT_CHARACTERS = 40_000;

let pdfId = "";
let longId = "";

beforeAll(async () => {
  await server.api.createCollection("birds", { description: "What we know of birds", default_search_mode: "hybrid" });
  await server.api.createCollection("secrets");
  await server.api.createCollection("long", { chunk_size: 2_000, chunk_overlap: 100, default_search_mode: "keyword" });
  const bytes = await pdfFile(["Herons stand still in shallow water.", "Owls hunt at night, without a sound."]);
  const paragraph = (index: number) => `number${index} ${"heron ".repeat(LONG_PARAGRAPH_WORDS / 2)}.`;
  const long = Array.from({ length: PARAGRAPHS }, (_, index) => paragraph(index)).join("\n\n");
  const markdown = "# Waders\n\n## Storks\n\nStorks clatter with their bills on the roof.\n";
  const ingest = (collection: string, filename: string, content: Uint8Array | string, metadata = {}) =>
    server.api.ingest({ collection, filename, bytes: content, metadata });
  pdfId = (await ingest("birds", "birds.pdf", bytes, { year: 2024 })).id;
  await ingest("birds", "waders.md", markdown, { year: 2020 });
  await ingest("secrets", "plans.txt", "The herons' secret plans.");
  longId = (await ingest("long", "long.txt", long)).id;
});

const call = (client: Client, name: string, input: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: input });

const withClient = async <A>(token: string, use: (client: Client) => Promise<A>): Promise<A> => {
  await using client = await connectMcp(server.api.address, token);
  return await use(client);
};

const ask = (token: string, name: string, input: Record<string, unknown> = {}) =>
  withClient(token, (client) => call(client, name, input));

describe("the tool list", () => {
  test("the tools are read-only, described, and have schemas", async () => {
    const { tools } = await withClient(READER, (client) => client.listTools());
    expect(tools.map(({ name }) => name)).toEqual([
      "search",
      "get_passage",
      "get_page",
      "list_collections",
      "list_documents",
      "count_values",
    ]);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
        inputSchema: { type: "object", additionalProperties: false },
        outputSchema: { type: "object" },
      });
      for (const field of Object.values(tool.inputSchema.properties ?? {})) {
        expect(field).toHaveProperty("description", expect.stringMatching(/./));
      }
    }
  });
});

describe("search", () => {
  test("finds passages with their sources, in text and as JSON", async () => {
    const answer = await ask(READER, "search", { query: "owls hunt at night", collections: ["birds"] });
    const { passages } = structuredOf<FoundPassages>(answer);
    expect(passages[0]).toMatchObject({ collection: "birds", document_id: pdfId, filename: "birds.pdf", page: 2 });
    // The quote, and its position in the document's text.
    const quote = "Owls hunt at night, without a sound.";
    const start = "Herons stand still in shallow water.\n\n".length;
    expect(passages[0]).toMatchObject({ quote, source_url: null, start, end: start + quote.length });
    expect(passages[0]!.score).toBeGreaterThan(0);
    expect(textOf(answer)).toContain("[1] birds.pdf, page 2");
    expect(textOf(answer)).toContain(`(score ${passages[0]!.score.toFixed(3)})`);
    expect(textOf(answer)).toContain("Owls hunt at night");
  });

  test("includes the section of a passage", async () => {
    const answer = await ask(READER, "search", { query: "storks bills", collections: ["birds"], mode: "keyword" });
    expect(structuredOf<FoundPassages>(answer).passages[0]).toMatchObject({
      section: ["Waders", "Storks"],
      page: null,
    });
    expect(textOf(answer)).toContain('waders.md, section "Waders > Storks"');
  });

  test("accepts filters, top_k, min_score and rerank", async () => {
    const search = async (input: object) =>
      structuredOf<FoundPassages>(await ask(READER, "search", { query: "herons owls storks", ...input })).passages;
    const old = await search({ collections: ["birds"], filters: { year: { $lt: 2022 } }, rerank: false });
    expect(old.map(({ filename }) => filename)).toEqual(["waders.md"]);
    expect(await search({ collections: ["birds"], top_k: 1 })).toHaveLength(1);
    expect(await search({ collections: ["birds"], min_score: 1.5 })).toEqual([]);
  });

  test("searches all collections that the key can see if none are named", async () => {
    const found = async (token: string) =>
      new Set(
        structuredOf<FoundPassages>(
          await ask(token, "search", { query: "herons", mode: "keyword", top_k: 1 }),
        ).passages.map(({ collection }) => collection),
      );
    expect(await found(READER)).toEqual(new Set(["birds", "secrets", "long"]));
    expect(await found(LIMITED)).toEqual(new Set(["birds"]));
  });

  test("cuts a huge response and reports the cut", async () => {
    const answer = await ask(READER, "search", { query: "heron", collections: ["long"], top_k: 100 });
    const { passages, found, is_cut: isCut, notes } = structuredOf<FoundPassages>(answer);
    const characters = passages.reduce((sum, { text }) => sum + text.length, 0);
    expect(characters).toBe(MAX_TEXT_CHARACTERS);
    expect(found).toBeGreaterThan(passages.length);
    expect(isCut).toBe(true);
    expect(notes.join()).toContain(`truncated at ${MAX_TEXT_CHARACTERS} characters`);
    expect(textOf(answer)).toContain(notes[0]);
  });
});

describe("get_page", () => {
  test("returns the text of a page and the page count", async () => {
    const page = await ask(READER, "get_page", { collection: "birds", document_id: pdfId, page: 2 });
    expect(structuredOf(page)).toMatchObject({
      page: 2,
      page_count: 2,
      is_cut: false,
      text: "Owls hunt at night, without a sound.",
    });
    expect(textOf(page)).toBe("Page 2 of 2\n\nOwls hunt at night, without a sound.");
  });

  test("returns an error for a missing page and for a document without pages", async () => {
    const behind = await ask(READER, "get_page", { collection: "birds", document_id: pdfId, page: 3 });
    expect([behind.isError, textOf(behind)]).toEqual([
      true,
      expect.stringMatching(/^page 3 does not exist: .* 2 pages/),
    ]);
    const text = await ask(READER, "get_page", { collection: "long", document_id: longId, page: 1 });
    expect([text.isError, textOf(text)]).toEqual([true, expect.stringMatching(/has no pages/)]);
  });
});

describe("get_passage", () => {
  interface Passage {
    readonly text: string;
    readonly first_chunk_index: number;
    readonly last_chunk_index: number;
    readonly total_chunks: number;
    readonly is_cut: boolean;
    readonly filename: string;
  }

  const read = (input: object) => ask(READER, "get_passage", { collection: "long", document_id: longId, ...input });

  test("returns the text around a passage without repeating the overlap of chunks", async () => {
    const chunks = await server.api.expect<{ readonly chunks: readonly { readonly text: string }[] }>(
      200,
      "GET",
      `/v1/collections/long/documents/${longId}/chunks`,
    );
    const answer = structuredOf<Passage>(await read({ chunk_index: 1 }));
    expect(answer).toMatchObject({ first_chunk_index: 0, last_chunk_index: 2, is_cut: false, filename: "long.txt" });
    expect(answer.total_chunks).toBe(chunks.chunks.length);
    const apart = chunks.chunks.slice(0, 3).reduce((sum, { text }) => sum + text.length, 0);
    expect(answer.text.length).toBeLessThan(apart);
    const alone = structuredOf<Passage>(await read({ chunk_index: 1, before: 0, after: 0 }));
    expect(alone.text).toBe(chunks.chunks[1]!.text);
  });

  test("drops the farthest chunks above the size limit and reports the cut", async () => {
    const answer = await read({ chunk_index: 20, before: 20, after: 2 });
    const passage = structuredOf<Passage>(answer);
    expect(passage.is_cut).toBe(true);
    expect(passage.text.length).toBeLessThanOrEqual(MAX_TEXT_CHARACTERS);
    expect(passage.first_chunk_index).toBeGreaterThan(0);
    expect(passage.last_chunk_index).toBe(22);
    expect(textOf(answer)).toContain("Truncated at");
  });

  test("returns an error for an unknown chunk index or document", async () => {
    const beyond = await read({ chunk_index: 99_999 });
    expect(beyond.isError).toBe(true);
    expect(textOf(beyond)).toMatch(/^chunk_index: must be from 0 to \d+, got 99999$/);
    const unknown = await read({ document_id: "nothing", chunk_index: 0 });
    expect(unknown.isError).toBe(true);
    expect(textOf(unknown)).toContain('document "nothing" does not exist in collection "long"');
  });
});

describe("lists", () => {
  test("collections have their descriptions, and are paged", async () => {
    const all = await ask(READER, "list_collections");
    expect(structuredOf(all)).toMatchObject({
      total: 3,
      next_offset: null,
      collections: [
        { name: "birds", description: "What we know of birds", document_count: 2, default_mode: "hybrid" },
        { name: "secrets" },
        { name: "long" },
      ],
    });
    expect(textOf(all)).toContain("- birds (documents: 2): What we know of birds");
    const page = await ask(READER, "list_collections", { limit: 1, offset: 1 });
    expect(structuredOf(page)).toMatchObject({ collections: [{ name: "secrets" }], total: 3, next_offset: 2 });
  });

  test("documents have their status, and are paged", async () => {
    const page = await ask(READER, "list_documents", { collection: "birds", limit: 1 });
    expect(structuredOf(page)).toMatchObject({
      documents: [
        { document_id: pdfId, filename: "birds.pdf", status: "ready", metadata: { year: 2024 }, error: null },
      ],
      total: 2,
      next_offset: 1,
    });
    const failed = await ask(READER, "list_documents", { collection: "birds", status: "failed" });
    expect(structuredOf(failed)).toMatchObject({ documents: [], total: 0 });
  });
});

describe("count_values", () => {
  test("returns values and ranges of fields, of all documents or of filtered ones", async () => {
    const fields = ["year", "file_type", "created_at", "nothing"];
    const answer = await ask(READER, "count_values", { collection: "birds", fields, limit: 1 });
    const [year, type, created, nothing] = structuredOf<{ readonly fields: readonly object[] }>(answer).fields;
    expect(year).toMatchObject({ value_count: 2, values: [{ documents: 1 }], min: 2020, max: 2024, earliest: null });
    expect(type).toMatchObject({ field: "file_type", value_count: 2, documents: 2, missing: 0, min: null });
    expect(created).toMatchObject({ earliest: expect.stringMatching(/Z$/), latest: expect.stringMatching(/Z$/) });
    expect(nothing).toMatchObject({ values: [], value_count: 0, documents: 0, missing: 2 });
    expect(textOf(answer)).toContain("year: 2 different values; numbers from 2020 to 2024");
    expect(textOf(answer)).toContain("  and 1 more");
    const filters = { year: { $gte: 2022 } };
    const some = await ask(READER, "count_values", { collection: "birds", fields: ["file_type"], filters });
    expect(structuredOf(some)).toMatchObject({ total: 1, fields: [{ values: [{ value: "pdf", documents: 1 }] }] });
  });

  test("rejects a field that differs between the chunks of a document", async () => {
    const answer = await ask(READER, "count_values", { collection: "birds", fields: ["year", "page"] });
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain("fields[1]: page differs between the chunks of a document");
  });

  test("omits values above the size limit instead of cutting them", async () => {
    const notes = ["a", "b"].map((letter) => letter.repeat(30_000));
    for (const note of notes) {
      const json = { text: "Herons wait.", metadata: { note } };
      await server.api.expect(201, "POST", "/v1/collections/long/documents", { json });
    }
    const answer = await ask(READER, "count_values", { collection: "long", fields: ["note"] });
    expect(structuredOf(answer)).toMatchObject({ fields: [{ value_count: 2, values: [{ value: notes[0] }] }] });
    expect(textOf(answer)).toContain("  and 1 more");
  });
});

describe("access limits of a key", () => {
  test("a limited key sees only its own collections and learns of no others", async () => {
    expect(structuredOf(await ask(LIMITED, "list_collections"))).toMatchObject({
      total: 1,
      collections: [{ name: "birds" }],
    });
    for (const [tool, input] of [
      ["search", { query: "plans", collections: ["birds", "secrets"] }],
      ["list_documents", { collection: "secrets" }],
      ["count_values", { collection: "secrets", fields: ["filename"] }],
      ["get_passage", { collection: "secrets", document_id: longId, chunk_index: 0 }],
      ["get_page", { collection: "secrets", document_id: longId, page: 1 }],
    ] as const) {
      const answer = await ask(LIMITED, tool, input);
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toBe(
        "This key is limited to other collections than 'secrets'. Collections that this key can see: birds",
      );
    }
  });

  test("an unknown collection returns an error that lists the visible ones", async () => {
    const answer = await ask(READER, "search", { query: "x", collections: ["brids"] });
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain('collection "brids" does not exist');
    expect(textOf(answer)).toContain("Collections that this key can see: birds, secrets, long");
  });
});

describe("invalid input", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["no query", {}, "query"],
    ["a blank query", { query: "  " }, "must not be blank"],
    ["a misspelt field", { query: "x", topk: 3 }, "topk"],
    ["an unknown mode", { query: "x", mode: "magic" }, "mode"],
    ["too many passages", { query: "x", top_k: 101 }, "top_k"],
    ["a wrong filter", { query: "x", collections: ["birds"], filters: { year: { $like: 1 } } }, "filters.year.$like"],
  ])("%s returns an error that names it", async (_, input, named) => {
    const answer = await ask(READER, "search", input);
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain(named);
  });

  test("an unknown tool is rejected", async () => {
    await expect(ask(READER, "drop_everything")).rejects.toThrow(/drop_everything/);
  });
});
