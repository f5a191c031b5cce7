import type { DomainError } from "@quarry/plugin/domain";
import { Context, type Effect } from "effect";
import type { CompiledQuery, Kysely } from "kysely";
import type { FieldValueQueries } from "./field-values/field-value-queries.ts";
import type { SqlDialect } from "./migrations/column-types.ts";
import type { PlaceholderOf } from "./prepared-query.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Metadata database: the only interface that repositories depend on. */
export interface DatabaseService {
  readonly dialect: SqlDialect;

  /**
   * Runs one query: in `within`, otherwise in its own transaction. Can't be interrupted halfway. Inside the body of a
   * transaction `within` is required: there is one writing connection, so the query would wait for its own transaction
   * (this is reported as a defect).
   */
  readonly run: <A>(
    query: (kysely: Kysely<Tables>) => Promise<A>,
    within?: Transaction,
  ) => Effect.Effect<A, StoreError>;

  /** Runs one read-only query. It sees committed data and never waits for a transaction. */
  readonly read: <A>(query: (kysely: Kysely<Tables>) => Promise<A>) => Effect.Effect<A, StoreError>;

  /** Runs a query on documents that can take seconds. If reads would block this thread, it runs in a separate one. */
  readonly queryFieldValues: <Name extends keyof FieldValueQueries>(
    collectionId: string,
    name: Name,
    request: Parameters<FieldValueQueries[Name]>[0],
  ) => Effect.Effect<Awaited<ReturnType<FieldValueQueries[Name]>>, DomainError | StoreError>;

  /**
   * Prepares a `read` for hot paths: the query is built once, here, and each call only binds and runs it. Placeholders
   * refer to the call's parameters by position.
   */
  readonly prepareRead: <Row>(
    build: (kysely: Kysely<Tables>, placeholder: PlaceholderOf) => { readonly compile: () => CompiledQuery<Row> },
  ) => (...parameters: readonly unknown[]) => Effect.Effect<readonly Row[], StoreError>;

  /**
   * Version of the data: it changes with every commit, including commits of this process. Data read at the same version
   * is still current. Undefined if the database doesn't support it; then nothing may be cached. Costs microseconds.
   */
  readonly version: () => number | undefined;

  /**
   * Commits if `body` succeeds, rolls back if it fails, dies or is interrupted. With `within` the body joins that
   * transaction instead. Keep bodies short and don't wait for anything else in them: every other writer waits.
   *
   * On MySQL the whole body is retried after a conflict with another transaction (a deadlock or a lock timeout). The
   * first run is rolled back, and its `afterCommit` effects are dropped. Effects of a body outside the database must
   * therefore be idempotent.
   */
  readonly transaction: <A, E, R>(
    body: (transaction: Transaction) => Effect.Effect<A, E, R>,
    within?: Transaction,
  ) => Effect.Effect<A, E | StoreError, R>;

  /**
   * Time for comparing leases and due times, in epoch milliseconds. If processes share the database, it is the
   * database's clock, so that their own clocks don't matter. Otherwise it follows the `Clock`, including steps made by
   * tests.
   */
  readonly currentTimeMillis: Effect.Effect<number, StoreError>;

  /** Succeeds if the database responds within 2 seconds. For readiness checks. */
  readonly ping: Effect.Effect<void, StoreError>;
}

export class Database extends Context.Service<Database, DatabaseService>()("@quarry/store/Database") {}
