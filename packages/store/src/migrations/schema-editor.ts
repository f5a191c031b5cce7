import { type CreateIndexBuilder, type CreateTableBuilder, type Kysely, type RawBuilder, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Content of one migration. */
export type SchemaChange = (schema: SchemaEditor) => Promise<void>;

/**
 * Changes of a schema that can run again after an interruption. MySQL commits each statement separately, so each does
 * nothing if an earlier attempt has already done it. On SQLite an interrupted migration leaves nothing behind.
 */
export interface SchemaEditor {
  readonly kysely: Kysely<unknown>;
  readonly types: ColumnTypes;
  readonly createTable: (name: string) => CreateTableBuilder<string>;
  /** Adds a column that can be null, or one that can't be and is `initial` in existing rows. */
  readonly addColumn: (
    table: string,
    name: string,
    type: RawBuilder<unknown> | "integer" | "bigint",
    initial?: string | number,
  ) => Promise<void>;
  readonly dropColumn: (table: string, name: string) => Promise<void>;
  readonly createIndex: (table: string, name: string, ...columns: string[]) => Promise<void>;
  /** Any number of rows can have null. */
  readonly createUniqueIndex: (table: string, name: string, ...columns: string[]) => Promise<void>;
  readonly dropIndex: (table: string, name: string) => Promise<void>;
  /** Only on MySQL, where foreign keys have names. */
  readonly dropForeignKey: (table: string, name: string) => Promise<void>;
}

export const schemaEditor = (kysely: Kysely<unknown>, types: ColumnTypes): SchemaEditor => {
  const isMysql = types.dialect === "mysql";

  const exists = async (
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

  const makeIndex = async (index: CreateIndexBuilder, table: string, name: string, columns: string[]) => {
    // MySQL has no "if not exists" for indexes.
    if (isMysql && (await exists("statistics", "index_name", table, name))) return;
    await index.on(table).columns(columns).execute();
  };

  return {
    kysely,
    types,
    createTable: (name) => kysely.schema.createTable(name).ifNotExists(),
    addColumn: async (table, name, type, initial) => {
      if (isMysql && (await exists("columns", "column_name", table, name))) return;
      await kysely.schema
        .alterTable(table)
        .addColumn(name, type, (column) => (initial === undefined ? column : column.notNull().defaultTo(initial)))
        .execute();
    },
    dropColumn: async (table, name) => {
      if (isMysql && !(await exists("columns", "column_name", table, name))) return;
      await kysely.schema.alterTable(table).dropColumn(name).execute();
    },
    createIndex: (table, name, ...columns) => makeIndex(kysely.schema.createIndex(name), table, name, columns),
    createUniqueIndex: (table, name, ...columns) =>
      makeIndex(kysely.schema.createIndex(name).unique(), table, name, columns),
    dropIndex: async (table, name) => {
      if (!isMysql) return kysely.schema.dropIndex(name).execute();
      if (await exists("statistics", "index_name", table, name)) {
        await kysely.schema.dropIndex(name).on(table).execute();
      }
    },
    dropForeignKey: async (table, name) => {
      if (!(await exists("table_constraints", "constraint_name", table, name))) return;
      await sql`alter table ${sql.table(table)} drop foreign key ${sql.ref(name)}`.execute(kysely);
    },
  };
};
