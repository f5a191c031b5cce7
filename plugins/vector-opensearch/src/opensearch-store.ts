import { type PluginError, type VectorStoreV1 } from "@quarry/plugin";
import { Duration, Effect, type Scope } from "effect";
import { OpenSearchClient } from "./opensearch-client.ts";
import { type KnownCollection, OpenSearchCollections } from "./opensearch-collections.ts";
import { failure, requireAllShards, type ShardAnswer, toPluginError } from "./opensearch-failure.ts";
import { cosinesOf, countRecords, getRecords, listRecords, searchCollection } from "./opensearch-reader.ts";
import type { OpenSearchSettings } from "./opensearch-settings.ts";
import { deleteIds, deleteMatching, upsertRecords } from "./opensearch-writer.ts";
import { SharedRefresh } from "./shared-refresh.ts";
import type { Target } from "./target.ts";
import { termIndexOn } from "./terms/term-index.ts";

/** Limit of the contract for a health check, with some margin. */
const HEALTH_TIMEOUT_SECONDS = 4;

/** Makes no request yet: a service may start before its server, and reports the server's state by its readiness. */
export const makeOpenSearchStore = (settings: OpenSearchSettings): Effect.Effect<VectorStoreV1, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new OpenSearchClient(settings)),
      (client) => Effect.promise(() => client.close()),
    ),
    (client) => storeOn(client, settings),
  );

const storeOn = (client: OpenSearchClient, settings: OpenSearchSettings): VectorStoreV1 => {
  const collections = new OpenSearchCollections(client, settings);
  // Has its own time limit, because several calls wait for one refresh.
  const refreshes = new SharedRefresh(async (index) => {
    const signal = AbortSignal.timeout(settings.timeoutSeconds * 1_000);
    // A shard copy that failed to refresh still answers searches.
    requireAllShards(await client.call<ShardAnswer>(signal, { method: "POST", path: `/${index}/_refresh` }));
  });

  const call = <Value>(
    run: (signal: AbortSignal) => Promise<Value>,
    seconds = settings.timeoutSeconds,
  ): Effect.Effect<Value, PluginError> =>
    Effect.tryPromise({ try: run, catch: toPluginError }).pipe(
      Effect.timeoutOrElse({ duration: Duration.seconds(seconds), orElse: () => Effect.fail(timeout(seconds)) }),
    );

  const targetOf = (signal: AbortSignal, collection: string, { dimension, generation }: KnownCollection): Target => ({
    ...{ client, signal, collection, dimension, generation, index: collections.vectorsIndex(dimension) },
  });

  /**
   * Runs a read on the cached collection and looks it up again concurrently: another process may have dropped or
   * recreated it, and then the result is discarded.
   */
  const read = <Value>(collection: string, run: (target: Target) => Promise<Value>) =>
    call(async (signal) => {
      const known = collections.known(collection);
      const [outcome, current] = await Promise.all([
        known === undefined ? undefined : settled(run(targetOf(signal, collection, known))),
        collections.find(signal, collection),
      ]);
      if (current === undefined) throw collections.missing(collection);
      if (outcome !== undefined && known?.generation === current.generation) return await outcome();
      return await run(targetOf(signal, collection, current));
    });

  /** Variant of `read` for calls that begin with a search: it looks the collection up in the same request. */
  const search = <Value>(collection: string, run: (target: Target) => Promise<Value>) =>
    call(async (signal) => {
      const known = collections.known(collection);
      const beside = known && collections.concurrentSearch(collection, known);
      const outcome = known && (await settled(run({ ...targetOf(signal, collection, known), beside })));
      if (outcome !== undefined && beside?.isSame() === true) return await outcome();
      const current = await collections.find(signal, collection);
      if (current === undefined) throw collections.missing(collection);
      if (outcome !== undefined && known?.generation === current.generation) return await outcome();
      return await run(targetOf(signal, collection, current));
    });

  /**
   * Runs a write, and looks the collection up again after it. Documents written to a dropped collection are removed.
   */
  const write = <Value>(collection: string, run: (target: Target) => Promise<Value>) =>
    call(async (signal) => {
      let known = collections.known(collection) ?? (await collections.find(signal, collection));
      for (;;) {
        if (known === undefined) throw collections.missing(collection);
        const target = targetOf(signal, collection, known);
        const outcome = await settled(
          run(target).then(async (value) => {
            await refreshes.of(target.index);
            return value;
          }),
        );
        const current: KnownCollection | undefined = await collections.find(signal, collection);
        if (current?.generation === known.generation) return await outcome();
        await collections.removeGeneration(signal, collection, known.generation);
        known = current;
      }
    });

  return {
    ensureCollection: ({ collection, dimension }) =>
      call((signal) => collections.ensure(signal, collection, dimension)),
    dropCollection: (collection) => call((signal) => collections.drop(signal, collection)),
    upsert: (collection, records) => write(collection, (target) => upsertRecords(target, records)),
    get: (collection, ids) => read(collection, (target) => getRecords(target, ids)),
    list: (collection, request) => read(collection, (target) => listRecords(target, request)),
    count: (collection, filter) => read(collection, (target) => countRecords(target, filter)),
    deleteByIds: (collection, ids) => write(collection, (target) => deleteIds(target, ids)),
    deleteByFilter: (collection, filter) =>
      write(collection, (target) => deleteMatching(target, filter, () => refreshes.of(target.index))),
    search: (collection, request) =>
      search(collection, async (target) => {
        const { length } = request.vector;
        if (length === target.dimension) return await searchCollection(target, request);
        throw failure("invalid", `the query's vector has ${length} dimensions; the collection has ${target.dimension}`);
      }),
    cosines: (collection, vector, ids) => search(collection, (target) => cosinesOf(target, vector, ids)),
    terms: termIndexOn({
      ...{ client, index: collections.termsIndex, refreshes, call },
      ensureIndex: (signal) => collections.ensureTerms(signal),
    }),
    health: call(async (signal) => {
      const { status } = await client.call<{ readonly status: string }>(signal, {
        method: "GET",
        path: `/_cluster/health/${collections.allIndices}?timeout=1s`,
      });
      if (status !== "red") return;
      throw failure("unavailable", "the OpenSearch cluster lacks a part of an index (its health is red)");
    }, HEALTH_TIMEOUT_SECONDS),
  };
};

/** Waits for a promise to settle, and returns a function that returns the value or throws the error. */
const settled = async <Value>(promise: Promise<Value>): Promise<() => Promise<Value>> => {
  try {
    const value = await promise;
    return () => Promise.resolve(value);
  } catch (error) {
    return () => Promise.reject(error as Error);
  }
};

const timeout = (seconds: number): PluginError =>
  failure("unavailable", `the OpenSearch server did not answer within ${seconds} s (setting timeoutSeconds)`);
