import { hash } from "node:crypto";
import { refreshed, runEffect } from "../../rpc/index.ts";
import { Storage } from "@quarry/catalog";
import { EndedSessionRepository } from "@quarry/store";
import { Clock, Effect } from "effect";

/** Sessions that were signed out before they expired. Checked at every request, so lookups are in memory. */
export interface EndedSessions {
  has(id: string): boolean;
  /** Ends a session: immediately here, and within a second in every other process. Resolves when it is stored. */
  end(id: string): Promise<void>;
}

/** Overlap of successive reads. A row can be committed after one with a later time; reading this far back finds it. */
const OVERLAP_MS = 60_000;

/**
 * Stores only digests, in the database and in memory: a reader of either can't make a cookie from one. Each digest is
 * deleted when its session would have expired at the latest.
 */
export const makeEndedSessions = (lifetimeMs: number) =>
  Effect.gen(function* () {
    const repository = yield* EndedSessionRepository;
    const storage = yield* Storage;
    const clock = yield* Clock.Clock;
    const expiryByDigest = new Map<string, number>();
    let lastEndedAt = 0;

    const refresh = Effect.gen(function* () {
      for (const { digest, endedAt, keptUntil } of yield* repository.since(lastEndedAt - OVERLAP_MS)) {
        expiryByDigest.set(digest, keptUntil);
        lastEndedAt = Math.max(lastEndedAt, endedAt);
      }
      const now = clock.currentTimeMillisUnsafe();
      for (const [digest, keptUntil] of expiryByDigest) if (keptUntil < now) expiryByDigest.delete(digest);
    });
    yield* refreshed(refresh, "can't check for ended sessions");

    const ended: EndedSessions = {
      has: (id) => expiryByDigest.has(digestOf(id)),
      end: async (id) => {
        const digest = digestOf(id);
        expiryByDigest.set(digest, clock.currentTimeMillisUnsafe() + lifetimeMs);
        await runEffect(storage.withReserve("delete", repository.add(digest, lifetimeMs)));
      },
    };
    return ended;
  });

const digestOf = (id: string): string => hash("sha256", id, "hex");
