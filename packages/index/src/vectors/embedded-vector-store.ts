import { readdir } from "node:fs/promises";
import { type PluginContext, PluginError, type PluginErrorReason, type VectorStoreV1 } from "@quarry/plugin";
import { FairScheduler, type SchedulerLimits } from "@quarry/plugin/scheduling";
import { ThreadChannel, type ThreadMethods, workerModule } from "@quarry/plugin/workers";
import { Effect, type Scope } from "effect";
import { CurrentCaller } from "../scheduling/caller.ts";
import { buffersOf, isSmallBatch, packRecords, unpackRecords } from "./packed-records.ts";
import { addLocalVectors, LocalVectors, removeLocalVectors } from "./local-vectors.ts";
import type { ReaderMethods } from "./read/reader-worker.ts";
import { type EmbeddedSettings, PLUGIN_NAME } from "./settings.ts";
import { StoreFailure, toFailureMessage } from "./store-failure.ts";
import type { WriterMethods } from "./write/writer-worker.ts";

/**
 * Reads that are sent to the reader thread at the same time. Several are needed, because concurrent searches share
 * their pass over the vectors. The others wait here, where they can still be cancelled and callers are scheduled
 * fairly.
 */
const READS_IN_FLIGHT: SchedulerLimits = { concurrency: 32, concurrencyPerOwner: 24 };
/** Time limit of a health check in milliseconds, just below the contract's 5 s. */
const HEALTH_TIMEOUT_MS = 4_500;
/** Time for a thread to finish its work and close its files before it is terminated. */
const CLOSE_TIMEOUT_MS = 10_000;

/**
 * Time limit of a search in milliseconds, just below that of the platform: the error can then report the progress of
 * reading.
 */
const SEARCH_TIME_LIMIT_MS = 25_000;

/**
 * The two threads of a store, and the reader thread's interface for readers of passages. Exported for tests of a
 * thread's crash.
 */
export interface StoreThreads {
  readonly writer: ThreadChannel<WriterMethods>;
  readonly reader: ThreadChannel<ReaderMethods>;
  readonly local: LocalVectors;
}

/** Starts the threads with their first calls. They end, with all files closed, when the scope closes. */
export const startThreads = (
  settings: EmbeddedSettings,
  context: PluginContext,
  patienceMs = SEARCH_TIME_LIMIT_MS,
): Effect.Effect<StoreThreads, never, Scope.Scope> => {
  const start = <Methods extends ThreadMethods<Methods>>(path: string, role: string) =>
    new ThreadChannel<Methods>({
      module: workerModule(import.meta.url, path),
      data: { directory: context.dataDirectory, settings, patienceMs },
      // Retryable, because every call can be repeated.
      lost: (lossKind, cause) => new StoreFailure("unavailable", LOSS_MESSAGES[lossKind], { cause }),
      failed: ({ reason, message }) => new StoreFailure(reason as PluginErrorReason, message),
      toFailure: toFailureMessage,
      onEnd: (cause) =>
        context.log("error", `The vector store's ${role} thread ended and is started again.`, { error: cause.message }),
      closeTimeoutMs: CLOSE_TIMEOUT_MS,
    });
  return Effect.acquireRelease(
    Effect.sync(() => {
      const writer = start<WriterMethods>("./write/writer-worker", "writer");
      const reader = start<ReaderMethods>("./read/reader-worker", "reader");
      const threads = { writer, reader, local: new LocalVectors(context.dataDirectory, reader) };
      addLocalVectors(threads.local);
      if (settings.index === "auto") setTimeout(() => readAhead(threads, context), READ_AHEAD_DELAY_MS).unref();
      return threads;
    }),
    // Closes the writer last: it then has the only connection, and checkpoints the write-ahead log into the file.
    ({ writer, reader, local }) => {
      removeLocalVectors(local);
      return Effect.promise(() => reader.close().then(() => writer.close()));
    },
  );
};

/** Delay in milliseconds after which the service most likely listens. */
const READ_AHEAD_DELAY_MS = 500;

/** Starts the reader if there are collections. It then finds work that the last process left unfinished. */
const readAhead = ({ reader }: StoreThreads, { dataDirectory }: PluginContext): void => {
  readdir(dataDirectory).then(
    (files) => files.some((file) => file.endsWith(".sqlite")) && reader.send("written", []),
    // The first caller gets the error.
    () => {},
  );
};

const LOSS_MESSAGES = {
  closed: "The embedded vector store is closed.",
  ended: "A thread of the embedded vector store ended unexpectedly; it is started again.",
  "given up": "The call to the embedded vector store was given up.",
} as const;

const attempt = <Value>(call: (signal: AbortSignal) => Promise<Value>): Effect.Effect<Value, PluginError> =>
  Effect.tryPromise({ try: call, catch: toPluginError });

const toPluginError = (cause: unknown): PluginError =>
  new PluginError({ plugin: PLUGIN_NAME, ...toFailureMessage(cause), cause });

/** Implements the vector store contract with the two threads. */
export const makeVectorStore = ({ writer, reader }: Pick<StoreThreads, "reader" | "writer">): VectorStoreV1 => {
  const scheduler = new FairScheduler(READS_IN_FLIGHT);
  const notify = writeNotifier(reader);
  const read = <Value>(call: (signal: AbortSignal) => Promise<Value>) =>
    Effect.flatMap(CurrentCaller, (caller) => scheduler.run(caller, attempt(call)));
  const write = <Value>(collection: string, call: () => Promise<Value>) =>
    attempt(async () => {
      const value = await call();
      notify(collection);
      return value;
    });

  return {
    ensureCollection: (spec) => attempt(() => writer.call("ensure", spec)),
    dropCollection: (collection) => dropCollection({ writer, reader }, collection),
    upsert: (collection, records) =>
      write(collection, async () => {
        const batch = await packRecords(records);
        const isSmall = isSmallBatch(records);
        const options = isSmall ? { isSmall } : { transfer: buffersOf(batch.parts) };
        await writer.call("upsert", { collection, batch }, options);
      }),
    get: (collection, ids) =>
      read(async () => {
        const found = await reader.call("get", { collection, ids });
        return unpackRecords(found.records);
      }),
    list: (collection, { filter, cursor, limit }) =>
      read(async () => {
        const { records, nextCursor } = await reader.call("list", { collection, filter, cursor, limit });
        return { records: await unpackRecords(records), ...(nextCursor !== undefined && { nextCursor }) };
      }),
    count: (collection, filter) => read((signal) => reader.call("count", { collection, filter }, { signal })),
    deleteByIds: (collection, ids) => write(collection, () => writer.call("deleteIds", { collection, ids })),
    deleteByFilter: (collection, filter) =>
      Effect.flatMap(
        read((signal) => reader.call("findMatching", { collection, filter }, { signal })),
        (found) => write(collection, () => writer.call("deleteMatching", { collection, filter, ...found })),
      ),
    search: (collection, { vector, topK, filter }) =>
      Effect.map(
        read((signal) => reader.call("search", { collection, vector, topK, filter }, { signal })),
        (hits) => ({ hits }),
      ),
    cosines: (collection, vector, ids) =>
      Effect.map(
        read(() => reader.call("cosines", { collection, vector, ids })),
        (cosines) => new Map(ids.flatMap((id, index) => (Number.isNaN(cosines[index]) ? [] : [[id, cosines[index]!]]))),
      ),
    health: attempt(() => Promise.all([writer.call("check", undefined), reader.call("check", undefined)])).pipe(
      Effect.timeoutOrElse({ duration: HEALTH_TIMEOUT_MS, orElse: () => Effect.fail(tooBusy) }),
      Effect.asVoid,
    ),
  };
};

/** Interval in milliseconds in which written collections are reported together. */
const NOTIFY_INTERVAL_MS = 100;

/** Returns a function that notifies the reader of a written collection, so it can read ahead of the first search. */
const writeNotifier = (reader: StoreThreads["reader"]): ((collection: string) => void) => {
  const names = new Set<string>();
  const notify = (): void => {
    reader.send("written", [...names]);
    names.clear();
  };
  return (collection) => {
    names.add(collection);
    if (names.size === 1) setTimeout(notify, NOTIFY_INTERVAL_MS).unref();
  };
};

const tooBusy = new PluginError({
  plugin: PLUGIN_NAME,
  reason: "unavailable",
  message: `The embedded vector store did not answer within ${HEALTH_TIMEOUT_MS} ms; it is busy with other calls.`,
});

/**
 * Drops a collection. The reader closes the file before the writer removes it, and can open it again afterwards,
 * whatever the outcome. Uninterruptible: the reader must not open a file that will be removed.
 */
const dropCollection = (
  { writer, reader }: Pick<StoreThreads, "reader" | "writer">,
  collection: string,
): Effect.Effect<void, PluginError> =>
  Effect.acquireUseRelease(
    attempt(() => reader.call("suspend", { collection })),
    () => attempt(() => writer.call("drop", { collection })),
    () => Effect.ignore(attempt(() => reader.call("resume", { collection }))),
  ).pipe(Effect.uninterruptible);
