import { PassageIndexError, type PassageIndexErrorReason } from "@quarry/index";
import type { DatabaseService, StoreError, StoreErrorReason, Tables } from "@quarry/store";
import { Effect } from "effect";
import type { Kysely } from "kysely";

/** Runs one query; rejects with a `PassageIndexError`. */
export type Query = <A>(query: (kysely: Kysely<Tables>) => Promise<A>) => Promise<A>;

/** The metadata database as the index uses it: with promises and index errors. */
export class IndexDatabase {
  readonly #database: DatabaseService;

  constructor(database: DatabaseService) {
    this.#database = database;
  }

  readonly read: Query = (query) => settle(this.#database.read(query));

  readonly run: Query = (query) => settle(this.#database.run(query));

  /** Prepares a query for hot paths, which is built once. */
  prepareRead<Row>(
    ...build: Parameters<DatabaseService["prepareRead"]>
  ): (...parameters: readonly unknown[]) => Promise<readonly Row[]> {
    const read = this.#database.prepareRead(...build);
    return (...parameters) => settle(read(...parameters)) as Promise<readonly Row[]>;
  }

  /** The database's clock, in epoch milliseconds: the same for all processes. */
  now(): Promise<number> {
    return settle(this.#database.currentTimeMillis);
  }

  /** Commits when `body` resolves. `body` may run several times, so it must start from scratch each time. */
  transaction<A>(body: (query: Query) => Promise<A>): Promise<A> {
    return settle(
      this.#database.transaction((transaction) =>
        Effect.tryPromise({
          try: () => body((query) => settle(this.#database.run(query, transaction))),
          catch: (cause) => cause as PassageIndexError,
        }),
      ),
    );
  }
}

const settle = <A>(effect: Effect.Effect<A, StoreError | PassageIndexError>): Promise<A> =>
  Effect.runPromise(Effect.mapError(effect, fromStore));

const REASONS: Readonly<Record<StoreErrorReason, PassageIndexErrorReason>> = {
  unique: "internal",
  foreign_key: "internal",
  busy: "busy",
  full: "full",
  read_only: "unavailable",
  unavailable: "unavailable",
  corrupt: "damaged",
  internal: "internal",
};

const fromStore = (error: StoreError | PassageIndexError): PassageIndexError => {
  if (error instanceof PassageIndexError) return error;
  const isStoreError = typeof error === "object" && error !== null && "reason" in error;
  return new PassageIndexError({
    reason: isStoreError ? REASONS[error.reason] : "internal",
    message: error instanceof Error ? error.message : String(error),
    cause: error,
  });
};
