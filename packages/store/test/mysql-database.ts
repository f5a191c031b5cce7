import { makeDatabase } from "@quarry/services";
import { Database, mysqlDatabaseLayer } from "@quarry/store";
import { Effect, Redacted } from "effect";
import { sql } from "kysely";
import type { CreateDatabase } from "./fixture.ts";

/** Creates a new database on the tests' MariaDB. */
export const createMysqlDatabase: CreateDatabase = async () => {
  const { url, drop } = await makeDatabase();
  return { location: { url }, remove: drop };
};

/** Reuses one database, emptied after each test: faster than new ones. */
export const reusedMysqlDatabase = (): {
  readonly createDatabase: CreateDatabase;
  readonly drop: () => Promise<void>;
} => {
  let made: ReturnType<typeof makeDatabase> | undefined;
  return {
    createDatabase: async () => {
      const { url } = await (made ??= makeDatabase());
      return { location: { url }, remove: () => empty(url) };
    },
    drop: async () => (await made)?.drop(),
  };
};

const empty = (url: string): Promise<void> =>
  Effect.gen(function* () {
    const database = yield* Database;
    yield* database.run(async (kysely) => {
      const tables = await kysely.introspection.getTables();
      // Deleting a collection deletes its documents.
      const names = tables.map(({ name }) => name).filter((name) => !RETAINED_TABLES.has(name));
      for (const name of names) await sql`delete from ${sql.table(name)}`.execute(kysely);
      await kysely.updateTable("embedding_cache_size").set({ entries: 0, bytes: 0 }).execute();
    });
  }).pipe(Effect.provide(mysqlDatabaseLayer({ url: Redacted.make(url) })), Effect.runPromise);

const RETAINED_TABLES: ReadonlySet<string> = new Set([
  "embedding_cache_size",
  "kysely_migration",
  "kysely_migration_lock",
]);
