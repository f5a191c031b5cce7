import { type MessagePort, workerData } from "node:worker_threads";
import type { Filter } from "@quarry/plugin/domain";
import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import { answerWith, type MethodsOf, serveCalls, servePort, Transferred } from "@quarry/plugin/workers/inside";
import { pathsIn } from "../../columns/filter-rows.ts";
import { OpenFiles } from "../../storage/open-files.ts";
import { buffersOf, type PackedBatch } from "../packed-records.ts";
import type { EmbeddedSettings } from "../settings.ts";
import { collectionBytes, collectionExists, collectionPath, collectionsIn } from "../storage/collection-paths.ts";
import { beingRead, slowSearch, StoreFailure, toFailureOf, unknownCollection } from "../store-failure.ts";
import { answerSharing } from "./answer-sharing.ts";
import { IndexBuilder } from "./index-builder.ts";
import type { Mirror } from "./mirror.ts";
import { Mirrors } from "./mirrors.ts";
import { readCosines } from "./read-cosines.ts";
import { countRecords, findMatching, getRecords, listRecords } from "./read-records.ts";
import { ReadableCollection } from "./readable-collection.ts";
import { search, searchTogether } from "./search-strategy.ts";
import { atOnce, inTimeSlices, type Patience, type Sliced } from "./sliced.ts";

// The reader thread: connections of its own, so that reads never wait for writes.

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
/** Collections that are being dropped: kept closed, because an open file can't be removed everywhere. */
const suspended = new Map<string, number>();

const open = (name: string): ReadableCollection => {
  const known = collections.get(name);
  if (known !== undefined) return known;
  if (suspended.has(name) || !collectionExists(directory, name)) throw unknownCollection(name);
  const opened = collections.open(name, (path) => ReadableCollection.open(path, name));
  if (opened === undefined) throw unknownCollection(name);
  return opened;
};

/** A row takes so many bytes of its collection's file, and mostly more: what is smaller needs no opening to be told. */
const LEAST_ROW_BYTES = 64;

/**
 * Opens a collection that is worth an index and can be cached without evicting another: work that nobody asked for must
 * not cost others.
 */
const openLarge = (name: string): ReadableCollection | undefined => {
  if (suspended.has(name) || !collections.hasSlot(name)) return undefined;
  if (collectionBytes(directory, name) < graphsFromRows * LEAST_ROW_BYTES) return undefined;
  const collection = open(name);
  return collection.clock() >= graphsFromRows && mirrors.hasCapacity(collection) ? collection : undefined;
};

const builder = new IndexBuilder(mirrors, graphsFromRows, openLarge);
// Work that the last process left unfinished.
builder.notify(collectionsIn(directory));

const current = (collection: ReadableCollection): Mirror | undefined => {
  const mirror = mirrors.current(collection);
  builder.consider(collection);
  return mirror;
};

/** So often work is begun again when its collection was closed where it gave way. */
const RESTARTS = 3;

/** A list or a count alone is no reason to read all vectors. */
const currentIfHeld = (collection: ReadableCollection): Mirror | undefined =>
  mirrors.of(collection)?.isPartial === false ? current(collection) : undefined;

/** Work with a collection's mirror, however much of it is to be read first. */
const onMirror = <Value>(name: string, work: (collection: ReadableCollection) => Sliced<Value>): Sliced<Value> =>
  onCollection(name, function* (collection) {
    yield* mirrors.follow(collection);
    return yield* work(collection);
  });

/** Work on a collection that may be closed, for others, where it gives way; it is then begun again. */
function* onCollection<Value>(name: string, work: (collection: ReadableCollection) => Sliced<Value>): Sliced<Value> {
  for (let restarts = 0; ; restarts += 1) {
    const collection = open(name);
    if (restarts === RESTARTS) return atOnce(work(collection));
    try {
      return yield* work(collection);
    } catch (error) {
      if (collection.isOpen) throw error;
    }
  }
}

const sendRecords = (records: PackedBatch, nextCursor?: string) =>
  new Transferred({ records, nextCursor }, buffersOf(records.parts));

type SearchCall = VectorSearchRequest & { readonly collection: string };

const checkVector = (vector: Float32Array, { dimension }: ReadableCollection): void => {
  if (vector.length === dimension) return;
  const message = `The query vector has ${vector.length} numbers; this collection takes ${dimension}.`;
  throw new StoreFailure("invalid", message);
};

/**
 * Searches that wait at the same time: those of one collection share a pass over it where all of it is held in full. The
 * others are searched for one by one, lest a quick one should wait for a slow one.
 */
const searchShared = (calls: readonly SearchCall[]): readonly (readonly VectorHit[] | undefined)[] => {
  const hits: (readonly VectorHit[] | undefined)[] = calls.map(() => undefined);
  for (const name of new Set(calls.map(({ collection }) => collection))) {
    const indexes = calls.flatMap(({ collection }, index) => (collection === name ? [index] : []));
    const requests = indexes.map((index) => calls[index]!);
    if (requests.length === 1) continue;
    const collection = open(name);
    // The first of them reads what there is to read, and gives way meanwhile.
    if (mirrors.of(collection)?.isPartial !== false) continue;
    for (const request of requests) checkVector(request.vector, collection);
    const found = searchTogether(() => current(collection), requests);
    for (const [index, ranked] of (found ?? []).entries()) hits[indexes[index]!] = ranked;
  }
  return hits;
};

type ListCall = { collection: string; filter: Filter | undefined; cursor: string | undefined; limit: number };

/** Operations that may take longer, and yield to others. */
const sliced = {
  search: ({ collection, ...request }: SearchCall) =>
    onMirror(collection, (opened) => {
      checkVector(request.vector, opened);
      return search(opened, () => current(opened), request);
    }),
  count: ({ collection, filter }: { collection: string; filter: Filter | undefined }) =>
    filter === undefined
      ? onCollection(collection, (opened) => countRecords(opened, () => currentIfHeld(opened), filter))
      : onMirror(collection, (opened) => countRecords(opened, () => current(opened), filter)),
  *list({ collection, ...page }: ListCall) {
    const { records, nextCursor } = yield* onCollection(collection, (opened) =>
      listRecords(opened, () => currentIfHeld(opened), page),
    );
    return sendRecords(records, nextCursor);
  },
  *cosines({ collection, ids, vector }: { collection: string; ids: readonly string[]; vector: Float32Array }) {
    // eslint-disable-next-line require-yield
    const cosines = yield* onMirror(collection, function* (opened) {
      checkVector(vector, opened);
      return readCosines(opened, current(opened), vector, ids);
    });
    return new Transferred(cosines, [cosines.buffer]);
  },
  *findMatching({ collection, filter }: { collection: string; filter: Filter }) {
    const found = yield* onMirror(collection, (opened) => findMatching(opened, () => current(opened), filter));
    return new Transferred(found, [found.rids.buffer as ArrayBuffer]);
  },
};

const handlers = {
  get: ({ collection, ids }: { collection: string; ids: readonly string[] }) =>
    sendRecords(getRecords(open(collection), ids)),
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
  /** Serves calls of another thread: the one that reads passages. */
  connect: (port: MessagePort): void => servePort(port, { receive, toFailure }),
  /** Some collections were written to. */
  written: (names: readonly string[]): void => builder.notify(names),
};

type SlicedMethods = {
  readonly [Name in keyof typeof sliced]: (
    parameters: Parameters<(typeof sliced)[Name]>[0],
  ) => ReturnType<(typeof sliced)[Name]> extends Sliced<infer Value> ? Value : never;
};

export type ReaderMethods = MethodsOf<typeof handlers & SlicedMethods>;

/** Error of a search that took too long. What it was reading is read on, for the next caller. */
const tookTooLong = ({ collection: name, filter }: SearchCall): StoreFailure => {
  const collection = collections.get(name);
  const mirror = collection && mirrors.of(collection);
  if (collection === undefined || mirror === undefined) return slowSearch(patienceMs);
  if (mirror.isPartial) {
    // It is read on with news alone.
    builder.notify([name]);
    return beingRead("its first search", mirror.length / Math.max(1, collection.clock()));
  }
  const share = filter === undefined ? 1 : mirror.columns.shareOf(filter);
  return share < 1 ? beingRead(`the first filter by ${pathsOf(filter!)}`, share) : slowSearch(patienceMs);
};

const pathsOf = (filter: Filter): string => [...pathsIn(filter)].map((path) => JSON.stringify(path)).join(", ");

const patienceOf = (method: string, parameters: unknown): Patience | undefined =>
  method === "search" ? { milliseconds: patienceMs, failure: () => tookTooLong(parameters as SearchCall) } : undefined;

const answerAlone = answerWith(({ method, parameters, checkpoint }) =>
  method in sliced
    ? inTimeSlices(
        sliced[method as keyof typeof sliced](parameters as never) as Sliced<unknown>,
        checkpoint,
        patienceOf(method, parameters),
      )
    : handlers[method as keyof typeof handlers](parameters as never),
);

const receive = answerSharing((call) => answerAlone(call), {
  method: "search",
  run: searchShared,
  barriers: new Set(["suspend", "resume"]),
});
const toFailure = toFailureOf(collections);

serveCalls({
  receive,
  toFailure,
  close: () => {
    builder.close();
    collections.closeAll();
  },
});
