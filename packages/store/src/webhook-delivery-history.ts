import { Effect } from "effect";
import { type Kysely, sql } from "kysely";
import type { DatabaseService } from "./database.ts";
import { countRows, type PageRequest } from "./page.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";
import { deliveryFromRow, type NewWebhookDelivery } from "./webhook.ts";

export const insertDeliveries = Effect.fnUntraced(function* (
  database: DatabaseService,
  deliveries: readonly NewWebhookDelivery[],
  within: Transaction,
) {
  if (deliveries.length === 0) return;
  const time = yield* database.currentTimeMillis;
  yield* database.run(async (kysely) => {
    const pendingHistories = await findPendingHistories(kysely, database.dialect, deliveries);
    await kysely
      .insertInto("webhook_deliveries")
      .values(deliveries.map((delivery) => deliveryRow(delivery, time, pendingHistories.has(historyKeyOf(delivery)))))
      .$if(database.dialect === "sqlite", (query) => query.onConflict((conflict) => conflict.column("id").doNothing()))
      .$if(database.dialect === "mysql", (query) => query.onDuplicateKeyUpdate({ id: sql<string>`id` }))
      .execute();
  }, within);
});

const deliveryRow = (delivery: NewWebhookDelivery, time: number, waits: boolean) => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  event: delivery.event,
  collection: delivery.collection,
  document_id: delivery.documentId,
  status: "pending" as const,
  payload: delivery.payload,
  attempts: 0,
  response_status: null,
  error: null,
  created_at: new Date(time).toISOString(),
  next_attempt_at: waits ? null : time,
  delivered_at: null,
  lease_until: null,
  owner: null,
});

/** Key of a document's history at one webhook. */
export const historyKeyOf = (delivery: { readonly webhookId: string; readonly documentId: string }): string =>
  `${delivery.webhookId}/${delivery.documentId}`;

/**
 * Returns the webhooks and documents for which an earlier event is still pending. Locks the rows it finds, so that a
 * worker that completes one concurrently sees the new delivery afterwards.
 */
export const findPendingHistories = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  deliveries: readonly Pick<NewWebhookDelivery, "webhookId" | "documentId">[],
): Promise<ReadonlySet<string>> => {
  const ofDocuments = deliveries.filter(({ documentId }) => documentId !== "");
  if (ofDocuments.length === 0) return new Set();
  const earlier = await kysely
    .selectFrom("webhook_deliveries")
    .select(["webhook_id as webhookId", "document_id as documentId"])
    .where("webhook_id", "in", [...new Set(ofDocuments.map(({ webhookId }) => webhookId))])
    .where("document_id", "in", [...new Set(ofDocuments.map(({ documentId }) => documentId))])
    .where("status", "=", "pending")
    .$if(dialect === "mysql", (query) => query.forUpdate())
    .execute();
  return new Set(earlier.map(historyKeyOf));
};

/** Collections whose deliveries a caller may see; undefined for all. */
export type VisibleCollections = ReadonlySet<string> | undefined;

export const listDeliveries = (
  database: DatabaseService,
  webhookId: string,
  request: PageRequest,
  visible: VisibleCollections,
) =>
  database.read(async (kysely) => {
    const matching = kysely
      .selectFrom("webhook_deliveries")
      .where("webhook_id", "=", webhookId)
      // A test has no collection.
      .$if(visible !== undefined, (query) => query.where("collection", "in", ["", ...visible!]));
    const page = matching.selectAll().orderBy("seq", "desc").limit(request.limit).offset(request.offset);
    return { items: (await page.execute()).map(deliveryFromRow), total: await countRows(matching) };
  });
