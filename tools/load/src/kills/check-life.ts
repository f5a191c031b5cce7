import { type Document, documentsPath, type QueryAnswer, type QueryResult } from "../api.ts";
import { checkGraph } from "./check-graph.ts";
import type { KillDocument, KnownChunk } from "./ledger.ts";
import { deleteVectors, VECTOR_PARTS, writeVectors } from "./vectors.ts";
import { COMMON_WORD, type KillWorld, NAMES, NEAR, pick } from "./world.ts";

/** Maximum results of one query; the clients keep each part below it. */
const MOST_RESULTS = 1_000;
/** Chunks and vectors searched individually after each kill; the lists cover all of them. */
const LOOKED_UP = 6;
const LOOKED_UP_GONE = 3;
/** Final error of documents whose attempts were all interrupted by kills. */
const UNLUCKY = /stopped|interrupted/;

/** Checks a restarted service: acknowledged data exists exactly once, in both indexes, and deleted data does not. */
export const checkLife = async (world: KillWorld, nearId: string): Promise<void> => {
  for (const collection of NAMES) await checkIndexes(world, collection, await checkDocuments(world, collection));
  await repeatUnanswered(world);
  await lookUp(world);
  await checkGraph(world, nearId);
};

const listDocuments = async ({ api }: KillWorld, collection: string, filter = ""): Promise<readonly Document[]> => {
  const path = `${documentsPath(collection)}?limit=1000${filter}`;
  return (await api.body<{ documents: readonly Document[] }>("GET", path))?.documents ?? [];
};

/** Settles requests without a response. Returns the documents that may exist, by their ids. */
const checkDocuments = async (world: KillWorld, collection: string) => {
  const { ledger, breach } = world;
  const found = Map.groupBy(await listDocuments(world, collection), ({ filename }) => filename);
  const listed = new Map<string, KillDocument>();
  for (const document of ledger.documents.values()) {
    if (document.collection !== collection) continue;
    const copies = found.get(document.filename) ?? [];
    found.delete(document.filename);
    if (copies.length > 1) breach("a document is doubled", `${document.filename}: ${copies.length}`);
    const there = copies[0];
    if (there === undefined) {
      if (document.state === "accepted") breach("a document is lost", `${document.filename} (${document.id})`);
      if (document.state !== "deleted") ledger.markDeleted(document);
      continue;
    }
    if (document.state === "deleted") breach("a deleted document is there", `${document.filename} (${there.id})`);
    if ((document.id ?? there.id) !== there.id) breach("a document has another id", document.filename);
    document.id = there.id;
    document.state = "accepted";
    listed.set(there.id, document);
    await checkChunks(world, document, there);
  }
  for (const filename of found.keys()) breach("a document that nobody sent", filename);
  return listed;
};

const checkChunks = async (
  { api, breach, findings }: KillWorld,
  document: KillDocument,
  { id, status, error_message, chunk_count }: Document,
): Promise<void> => {
  const described = `${document.filename} (${id})`;
  if (status === "failed") {
    findings.unlucky += 1;
    if (!UNLUCKY.test(error_message ?? "")) breach("a document failed", `${described}: ${error_message}`);
  }
  if (status !== "ready") {
    if (document.chunks !== undefined) breach("a document was ready and is not", `${described} is ${status}`);
    return;
  }
  const path = documentsPath(document.collection, id, "chunks");
  const answer = await api.body<{ chunks: readonly KnownChunk[] }>("GET", path);
  if (answer === undefined) return;
  const chunks = answer.chunks.map(({ id, text }) => ({ id, text }));
  if (chunks.length !== chunk_count) breach("chunks are not as many as the document says", described);
  for (const token of document.tokens) {
    const holders = chunks.filter(({ text }) => text.includes(token)).length;
    if (holders !== 1) breach("a paragraph is not in one chunk", `${described}: ${token} is in ${holders}`);
  }
  if (JSON.stringify(document.chunks ?? chunks) !== JSON.stringify(chunks)) breach("chunks have changed", described);
  document.chunks = chunks;
};

/** Checks that both indexes contain every acknowledged chunk and vector unchanged, and nothing that can't exist. */
const checkIndexes = async (world: KillWorld, collection: string, listed: ReadonlyMap<string, KillDocument>) => {
  const { breach, findings, ledger } = world;
  const vectors = ledger.vectorsOf(collection);
  const semantic = await listAll(world, collection, "semantic");
  const keyword = await listAll(world, collection, "keyword");
  if (semantic === undefined || keyword === undefined) return;
  for (const [mode, results] of Object.entries({ semantic, keyword })) {
    const unexplained = new Map(results);
    const expect = (id: string, texts: readonly (string | undefined)[]): void => {
      const result = results.get(id);
      unexplained.delete(id);
      findings.chunksChecked += 1;
      if (texts.includes(result?.text)) return;
      const kind = result === undefined ? "a promised chunk is not found" : "a chunk is not what was promised";
      const promised = JSON.stringify(texts);
      breach(kind, `${collection}, ${mode}: ${id} is ${JSON.stringify(result?.text)}, promised ${promised}`);
    };
    for (const { chunks } of listed.values()) for (const { id, text } of chunks ?? []) expect(id, [text]);
    for (const { id, promised, attempted } of vectors)
      expect(id, attempted === undefined ? [promised?.text] : [promised?.text, attempted?.text]);
    for (const [id, { document_id }] of unexplained) {
      const document = listed.get(document_id);
      // Otherwise it has become ready since it was listed.
      if (document === undefined || document.chunks !== undefined)
        breach("a search gives what is not there", `${collection}, ${mode}: ${id} of ${document_id}`);
    }
  }
  for (const { id } of vectors.filter(({ attempted }) => attempted !== undefined)) {
    findings.unanswered += 1;
    const [near, matching] = [semantic.get(id)?.text, keyword.get(id)?.text].map((text) => JSON.stringify(text));
    if (near !== matching)
      breach("a write is torn", `${collection}: ${id} is ${near} by meaning, ${matching} by words`);
  }
};

/** Parts of the vectors, and the chunks of documents, which have no part. */
const PARTS = [...Array.from({ length: VECTOR_PARTS }, (_, part) => ({ part })), { part: { $exists: false } }] as const;

/** Returns everything in a collection's index, by id. This many hits, and filtered ones, are found without a graph. */
const listAll = async ({ api, breach }: KillWorld, collection: string, search_mode: string) => {
  const byId = new Map<string, QueryResult>();
  for (const filters of collection === NEAR ? PARTS : [{}]) {
    const json = { query: COMMON_WORD, search_mode, top_k: MOST_RESULTS, filters };
    const answer = await api.body<QueryAnswer>("POST", `/v1/collections/${collection}/query`, { json });
    if (answer === undefined) return undefined;
    if (answer.results.length === MOST_RESULTS) throw new Error(`${collection} has grown beyond what one query lists`);
    for (const result of answer.results) {
      if (byId.has(result.id)) breach("a chunk is doubled", `${collection}, ${search_mode}: ${result.id}`);
      byId.set(result.id, result);
    }
  }
  return byId;
};

/** Repeats requests without a response, as a client would. */
const repeatUnanswered = async (world: KillWorld): Promise<void> => {
  const { ledger, api, findings } = world;
  for (const collection of NAMES) {
    const vectors = ledger.vectorsOf(collection);
    const deleted = vectors.filter(({ attempted }) => attempted === null);
    const written = vectors.filter(({ attempted }) => attempted !== null && attempted !== undefined);
    if (deleted.length > 0) await deleteVectors(world, deleted);
    if (written.length > 0) await writeVectors(world, written);
    // A document whose attempts were all killed is deleted; otherwise such documents would accumulate.
    const unlucky = findings.unlucky === 0 ? [] : await listDocuments(world, collection, "&status=failed");
    for (const { id, filename } of unlucky) {
      if ((await api.call("DELETE", documentsPath(collection, id))) !== undefined)
        ledger.markDeleted(ledger.documents.get(filename)!);
    }
  }
};

/** Searches some chunks and vectors, each by its own token, and tokens of deleted data, which must return nothing. */
const lookUp = async ({ ledger, random, api, breach }: KillWorld): Promise<void> => {
  const holdersOf = async (collection: string, token: string, search_mode: string) => {
    const json = { query: token, search_mode, top_k: 20 };
    const answer = await api.body<QueryAnswer>("POST", `/v1/collections/${collection}/query`, { json });
    return answer?.results.filter(({ text }) => text.includes(token)).map(({ id }) => id);
  };
  const chunks = NAMES.flatMap((collection) => ledger.livingDocuments(collection)).flatMap((document) =>
    (document.chunks ?? []).map(({ id, text }) => {
      return { collection: document.collection, id, token: document.tokens.find((one) => text.includes(one))! };
    }),
  );
  const vectors = NAMES.flatMap((collection) => ledger.promisedVectors(collection)).map(
    ({ collection, id, promised }) => ({ collection, id, token: promised.token }),
  );
  for (const { collection, id, token } of [...pick(random, chunks, LOOKED_UP), ...pick(random, vectors, LOOKED_UP)]) {
    const holders = await holdersOf(collection, token, "keyword");
    if (holders?.join() !== id) breach("a chunk is not found by its word, once", `${id}: ${holders}`);
  }
  for (const { collection, token } of pick(random, ledger.gone, LOOKED_UP_GONE)) {
    for (const mode of ["keyword", "semantic", "hybrid"]) {
      const holders = await holdersOf(collection, token, mode);
      if (holders?.length !== 0) breach("something deleted is found", `${token}, ${mode}: ${holders}`);
    }
  }
};
