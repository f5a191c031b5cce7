import { hash } from "node:crypto";
import { runEffect } from "../../rpc/index.ts";
import { Storage } from "@quarry/catalog";
import { EndedSessionRepository } from "@quarry/store";
import { Clock, Effect } from "effect";

/** Sessions that were signed out of before their time. Asked at every request, so it answers from memory. */
export interface EndedSessions {
  has(id: string): boolean;
  /** From now on here, and within a second in every other process; resolves when that is on record. */
  end(id: string): Promise<void>;
}

/** Time until a session that ended elsewhere is known here. */
const REFRESH_MS = 1_000;

/** A row may be committed after one with a later time; looking back this far finds it. */
const OVERLAP_MS = 60_000;

/**
 * Keeps digests, in the database and here: nobody who reads either can make a cookie of one. Each is forgotten when the
 * longest that its session could have lasted is over.
 */
export const makeEndedSessions = (lifetimeMs: number) =>
  Effect.gen(function* () {
    const repository = yield* EndedSessionRepository;
    const storage = yield* Storage;
    const clock = yield* Clock.Clock;
    const known = new Map<string, number>();
    let seenUntil = 0;

    const refresh = Effect.gen(function* () {
      for (const { digest, endedAt, keptUntil } of yield* repository.since(seenUntil - OVERLAP_MS)) {
        known.set(digest, keptUntil);
        seenUntil = Math.max(seenUntil, endedAt);
      }
      const now = clock.currentTimeMillisUnsafe();
      for (const [digest, keptUntil] of known) if (keptUntil < now) known.delete(digest);
    });
    yield* refresh;
    yield* Effect.forkScoped(
      Effect.forever(
        Effect.andThen(
          Effect.sleep(REFRESH_MS),
          Effect.catchCause(refresh, (cause) => Effect.logWarning("can't look for sessions that ended", cause)),
        ),
      ),
    );

    const ended: EndedSessions = {
      has: (id) => known.has(digestOf(id)),
      end: async (id) => {
        const digest = digestOf(id);
        known.set(digest, clock.currentTimeMillisUnsafe() + lifetimeMs);
        await runEffect(storage.withReserve("delete", repository.add(digest, lifetimeMs)));
      },
    };
    return ended;
  });

const digestOf = (id: string): string => hash("sha256", id, "hex");
