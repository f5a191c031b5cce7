import { type Document, documentsPath } from "../api.ts";
import { isGoing, type LoadDocument, wasGone } from "./ledger.ts";
import { type Action, whileLives, type World } from "./world.ts";

const STATUSES = ["pending", "processing", "ready", "failed"] as const;
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

/** Picks one of the newest in half of the cases, which may be waiting or processing. */
const pickDocument = ({ ledger, random }: World, atLeast = 1): LoadDocument | undefined => {
  const live = ledger.liveDocuments;
  if (live.length < atLeast) return undefined;
  return random.pick(random.chance(0.5) ? live.slice(-10) : live);
};

export const reprocess: Action = async (world) => {
  const document = pickDocument(world);
  if (document === undefined) return;
  // Incremented before the response: events of the service may arrive sooner.
  document.reprocessed += 1;
  const path = documentsPath(document.collection.name, document.id, "reprocess");
  await world.api.call("POST", path, { expected: document.deletingSince === undefined ? [200, 404] : [404] });
};

export const listDocuments: Action = async ({ api, ledger, random, breach }) => {
  const collection = random.pick(ledger.live());
  const status = random.chance(0.4) ? random.pick(STATUSES) : undefined;
  const query = `?limit=${random.pick([10, 1000])}&offset=${random.pick([0, 3])}${status === undefined ? "" : `&status=${status}`}`;
  const expected = whileLives(collection, 200);
  const answer = await api.call<{ documents: readonly Document[]; total: number }>(
    "GET",
    documentsPath(collection.name) + query,
    { expected },
  );
  if (answer?.status !== 200) return;
  const { documents, total } = answer.body;
  if (documents.length > total) breach("list: more than total", `${documents.length} of ${total}`);
  for (const document of documents) {
    if (status !== undefined && document.status !== status) breach("list: another status", document.status);
    const known = ledger.documents.get(document.id);
    if (known === undefined) continue;
    if (wasGone(known, answer.sentAt)) breach("list: something deleted", document.id);
    if (document.status === "ready") known.wasReady = true;
  }
};

interface ChunkPage {
  readonly chunks: readonly { readonly chunk_index: number; readonly metadata: { readonly document_id: string } }[];
  readonly total: number;
}

/** Reads a random resource of one document. */
export const readDocument: Action = async (world) => {
  const { api, ledger, random, breach } = world;
  if (ledger.liveDocuments.length === 0) return;
  const known = random.pick(ledger.liveDocuments);
  const kind = random.pick(["", "", "chunks", "file"]);
  const path = documentsPath(known.collection.name, known.id, ...(kind === "" ? [] : [kind]));
  const expected = known.deletingSince === undefined ? [200, 404] : [404];
  const answer = await api.call<Document & ChunkPage>("GET", path, { expected });
  if (answer === undefined) return;
  if (answer.status === 404) {
    if (!isGoing(known)) breach("a document that is there is 404", path);
  } else if (kind === "") known.wasReady ||= answer.body.status === "ready";
  else if (kind === "chunks") {
    const { chunks, total } = answer.body;
    const isWhole = chunks.every(
      ({ chunk_index, metadata }, index) => chunk_index === index && metadata.document_id === known.id,
    );
    if (!isWhole || total !== chunks.length) breach("chunks: not whole, or of another document", known.id);
  }
};

export const readBatch: Action = async ({ api, ledger, random, breach }) => {
  const collection = random.pick(ledger.live("steady"));
  const own = ledger.liveDocuments.filter((document) => document.collection === collection).slice(-20);
  if (own.length === 0) return;
  const json = { document_ids: own.map(({ id }) => id) };
  const path = documentsPath(collection.name, "batch", random.pick(["get", "status"]));
  const answer = await api.body<{ documents: readonly Document[] }>("POST", path, { json });
  if (answer === undefined) return;
  const found = new Set(answer.documents.map(({ id }) => id));
  for (const document of own) {
    if (!found.has(document.id) && document.deletingSince === undefined)
      breach("batch: a document that is there is left out", document.id);
  }
};

export const deleteDocument: Action = async (world) => {
  const document = pickDocument(world, 10);
  if (document === undefined) return;
  const { collection, id } = document;
  document.deletingSince = performance.now();
  const expected = whileLives(collection, 200);
  if ((await world.api.call("DELETE", documentsPath(collection.name, id), { expected })) === undefined) return;
  document.deletedAt = performance.now();
  const suffix = world.random.pick([[], ["chunks"], ["file"], ["progress"]]);
  await world.api.call("GET", documentsPath(collection.name, id, ...suffix), { expected: [404] });
};

interface BatchDeleted {
  readonly deleted: number;
  readonly errors: readonly { readonly document_id: string }[];
}

/** Deletes some existing documents and one that doesn't exist. */
export const deleteBatch: Action = async (world) => {
  const first = pickDocument(world, 10);
  if (first === undefined) return;
  const { collection } = first;
  const documents = world.ledger.liveDocuments
    .filter((document) => document.collection === collection)
    .slice(0, world.random.between(1, 6));
  for (const document of documents) document.deletingSince = performance.now();
  const json = { document_ids: [...documents.map(({ id }) => id), UNKNOWN_ID] };
  const path = documentsPath(collection.name, "batch", "delete");
  const answer = await world.api.call<BatchDeleted>("POST", path, { json, expected: whileLives(collection, 200) });
  if (answer === undefined) return;
  for (const document of documents) document.deletedAt = performance.now();
  if (answer.status !== 200 || collection.deletingSince !== undefined) return;
  const { deleted, errors } = answer.body;
  if (deleted !== documents.length || errors.length !== 1 || errors[0]!.document_id !== UNKNOWN_ID)
    world.breach("batch delete: wrong counts", JSON.stringify({ sent: json.document_ids.length, deleted, errors }));
};
