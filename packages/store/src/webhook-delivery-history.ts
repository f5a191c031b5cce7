import { Effect } from "effect";
import { Clock } from "effect";
import type { Kysely } from "kysely";
import type { DatabaseService } from "./database.ts";
import type { PageRequest } from "./page.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";
import { deliveryFromRow, type NewWebhookDelivery } from "./webhook.ts";

export const insertDeliveries = Effect.fnUntraced(function* (
  database: DatabaseService,
  deliveries: readonly NewWebhookDelivery[],
  within: Transaction,
) {
  if (deliveries.length === 0) return;
  const time = yield* Clock.currentTimeMillis;
  yield* database.run(async (kysely) => {
    for (const delivery of deliveries) await insertDelivery(kysely, database.dialect, delivery, time);
  }, within);
});

const insertDelivery = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  delivery: NewWebhookDelivery,
  time: number,
): Promise<void> => {
  const waits = delivery.documentId !== "" && (await hasEarlier(kysely, dialect, delivery));
  await kysely
    .insertInto("webhook_deliveries")
    .values({
      id: delivery.id,
      webhook_id: delivery.webhookId,
      event: delivery.event,
      collection: delivery.collection,
      document_id: delivery.documentId,
      status: "pending",
      payload: delivery.payload,
      attempts: 0,
      response_status: null,
      error: null,
      created_at: new Date(time).toISOString(),
      next_attempt_at: waits ? null : time,
      delivered_at: null,
      lease_until: null,
      owner: null,
    })
    .$if(dialect === "sqlite", (query) => query.onConflict((conflict) => conflict.column("id").doNothing()))
    .$if(dialect === "mysql", (query) => query.ignore())
    .execute();
};

/** Locks the one it finds, so that whoever ends it at this moment sees the new one afterwards. */
const hasEarlier = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  delivery: NewWebhookDelivery,
): Promise<boolean> => {
  const earlier = await kysely
    .selectFrom("webhook_deliveries")
    .select("seq")
    .where("webhook_id", "=", delivery.webhookId)
    .where("document_id", "=", delivery.documentId)
    .where("status", "=", "pending")
    .limit(1)
    .$if(dialect === "mysql", (query) => query.forUpdate())
    .executeTakeFirst();
  return earlier !== undefined;
};

export const listDeliveries = (database: DatabaseService, webhookId: string, request: PageRequest) =>
  database.read(async (kysely) => {
    const matching = kysely.selectFrom("webhook_deliveries").where("webhook_id", "=", webhookId);
    const rows = await matching
      .selectAll()
      .orderBy("seq", "desc")
      .limit(request.limit)
      .offset(request.offset)
      .execute();
    const counted = await matching
      .select((select) => select.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    return { items: rows.map(deliveryFromRow), total: Number(counted.total) };
  });
