import { readFile } from "node:fs/promises";
import { PluginError, type PluginContext, type VectorStoreV1 } from "@quarry/plugin";
import { Duration, Effect, Redacted, type Scope } from "effect";
import type { PoolClient } from "pg";
import { applyFilter } from "./applied-filter.ts";
import { entryTable, type EntryTable } from "./entry-table.ts";
import { matchingIds } from "./matching-ids.ts";
import { checkServer, dropTable, ensureTable } from "./pgvector-collections.ts";
import { PLUGIN_NAME, toPluginError } from "./pgvector-failure.ts";
import { cosinesOf, countRecords, getRecords, listRecords, searchTable } from "./pgvector-reader.ts";
import type { PgvectorSettings } from "./pgvector-settings.ts";
import { deleteIds, deleteWhere, upsertRecords } from "./pgvector-writer.ts";
import { type Credentials, PostgresConnection, READ, WRITE } from "./postgres-connection.ts";
import { idBytes } from "./postgres-text.ts";
import { SqlParameters } from "./sql-parameters.ts";

export { PLUGIN_NAME } from "./pgvector-failure.ts";

/** The contract's limit for a health check, with some room. */
const HEALTH_TIMEOUT_SECONDS = 4;
/** A server that hangs would keep the connections to it, and the service, from ending. */
const CLOSE_TIMEOUT = Duration.seconds(5);

/** Nothing is asked of the server yet: a service may start before it, and says so by its readiness. */
export const makePgvectorStore = (
  settings: PgvectorSettings,
  context: PluginContext,
): Effect.Effect<VectorStoreV1, PluginError, Scope.Scope> =>
  Effect.gen(function* () {
    const credentials = yield* Effect.tryPromise({ try: () => readCredentials(settings), catch: toPluginError });
    const connection = yield* Effect.acquireRelease(
      Effect.sync(() => new PostgresConnection(settings, credentials, context.log)),
      (opened) =>
        Effect.ignore(
          Effect.timeout(
            Effect.promise(() => opened.close()),
            CLOSE_TIMEOUT,
          ),
        ),
    );
    return storeOn(connection, settings);
  });

const readCredentials = async (settings: PgvectorSettings): Promise<Credentials> => {
  const { password, passwordVariable, caCertificateFile } = settings;
  const named = passwordVariable === undefined ? undefined : process.env[passwordVariable];
  if (passwordVariable !== undefined && !named) {
    throw invalid(`setting passwordVariable: the environment variable ${passwordVariable} is not set`);
  }
  const given = named === undefined ? password : Redacted.make(named);
  if (caCertificateFile === undefined) return given === undefined ? {} : { password: given };
  const caCertificate = await readFile(caCertificateFile, "utf8").catch((error: unknown) => {
    throw invalid(`setting caCertificateFile: ${(error as Error).message}`);
  });
  return { caCertificate, ...(given !== undefined && { password: given }) };
};

const storeOn = (connection: PostgresConnection, settings: PgvectorSettings): VectorStoreV1 => {
  const { schema, index, searchBreadth } = settings;

  const call = <Value>(
    begin: string,
    run: (client: PoolClient) => Promise<Value>,
    seconds = settings.timeoutSeconds,
  ): Effect.Effect<Value, PluginError> =>
    Effect.tryPromise({
      try: (signal) => connection.transaction(signal, begin, run),
      catch: toPluginError,
    }).pipe(Effect.timeoutOrElse({ duration: Duration.seconds(seconds), orElse: () => Effect.fail(timeout(seconds)) }));
  const on =
    (begin: string) =>
    <Value>(collection: string, run: (client: PoolClient, table: EntryTable) => Promise<Value>) =>
      call(begin, (client) => run(client, entryTable(schema, collection)));
  const [read, write] = [on(READ), on(WRITE)];

  return {
    ensureCollection: ({ collection, dimension }) =>
      write(collection, (client, table) => ensureTable(client, table, { schema, dimension, index })),
    dropCollection: (collection) => write(collection, dropTable),
    upsert: (collection, records) => write(collection, (client, table) => upsertRecords(client, table, records)),
    get: (collection, ids) => read(collection, (client, table) => getRecords(client, table, ids)),
    list: (collection, request) => read(collection, (client, table) => listRecords(client, table, request)),
    count: (collection, filter) => read(collection, (client, table) => countRecords(client, table, filter)),
    deleteByIds: (collection, ids) =>
      write(collection, (client, table) =>
        deleteIds(client, table, ids.filter((id) => id.isWellFormed()).map(idBytes)),
      ),
    deleteByFilter: (collection, filter) =>
      write(collection, async (client, table) => {
        const parameters = new SqlParameters();
        const { condition, residual } = applyFilter(filter, parameters);
        if (residual === undefined) return await deleteWhere(client, table, condition, parameters.values);
        const ids = await Array.fromAsync(matchingIds(client, table, { filter, lock: true }));
        return await deleteIds(client, table, ids);
      }),
    search: (collection, request) =>
      read(collection, (client, table) => searchTable(client, table, request, searchBreadth)),
    cosines: (collection, vector, ids) => read(collection, (client, table) => cosinesOf(client, table, vector, ids)),
    health: call(READ, checkServer, HEALTH_TIMEOUT_SECONDS),
  };
};

const invalid = (message: string): PluginError => new PluginError({ plugin: PLUGIN_NAME, reason: "invalid", message });

const timeout = (seconds: number): PluginError =>
  new PluginError({
    plugin: PLUGIN_NAME,
    reason: "unavailable",
    message: `the PostgreSQL server did not answer within ${seconds} s (setting timeoutSeconds)`,
  });
