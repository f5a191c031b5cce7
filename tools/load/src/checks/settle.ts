import { setTimeout as pause } from "node:timers/promises";
import type { Breaches } from "../breaches.ts";
import type { Api } from "../clients/api.ts";
import { type Collection, type CollectionStats, type Document, type PlatformStats, SETTLED } from "../resources.ts";
import { documentsPath } from "../world.ts";

/** Without any document ending in this time, the rest is stuck. */
const STUCK_AFTER_MS = 120_000;

/** All documents by the names of their collections. */
export type Inventory = ReadonlyMap<string, readonly Document[]>;

/** Waits until nothing is pending or processing any more, and tells of what is stuck. */
export const settle = async (api: Api, breaches: Breaches): Promise<Inventory> => {
  let before = Infinity;
  let since = performance.now();
  for (;;) {
    const inventory = await takeInventory(api);
    const open = [...inventory.values()].flat().filter(({ status }) => !SETTLED.has(status));
    if (open.length === 0) return inventory;
    if (open.length < before) since = performance.now();
    before = open.length;
    if (performance.now() - since > STUCK_AFTER_MS) {
      for (const { id, filename, status } of open) breaches.add("stuck documents", `${filename} (${id}) is ${status}`);
      return inventory;
    }
    await pause(500);
  }
};

const takeInventory = async (api: Api): Promise<Inventory> => {
  const inventory = new Map<string, readonly Document[]>();
  const list = await api.call<{ collections: readonly Collection[] }>("GET", "/v1/collections?limit=1000");
  for (const { name } of list?.body.collections ?? []) {
    const page = await api.call<{ documents: readonly Document[] }>("GET", `${documentsPath(name)}?limit=1000`);
    inventory.set(name, page?.body.documents ?? []);
  }
  return inventory;
};

/** What the statistics say is what the lists show, to the last document. */
export const checkStatistics = async (api: Api, breaches: Breaches, inventory: Inventory): Promise<void> => {
  const totals = { document_count: 0, total_chunks: 0, total_size_bytes: 0, total_tokens: 0, ready: 0, failed: 0 };
  for (const [name, documents] of inventory) {
    const stats = (await api.call<CollectionStats>("GET", `/v1/collections/${name}/stats`))?.body;
    if (stats === undefined) continue;
    const count = (status: string) => documents.filter((document) => document.status === status).length;
    const listed = {
      document_count: documents.length,
      total_chunks: sum(documents.map(({ chunk_count }) => chunk_count)),
      total_size_bytes: sum(documents.map(({ file_size }) => file_size)),
      ready: count("ready"),
      failed: count("failed"),
    };
    const told = { ...pick(stats, listed), ready: stats.status_counts.ready, failed: stats.status_counts.failed };
    compare(breaches, `collection ${name}`, listed, told);
    for (const key of Object.keys(listed) as (keyof typeof listed)[]) totals[key] += listed[key];
    totals.total_tokens += stats.total_tokens;
  }
  const platform = (await api.call<PlatformStats>("GET", "/v1/stats"))?.body;
  if (platform === undefined) return;
  const { documents, queue, collections } = platform;
  compare(
    breaches,
    "platform",
    { ...totals, collections: inventory.size, queued: 0, pending: 0, processing: 0 },
    {
      document_count: documents.total,
      total_chunks: documents.total_chunks,
      total_size_bytes: documents.total_size_bytes,
      total_tokens: documents.total_tokens,
      ready: documents.ready,
      failed: documents.failed,
      collections,
      queued: queue.queued,
      pending: documents.pending,
      processing: documents.processing,
    },
  );
};

type Counts = Readonly<Record<string, number>>;

const compare = (breaches: Breaches, what: string, listed: Counts, told: Counts): void => {
  const wrong = Object.keys(listed).filter((key) => listed[key] !== told[key]);
  for (const key of wrong)
    breaches.add("statistics differ from lists", `${what}: ${key} ${told[key]}, is ${listed[key]}`);
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const pick = (from: CollectionStats, keys: Counts): Record<string, number> =>
  Object.fromEntries(Object.keys(keys).map((key) => [key, Number(from[key as keyof CollectionStats])]));
