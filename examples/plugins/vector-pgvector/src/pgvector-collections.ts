import { PluginError } from "@quarry/plugin";
import type { DatabaseError, PoolClient } from "pg";
import { type EntryTable, quoted } from "./entry-table.ts";
import { PLUGIN_NAME } from "./pgvector-failure.ts";

/** First version with iterative index scans. */
const MIN_VERSION = [0, 8] as const;
/** Limit of pgvector's indexes on the type `vector`. */
const MAX_INDEXED_DIMENSION = 2_000;

/** Larger than the defaults (16, 64), which miss one in ten of the nearest among unstructured vectors. */
const HNSW = "m = 20, ef_construction = 100";

/** Advisory lock with a number that no other program uses. It serialises the creation and removal of tables. */
const LOCK = "select pg_advisory_xact_lock(7163091405)";

/** Fails if the database has no sufficiently new pgvector, and can't install it. */
export const checkServer = async (client: PoolClient): Promise<void> => {
  const { rows } = await client.query<{ installed: string | null; available: string | null }>(
    `select (select extversion from pg_extension where extname = 'vector') as installed,
            (select default_version from pg_available_extensions where name = 'vector') as available`,
  );
  const { installed, available } = rows[0]!;
  checkVersion(installed ?? available);
};

const checkVersion = (version: string | null): void => {
  if (version === null) throw incompatible("the PostgreSQL server has no extension pgvector: install it there");
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])) return;
  throw incompatible(
    `the database has pgvector ${version}; ${MIN_VERSION.join(".")} or newer is needed (ALTER EXTENSION vector UPDATE)`,
  );
};

export const ensureTable = async (
  client: PoolClient,
  table: EntryTable,
  {
    schema,
    dimension,
    index,
  }: { readonly schema: string; readonly dimension: number; readonly index: "hnsw" | "none" },
): Promise<void> => {
  const known = await dimensionOf(client, table);
  // A table that another process is creating has a name before its columns are visible, so 0 is only trusted under the
  // lock.
  if (known !== undefined && known !== 0) return checkDimension(table, known, dimension);
  await client.query(LOCK);
  const meanwhile = await dimensionOf(client, table);
  if (meanwhile !== undefined) return checkDimension(table, meanwhile, dimension);
  await makeSurroundings(client, schema);
  await client.query(
    `create table ${table.name} (
       id bytea not null constraint ${table.keyIndex} primary key,
       embedding vector(${dimension}) not null,
       metadata json not null,
       passage json not null,
       facts text[] not null,
       numbers jsonb not null
     )`,
  );
  await client.query(`create index ${table.factsIndex} on ${table.name} using gin (facts)`);
  if (index === "hnsw" && dimension <= MAX_INDEXED_DIMENSION) {
    // Vectors have unit length, so the inner product is the cosine.
    await client.query(
      `create index ${table.vectorIndex} on ${table.name} using hnsw (embedding vector_ip_ops) with (${HNSW})`,
    );
  }
};

/** Creates missing objects. Checks for them first: a user without permission to create them may use existing ones. */
const makeSurroundings = async (client: PoolClient, schema: string): Promise<void> => {
  await checkServer(client);
  const { rows } = await client.query<{ hasSchema: boolean; hasExtension: boolean }>(
    `select exists (select from pg_namespace where nspname = $1) as "hasSchema",
            exists (select from pg_extension where extname = 'vector') as "hasExtension"`,
    [schema],
  );
  const { hasSchema, hasExtension } = rows[0]!;
  if (!hasExtension) await client.query("create extension vector").catch(explainExtension);
  if (!hasSchema) await client.query(`create schema ${quoted(schema)}`);
};

/** Most builds restrict its creation to superusers. */
const explainExtension = (error: unknown): never => {
  if ((error as DatabaseError).code !== "42501") throw error;
  const message =
    "the role may not make the extension pgvector: have a superuser run CREATE EXTENSION vector in the database";
  throw new PluginError({ plugin: PLUGIN_NAME, reason: "unauthorized", message, cause: error });
};

export const dropTable = async (client: PoolClient, table: EntryTable): Promise<void> => {
  await client.query(LOCK);
  await client.query(`drop table if exists ${table.name}`);
};

/** Returns the vector length; undefined if there is no such table, 0 if this plugin did not create it. */
const dimensionOf = async (client: PoolClient, table: EntryTable): Promise<number | undefined> => {
  const { rows } = await client.query<{ exists: boolean; dimension: number | null }>(
    `select found is not null as exists,
            (select atttypmod from pg_attribute where attrelid = found and attname = 'embedding') as dimension
     from to_regclass($1) as found`,
    [table.name],
  );
  const { exists, dimension } = rows[0]!;
  return exists ? (dimension ?? 0) : undefined;
};

const checkDimension = (table: EntryTable, found: number, wanted: number): void => {
  if (found === wanted) return;
  throw incompatible(
    found === 0
      ? `there is a table ${table.name} that was not made for vectors (setting schema)`
      : `the table ${table.name} has ${found} dimensions, not ${wanted}`,
  );
};

const incompatible = (message: string): PluginError =>
  new PluginError({ plugin: PLUGIN_NAME, reason: "incompatible", message });
