import { readFile } from "node:fs/promises";
import { type PlainVectorStore, type PluginCall, type PluginContext, PluginError, secret } from "@quarry/plugin";
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

/** Limit of the contract for a health check, with some margin. */
const HEALTH_TIMEOUT_SECONDS = 4;

/** Sends no request yet: a service may start before its server, and reports the server's state by its readiness. */
export const makePgvectorStore = async (
  settings: PgvectorSettings,
  { log }: PluginContext,
): Promise<PlainVectorStore> => {
  const connection = new PostgresConnection(settings, await readCredentials(settings), log);
  return storeOn(connection, settings);
};

const readCredentials = async (settings: PgvectorSettings): Promise<Credentials> => {
  const { password, passwordVariable, caCertificateFile } = settings;
  const named = passwordVariable === undefined ? undefined : process.env[passwordVariable];
  if (passwordVariable !== undefined && !named) {
    throw invalid(`setting passwordVariable: the environment variable ${passwordVariable} is not set`);
  }
  const input = named === undefined ? password : secret(named);
  if (caCertificateFile === undefined) return input === undefined ? {} : { password: input };
  const caCertificate = await readFile(caCertificateFile, "utf8").catch((error: unknown) => {
    throw invalid(`setting caCertificateFile: ${(error as Error).message}`);
  });
  return { caCertificate, ...(input !== undefined && { password: input }) };
};

const storeOn = (connection: PostgresConnection, settings: PgvectorSettings): PlainVectorStore => {
  const { schema, index, searchBreadth } = settings;

  const inTime = async <Value>(
    caller: AbortSignal,
    begin: string,
    run: (client: PoolClient) => Promise<Value>,
    seconds = settings.timeoutSeconds,
  ): Promise<Value> => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(timeout(seconds)), seconds * 1_000);
    const signal = AbortSignal.any([caller, deadline.signal]);
    try {
      return await Promise.race([connection.transaction(signal, begin, run), abortOf(signal)]);
    } catch (error) {
      throw toPluginError(error);
    } finally {
      clearTimeout(timer);
    }
  };
  const on =
    (begin: string) =>
    <Value>(
      collection: string,
      { signal }: PluginCall,
      run: (client: PoolClient, table: EntryTable) => Promise<Value>,
    ): Promise<Value> =>
      inTime(signal, begin, (client) => run(client, entryTable(schema, collection)));
  const [read, write] = [on(READ), on(WRITE)];

  return {
    ensureCollection: ({ collection, dimension }, call) =>
      write(collection, call, (client, table) => ensureTable(client, table, { schema, dimension, index })),
    dropCollection: (collection, call) => write(collection, call, dropTable),
    upsert: (collection, records, call) =>
      write(collection, call, (client, table) => upsertRecords(client, table, records)),
    get: (collection, ids, call) => read(collection, call, (client, table) => getRecords(client, table, ids)),
    list: (collection, request, call) => read(collection, call, (client, table) => listRecords(client, table, request)),
    count: (collection, filter, call) => read(collection, call, (client, table) => countRecords(client, table, filter)),
    deleteByIds: (collection, ids, call) =>
      write(collection, call, (client, table) =>
        deleteIds(client, table, ids.filter((id) => id.isWellFormed()).map(idBytes)),
      ),
    deleteByFilter: (collection, filter, call) =>
      write(collection, call, async (client, table) => {
        const parameters = new SqlParameters();
        const { condition, residual } = applyFilter(filter, parameters);
        if (residual === undefined) return await deleteWhere(client, table, condition, parameters.values);
        const ids = await Array.fromAsync(matchingIds(client, table, { filter, lock: true }));
        return await deleteIds(client, table, ids);
      }),
    search: (collection, request, call) =>
      read(collection, call, (client, table) => searchTable(client, table, request, searchBreadth)),
    cosines: (collection, vector, ids, call) =>
      read(collection, call, (client, table) => cosinesOf(client, table, vector, ids)),
    health: ({ signal }) => inTime(signal, READ, checkServer, HEALTH_TIMEOUT_SECONDS),
    close: () => connection.close(),
  };
};

/** Rejects when the signal is aborted. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));

const invalid = (message: string): PluginError => new PluginError({ plugin: PLUGIN_NAME, reason: "invalid", message });

const timeout = (seconds: number): PluginError =>
  new PluginError({
    plugin: PLUGIN_NAME,
    reason: "unavailable",
    message: `the PostgreSQL server did not answer within ${seconds} s (setting timeoutSeconds)`,
  });
