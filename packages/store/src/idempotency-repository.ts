import { Clock, Context, Effect, Layer } from "effect";
import { Database, type DatabaseService } from "./database.ts";
import type { StoreError } from "./store-error.ts";
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
  /** Also forgets what is over a day old. */
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
    const { oldest } = yield* times;
    return yield* database.run(
      (kysely) =>
        kysely
          .selectFrom("stored_answers")
          .select(["id", "fingerprint", "answer"])
          .where("id", "=", id)
          .where("created_at", ">=", oldest)
          .executeTakeFirst(),
      within,
    );
  }),
  insert: Effect.fnUntraced(function* (answer: StoredAnswer, within: Transaction) {
    const { now, oldest } = yield* times;
    yield* database.run(async (kysely) => {
      await kysely.deleteFrom("stored_answers").where("created_at", "<", oldest).execute();
      await kysely
        .insertInto("stored_answers")
        .values({ ...answer, created_at: now })
        .execute();
    }, within);
  }),
});

const times = Effect.map(Clock.currentTimeMillis, (milliseconds) => ({
  now: new Date(milliseconds).toISOString(),
  oldest: new Date(milliseconds - KEPT_MS).toISOString(),
}));
