import { type RawBuilder, sql } from "kysely";

export type SqlDialect = "sqlite" | "mysql";

/**
 * One migration set for both databases: where they differ it is in the types, named here by what they hold. On MySQL
 * a key needs a bounded type, and a binary collation keeps names case-sensitive as they are on SQLite.
 */
export interface ColumnTypes {
  /** A UUID. */
  readonly id: RawBuilder<unknown>;
  /** ASCII that is compared byte by byte, at most 191 characters (what an index key holds on any row format). */
  readonly key: RawBuilder<unknown>;
  /** ISO 8601 UTC text with milliseconds: 24 characters that sort as the times do. */
  readonly timestamp: RawBuilder<unknown>;
  /** Unbounded text. */
  readonly text: RawBuilder<unknown>;
  /** JSON as text. Not MySQL's JSON type, which reorders keys and rewrites numbers. */
  readonly json: RawBuilder<unknown>;
  /** Unbounded bytes. */
  readonly bytes: RawBuilder<unknown>;
  /** Bytes of any value in a key, at most `length` of them. */
  readonly byteKey: (length: number) => RawBuilder<unknown>;
  readonly autoIncrement: "integer" | "bigint";
}

export const columnTypes = (dialect: SqlDialect): ColumnTypes =>
  dialect === "mysql"
    ? {
        id: sql.raw("char(36) character set ascii collate ascii_bin"),
        key: sql.raw("varchar(191) character set ascii collate ascii_bin"),
        timestamp: sql.raw("char(24) character set ascii collate ascii_bin"),
        text: sql.raw("longtext character set utf8mb4 collate utf8mb4_bin"),
        json: sql.raw("longtext character set utf8mb4 collate utf8mb4_bin"),
        bytes: sql.raw("longblob"),
        byteKey: (length) => sql.raw(`varbinary(${length})`),
        autoIncrement: "bigint",
      }
    : {
        id: sql.raw("char(36)"),
        key: sql.raw("varchar(191)"),
        timestamp: sql.raw("char(24)"),
        text: sql.raw("text"),
        json: sql.raw("text"),
        bytes: sql.raw("blob"),
        byteKey: () => sql.raw("blob"),
        autoIncrement: "integer",
      };
