import { allFixtures, type Fixture, type MarkedPhrase } from "@quarry/parse-check/fixtures";
import { describe, expect, test } from "vitest";
import { DEFAULT_PARSERS } from "../../src/default-configuration.ts";
import { libraryFiles } from "../fixtures/library.ts";
import type { Chunk } from "../harness/resources.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";

/** Upload types of the contract, and `tif`. */
const TYPES = "pdf docx pptx xlsx html htm md txt csv tsv xml json png jpg jpeg tiff tif bmp gif".split(" ");

/** OCR of a page takes seconds, and other tests may be running. */
const DEADLINE_MS = 120_000;

const server = useSharedServer();
const fixtures = await allFixtures();

/** Collapses white space: line breaks depend on the format. */
const plain = (text: string): string => text.replaceAll(/\s+/g, " ");

const holds = ({ text, metadata }: Pick<Chunk, "text" | "metadata">, phrase: MarkedPhrase): boolean =>
  plain(text).includes(phrase.text) && metadata.page === phrase.page;

test("every upload type has a default parser", () => {
  expect(TYPES.filter((type) => DEFAULT_PARSERS[type] === undefined)).toEqual([]);
});

describe("ingest of a file of each format, script and encoding", () => {
  test.each(fixtures)("$name", { timeout: DEADLINE_MS }, async (fixture) => {
    const collection = `fixture_${fixtures.indexOf(fixture)}`;
    // Chunks of the minimum size, so that a phrase's chunk has its own page and section and not its neighbour's.
    await server.api.createCollection(collection, { chunk_size: 64, chunk_overlap: 0 });
    const { filename, bytes } = fixture;
    const document = await server.api.ingest({ collection, filename, bytes }, DEADLINE_MS);
    expect(document).toMatchObject({ status: "ready", error_message: null, file_type: fixture.fileType });
    const chunks = await server.api.chunks(collection, document.id);
    for (const phrase of fixture.phrases) {
      const holder = chunks.find((chunk) => holds(chunk, phrase));
      expect(holder, `a chunk on page ${phrase.page} with ${JSON.stringify(phrase.text)}`).toBeDefined();
      if (phrase.section !== undefined) expectSection(holder!, phrase.section);
    }
    expectTable(fixture, chunks);
    expectInformation(fixture, chunks);
    await expectFound(collection, fixture);
  });
});

describe("the demo library", () => {
  test("every file becomes ready; its chunks are numbered, and have pages in paged formats", async () => {
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

/**
 * A chunk records the section in which it begins; short sections share a chunk, whose text then contains their
 * headings.
 */
const expectSection = ({ text, metadata }: Chunk, section: readonly string[]): void => {
  const isWithin = text.includes(section.at(-1)!) && metadata.section[0] === section[0];
  if (section.length === 1 || !isWithin) expect(metadata.section).toEqual(section);
};

/** Every row is in a chunk that also has the header. */
const expectTable = ({ table }: Fixture, chunks: readonly Chunk[]): void => {
  if (table === undefined) return;
  const [header, ...rows] = table.map((row) => row.join(" | "));
  for (const row of rows) {
    const holder = chunks.find(({ text }) => text.includes(row));
    expect(holder?.text, row).toContain(header);
  }
};

/** Checks that the file's own properties are in the metadata of its chunks. */
const expectInformation = ({ info }: Fixture, chunks: readonly Chunk[]): void => {
  if (info === undefined) return;
  const { title, author, createdAt } = info;
  expect(chunks[0]!.metadata).toMatchObject({
    ...(title !== undefined && { title }),
    ...(author !== undefined && { author }),
    ...(createdAt !== undefined && { file_created_at: createdAt }),
  });
};

const expectFound = async (collection: string, { phrases }: Fixture): Promise<void> => {
  const [phrase] = phrases;
  if (phrase === undefined) return;
  for (const search_mode of ["semantic", "keyword", "hybrid"]) {
    const { results } = await server.api.query(collection, { query: phrase.text, search_mode });
    expect(
      results.some((result) => holds(result, phrase)),
      search_mode,
    ).toBe(true);
  }
};
