import type { PluginError, VectorStoreV1 } from "@quarry/plugin";
import { Duration, Effect, type Scope } from "effect";
import { ClassAccess } from "./class-access.ts";
import { termIndexOn } from "./terms/term-index.ts";
import { VECTOR_CLASS, vectorClass } from "./vector-class.ts";
import { WeaviateCalls } from "./weaviate-calls.ts";
import { WeaviateClasses } from "./weaviate-classes.ts";
import { type Connection, WeaviateConnection } from "./weaviate-connection.ts";
import { failure, isDisconnected, toPluginError } from "./weaviate-failure.ts";
import { getRecords, listRecords, matchingIds, searchClass, serverFilter } from "./weaviate-reader.ts";
import type { WeaviateSettings } from "./weaviate-settings.ts";
import { deleteIds, deleteMatching, upsertRecords } from "./weaviate-writer.ts";

/** Limit of the contract for a health check, with some margin. */
const HEALTH_TIMEOUT_SECONDS = 4;

/** A class that never exists: a request for it shows whether the gRPC API responds and accepts the key. */
const NO_CLASS = "QuarryHealthCheck";

/** Makes no request yet: a service may start before its server, and reports the server's state by its readiness. */
export const makeWeaviateStore = (settings: WeaviateSettings): Effect.Effect<VectorStoreV1, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new WeaviateConnection(settings)),
      (connection) => Effect.promise(() => connection.close()),
    ),
    (connection) => storeOn(connection, settings),
  );

const storeOn = (connection: WeaviateConnection, settings: WeaviateSettings): VectorStoreV1 => {
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

  const vectors = new ClassAccess(new WeaviateClasses(settings, VECTOR_CLASS), settings, call);

  return {
    ensureCollection: ({ collection, dimension }) =>
      Effect.flatMap(vectors.ensure(collection, vectorClass(dimension)), (found) => {
        if (found === dimension) return Effect.void;
        const name = JSON.stringify(collection);
        return Effect.fail(failure("incompatible", `the collection ${name} has ${found} dimensions, not ${dimension}`));
      }),
    dropCollection: (collection) => vectors.drop(collection),
    upsert: (collection, records) =>
      vectors.write(collection, ({ calls, known: dimension }) => upsertRecords(calls, records, dimension)),
    get: (collection, ids) => vectors.read(collection, ({ calls }) => getRecords(calls, ids)),
    list: (collection, request) => vectors.read(collection, ({ calls }) => listRecords(calls, request)),
    count: (collection, filter) =>
      vectors.read(collection, async ({ calls }) => {
        const applied = serverFilter(filter);
        if (applied === undefined) return 0;
        return applied.residual === undefined
          ? await calls.count(applied.filters)
          : (await matchingIds(calls, filter!)).length;
      }),
    deleteByIds: (collection, ids) => vectors.write(collection, ({ calls }) => deleteIds(calls, ids)),
    deleteByFilter: (collection, filter) => vectors.write(collection, ({ calls }) => deleteMatching(calls, filter)),
    search: (collection, request) =>
      vectors.read(collection, async ({ calls, known: dimension }) => {
        const { length } = request.vector;
        if (length === dimension) return await searchClass(calls, request);
        throw failure("invalid", `the query's vector has ${length} dimensions; the collection has ${dimension}`);
      }),
    terms: termIndexOn(settings, call),
    health: call(async ({ rest, stub }, signal) => {
      if ((await rest.call(signal, "GET", "/.well-known/ready")) === undefined) {
        throw failure("incompatible", "the program on port is not a Weaviate server (setting port)");
      }
      const calls = new WeaviateCalls(stub, NO_CLASS, "ONE", signal);
      await calls.search({ limit: 1 }).catch((error: unknown) => {
        // An error about the unknown class is the expected answer.
        if (toPluginError(error).reason !== "invalid") throw error;
      });
    }, HEALTH_TIMEOUT_SECONDS),
  };
};

const timeout = (seconds: number): PluginError =>
  failure("unavailable", `the Weaviate server did not answer within ${seconds} s (setting timeoutSeconds)`);
