import {
  type ColumnDefinitionBuilder,
  type CreateIndexBuilder,
  type CreateTableBuilder,
  type Kysely,
  type RawBuilder,
  sql,
} from "kysely";
import type { SqlDialect } from "./column-types.ts";

/** Creates a table unless an earlier attempt has created it. */
export const createTable = (kysely: Kysely<unknown>, name: string): CreateTableBuilder<string> =>
  kysely.schema.createTable(name).ifNotExists();

/** Adds a column unless an earlier attempt has added it. */
export const addColumn = async (
  kysely: Kysely<unknown>,
  dialect: SqlDialect,
  table: string,
  name: string,
  type: RawBuilder<unknown> | "integer" | "bigint",
  build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder,
): Promise<void> => {
  if (dialect === "mysql" && (await schemaHas(kysely, "columns", "column_name", table, name))) return;
  await kysely.schema.alterTable(table).addColumn(name, type, build).execute();
};

/** Drops a column unless an earlier attempt has dropped it. */
export const dropColumn = async (
  kysely: Kysely<unknown>,
  dialect: SqlDialect,
  table: string,
  name: string,
): Promise<void> => {
  if (dialect === "mysql" && !(await schemaHas(kysely, "columns", "column_name", table, name))) return;
  await kysely.schema.alterTable(table).dropColumn(name).execute();
};

/** Creates an index unless an earlier attempt has created it. */
export const createIndex = (
  kysely: Kysely<unknown>,
  dialect: SqlDialect,
  table: string,
  name: string,
  columns: readonly string[],
): Promise<void> => makeIndex(kysely, dialect, table, name, columns, (index) => index);

/** Creates a unique index in the same way. Any number of rows can have null. */
export const createUniqueIndex = (
  kysely: Kysely<unknown>,
  dialect: SqlDialect,
  table: string,
  name: string,
  columns: readonly string[],
): Promise<void> => makeIndex(kysely, dialect, table, name, columns, (index) => index.unique());

const makeIndex = async (
  kysely: Kysely<unknown>,
  dialect: SqlDialect,
  table: string,
  name: string,
  columns: readonly string[],
  build: (index: CreateIndexBuilder) => CreateIndexBuilder,
): Promise<void> => {
  // MySQL has no "if not exists" for indexes. On SQLite an interrupted migration leaves nothing behind.
  if (dialect === "mysql" && (await schemaHas(kysely, "statistics", "index_name", table, name))) return;
  await build(kysely.schema.createIndex(name))
    .on(table)
    .columns([...columns])
    .execute();
};

/** Drops an index unless an earlier attempt has dropped it. */
export const dropIndex = async (
  kysely: Kysely<unknown>,
  dialect: SqlDialect,
  table: string,
  name: string,
): Promise<void> => {
  if (dialect === "sqlite") return kysely.schema.dropIndex(name).execute();
  if (!(await schemaHas(kysely, "statistics", "index_name", table, name))) return;
  await kysely.schema.dropIndex(name).on(table).execute();
};

/** Drops a foreign key unless an earlier attempt has dropped it. Only on MySQL, where foreign keys have names. */
export const dropForeignKey = async (kysely: Kysely<unknown>, table: string, name: string): Promise<void> => {
  if (!(await schemaHas(kysely, "table_constraints", "constraint_name", table, name))) return;
  await sql`alter table ${sql.table(table)} drop foreign key ${sql.ref(name)}`.execute(kysely);
};

const schemaHas = async (
  kysely: Kysely<unknown>,
  view: "columns" | "statistics" | "table_constraints",
  column: "column_name" | "index_name" | "constraint_name",
  table: string,
  name: string,
): Promise<boolean> => {
  const found = await sql`
    select 1 from information_schema.${sql.raw(view)}
    where table_schema = database() and table_name = ${table} and ${sql.raw(column)} = ${name} limit 1`.execute(kysely);
  return found.rows.length > 0;
};
