import { Effect } from "effect";
import type { Kysely } from "kysely";
import type { DatabaseService } from "./database.ts";
import type { Tables } from "./tables.ts";
import { deliveryFromRow, type Redelivery, type WebhookDeliveryRecord } from "./webhook.ts";
import { historyKeyOf, type VisibleCollections, waitingOn } from "./webhook-delivery-history.ts";

export const sendAgain = Effect.fnUntraced(function* (
  database: DatabaseService,
  webhookId: string,
  id: string,
  visible: VisibleCollections,
) {
  const time = yield* database.currentTimeMillis;
  return yield* database.transaction((transaction) =>
    database.run((kysely) => queueAgain(kysely, database.dialect, { webhookId, id, visible }, time), transaction),
  );
});

interface Wanted {
  readonly webhookId: string;
  readonly id: string;
  readonly visible: VisibleCollections;
}

const queueAgain = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  wanted: Wanted,
  time: number,
): Promise<Redelivery> => {
  const before = await findDelivery(kysely, wanted);
  if (before === undefined) return { outcome: "not_found" };
  // One at a time for one document: it waits for what is under way, and what comes later waits for it.
  const waiting = await waitingOn(kysely, dialect, [before]);
  const result = await kysely
    .updateTable("webhook_deliveries")
    .set({
      status: "pending",
      attempts: 0,
      response_status: null,
      error: null,
      delivered_at: null,
      next_attempt_at: waiting.has(historyKeyOf(before)) ? null : time,
    })
    .where("id", "=", wanted.id)
    .where("status", "in", ["delivered", "failed"])
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return { outcome: "pending" };
  return { outcome: "queued", delivery: (await findDelivery(kysely, wanted))! };
};

const findDelivery = async (
  kysely: Kysely<Tables>,
  { webhookId, id, visible }: Wanted,
): Promise<WebhookDeliveryRecord | undefined> => {
  const row = await kysely
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("id", "=", id)
    .where("webhook_id", "=", webhookId)
    .executeTakeFirst();
  const isHidden = row !== undefined && row.collection !== "" && visible?.has(row.collection) === false;
  return row === undefined || isHidden ? undefined : deliveryFromRow(row);
};
