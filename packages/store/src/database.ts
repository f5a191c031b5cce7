import type { DomainError } from "@quarry/plugin/domain";
import { Context, type Effect } from "effect";
import type { CompiledQuery, Kysely } from "kysely";
import type { FieldValueQueries } from "./field-values/field-value-queries.ts";
import type { SqlDialect } from "./migrations/column-types.ts";
import type { PlaceholderOf } from "./prepared-query.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** The metadata database. Repositories are written against this and nothing else. */
export interface DatabaseService {
  readonly dialect: SqlDialect;

  /**
   * Runs one query: in `within`, otherwise by itself. It can't be interrupted half way. Inside the body of a
   * transaction `within` must be given: one connection writes, so the query would wait for its own transaction (that
   * is reported as a defect).
   */
  readonly run: <A>(
    query: (kysely: Kysely<Tables>) => Promise<A>,
    within?: Transaction,
  ) => Effect.Effect<A, StoreError>;

  /** Runs one query that only reads. It sees what is committed and never waits for a transaction. */
  readonly read: <A>(query: (kysely: Kysely<Tables>) => Promise<A>) => Effect.Effect<A, StoreError>;

  /** Answers a question about documents that may take seconds: where this thread does the reading, in one of its own. */
  readonly queryFieldValues: <Name extends keyof FieldValueQueries>(
    collectionId: string,
    name: Name,
    request: Parameters<FieldValueQueries[Name]>[0],
  ) => Effect.Effect<Awaited<ReturnType<FieldValueQueries[Name]>>, DomainError | StoreError>;

  /**
   * A `read` for hot paths: the query is built once, here, and each call only binds and runs it. Placeholders stand
   * for the call's parameters by position.
   */
  readonly prepareRead: <Row>(
    build: (kysely: Kysely<Tables>, placeholder: PlaceholderOf) => { readonly compile: () => CompiledQuery<Row> },
  ) => (...parameters: readonly unknown[]) => Effect.Effect<readonly Row[], StoreError>;

  /**
   * A number that is another one as soon as anyone has committed anything, this process included: what was read while
   * it stood still is what would be read now. Undefined where the database can't tell; then nothing may be kept. Costs
   * microseconds.
   */
  readonly version: () => number | undefined;

  /**
   * Commits when `body` succeeds, rolls back when it fails, dies or is interrupted. With `within` the body joins that
   * transaction instead. Keep bodies short and free of other waiting: every other writer waits for them.
   *
   * On MySQL a body runs again from its beginning when another transaction was in its way (a deadlock, a lock held for
   * too long): then nothing of the first run is left in the database, and its `afterCommit` effects are dropped. So a
   * body must do nothing outside of the database that can't be done twice.
   */
  readonly transaction: <A, E, R>(
    body: (transaction: Transaction) => Effect.Effect<A, E, R>,
    within?: Transaction,
  ) => Effect.Effect<A, E | StoreError, R>;

  /**
   * The time by which leases and due times are compared, in epoch milliseconds: where processes share the database, its
   * own clock, so that none of theirs matters. Follows the `Clock` otherwise, and steps of it that a test makes.
   */
  readonly currentTimeMillis: Effect.Effect<number, StoreError>;

  /** Succeeds when the database answers, within 2 seconds; for readiness. */
  readonly ping: Effect.Effect<void, StoreError>;
}

export class Database extends Context.Service<Database, DatabaseService>()("@quarry/store/Database") {}
