import { Effect } from "effect";
import type { Kysely } from "kysely";
import type { DatabaseService } from "./database.ts";
import { inTransaction } from "./in-transaction.ts";
import type { Tables } from "./tables.ts";
import { deliveryFromRow, type Redelivery, type WebhookDeliveryRecord } from "./webhook.ts";
import { historyKeyOf, type VisibleCollections, findPendingHistories } from "./webhook-delivery-history.ts";

interface DeliveryQuery {
  readonly webhookId: string;
  readonly id: string;
  readonly visible: VisibleCollections;
}

export const sendAgain = Effect.fnUntraced(function* (database: DatabaseService, query: DeliveryQuery) {
  const time = yield* database.currentTimeMillis;
  return yield* inTransaction(database, (kysely) => queueAgain(kysely, database.dialect, query, time));
});

const queueAgain = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  query: DeliveryQuery,
  time: number,
): Promise<Redelivery> => {
  const before = await findDelivery(kysely, query);
  if (before === undefined) return { outcome: "not_found" };
  // Deliveries of one document are sent one at a time: it waits for those in progress, and later ones wait for it.
  const pendingHistories = await findPendingHistories(kysely, dialect, [before]);
  const result = await kysely
    .updateTable("webhook_deliveries")
    .set({
      status: "pending",
      attempts: 0,
      response_status: null,
      error: null,
      delivered_at: null,
      next_attempt_at: pendingHistories.has(historyKeyOf(before)) ? null : time,
    })
    .where("id", "=", query.id)
    .where("status", "in", ["delivered", "failed"])
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return { outcome: "pending" };
  return { outcome: "queued", delivery: (await findDelivery(kysely, query))! };
};

const findDelivery = async (
  kysely: Kysely<Tables>,
  { webhookId, id, visible }: DeliveryQuery,
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
