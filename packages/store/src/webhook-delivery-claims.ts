import { Effect } from "effect";
import type { Kysely } from "kysely";
import type { DatabaseService } from "./database.ts";
import { inTransaction } from "./in-transaction.ts";
import type { Tables } from "./tables.ts";
import { deliveryFromRow, type WebhookClaim, type WebhookClaimOptions } from "./webhook.ts";

interface Candidate {
  readonly seq: number;
}

export const makeClaims = (database: DatabaseService) => {
  const due = database.prepareRead<Candidate>((kysely, placeholder) =>
    candidates(kysely, placeholder)
      .where("next_attempt_at", "<=", placeholder(1))
      .orderBy("next_attempt_at")
      .orderBy("seq"),
  );
  const dueTests = database.prepareRead<Candidate>((kysely, placeholder) =>
    candidates(kysely, placeholder)
      .where("document_id", "=", "")
      .where("next_attempt_at", "<=", placeholder(1))
      .orderBy("seq"),
  );
  const next = database.prepareRead<{ readonly next_attempt_at: number }>((kysely, placeholder) =>
    kysely
      .selectFrom("webhook_deliveries")
      .select("next_attempt_at")
      .where("status", "=", "pending")
      .where("next_attempt_at", ">", placeholder(0))
      .orderBy("next_attempt_at")
      .limit(1)
      .$castTo<{ readonly next_attempt_at: number }>(),
  );
  // Finds candidates by reads, which never wait. Writes only if there is something to claim.
  const find = Effect.fnUntraced(function* (claims: readonly WebhookClaim[], most: number, time: number) {
    const found: number[] = [];
    for (const { webhookId, limit, testsOnly } of claims) {
      if (found.length >= most) break;
      const rows = yield* (testsOnly ? dueTests : due)(webhookId, time, Math.min(limit, most - found.length));
      for (const { seq } of rows) found.push(seq);
    }
    return found;
  });
  return {
    claim: Effect.fnUntraced(function* (claims: readonly WebhookClaim[], options: WebhookClaimOptions) {
      const time = yield* database.currentTimeMillis;
      const found = yield* find(claims, options.most, time);
      if (found.length === 0) return [];
      return yield* inTransaction(database, (kysely) => leaseFound(kysely, found, options, time));
    }),
    nextDueInMs: Effect.gen(function* () {
      const time = yield* database.currentTimeMillis;
      const [row] = yield* next(time);
      return row === undefined ? undefined : row.next_attempt_at - time;
    }),
    releaseAll: Effect.map(
      database.run((kysely) =>
        kysely
          .updateTable("webhook_deliveries")
          .set({ lease_until: null, owner: null })
          // Uses an index that contains only leased deliveries. Ended ones have no lease.
          .where("lease_until", ">", 0)
          .executeTakeFirst(),
      ),
      (result) => Number(result.numUpdatedRows),
    ),
  };
};

/** Placeholders: 0 the webhook, 1 the time, 2 the limit. */
const candidates = (
  kysely: Kysely<Tables>,
  placeholder: Parameters<Parameters<DatabaseService["prepareRead"]>[0]>[1],
) =>
  kysely
    .selectFrom("webhook_deliveries")
    .select("seq")
    .where("webhook_id", "=", placeholder(0))
    .where("status", "=", "pending")
    .where((where) => where.or([where("lease_until", "is", null), where("lease_until", "<", placeholder(1))]))
    .limit(placeholder(2));

const leaseFound = async (
  kysely: Kysely<Tables>,
  found: readonly number[],
  { owner, leaseMs }: WebhookClaimOptions,
  time: number,
) => {
  await kysely
    .updateTable("webhook_deliveries")
    .set({ owner, lease_until: time + leaseMs })
    .where("seq", "in", found)
    // The webhook may have been deleted since the caller read it.
    .where("webhook_id", "in", (query) => query.selectFrom("webhooks").select("id"))
    .where("status", "=", "pending")
    .where((where) => where.or([where("lease_until", "is", null), where("lease_until", "<", time)]))
    .execute();
  const rows = await kysely
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("seq", "in", found)
    .where("owner", "=", owner)
    .orderBy("seq")
    .execute();
  return rows.map(deliveryFromRow);
};
