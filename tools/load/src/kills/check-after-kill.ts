import type { Document, QueryAnswer, QueryResult } from "../resources.ts";
import { documentsPath } from "../world.ts";
import { checkGraph } from "./check-graph.ts";
import type { KillFindings } from "./kill-findings.ts";
import type { KillDocument, KillVector, KnownChunk } from "./kill-ledger.ts";
import { COMMON_WORD } from "./kill-texts.ts";
import { deleteVectors, VECTOR_PARTS, writeVectors } from "./kill-vectors.ts";
import { COLLECTIONS, type KillWorld, NEAR, pick } from "./kill-world.ts";

/** One query can list no more; the clients keep each part below it. */
const MOST_RESULTS = 1_000;
/** Chunks and vectors looked up one by one after each kill; all of them are looked at together. */
const LOOKED_UP = 6;
const LOOKED_UP_GONE = 3;

/** Documents that a kill has stopped in each of their attempts end so. */
const UNLUCKY = /stopped|interrupted/;

/** A new life of the service: what was promised is there, once, in both indexes, and what was deleted is not. */
export const checkAfterKill = async (world: KillWorld, nearId: string, findings: KillFindings): Promise<void> => {
  for (const collection of COLLECTIONS) {
    const listed = await checkDocuments(world, collection, findings);
    await checkIndexes(world, collection, listed, world.ledger.vectorsOf(collection), findings);
  }
  await repeatUnanswered(world, findings);
  await lookUp(world);
  await checkGraph(world, nearId, findings);
};

/** Settles what died unanswered, and gives the documents that can be there, by their ids. */
const checkDocuments = async (world: KillWorld, collection: string, findings: KillFindings) => {
  const { api, ledger, fail } = world;
  const page = await api.call<{ documents: readonly Document[] }>("GET", `${documentsPath(collection)}?limit=1000`);
  const found = Map.groupBy(page?.documents ?? [], ({ filename }) => filename);
  const listed = new Map<string, KillDocument>();
  for (const document of ledger.documents.values()) {
    if (document.collection !== collection) continue;
    const copies = found.get(document.filename) ?? [];
    found.delete(document.filename);
    if (copies.length > 1) fail("a document is doubled", `${document.filename}: ${copies.length}`);
    const there = copies[0];
    if (there === undefined) {
      if (document.state === "accepted") fail("a document is lost", `${document.filename} (${document.id})`);
      if (document.state !== "deleted") ledger.markDeleted(document);
      continue;
    }
    if (document.state === "deleted") fail("a deleted document is there", `${document.filename} (${there.id})`);
    if (document.id !== undefined && document.id !== there.id) fail("a document has another id", document.filename);
    document.id = there.id;
    document.state = "accepted";
    listed.set(there.id, document);
    await checkChunks(world, document, there, findings);
  }
  for (const filename of found.keys()) fail("a document that nobody sent", filename);
  return listed;
};

const checkChunks = async (
  { api, fail }: KillWorld,
  document: KillDocument,
  { status, error_message, chunk_count }: Document,
  findings: KillFindings,
) => {
  const described = `${document.filename} (${document.id})`;
  if (status === "failed") {
    findings.unlucky += 1;
    if (!UNLUCKY.test(error_message ?? "")) fail("a document failed", `${described}: ${error_message}`);
  }
  if (status !== "ready") {
    if (document.chunks !== undefined) fail("a document was ready and is not", `${described} is ${status}`);
    return;
  }
  const path = documentsPath(document.collection, document.id!, "chunks");
  const answer = await api.call<{ chunks: readonly KnownChunk[] }>("GET", path);
  if (answer === undefined) return;
  const chunks = answer.chunks.map(({ id, text }) => ({ id, text }));
  if (chunks.length !== chunk_count) fail("chunks are not as many as the document says", described);
  for (const token of document.tokens) {
    const holders = chunks.filter(({ text }) => text.includes(token)).length;
    if (holders !== 1) fail("a paragraph is not in one chunk", `${described}: ${token} is in ${holders}`);
  }
  if (document.chunks !== undefined && JSON.stringify(document.chunks) !== JSON.stringify(chunks)) {
    fail("chunks have changed", described);
  }
  document.chunks = chunks;
};

/** Both indexes list every promised chunk and vector, as it was promised, and nothing that can't be there. */
const checkIndexes = async (
  world: KillWorld,
  collection: string,
  listed: ReadonlyMap<string, KillDocument>,
  vectors: readonly KillVector[],
  findings: KillFindings,
) => {
  const { fail } = world;
  const semantic = await listAll(world, collection, "semantic");
  const keyword = await listAll(world, collection, "keyword");
  if (semantic === undefined || keyword === undefined) return;
  for (const [mode, results] of [
    ["semantic", semantic],
    ["keyword", keyword],
  ] as const) {
    const unexplained = new Map(results);
    const expect = (id: string, texts: readonly (string | undefined)[]) => {
      const result = results.get(id);
      unexplained.delete(id);
      findings.chunksChecked += 1;
      if (!texts.includes(result?.text)) {
        const kind = result === undefined ? "a promised chunk is not found" : "a chunk is not what was promised";
        fail(
          kind,
          `${collection}, ${mode}: ${id} is ${JSON.stringify(result?.text)}, promised ${JSON.stringify(texts)}`,
        );
      }
    };
    for (const { chunks } of listed.values()) for (const { id, text } of chunks ?? []) expect(id, [text]);
    for (const { id, promised, attempted } of vectors) {
      expect(id, attempted === undefined ? [promised?.text] : [promised?.text, attempted?.text]);
    }
    // What has become ready since it was listed.
    for (const [id, { document_id }] of unexplained) {
      const document = listed.get(document_id);
      if (document === undefined || document.chunks !== undefined)
        fail("a search gives what is not there", `${collection}, ${mode}: ${id} of ${document_id}`);
    }
  }
  for (const { id, attempted } of vectors) {
    if (attempted === undefined) continue;
    findings.unanswered += 1;
    const [near, matching] = [semantic.get(id)?.text, keyword.get(id)?.text];
    if (near !== matching) {
      fail(
        "a write is torn",
        `${collection}: ${id} is ${JSON.stringify(near)} by meaning, ${JSON.stringify(matching)} by words`,
      );
    }
  }
};

/** Everything that a collection's index has, by id. So many hits, and those of a filter, are found without a graph. */
const listAll = async (world: KillWorld, collection: string, search_mode: string) => {
  const { api, fail } = world;
  const byId = new Map<string, QueryResult>();
  for (const filters of collection === NEAR ? PARTS : [{}]) {
    const json = { query: COMMON_WORD, search_mode, top_k: MOST_RESULTS, filters };
    const answer = await api.call<QueryAnswer>("POST", `/v1/collections/${collection}/query`, { json });
    if (answer === undefined) return undefined;
    if (answer.results.length === MOST_RESULTS) throw new Error(`${collection} has grown beyond what one query lists`);
    for (const result of answer.results) {
      if (byId.has(result.id)) fail("a chunk is doubled", `${collection}, ${search_mode}: ${result.id}`);
      byId.set(result.id, result);
    }
  }
  return byId;
};

/** The parts that vectors are of, and the chunks of documents, which are of none. */
const PARTS = [...Array.from({ length: VECTOR_PARTS }, (_, part) => ({ part })), { part: { $exists: false } }] as const;

/** What a client does whose request got no answer. */
const repeatUnanswered = async (world: KillWorld, findings: KillFindings) => {
  const { ledger, api } = world;
  for (const collection of COLLECTIONS) {
    const unanswered = ledger.vectorsOf(collection).filter(({ attempted }) => attempted !== undefined);
    const deleted = unanswered.filter(({ attempted }) => attempted === null);
    const written = unanswered.filter(({ attempted }) => attempted !== null);
    if (deleted.length > 0) await deleteVectors(world, deleted);
    if (written.length > 0) await writeVectors(world, written);
  }
  // A document that was killed in every attempt is sent away, or the stock would fill with them.
  if (findings.unlucky === 0) return;
  for (const collection of COLLECTIONS) {
    const path = `${documentsPath(collection)}?limit=1000&status=failed`;
    const page = await api.call<{ documents: readonly Document[] }>("GET", path);
    for (const { id, filename } of page?.documents ?? []) {
      const document = ledger.documents.get(filename)!;
      if ((await api.call("DELETE", documentsPath(collection, id))) !== undefined) ledger.markDeleted(document);
    }
  }
};

/** Some chunks and vectors, each by its own word; and words of what is gone, by nothing. */
const lookUp = async (world: KillWorld) => {
  const { ledger, fail } = world;
  const chunks = [...ledger.documents.values()]
    .filter(({ state }) => state === "accepted")
    .flatMap(({ collection, tokens, chunks }) =>
      (chunks ?? []).map(({ id, text }) => ({ collection, id, token: tokens.find((one) => text.includes(one))! })),
    );
  const vectors = [...ledger.vectors.values()].flatMap(({ collection, id, promised }) =>
    promised === undefined ? [] : [{ collection, id, token: promised.token }],
  );
  for (const { collection, id, token } of [
    ...pick(world.random, chunks, LOOKED_UP),
    ...pick(world.random, vectors, LOOKED_UP),
  ]) {
    const holders = await holdersOf(world, collection, token, "keyword");
    if (holders?.length !== 1 || holders[0] !== id) fail("a chunk is not found by its word, once", `${id}: ${holders}`);
  }
  for (const { collection, token } of pick(world.random, ledger.gone, LOOKED_UP_GONE)) {
    for (const mode of ["keyword", "semantic", "hybrid"]) {
      const holders = await holdersOf(world, collection, token, mode);
      if (holders?.length !== 0) fail("something deleted is found", `${token}, ${mode}: ${holders}`);
    }
  }
};

const holdersOf = async ({ api }: KillWorld, collection: string, token: string, search_mode: string) => {
  const json = { query: token, search_mode, top_k: 20 };
  const answer = await api.call<QueryAnswer>("POST", `/v1/collections/${collection}/query`, { json });
  return answer?.results.filter(({ text }) => text.includes(token)).map(({ id }) => id);
};
