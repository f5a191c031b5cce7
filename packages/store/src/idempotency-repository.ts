import { Clock, Context, Effect, Layer } from "effect";
import type { Kysely } from "kysely";
import { Database, type DatabaseService } from "./database.ts";
import type { SqlDialect } from "./migrations/column-types.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** The answer that a request with an Idempotency-Key got the first time. */
export interface StoredAnswer {
  /** Names caller, route and key. */
  readonly id: string;
  /** Of what the request said, lower-case hex. */
  readonly fingerprint: string;
  /** Sealed: it may hold what is shown once. */
  readonly answer: string;
}

/** Longer than any client retries; then the same key is a new request. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * First answers, for a day. Read and written inside the transaction of what the answer tells, so that a repetition
 * either sees the answer or waits for it, through any crash.
 */
export interface IdempotencyRepositoryService {
  readonly find: (id: string, within: Transaction) => Effect.Effect<StoredAnswer | undefined, StoreError>;
  /** Also forgets some of what is over a day old. */
  readonly insert: (answer: StoredAnswer, within: Transaction) => Effect.Effect<void, StoreError>;
}

export class IdempotencyRepository extends Context.Service<IdempotencyRepository, IdempotencyRepositoryService>()(
  "@quarry/store/IdempotencyRepository",
) {
  static readonly layer: Layer.Layer<IdempotencyRepository, never, Database> = Layer.effect(
    IdempotencyRepository,
    Effect.map(Database, (database) => makeRepository(database)),
  );
}

const makeRepository = (database: DatabaseService): IdempotencyRepositoryService => ({
  find: Effect.fnUntraced(function* (id: string, within: Transaction) {
    const { now, oldest } = yield* times;
    return yield* database.run(async (kysely) => {
      if (database.dialect === "mysql") await takePlace(kysely, id, now);
      return kysely
        .selectFrom("stored_answers")
        .select(["id", "fingerprint", "answer"])
        .where("id", "=", id)
        .where("created_at", ">=", oldest)
        .where("fingerprint", "<>", NO_FINGERPRINT)
        .executeTakeFirst();
    }, within);
  }),
  insert: Effect.fnUntraced(function* ({ id, fingerprint, answer }: StoredAnswer, within: Transaction) {
    const { now, oldest } = yield* times;
    yield* database.run(async (kysely) => {
      await forgetOld(kysely, database.dialect, oldest);
      const row = { fingerprint, answer, created_at: now };
      await kysely
        .insertInto("stored_answers")
        .values({ id, ...row })
        // An old one of this key that is not forgotten yet.
        .$if(database.dialect === "sqlite", (query) =>
          query.onConflict((conflict) => conflict.column("id").doUpdateSet(row)),
        )
        .$if(database.dialect === "mysql", (query) => query.onDuplicateKeyUpdate(row))
        .execute();
    }, within);
  }),
});

/** Of a row that only holds the place for an answer. */
const NO_FINGERPRINT = "";

/**
 * Makes a repetition at the same moment wait until this transaction ends: SQLite's writers wait for each other anyway.
 * An update to what is there already locks the row as well.
 */
const takePlace = async (kysely: Kysely<Tables>, id: string, now: string): Promise<void> => {
  await kysely
    .insertInto("stored_answers")
    .values({ id, fingerprint: NO_FINGERPRINT, answer: "", created_at: now })
    .onDuplicateKeyUpdate({ id })
    .execute();
};

/** Enough that they don't gather; a request doesn't have to clean up after all others. */
const FORGOTTEN_AT_ONCE = 100;

const forgetOld = async (kysely: Kysely<Tables>, dialect: SqlDialect, oldest: string): Promise<void> => {
  const rows = await kysely
    .selectFrom("stored_answers")
    .select("id")
    .where("created_at", "<", oldest)
    .limit(FORGOTTEN_AT_ONCE)
    // Skips answers that another request deletes or uses at this moment.
    .$if(dialect === "mysql", (query) => query.forUpdate().skipLocked())
    .execute();
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await kysely.deleteFrom("stored_answers").where("id", "in", ids).execute();
};

const times = Effect.map(Clock.currentTimeMillis, (milliseconds) => ({
  now: new Date(milliseconds).toISOString(),
  oldest: new Date(milliseconds - KEPT_MS).toISOString(),
}));
