import { KeyedLock, type PluginError, type VectorStoreV1 } from "@quarry/plugin";
import { Duration, Effect, type Scope } from "effect";
import { WeaviateCalls } from "./weaviate-calls.ts";
import { WeaviateCollections } from "./weaviate-collections.ts";
import { type Connection, WeaviateConnection } from "./weaviate-connection.ts";
import { failure, isDisconnected, toPluginError } from "./weaviate-failure.ts";
import { getRecords, listRecords, matchingIds, searchClass, serverFilter } from "./weaviate-reader.ts";
import type { WeaviateSettings } from "./weaviate-settings.ts";
import { deleteIds, deleteMatching, upsertRecords } from "./weaviate-writer.ts";

/** The contract's limit for a health check, with some room. */
const HEALTH_TIMEOUT_SECONDS = 4;

/** A class that never exists: asking for it shows whether the gRPC API answers and takes the key. */
const NO_CLASS = "QuarryHealthCheck";

/** A class as a call sees it. */
interface Target {
  readonly calls: WeaviateCalls;
  readonly dimension: number;
}

/** Nothing is asked of the server yet: a service may start before it, and says so by its readiness. */
export const makeWeaviateStore = (settings: WeaviateSettings): Effect.Effect<VectorStoreV1, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new WeaviateConnection(settings)),
      (connection) => Effect.promise(() => connection.close()),
    ),
    (connection) => storeOn(connection, settings),
  );

const storeOn = (connection: WeaviateConnection, settings: WeaviateSettings): VectorStoreV1 => {
  const collections = new WeaviateCollections(settings);
  const locks = new KeyedLock();

  const call = <Value>(
    run: (connected: Connection, signal: AbortSignal) => Promise<Value>,
    seconds = settings.timeoutSeconds,
  ): Effect.Effect<Value, PluginError> =>
    Effect.tryPromise({
      try: async (signal) => {
        const connected = await connection.get(signal);
        try {
          return await run(connected, signal);
        } catch (error) {
          if (isDisconnected(error)) connection.leave(connected);
          throw error;
        }
      },
      catch: toPluginError,
    }).pipe(Effect.timeoutOrElse({ duration: Duration.seconds(seconds), orElse: () => Effect.fail(timeout(seconds)) }));

  const targetOf = (collection: string, { stub }: Connection, signal: AbortSignal, dimension: number): Target => {
    const calls = new WeaviateCalls(stub, collections.nameOf(collection), settings.consistencyLevel, signal);
    return { calls, dimension };
  };
  /** What is known of the class is asked again when the call fails: somebody else may have removed it. */
  const read = <Value>(collection: string, run: (target: Target) => Promise<Value>) =>
    call(async (connected, signal) => {
      const attempt = (dimension: number) => run(targetOf(collection, connected, signal, dimension));
      const known = collections.knownDimension(collection);
      if (known !== undefined) {
        try {
          return await attempt(known);
        } catch (error) {
          if (toPluginError(error).reason !== "invalid") throw error;
          collections.forget(collection);
        }
      }
      return await attempt(await collections.dimensionOf(connected, signal, collection));
    });
  /** The class is looked at by every write: one that the server doesn't know it would make up by itself. */
  const write = <Value>(collection: string, run: (target: Target) => Promise<Value>) =>
    call((connected, signal) =>
      locks.run(collection, async () => {
        signal.throwIfAborted();
        const dimension = await collections.dimensionOf(connected, signal, collection);
        return await run(targetOf(collection, connected, signal, dimension));
      }),
    );

  return {
    ensureCollection: ({ collection, dimension }) =>
      call((connected, signal) => collections.ensure(connected, signal, collection, dimension)),
    dropCollection: (collection) =>
      call((connected, signal) => locks.run(collection, () => collections.drop(connected, signal, collection))),
    upsert: (collection, records) =>
      write(collection, ({ calls, dimension }) => upsertRecords(calls, records, dimension)),
    get: (collection, ids) => read(collection, ({ calls }) => getRecords(calls, ids)),
    list: (collection, request) => read(collection, ({ calls }) => listRecords(calls, request)),
    count: (collection, filter) =>
      read(collection, async ({ calls }) => {
        const applied = serverFilter(filter);
        if (applied === undefined) return 0;
        return applied.residual === undefined
          ? await calls.count(applied.filters)
          : (await matchingIds(calls, filter!)).length;
      }),
    deleteByIds: (collection, ids) => write(collection, ({ calls }) => deleteIds(calls, ids)),
    deleteByFilter: (collection, filter) => write(collection, ({ calls }) => deleteMatching(calls, filter)),
    search: (collection, request) =>
      read(collection, async ({ calls, dimension }) => {
        const { length } = request.vector;
        if (length === dimension) return await searchClass(calls, request);
        throw failure("invalid", `the query's vector has ${length} dimensions; the collection has ${dimension}`);
      }),
    health: call(async ({ rest, stub }, signal) => {
      if ((await rest.call(signal, "GET", "/.well-known/ready")) === undefined) {
        throw failure("incompatible", "the program on port is not a Weaviate server (setting port)");
      }
      const calls = new WeaviateCalls(stub, NO_CLASS, "ONE", signal);
      await calls.search({ limit: 1 }).catch((error: unknown) => {
        // That it doesn't know the class is the answer.
        if (toPluginError(error).reason !== "invalid") throw error;
      });
    }, HEALTH_TIMEOUT_SECONDS),
  };
};

const timeout = (seconds: number): PluginError =>
  failure("unavailable", `the Weaviate server did not answer within ${seconds} s (setting timeoutSeconds)`);
