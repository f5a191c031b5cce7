import { KeyedLock, PluginError, type VectorStoreV1 } from "@quarry/plugin";
import type { Collection } from "chromadb";
import { Duration, Effect } from "effect";
import { ChromaCollections } from "./chroma-collections.ts";
import { ChromaConnection } from "./chroma-connection.ts";
import { toPluginError } from "./chroma-failure.ts";
import { cosinesOf, getRecords, listRecords, matchingIds, searchCollection } from "./chroma-reader.ts";
import type { ChromaSettings } from "./chroma-settings.ts";
import { deleteIds, deleteMatching, upsertRecords } from "./chroma-writer.ts";

export const PLUGIN_NAME = "@quarry/vector-chroma";

/** Limit of the contract for a health check, with some margin. */
const HEALTH_TIMEOUT_SECONDS = 4;

/** Makes no request yet: a service may start before its server, and reports the server's state by its readiness. */
export const makeChromaStore = (settings: ChromaSettings): Effect.Effect<VectorStoreV1, PluginError> =>
  Effect.try({
    try: () => openStore(settings),
    catch: (error) => toPluginError(PLUGIN_NAME, error),
  });

const openStore = (settings: ChromaSettings): VectorStoreV1 => {
  const connection = new ChromaConnection(settings, PLUGIN_NAME);
  const { client } = connection;
  const collections = new ChromaCollections(client, settings, PLUGIN_NAME);
  const locks = new KeyedLock();

  const call = <Value>(
    run: (signal: AbortSignal) => Promise<Value>,
    seconds = settings.timeoutSeconds,
  ): Effect.Effect<Value, PluginError> =>
    Effect.tryPromise({
      try: (signal) => connection.run(signal, () => run(signal)),
      catch: (error) => toPluginError(PLUGIN_NAME, error),
    }).pipe(Effect.timeoutOrElse({ duration: Duration.seconds(seconds), orElse: () => Effect.fail(timeout(seconds)) }));
  const read = <Value>(collection: string, run: (handle: Collection) => Promise<Value>) =>
    call(() => collections.use(collection, run));
  /** Serialises calls on one collection. A call that was cancelled while it waited writes nothing. */
  const locked = <Value>(collection: string, run: () => Promise<Value>) =>
    call((signal) =>
      locks.run(collection, async () => {
        signal.throwIfAborted();
        return await run();
      }),
    );
  /** Runs a write. Upserts read the previous state, so writes to one collection are serialised. */
  const write = <Value>(collection: string, run: (handle: Collection) => Promise<Value>) =>
    locked(collection, () => collections.use(collection, run));

  return {
    ensureCollection: ({ collection, dimension }) => call(() => collections.ensure(collection, dimension)),
    dropCollection: (collection) => locked(collection, () => collections.drop(collection)),
    upsert: (collection, records) =>
      write(collection, async (handle) => {
        const maxBatch = await client.getMaxBatchSize();
        const dimension = collections.dimensionOf(handle);
        await upsertRecords(handle, records, { dimension, maxBatch, plugin: PLUGIN_NAME });
      }),
    get: (collection, ids) => read(collection, (handle) => getRecords(handle, ids)),
    list: (collection, request) => read(collection, (handle) => listRecords(handle, request)),
    count: (collection, filter) =>
      read(collection, async (handle) =>
        filter === undefined ? await handle.count() : (await matchingIds(handle, filter)).length,
      ),
    deleteByIds: (collection, ids) => write(collection, (handle) => deleteIds(handle, ids)),
    deleteByFilter: (collection, filter) => write(collection, (handle) => deleteMatching(handle, filter)),
    search: (collection, request) => read(collection, (handle) => searchCollection(handle, request)),
    cosines: (collection, vector, ids) => read(collection, (handle) => cosinesOf(handle, vector, ids)),
    health: call(() => connection.check(), HEALTH_TIMEOUT_SECONDS),
  };
};

const timeout = (seconds: number): PluginError =>
  new PluginError({
    plugin: PLUGIN_NAME,
    reason: "unavailable",
    message: `the Chroma server did not answer within ${seconds} s (setting timeoutSeconds)`,
  });
