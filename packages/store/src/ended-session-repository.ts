import { Context, Effect, Layer } from "effect";
import { Database, type DatabaseService } from "./database.ts";
import type { StoreError } from "./store-error.ts";

/** Session that was signed out. Times are epoch milliseconds, by the database's clock. */
export interface EndedSession {
  /** SHA-256 of the session's id, lower-case hex. */
  readonly digest: string;
  readonly endedAt: number;
  /** Time at which the session would have expired by itself. */
  readonly keptUntil: number;
}

export interface EndedSessionRepositoryService {
  /** Adds a session. Also deletes entries of sessions that have expired by themselves. */
  readonly add: (digest: string, keptForMs: number) => Effect.Effect<EndedSession, StoreError>;
  /** Sessions that ended at this time or later. */
  readonly since: (endedAt: number) => Effect.Effect<readonly EndedSession[], StoreError>;
}

const makeRepository = (database: DatabaseService): EndedSessionRepositoryService => {
  const since = database.prepareRead<EndedSession>((kysely, placeholder) =>
    kysely
      .selectFrom("ended_sessions")
      .select(["digest", "ended_at as endedAt", "kept_until as keptUntil"])
      .where("ended_at", ">=", placeholder(0)),
  );
  return {
    add: Effect.fnUntraced(function* (digest: string, keptForMs: number) {
      const endedAt = yield* database.currentTimeMillis;
      const keptUntil = endedAt + keptForMs;
      yield* database.run(async (kysely) => {
        await kysely.deleteFrom("ended_sessions").where("kept_until", "<", endedAt).execute();
        await kysely
          .insertInto("ended_sessions")
          .values({ digest, ended_at: endedAt, kept_until: keptUntil })
          .$if(database.dialect === "sqlite", (query) => query.onConflict((conflict) => conflict.doNothing()))
          .$if(database.dialect === "mysql", (query) => query.ignore())
          .execute();
      });
      return { digest, endedAt, keptUntil };
    }),
    since: (endedAt) =>
      Effect.map(since(endedAt), (rows) =>
        rows.map((row) => ({ ...row, endedAt: Number(row.endedAt), keptUntil: Number(row.keptUntil) })),
      ),
  };
};

export class EndedSessionRepository extends Context.Service<EndedSessionRepository, EndedSessionRepositoryService>()(
  "@quarry/store/EndedSessionRepository",
) {
  static readonly layer = Layer.effect(EndedSessionRepository, Effect.map(Database, makeRepository));
}
