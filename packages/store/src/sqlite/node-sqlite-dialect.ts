import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from "kysely";

/** Statements kept prepared per connection: all that this service has, with room for list variants. */
const PREPARED_STATEMENTS = 256;

/** Kysely on `node:sqlite`, which it has no dialect for: adapts `DatabaseSync` to the shape Kysely expects. */
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

/** SQLite can change the schema in a transaction. Kysely then migrates in one, which is also the lock between processes. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Takes the write lock when a transaction begins. A deferred one that reads first and then writes fails at once with
 * SQLITE_BUSY when another process wrote in between, without waiting for the busy timeout.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

class AdaptedDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** The connection is closed by the scope that opened it. */
  close(): void {}

  prepare(sql: string) {
    const statement = this.#statement(sql);
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...(parameters as SQLInputValue[])),
      run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
      iterate: (parameters: readonly unknown[]) =>
        statement.iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
    };
  }

  /** Least recently used goes first: a map keeps insertion order, so a hit is moved to the end. */
  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) this.#statements.delete(sql);
    const statement = known ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > PREPARED_STATEMENTS) {
      this.#statements.delete(this.#statements.keys().next().value!);
    }
    return statement;
  }
}
