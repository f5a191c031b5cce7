import type { Collection, Document } from "../resources.ts";
import { type LoadDocument, wasGone } from "../ledger.ts";
import { SCOPED_KEYS, tokenOf } from "../service/service-folder.ts";
import { type Action, documentsPath } from "../world.ts";
import { whileCollectionLives } from "./upload.ts";

const STATUSES = ["pending", "processing", "ready", "failed"] as const;

export const listDocuments: Action = async ({ api, ledger, random, breaches }) => {
  const collection = random.pick(ledger.liveCollections);
  const status = random.chance(0.4) ? random.pick(STATUSES) : undefined;
  const query = `?limit=${random.pick([10, 1000])}&offset=${random.pick([0, 3])}${status === undefined ? "" : `&status=${status}`}`;
  const answer = await api.call<{ documents: readonly Document[]; total: number }>(
    "GET",
    documentsPath(collection.name) + query,
    { expected: whileCollectionLives(collection, [200]) },
  );
  if (answer?.status !== 200) return;
  const { documents, total } = answer.body;
  if (documents.length > total) breaches.add("list: more than total", `${documents.length} of ${total}`);
  for (const document of documents) {
    if (status !== undefined && document.status !== status) breaches.add("list: another status", document.status);
    const known = ledger.documents.get(document.id);
    if (known === undefined) continue;
    if (wasGone(known, answer.sentAt)) breaches.add("list: something deleted", document.id);
    see(known, document);
  }
};

/** Any of the things that can be read of one document. */
export const readDocument: Action = async ({ api, ledger, random, breaches }) => {
  const live = ledger.liveDocuments;
  if (live.length === 0) return;
  const known = random.pick(live);
  const { collection, id } = known;
  const expected = known.deletingSince === undefined ? [200, 404] : [404];
  const kind = random.pick(["", "", "chunks", "file"]);
  const path = documentsPath(collection.name, id, ...(kind === "" ? [] : [kind]));
  const answer = await api.call<unknown>("GET", path, { expected });
  if (answer === undefined) return;
  const isGoing = known.deletingSince !== undefined || collection.deletingSince !== undefined;
  if (answer.status === 404) {
    if (!isGoing) breaches.add("a document that is there is 404", `${path}`);
  } else if (kind === "") see(known, answer.body as Document);
  else if (kind === "chunks") checkChunks(known, answer.body as ChunkPage, breaches.add.bind(breaches));
};

interface ChunkPage {
  readonly chunks: readonly { readonly chunk_index: number; readonly metadata: { readonly document_id: string } }[];
  readonly total: number;
}

const checkChunks = (
  { id }: LoadDocument,
  { chunks, total }: ChunkPage,
  breach: (kind: string, example: string) => void,
): void => {
  const isInOrder = chunks.every(({ chunk_index }, index) => chunk_index === index);
  const isOwn = chunks.every(({ metadata }) => metadata.document_id === id);
  if (!isInOrder || !isOwn || total !== chunks.length) breach("chunks: not whole, or of another document", id);
};

export const readBatch: Action = async ({ api, ledger, random, breaches }) => {
  const collection = random.pick(ledger.liveCollections.filter(({ kind }) => kind === "steady"));
  const own = ledger.liveDocuments.filter((document) => document.collection === collection).slice(-20);
  if (own.length === 0) return;
  const json = { document_ids: own.map(({ id }) => id) };
  const path = documentsPath(collection.name, "batch", random.pick(["get", "status"]));
  const answer = await api.call<{ documents: readonly Document[]; total: number }>("POST", path, { json });
  if (answer === undefined) return;
  const found = new Set(answer.body.documents.map(({ id }) => id));
  for (const document of own) {
    if (!found.has(document.id) && document.deletingSince === undefined) {
      breaches.add("batch: a document that is there is left out", document.id);
    }
  }
};

export const readPlatform: Action = async ({ api, random }) => {
  await api.call(
    "GET",
    random.pick([
      "/v1/stats",
      "/v1/embeddings/models",
      "/v1/collections?limit=1000",
      "/health/ready",
      "/v1/collections/steady_one/analytics",
      "/v1/collections/steady_one/stats",
      "/openapi.json",
    ]),
  );
};

/** Keys that may not, and tokens that are none. */
export const useKeys: Action = async ({ api, random }) => {
  const [limited] = SCOPED_KEYS.limited.collections;
  const query = { json: { query: "lantern" } };
  await random.pick([
    () => api.call("GET", "/v1/stats", { token: "not a token", expected: [401] }),
    () => api.call("POST", "/v1/collections", { json: { name: "x" }, token: tokenOf("write"), expected: [403] }),
    () => api.call("POST", `/v1/collections/${limited}/query`, { ...query, token: tokenOf("limited") }),
    () =>
      api.call("POST", "/v1/collections/steady_two/query", { ...query, token: tokenOf("limited"), expected: [403] }),
    () => api.call("GET", "/v1/admin/webhooks", { token: tokenOf("read"), expected: [403] }),
    () => api.call<Collection>("GET", "/v1/collections/steady_two", { token: tokenOf("read") }),
  ])();
};

/** Requests that are wrong, and refused with what is wrong. */
export const refuse: Action = async ({ api, random }) => {
  const steady = "/v1/collections/steady_one";
  await random.pick([
    () => api.call("POST", `${steady}/query`, { json: { query: " " }, expected: [400] }),
    () => api.call("POST", `${steady}/query`, { json: { query: "x", filters: { a: { $near: 1 } } }, expected: [400] }),
    () => api.call("POST", "/v1/collections", { json: { name: "steady_one" }, expected: [409] }),
    () => api.call("POST", "/v1/query", { json: { query: "x", collections: ["nowhere"] }, expected: [404] }),
    () => api.call("GET", `${steady}/documents?limit=0`, { expected: [400] }),
    () => api.call("PATCH", steady, { expected: [405] }),
  ])();
};

const see = (known: LoadDocument, { status }: Document): void => {
  if (status === "ready") known.wasReady = true;
};
