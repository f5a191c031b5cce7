import { describe, expect, test } from "vitest";
import { libraryFiles } from "./fixtures/library.ts";
import { KINDS, sampleFile } from "./fixtures/sample-files.ts";
import { useServer } from "./harness/test-server.ts";

const server = useServer();

/** Where the formats count their parts; the others have no pages. */
const PAGE_OF_SECOND_PART: Readonly<Record<string, number | null>> = { pdf: 2, pptx: 2, xlsx: 2 };

describe("a small file of each kind", () => {
  test.each(KINDS)("%s: its sentence is found, on its page, in every mode", async (kind) => {
    const collection = `kind_${kind}`;
    await server.api.createCollection(collection);
    const sentence = `The spare key of the ${kind} archive hangs behind the brass barometer.`;
    const file = await sampleFile(kind, "notes", sentence);
    const document = await server.api.ingest({ collection, ...file });
    expect(document).toMatchObject({ status: "ready", error_message: null, file_type: kind });
    for (const search_mode of ["semantic", "keyword", "hybrid"]) {
      const answer = await server.api.query(collection, { query: "Where does the spare key hang?", search_mode });
      expect(answer.results[0]?.text).toContain("brass barometer");
      const holders = answer.results.filter(({ text }) => text.includes("brass barometer"));
      expect(holders.map(({ metadata }) => metadata.page)).toContain(PAGE_OF_SECOND_PART[kind] ?? null);
    }
  });
});

describe("the demo library", () => {
  test("every file is ready, and its chunks tell where they stand", async () => {
    await server.api.createCollection("library");
    const files = await libraryFiles();
    const documents = await Promise.all(files.map((file) => server.api.upload({ collection: "library", ...file })));
    for (const { id, filename } of documents) {
      const settled = await server.api.settled("library", id);
      expect(settled).toMatchObject({ filename, status: "ready", error_message: null });
      const chunks = await server.api.chunks("library", id);
      expect({ filename, chunks: chunks.length }).toEqual({ filename, chunks: settled.chunk_count });
      expect(chunks.map((chunk) => chunk.chunk_index)).toEqual(chunks.map((_, index) => index));
      const paged = /\.(pdf|pptx|xlsx)$/.test(filename);
      for (const { metadata } of chunks) expect(metadata.page !== null).toBe(paged);
    }
  });
});
