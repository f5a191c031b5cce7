import { workerData } from "node:worker_threads";
import type { Filter } from "@quarry/plugin/domain";
import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import { type MethodsOf, serveCalls, Transferred } from "@quarry/plugin/workers/inside";
import { buffersOf, type PackedBatch } from "../packed-records.ts";
import type { EmbeddedSettings } from "../settings.ts";
import { collectionExists, collectionPath } from "../storage/collection-paths.ts";
import { OpenCollections } from "../storage/open-collections.ts";
import { StoreFailure, toFailureOf, unknownCollection } from "../store-failure.ts";
import { answerSharing } from "./answer-sharing.ts";
import { GraphBuilder } from "./graph-builder.ts";
import type { Mirror } from "./mirror.ts";
import { Mirrors } from "./mirrors.ts";
import { readCosines } from "./read-cosines.ts";
import { countRecords, findMatching, getRecords, listRecords } from "./read-records.ts";
import { ReadableCollection } from "./readable-collection.ts";
import { search, searchTogether } from "./search-strategy.ts";

// The reader thread: connections of its own, so that reads never wait for writes.

const BYTES_PER_MB = 1_048_576;

const { directory, settings } = workerData as { directory: string; settings: EmbeddedSettings };
const collections = new OpenCollections<ReadableCollection>(settings.maxOpenCollections);
const graphsFromRows = settings.index === "auto" ? settings.indexFromRows : Number.POSITIVE_INFINITY;
const mirrors = new Mirrors(collections, settings.cacheMemoryMb * BYTES_PER_MB, graphsFromRows);
const builder = new GraphBuilder(mirrors, graphsFromRows);
/** Collections that are being dropped: kept closed, because an open file can't be removed everywhere. */
const suspended = new Map<string, number>();

const open = (name: string): ReadableCollection => {
  const known = collections.get(name);
  if (known?.isCurrent === true) return known;
  collections.close(name);
  if (suspended.has(name) || !collectionExists(directory, name)) throw unknownCollection(name);
  const opened = ReadableCollection.open(collectionPath(directory, name), name);
  if (opened === undefined) throw unknownCollection(name);
  collections.add(name, opened);
  return opened;
};

const current = (collection: ReadableCollection): Mirror | undefined => {
  const mirror = mirrors.current(collection);
  builder.consider(collection);
  return mirror;
};

const openWithMirror = (name: string): readonly [ReadableCollection, Mirror | undefined] => {
  const collection = open(name);
  return [collection, current(collection)];
};

const sendRecords = (records: PackedBatch, nextCursor?: string) =>
  new Transferred({ records, nextCursor }, buffersOf(records.parts));

type SearchCall = VectorSearchRequest & { readonly collection: string };

const checkVector = (vector: Float32Array, { dimension }: ReadableCollection): void => {
  if (vector.length === dimension) return;
  const message = `The query vector has ${vector.length} numbers; this collection takes ${dimension}.`;
  throw new StoreFailure("invalid", message);
};

/** Searches that wait at the same time; those of one collection share a pass over it. */
const searchAll = (calls: readonly SearchCall[]): readonly (readonly VectorHit[])[] => {
  const hits: (readonly VectorHit[])[] = calls.map(() => []);
  for (const name of new Set(calls.map(({ collection }) => collection))) {
    const places = calls.flatMap(({ collection }, place) => (collection === name ? [place] : []));
    const requests = places.map((place) => calls[place]!);
    const opened = open(name);
    for (const request of requests) checkVector(request.vector, opened);
    const found = searchTogether(opened, () => current(opened), requests);
    for (const [index, ranked] of found.entries()) hits[places[index]!] = ranked;
  }
  return hits;
};

const handlers = {
  search: ({ collection, ...request }: SearchCall) => {
    const opened = open(collection);
    checkVector(request.vector, opened);
    return search(opened, () => current(opened), request);
  },
  cosines: ({ collection, ids, vector }: { collection: string; ids: readonly string[]; vector: Float32Array }) => {
    const [opened, mirror] = openWithMirror(collection);
    checkVector(vector, opened);
    const cosines = readCosines(opened, mirror, vector, ids);
    return new Transferred(cosines, [cosines.buffer]);
  },
  get: ({ collection, ids }: { collection: string; ids: readonly string[] }) =>
    sendRecords(getRecords(open(collection), ids)),
  list: (parameters: { collection: string; filter: Filter | undefined; cursor: string | undefined; limit: number }) => {
    const collection = open(parameters.collection);
    const page = listRecords(collection, parameters.filter, parameters.cursor, parameters.limit);
    return sendRecords(page.records, page.nextCursor);
  },
  count: ({ collection, filter }: { collection: string; filter: Filter | undefined }) =>
    countRecords(...openWithMirror(collection), filter),
  findMatching: ({ collection, filter }: { collection: string; filter: Filter }) => {
    const found = findMatching(...openWithMirror(collection), filter);
    return new Transferred(found, [found.rids.buffer as ArrayBuffer]);
  },
  suspend: ({ collection }: { collection: string }): void => {
    collections.close(collection);
    suspended.set(collection, (suspended.get(collection) ?? 0) + 1);
  },
  resume: ({ collection }: { collection: string }): void => {
    // Open only if this thread was restarted meanwhile, and then maybe on a removed file.
    collections.close(collection);
    const count = (suspended.get(collection) ?? 1) - 1;
    if (count === 0) suspended.delete(collection);
    else suspended.set(collection, count);
  },
  check: (): void => {},
};

export type ReaderMethods = MethodsOf<typeof handlers>;

serveCalls({
  receive: answerSharing(handlers, { method: "search", run: searchAll, barriers: new Set(["suspend", "resume"]) }),
  toFailure: toFailureOf(collections),
  close: () => {
    builder.close();
    collections.closeAll();
  },
});
