import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { BoundedMap } from "@quarry/plugin/domain";
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from "kysely";

/** Prepared statements cached per connection: all statements of this service, with room for list variants. */
const MAX_CACHED_STATEMENTS = 256;

/** Kysely dialect for `node:sqlite`, which Kysely lacks: adapts `DatabaseSync` to the interface that it expects. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #adapted: AdaptedDatabase;

  constructor(database: DatabaseSync) {
    const adapted = new AdaptedDatabase(database);
    super({ database: adapted });
    this.#adapted = adapted;
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: this.#adapted });
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
}

/**
 * SQLite supports schema changes in a transaction. Kysely then migrates in one, which is also the lock between
 * processes.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Takes the write lock when a transaction begins. A deferred transaction that reads first and then writes fails at once
 * with SQLITE_BUSY if another process wrote in between, without waiting for the busy timeout.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

class AdaptedDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new BoundedMap<string, StatementSync>(MAX_CACHED_STATEMENTS);

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** The connection is closed by the scope that opened it. */
  close(): void {}

  prepare(sql: string) {
    const statement = this.#statements.ensure(sql, () => this.#database.prepare(sql));
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...(parameters as SQLInputValue[])),
      run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
      iterate: (parameters: readonly unknown[]) =>
        statement.iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
    };
  }
}
