import { Effect } from "effect";
import type { Kysely } from "kysely";
import type { DatabaseService } from "./database.ts";
import { inTransaction } from "./in-transaction.ts";
import type { Tables, WebhookDeliveryStatus } from "./tables.ts";
import type { WebhookAttempt } from "./webhook.ts";

export const recordAttempts = Effect.fnUntraced(function* (
  database: DatabaseService,
  attempts: readonly WebhookAttempt[],
) {
  if (attempts.length === 0) return;
  const time = yield* database.currentTimeMillis;
  yield* inTransaction(database, async (kysely) => {
    for (const attempt of attempts) await recordAttempt(kysely, attempt, time);
  });
});

const recordAttempt = async (kysely: Kysely<Tables>, attempt: WebhookAttempt, time: number): Promise<void> => {
  const noLease = { lease_until: null, owner: null };
  const claimed = kysely
    .updateTable("webhook_deliveries")
    .where("id", "=", attempt.delivery.id)
    .where("owner", "=", attempt.owner)
    .where("status", "=", "pending");
  if (attempt.outcome === "released") {
    await claimed.set(noLease).execute();
    return;
  }
  const isFinal = attempt.outcome !== "retry";
  const status: WebhookDeliveryStatus = attempt.outcome === "retry" ? "pending" : attempt.outcome;
  const result = await claimed
    .set((column) => ({
      ...noLease,
      attempts: column("attempts", "+", 1),
      response_status: attempt.responseStatus,
      error: attempt.error,
      status,
      next_attempt_at: isFinal ? null : time + (attempt.retryInMs ?? 0),
      delivered_at: attempt.outcome === "delivered" ? new Date(time).toISOString() : null,
    }))
    .executeTakeFirst();
  if (isFinal && result.numUpdatedRows > 0n) await releaseNext(kysely, attempt.delivery, time);
};

/** Makes the next event of the same document due, which waited for this one. */
const releaseNext = async (
  kysely: Kysely<Tables>,
  { webhookId, documentId }: WebhookAttempt["delivery"],
  time: number,
): Promise<void> => {
  if (documentId === "") return;
  const next = await kysely
    .selectFrom("webhook_deliveries")
    .select(["seq", "next_attempt_at"])
    .where("webhook_id", "=", webhookId)
    .where("document_id", "=", documentId)
    .where("status", "=", "pending")
    .orderBy("seq")
    .limit(1)
    .executeTakeFirst();
  if (next === undefined || next.next_attempt_at !== null) return;
  await kysely.updateTable("webhook_deliveries").set({ next_attempt_at: time }).where("seq", "=", next.seq).execute();
};
