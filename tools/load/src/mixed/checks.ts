import { setTimeout as pause } from "node:timers/promises";
import { type Api, type Document, documentsPath, type QueryAnswer, SEARCH_MODES } from "../api.ts";
import type { Breach } from "../breaches.ts";
import { isGoing, type Ledger, wasGone } from "./ledger.ts";

/** Time without any completed document after which the remaining ones count as stuck. */
const STUCK_AFTER_MS = 120_000;
const EVERYTHING = "lantern compass ledger password report limits and settings";

/** All documents by the names of their collections. */
export type Inventory = ReadonlyMap<string, readonly Document[]>;

/** Waits until no document is pending or processing, and reports those that are stuck. */
export const settle = async (api: Api, breach: Breach): Promise<Inventory> => {
  for (let before = Infinity, since = performance.now(); ; await pause(500)) {
    const inventory = await takeInventory(api);
    const open = [...inventory.values()].flat().filter(({ status }) => status === "pending" || status === "processing");
    if (open.length === 0) return inventory;
    if (open.length < before) since = performance.now();
    before = open.length;
    if (performance.now() - since < STUCK_AFTER_MS) continue;
    for (const { id, filename, status } of open) breach("stuck documents", `${filename} (${id}) is ${status}`);
    return inventory;
  }
};

const takeInventory = async (api: Api): Promise<Inventory> => {
  const inventory = new Map<string, readonly Document[]>();
  const list = await api.body<{ collections: { name: string }[] }>("GET", "/v1/collections?limit=1000");
  for (const { name } of list?.collections ?? []) {
    const page = await api.body<{ documents: Document[] }>("GET", `${documentsPath(name)}?limit=1000`);
    inventory.set(name, page?.documents ?? []);
  }
  return inventory;
};

/**
 * Checks that each document acknowledged with 201 and not deleted exists once, with the final status expected for its
 * file, and that deleted ones don't exist.
 */
export const checkInventory = (ledger: Ledger, breach: Breach, inventory: Inventory): void => {
  const found = new Map<string, Document>();
  for (const document of [...inventory.values()].flat()) {
    if (found.has(document.id)) breach("a document is listed twice", document.id);
    found.set(document.id, document);
    if (!ledger.documents.has(document.id)) breach("a document nobody was told of", JSON.stringify(document));
  }
  for (const known of ledger.documents.values()) {
    const document = found.get(known.id);
    if (wasGone(known) && document !== undefined) breach("a deleted document is there", known.id);
    if (!isGoing(known) && document === undefined) breach("a document is lost", `${known.filename} (${known.id})`);
    if (document === undefined) continue;
    const expected = known.isBroken ? "failed" : "ready";
    if (document.status !== expected) {
      const reported = `${document.filename} (${document.id}) is ${document.status}: ${document.error_message}`;
      breach(`a document should be ${expected}`, reported);
    }
    if (document.filename !== known.filename || document.file_size !== known.bytes)
      breach("a document is another than was sent", JSON.stringify(document));
  }
  for (const { name, deletedAt, deletingSince } of ledger.collections) {
    if (deletedAt !== undefined && inventory.has(name)) breach("a deleted collection is there", name);
    if (deletingSince === undefined && !inventory.has(name)) breach("a collection is lost", name);
  }
};

type Counts = Record<string, number>;

/** Checks that the statistics match the lists exactly. */
export const checkStatistics = async (api: Api, breach: Breach, inventory: Inventory): Promise<void> => {
  const compare = (what: string, listed: Counts, reported: Counts): void => {
    for (const [key, count] of Object.entries(listed))
      if (reported[key] !== count)
        breach("statistics differ from lists", `${what}: ${key} ${reported[key]}, is ${count}`);
  };
  const totals: Counts = { total: 0, total_chunks: 0, total_size_bytes: 0, total_tokens: 0, ready: 0, failed: 0 };
  for (const [name, documents] of inventory) {
    const answer = await api.body<Counts & { status_counts: Counts }>("GET", `/v1/collections/${name}/stats`);
    if (answer === undefined) continue;
    const { status_counts: statuses, ...stats } = answer;
    const sum = (of: (document: Document) => number) => documents.reduce((all, one) => all + of(one), 0);
    const listed = {
      total: documents.length,
      total_chunks: sum(({ chunk_count }) => chunk_count),
      total_size_bytes: sum(({ file_size }) => file_size),
      ready: sum(({ status }) => Number(status === "ready")),
      failed: sum(({ status }) => Number(status === "failed")),
    };
    compare(`collection ${name}`, listed, { ...stats, ...statuses, total: stats["document_count"]! });
    for (const [key, count] of Object.entries({ ...listed, total_tokens: stats["total_tokens"]! }))
      totals[key]! += count;
  }
  const platform = await api.body<{ documents: Counts; queue: Counts; collections: number }>("GET", "/v1/stats");
  if (platform === undefined) return;
  compare("platform", { ...totals, pending: 0, processing: 0 }, platform.documents);
  compare("platform", { queued: 0 }, platform.queue);
  compare("platform", { collections: inventory.size }, { collections: platform.collections });
};

/** Checks the idle service: every document is found by its token, and no search returns deleted data. */
export const checkSearches = async (api: Api, ledger: Ledger, breach: Breach, inventory: Inventory): Promise<void> => {
  const ids = new Set([...inventory.values()].flat().map(({ id }) => id));
  const vectors = new Set(ledger.liveVectors.map(({ id }) => id));
  const search = async (collection: string, json: object) =>
    (await api.body<QueryAnswer>("POST", `/v1/collections/${collection}/query`, { json }))?.results ?? [];
  for (const name of inventory.keys()) {
    for (const search_mode of SEARCH_MODES) {
      for (const { id, document_id } of await search(name, { query: EVERYTHING, search_mode, top_k: 1_000 }))
        if (!ids.has(document_id) && !vectors.has(id)) breach("a search gives what is not there", `${name}: ${id}`);
    }
  }
  for (const known of ledger.documents.values()) {
    const { token, collection } = known;
    if (isGoing(known) || token === undefined) continue;
    const results = await search(collection.name, { query: token, search_mode: "keyword", top_k: 10 });
    const holders = results.filter(({ text }) => text.includes(token));
    if (holders.length === 1 && holders[0]!.document_id === known.id) continue;
    const reported = `${known.filename} (${known.id}), reprocessed ${known.reprocessed} times: ${holders.length} passages`;
    breach("a document is not found by its word, once", reported);
  }
};
