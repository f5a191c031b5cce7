import { expect } from "vitest";
import { type Api, documentsPath, isSettled } from "../harness/api.ts";
import type { Chunk, Collection, Document } from "../harness/resources.ts";
import { until } from "../harness/until.ts";
import type { Ledger } from "./ledger.ts";

/** All listed documents, by collection name. */
export type Inventory = ReadonlyMap<string, readonly Document[]>;

const PROCESSING_DEADLINE_MS = 180_000;

export const takeInventory = async (api: Api): Promise<Inventory> => {
  const { collections } = await api.expect<{ collections: Collection[] }>(200, "GET", "/v1/collections?limit=1000");
  const entries: [string, readonly Document[]][] = [];
  for (const { name, document_count } of collections) {
    const documents = await api.documents(name);
    expect({ name, counted: document_count }).toEqual({ name, counted: documents.length });
    entries.push([name, documents]);
  }
  return new Map(entries);
};

/**
 * Checks that each document acknowledged with 201 exists once, and that documents acknowledged as deleted don't exist.
 */
export const checkInventory = (ledger: Ledger, inventory: Inventory): void => {
  const wrong: string[] = [];
  for (const collection of ledger.collections.values()) {
    const isThere = inventory.has(collection.name);
    const expectation = ledger.expectationOf(collection);
    if (expectation !== "unknown" && isThere !== (expectation === "present")) {
      wrong.push(`collection ${collection.name} should be ${expectation}`);
    }
  }
  const found = Map.groupBy([...inventory.values()].flat(), ({ filename }) => filename);
  for (const [filename, documents] of found) {
    if (documents.length > 1) wrong.push(`${filename} is there ${documents.length} times`);
    if (!ledger.uploads.has(filename)) wrong.push(`${filename} was never uploaded`);
  }
  for (const upload of ledger.uploads.values()) {
    const document = found.get(upload.filename)?.[0];
    const expectation = ledger.expectation(upload);
    const isInCollection = inventory.has(upload.collection);
    if (expectation === "absent" && document !== undefined) wrong.push(`${upload.filename} is deleted, and there`);
    if (expectation === "present" && document === undefined) wrong.push(`${upload.filename} got 201, and is lost`);
    // Its collection may exist or not; if it does, so must the document.
    if (expectation === "unknown" && upload.state === "accepted" && isInCollection && document === undefined) {
      wrong.push(`${upload.filename} got 201, and is lost from ${upload.collection}`);
    }
    if (document !== undefined && upload.id !== undefined && document.id !== upload.id) {
      wrong.push(`${upload.filename} has another id than its 201 said`);
    }
  }
  expect(wrong).toEqual([]);
};

/** Waits until no document is pending or processing. */
export const settleAll = (api: Api): Promise<Inventory> => {
  let open = 0;
  return until(
    () => `${open} documents to be ready or failed`,
    async () => {
      const inventory = await takeInventory(api);
      open = [...inventory.values()].flat().filter(({ status }) => !isSettled(status)).length;
      return open === 0 ? inventory : undefined;
    },
    PROCESSING_DEADLINE_MS,
  );
};

export type ChunksById = ReadonlyMap<string, Chunk>;

/** Checks every document's chunks: the declared number, each once, of this document, with the text of its own file. */
export const checkChunks = async (api: Api, ledger: Ledger, inventory: Inventory): Promise<ChunksById> => {
  const chunks = new Map<string, Chunk>();
  for (const [collection, documents] of inventory) {
    for (const document of documents) {
      const own = await api.chunks(collection, document.id);
      const { filename } = document;
      expect({ filename, chunks: own.length }).toEqual({ filename, chunks: document.chunk_count });
      expect(own.map(({ chunk_index }) => chunk_index)).toEqual(own.map((_, index) => index));
      for (const chunk of own) {
        expect(chunks.has(chunk.id)).toBe(false);
        expect(chunk.metadata).toMatchObject({ document_id: document.id, filename });
        chunks.set(chunk.id, chunk);
      }
      const token = ledger.uploads.get(filename)?.token;
      if (token === undefined || document.status !== "ready") continue;
      expect({ filename, holders: own.filter(({ text }) => text.includes(token)).length }).toEqual({
        filename,
        holders: 1,
      });
    }
  }
  return chunks;
};

/**
 * Checks that query results are chunks of existing documents, with their text, and that a query for its word finds
 * every document.
 */
export const checkQueries = async (
  api: Api,
  ledger: Ledger,
  inventory: Inventory,
  chunks: ChunksById,
): Promise<void> => {
  for (const [collection, documents] of inventory) {
    for (const search_mode of ["semantic", "keyword", "hybrid"]) {
      const query = "the lighthouse keeper, the ferry and the password of the attic; limits, filters and scores";
      await checkResults(api, collection, { query, search_mode, top_k: 1_000 }, chunks);
    }
    for (const { filename, status, id } of documents) {
      const token = ledger.uploads.get(filename)?.token;
      if (token === undefined || status !== "ready") continue;
      const results = await checkResults(api, collection, { query: token, search_mode: "keyword", top_k: 20 }, chunks);
      const holders = results.filter(({ text }) => text.includes(token));
      expect({ filename, holders: holders.map(({ document_id }) => document_id) }).toEqual({ filename, holders: [id] });
    }
  }
};

const checkResults = async (
  api: Api,
  collection: string,
  body: Readonly<Record<string, unknown>>,
  chunks: ChunksById,
) => {
  const { results } = await api.query(collection, body);
  expect(new Set(results.map(({ id }) => id)).size).toBe(results.length);
  for (const { id, text, document_id } of results) {
    const chunk = chunks.get(id);
    expect({ id, text, document_id }).toEqual({ id, text: chunk?.text, document_id: chunk?.metadata.document_id });
  }
  return results;
};

/** Checks that deleted documents are gone from every endpoint. */
export const checkDeleted = async (api: Api, ledger: Ledger, inventory: Inventory): Promise<void> => {
  for (const upload of ledger.uploads.values()) {
    if (upload.id === undefined || ledger.expectation(upload) !== "absent") continue;
    for (const suffix of ["", "/chunks", "/file", "/progress"]) {
      const answer = await api.call("GET", documentsPath(upload.collection, upload.id) + suffix);
      expect({ filename: upload.filename, suffix, status: answer.status }).toMatchObject({ status: 404 });
    }
    if (upload.token === undefined || !inventory.has(upload.collection)) continue;
    for (const search_mode of ["semantic", "keyword", "hybrid"]) {
      const { results } = await api.query(upload.collection, { query: upload.token, search_mode, top_k: 100 });
      expect(
        results.filter(({ text, document_id }) => text.includes(upload.token!) || document_id === upload.id),
      ).toEqual([]);
    }
  }
};
