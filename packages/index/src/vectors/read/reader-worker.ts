import { type MessagePort, workerData } from "node:worker_threads";
import type { Filter } from "@quarry/plugin/domain";
import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import { answerWith, type MethodsOf, serveCalls, servePort, Transferred } from "@quarry/plugin/workers/inside";
import { columnsIn } from "../../columns/filter-rows.ts";
import { OpenFiles } from "../../storage/open-files.ts";
import { buffersOf } from "../packed-records.ts";
import type { EmbeddedSettings } from "../settings.ts";
import { collectionBytes, collectionExists, collectionPath, collectionsIn } from "../storage/collection-paths.ts";
import { beingRead, slowSearch, StoreFailure, toFailureOf, unknownCollection } from "../store-failure.ts";
import { answerSharing } from "./answer-sharing.ts";
import { IndexBuilder } from "./index-builder.ts";
import type { Mirror } from "./mirror.ts";
import { Mirrors } from "./mirrors.ts";
import { readCosines } from "./read-cosines.ts";
import {
  countRecords,
  findMatching,
  getRecords,
  listRecords,
  type PackedPage,
  type PageRequest,
} from "./read-records.ts";
import { ReadableCollection } from "./readable-collection.ts";
import { search, searchTogether } from "./search-strategy.ts";
import { runToCompletion, inTimeSlices, type Sliced } from "./sliced.ts";

// The reader thread. It has separate connections, so reads never wait for writes.

const BYTES_PER_MB = 1_048_576;

const { directory, settings, patienceMs } = workerData as {
  directory: string;
  settings: EmbeddedSettings;
  patienceMs: number;
};
const collections = new OpenFiles<ReadableCollection>(settings.maxOpenCollections, (name) =>
  collectionPath(directory, name),
);
const graphsFromRows = settings.index === "auto" ? settings.indexFromRows : Number.POSITIVE_INFINITY;
const mirrors = new Mirrors(collections, settings.cacheMemoryMb * BYTES_PER_MB, graphsFromRows);
/**
 * Number of running drops by collection. These collections stay closed, because some platforms can't remove open files.
 */
const suspended = new Map<string, number>();

const open = (name: string): ReadableCollection => {
  const known = collections.get(name);
  if (known !== undefined) return known;
  if (suspended.has(name) || !collectionExists(directory, name)) throw unknownCollection(name);
  const opened = collections.open(name, (path) => ReadableCollection.open(path, name));
  if (opened === undefined) throw unknownCollection(name);
  return opened;
};

/** Minimum bytes of a row in the collection's file. A smaller file can be excluded without opening it. */
const MIN_ROW_BYTES = 64;

/**
 * Opens a collection that is large enough for an index and fits in the cache without evicting another: background work
 * must not slow down other collections.
 */
const openLarge = (name: string): ReadableCollection | undefined => {
  if (suspended.has(name) || !collections.hasSlot(name)) return undefined;
  if (collectionBytes(directory, name) < graphsFromRows * MIN_ROW_BYTES) return undefined;
  const collection = open(name);
  return collection.clock() >= graphsFromRows && mirrors.hasCapacity(collection) ? collection : undefined;
};

const builder = new IndexBuilder(mirrors, graphsFromRows, openLarge);
// Continues work that the last process left unfinished.
builder.notify(collectionsIn(directory));

const current = (collection: ReadableCollection): Mirror | undefined => {
  const mirror = mirrors.current(collection);
  builder.consider(collection);
  return mirror;
};

/** Number of times that work is restarted because its collection was closed while it yielded. */
const MAX_RESTARTS = 3;

/** Returns the mirror only if it is complete: listing or counting is no reason to read all vectors. */
const currentIfComplete = (collection: ReadableCollection): Mirror | undefined =>
  mirrors.of(collection)?.isPartial === false ? current(collection) : undefined;

/** Runs work that needs a collection's mirror. Reads the missing records first. */
const withMirror = <Value>(name: string, work: (collection: ReadableCollection) => Sliced<Value>): Sliced<Value> =>
  withCollection(name, function* (collection) {
    yield* mirrors.readNewRecords(collection);
    return yield* work(collection);
  });

/** Runs work on a collection. Restarts it if another call closes the collection while it yields. */
function* withCollection<Value>(name: string, work: (collection: ReadableCollection) => Sliced<Value>): Sliced<Value> {
  for (let restarts = 0; ; restarts += 1) {
    const collection = open(name);
    if (restarts === MAX_RESTARTS) return runToCompletion(work(collection));
    try {
      return yield* work(collection);
    } catch (error) {
      if (collection.isOpen) throw error;
    }
  }
}

const sendPage = (page: PackedPage) => new Transferred(page, buffersOf(page.records.parts));

type SearchCall = VectorSearchRequest & { readonly collection: string };

const checkVector = (vector: Float32Array, { dimension }: ReadableCollection): void => {
  if (vector.length === dimension) return;
  const message = `The query vector has ${vector.length} numbers; this collection takes ${dimension}.`;
  throw new StoreFailure("invalid", message);
};

/**
 * Answers searches that wait at the same time. Those of one collection share a pass over it if it is cached in full.
 * The others are answered one by one, to prevent a fast search from waiting for a slow one.
 */
const searchShared = (calls: readonly SearchCall[]): readonly (readonly VectorHit[] | undefined)[] => {
  const hits: (readonly VectorHit[] | undefined)[] = calls.map(() => undefined);
  for (const [name, indexes] of Map.groupBy(calls.keys(), (index) => calls[index]!.collection)) {
    if (indexes.length === 1) continue;
    const requests = indexes.map((index) => calls[index]!);
    const collection = open(name);
    // The first search reads the missing records, and yields in between.
    if (mirrors.of(collection)?.isPartial !== false) continue;
    for (const request of requests) checkVector(request.vector, collection);
    const found = searchTogether(() => current(collection), requests);
    for (const [index, ranked] of (found ?? []).entries()) hits[indexes[index]!] = ranked;
  }
  return hits;
};

/** Operations that can take longer and yield to others. */
const sliced = {
  search: ({ collection, ...request }: SearchCall) =>
    withMirror(collection, (opened) => {
      checkVector(request.vector, opened);
      return search(opened, () => current(opened), request);
    }),
  count: ({ collection, filter }: { collection: string; filter: Filter | undefined }) =>
    filter === undefined
      ? withCollection(collection, (opened) => countRecords(opened, () => currentIfComplete(opened), filter))
      : withMirror(collection, (opened) => countRecords(opened, () => current(opened), filter)),
  *list({ collection, ...range }: PageRequest & { readonly collection: string }) {
    const list = (opened: ReadableCollection) => listRecords(opened, () => currentIfComplete(opened), range);
    return sendPage(yield* withCollection(collection, list));
  },
  *cosines({ collection, ids, vector }: { collection: string; ids: readonly string[]; vector: Float32Array }) {
    const cosines = yield* withMirror(collection, function* (opened) {
      checkVector(vector, opened);
      return yield* readCosines(opened, current(opened), vector, ids);
    });
    return new Transferred(cosines, [cosines.buffer]);
  },
  *findMatching({ collection, filter }: { collection: string; filter: Filter }) {
    const found = yield* withMirror(collection, (opened) => findMatching(opened, () => current(opened), filter));
    return new Transferred(found, [found.rids.buffer as ArrayBuffer]);
  },
};

const handlers = {
  get: ({ collection, ids }: { collection: string; ids: readonly string[] }) =>
    sendPage({ records: getRecords(open(collection), ids) }),
  suspend: ({ collection }: { collection: string }): void => {
    collections.close(collection);
    suspended.set(collection, (suspended.get(collection) ?? 0) + 1);
  },
  resume: ({ collection }: { collection: string }): void => {
    // It can only be open if this thread was restarted meanwhile, and can then be a removed file.
    collections.close(collection);
    const count = (suspended.get(collection) ?? 1) - 1;
    if (count === 0) suspended.delete(collection);
    else suspended.set(collection, count);
  },
  check: (): void => {},
  /** Serves the calls of another thread, which reads passages. */
  connect: (port: MessagePort): void => servePort(port, { receive, toFailure }),
  /** Called when collections have been written to. */
  written: (names: readonly string[]): void => builder.notify(names),
};

type SlicedMethods = {
  readonly [Name in keyof typeof sliced]: (
    parameters: Parameters<(typeof sliced)[Name]>[0],
  ) => ReturnType<(typeof sliced)[Name]> extends Sliced<infer Value> ? Value : never;
};

export type ReaderMethods = MethodsOf<typeof handlers & SlicedMethods>;

/** Returns the error of a search that took too long. Reading continues in the background for the next caller. */
const searchTimeout = ({ collection: name, filter }: SearchCall): StoreFailure => {
  const collection = collections.get(name);
  const mirror = collection && mirrors.of(collection);
  if (collection === undefined || mirror === undefined) return slowSearch(patienceMs);
  if (mirror.isPartial) {
    // The builder continues reading only for collections with news.
    builder.notify([name]);
    return beingRead("its first search", mirror.length / Math.max(1, collection.clock()));
  }
  const share = filter === undefined ? 1 : mirror.columns.coverageOf(filter);
  return share < 1 ? beingRead(`the first filter by ${pathsOf(filter!)}`, share) : slowSearch(patienceMs);
};

const pathsOf = (filter: Filter): string =>
  [...new Set(columnsIn(filter).values())].map((path) => JSON.stringify(path)).join(", ");

const answerOne = answerWith(({ method, parameters, checkpoint }) => {
  if (!(method in sliced)) return handlers[method as keyof typeof handlers](parameters as never);
  const work: Sliced<unknown> = sliced[method as keyof typeof sliced](parameters as never);
  const timeLimit = { milliseconds: patienceMs, failure: () => searchTimeout(parameters as SearchCall) };
  return inTimeSlices(work, checkpoint, method === "search" ? timeLimit : undefined);
});

const receive = answerSharing(answerOne, searchShared);
const toFailure = toFailureOf(collections);

serveCalls({
  receive,
  toFailure,
  close: () => {
    builder.close();
    collections.closeAll();
  },
});
