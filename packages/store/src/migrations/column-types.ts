import { type RawBuilder, sql } from "kysely";

export type SqlDialect = "sqlite" | "mysql";

/**
 * Column types, so that one set of migrations serves both databases: only the types differ, and they are named here by
 * their content. On MySQL every text has a collation that compares like SQLite: byte by byte, including trailing
 * spaces. Keys accept any Unicode too: an ASCII column can't be compared with a caller's value.
 */
export interface ColumnTypes {
  readonly dialect: SqlDialect;
  /** A UUID. */
  readonly id: RawBuilder<unknown>;
  /** At most 191 characters (the limit of an index key in any row format). */
  readonly key: RawBuilder<unknown>;
  /** Name of a document, also in other letter case: at most 255 bytes as sent. */
  readonly filename: RawBuilder<unknown>;
  /** ISO 8601 UTC text with milliseconds: 24 characters that sort chronologically. */
  readonly timestamp: RawBuilder<unknown>;
  /** Unbounded text. */
  readonly text: RawBuilder<unknown>;
  /** JSON as text. Not MySQL's JSON type, which reorders keys and rewrites numbers. */
  readonly json: RawBuilder<unknown>;
  /** Unbounded bytes. */
  readonly bytes: RawBuilder<unknown>;
  /** Arbitrary bytes in a key, at most `length` of them. */
  readonly byteKey: (length: number) => RawBuilder<unknown>;
  readonly autoIncrement: "integer" | "bigint";
}

export const sqliteColumnTypes: ColumnTypes = {
  dialect: "sqlite",
  id: sql.raw("char(36)"),
  key: sql.raw("varchar(191)"),
  filename: sql.raw("varchar(255)"),
  timestamp: sql.raw("char(24)"),
  text: sql.raw("text"),
  json: sql.raw("text"),
  bytes: sql.raw("blob"),
  byteKey: () => sql.raw("blob"),
  autoIncrement: "integer",
};

export const mysqlColumnTypes = (collation: string): ColumnTypes => {
  const ofText = (type: string) => sql.raw(`${type} character set utf8mb4 collate ${collation}`);
  return {
    dialect: "mysql",
    id: ofText("varchar(36)"),
    key: ofText("varchar(191)"),
    filename: ofText("varchar(255)"),
    timestamp: ofText("varchar(24)"),
    text: ofText("longtext"),
    json: ofText("longtext"),
    bytes: sql.raw("longblob"),
    byteKey: (length) => sql.raw(`varbinary(${length})`),
    autoIncrement: "bigint",
  };
};
