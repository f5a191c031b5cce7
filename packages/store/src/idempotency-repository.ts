import { Clock, Context, Effect, Layer } from "effect";
import type { Kysely } from "kysely";
import { Database, type DatabaseService } from "./database.ts";
import type { SqlDialect } from "./migrations/column-types.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** First response to a request with an Idempotency-Key. */
export interface StoredAnswer {
  /** Identifies caller, route and key. */
  readonly id: string;
  /** Fingerprint of the request's content, lower-case hex. */
  readonly fingerprint: string;
  /** Encrypted: it can contain values that are shown only once. */
  readonly answer: string;
}

/** Longer than any client retries. Afterwards the same key is a new request. */
const RETENTION_MS = 24 * 60 * 60 * 1000;

/**
 * Stores first responses for a day. They are read and written in the transaction of the work that they report, so that
 * a repeated request either sees the response or waits for it, even across crashes.
 */
export interface IdempotencyRepositoryService {
  readonly find: (id: string, within: Transaction) => Effect.Effect<StoredAnswer | undefined, StoreError>;
  /** Stores a response. Also deletes some that are over a day old. */
  readonly insert: (answer: StoredAnswer, within: Transaction) => Effect.Effect<void, StoreError>;
}

const makeRepository = (database: DatabaseService): IdempotencyRepositoryService => ({
  find: Effect.fnUntraced(function* (id: string, within: Transaction) {
    const { now, oldest } = yield* timeBounds;
    return yield* database.run(async (kysely) => {
      if (database.dialect === "mysql") await reserveKey(kysely, id, now);
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
    const { now, oldest } = yield* timeBounds;
    yield* database.run(async (kysely) => {
      await deleteExpired(kysely, database.dialect, oldest);
      const row = { fingerprint, answer, created_at: now };
      await kysely
        .insertInto("stored_answers")
        .values({ id, ...row })
        // Replaces an expired response of this key that was not deleted yet.
        .$if(database.dialect === "sqlite", (query) =>
          query.onConflict((conflict) => conflict.column("id").doUpdateSet(row)),
        )
        .$if(database.dialect === "mysql", (query) => query.onDuplicateKeyUpdate(row))
        .execute();
    }, within);
  }),
});

export class IdempotencyRepository extends Context.Service<IdempotencyRepository, IdempotencyRepositoryService>()(
  "@quarry/store/IdempotencyRepository",
) {
  static readonly layer = Layer.effect(IdempotencyRepository, Effect.map(Database, makeRepository));
}

/** Fingerprint of a placeholder row, which only reserves the key. */
const NO_FINGERPRINT = "";

/**
 * Reserves the key: a concurrent repetition waits until this transaction ends. Not needed on SQLite, where writers are
 * serialised anyway. The no-op update locks an existing row as well.
 */
const reserveKey = async (kysely: Kysely<Tables>, id: string, now: string): Promise<void> => {
  await kysely
    .insertInto("stored_answers")
    .values({ id, fingerprint: NO_FINGERPRINT, answer: "", created_at: now })
    .onDuplicateKeyUpdate({ id })
    .execute();
};

/** Enough that old responses don't accumulate, and few enough that a request isn't slowed down by cleaning up. */
const CLEANUP_BATCH = 100;

const deleteExpired = async (kysely: Kysely<Tables>, dialect: SqlDialect, oldest: string): Promise<void> => {
  const rows = await kysely
    .selectFrom("stored_answers")
    .select("id")
    .where("created_at", "<", oldest)
    .limit(CLEANUP_BATCH)
    // Skips responses that another request deletes or uses right now.
    .$if(dialect === "mysql", (query) => query.forUpdate().skipLocked())
    .execute();
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await kysely.deleteFrom("stored_answers").where("id", "in", ids).execute();
};

const timeBounds = Effect.map(Clock.currentTimeMillis, (milliseconds) => ({
  now: new Date(milliseconds).toISOString(),
  oldest: new Date(milliseconds - RETENTION_MS).toISOString(),
}));
