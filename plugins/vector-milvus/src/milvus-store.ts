import { compileFilter, type Filter, slicesOf } from "@quarry/plugin/domain";
import {
  KeyedLock,
  type PluginError,
  mapInTimeSlices,
  recordBatches,
  type VectorListRequest,
  type VectorPage,
  type VectorRecord,
  type VectorStoreV1,
} from "@quarry/plugin";
import { Duration, Effect, type Scope } from "effect";
import { MilvusCollections } from "./milvus-collections.ts";
import { type Connection, MilvusConnection } from "./milvus-connection.ts";
import { failure, toPluginError } from "./milvus-failure.ts";
import { knowingState } from "./knowing-state.ts";
import { MilvusRows } from "./milvus-rows.ts";
import { cosinesOf, searchRows } from "./milvus-search.ts";
import type { MilvusSettings } from "./milvus-settings.ts";
import { toRecord, toRow } from "./stored-row.ts";
import { termIndexOn } from "./terms/term-index.ts";
import { isOneOf, serverFilter } from "./to-expression.ts";

/** Limit of the contract for a health check, with some margin. */
const HEALTH_TIMEOUT_SECONDS = 4;

/** The server accepts messages of 64 MB. */
const BATCH_LIMITS = { maxRecords: 2_000, maxBytes: 32 * 1024 * 1024 };
const IDS_PER_DELETE = 1_000;
const RECORD_FIELDS = ["id", "vector", "body"];

/** Makes no request yet: a service may start before its server, and reports the server's state by its readiness. */
export const makeMilvusStore = (settings: MilvusSettings): Effect.Effect<VectorStoreV1, PluginError, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new MilvusConnection(settings)),
      (connection) => Effect.promise(() => connection.close()),
    ),
    (connection) => storeOn(connection, settings),
  );

const storeOn = (connection: MilvusConnection, settings: MilvusSettings): VectorStoreV1 => {
  const collections = new MilvusCollections(settings);
  const locks = new KeyedLock();

  const call = <Value>(
    run: (connected: Connection, signal: AbortSignal) => Promise<Value>,
    seconds = settings.timeoutSeconds,
  ): Effect.Effect<Value, PluginError> =>
    Effect.tryPromise({
      try: async (signal) => run(await connection.get(), signal),
      catch: toPluginError,
    }).pipe(Effect.timeoutOrElse({ duration: Duration.seconds(seconds), orElse: () => Effect.fail(timeout(seconds)) }));

  const use = <Value>(collection: string, run: (rows: MilvusRows, dimension: number) => Promise<Value>) =>
    call((connected, signal) =>
      knowingState(collections, collection, async () => {
        const dimension = await collections.dimensionOf(connected.client, collection);
        const name = collections.nameOf(collection);
        return await run(new MilvusRows(connected, { name, signal }), dimension);
      }),
    );
  const write = <Value>(collection: string, run: (rows: MilvusRows, dimension: number) => Promise<Value>) =>
    use(collection, (rows, dimension) => locks.run(collection, () => run(rows, dimension)));

  return {
    ensureCollection: ({ collection, dimension }) =>
      call(({ client }) => locks.run(collection, () => collections.ensure(client, collection, dimension))),
    dropCollection: (collection) =>
      call(({ client }) => locks.run(collection, () => collections.drop(client, collection))),
    upsert: (collection, records) => write(collection, (rows, dimension) => upsert(rows, dimension, records)),
    get: (collection, ids) => use(collection, async (rows) => (await rows.byIds(ids, RECORD_FIELDS)).map(toRecord)),
    list: (collection, request) => use(collection, (rows) => list(rows, request)),
    count: (collection, filter) => use(collection, (rows) => count(rows, filter)),
    deleteByIds: (collection, ids) => write(collection, (rows) => deleteIds(rows, ids)),
    deleteByFilter: (collection, filter) => write(collection, (rows) => deleteMatching(rows, filter)),
    search: (collection, request) =>
      use(collection, async (rows, dimension) => {
        const filter = serverFilter(request.filter);
        const { vector } = request;
        if (vector.length !== dimension) throw wrongLength("the query's vector", vector, dimension);
        if (filter === undefined) return { hits: [] };
        return await searchRows(rows, request, filter.expression, filter.residual);
      }),
    cosines: (collection, vector, ids) => use(collection, (rows) => cosinesOf(rows, vector, ids)),
    terms: termIndexOn({ prefix: settings.collectionPrefix, call }),
    health: Effect.asVoid(
      call(async ({ client }) => {
        const { isHealthy, reasons } = await client.checkHealth();
        if (!isHealthy) throw failure("unavailable", `Milvus is not healthy: ${reasons.join(", ")}`);
      }, HEALTH_TIMEOUT_SECONDS),
    ),
  };
};

const timeout = (seconds: number): PluginError =>
  failure("unavailable", `the Milvus server did not answer within ${seconds} s (setting timeoutSeconds)`);

const wrongLength = (what: string, vector: Float32Array, dimension: number): PluginError =>
  failure("invalid", `${what} has ${vector.length} dimensions; the collection has ${dimension}`);

const upsert = async (rows: MilvusRows, dimension: number, records: readonly VectorRecord[]): Promise<void> => {
  const wrong = records.find(({ vector }) => vector.length !== dimension);
  if (wrong !== undefined) throw wrongLength(`the vector of ${JSON.stringify(wrong.id)}`, wrong.vector, dimension);
  for (const batch of recordBatches(records, BATCH_LIMITS)) {
    await rows.upsert([...(await mapInTimeSlices(batch, toRow))]);
  }
};

const list = async (rows: MilvusRows, { filter, cursor, limit }: VectorListRequest): Promise<VectorPage> => {
  const applied = serverFilter(filter);
  if (applied === undefined) return { records: [] };
  const matches = applied.residual === undefined ? () => true : compileFilter(applied.residual);
  const records: VectorRecord[] = [];
  // The cursor is the last returned id, prefixed by a letter so that it is never empty.
  for await (const page of rows.matching(applied.expression, RECORD_FIELDS, cursor?.slice(1))) {
    for (const record of page.map(toRecord)) {
      if (!matches(record.metadata)) continue;
      if (records.length === limit) return { records, nextCursor: `>${records.at(-1)!.id}` };
      records.push(record);
    }
  }
  return { records };
};

const count = async (rows: MilvusRows, filter: Filter | undefined): Promise<number> => {
  const applied = serverFilter(filter);
  if (applied === undefined) return 0;
  if (applied.residual === undefined) return await rows.count(applied.expression);
  let found = 0;
  for await (const ids of matchingIds(rows, applied.expression, applied.residual)) found += ids.length;
  return found;
};

async function* matchingIds(
  rows: MilvusRows,
  expression: string,
  residual: Filter | undefined,
): AsyncGenerator<readonly string[]> {
  const matches = residual === undefined ? undefined : compileFilter(residual);
  for await (const page of rows.matching(expression, matches === undefined ? ["id"] : RECORD_FIELDS)) {
    const retained = matches === undefined ? page : page.filter((row) => matches(toRecord(row).metadata));
    yield retained.map((row) => row["id"] as string);
  }
}

/** Deletes rows and returns how many of them existed. The server only returns the number of requested ids. */
const deleteIds = async (rows: MilvusRows, ids: readonly string[]): Promise<number> => {
  const found = (await rows.byIds(ids, ["id"])).map((row) => row["id"] as string);
  for (const part of slicesOf(found, IDS_PER_DELETE)) await rows.delete(isOneOf(part));
  return found.length;
};

/** Deletes until none is left: rows may be added meanwhile. */
const deleteMatching = async (rows: MilvusRows, filter: Filter): Promise<number> => {
  const applied = serverFilter(filter);
  if (applied === undefined) return 0;
  let deleted = 0;
  for (;;) {
    const ids: string[] = [];
    for await (const page of matchingIds(rows, applied.expression, applied.residual)) ids.push(...page);
    if (ids.length === 0) return deleted;
    deleted += await deleteIds(rows, ids);
  }
};
