import { Effect } from "effect";
import { type Kysely, sql } from "kysely";
import type { DatabaseService } from "./database.ts";
import { inTransaction } from "./in-transaction.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";

/** Deliveries per deletion: a few milliseconds, so that a month of them doesn't block this thread. */
const REMOVAL_BATCH = 200;

export const removeOld = (database: DatabaseService, createdBefore: string) =>
  removeInBatches(database, (kysely) =>
    kysely
      .selectFrom("webhook_deliveries")
      .select("seq")
      .where("created_at", "<", createdBefore)
      .limit(REMOVAL_BATCH)
      .execute(),
  );

/** Deletes all but the newest `retained` ended deliveries of each webhook. */
export const removeExcess = (database: DatabaseService, retained: number) =>
  Effect.gen(function* () {
    let removed = 0;
    let webhook = yield* database.read((kysely) => nextWebhook(kysely, ""));
    while (webhook !== undefined) {
      const id = webhook;
      const last = yield* database.read((kysely) =>
        endedDeliveries(kysely, id).orderBy("seq", "desc").limit(1).offset(retained).executeTakeFirst(),
      );
      // In ascending order, so that pending deliveries among them are skipped only once.
      let after = 0;
      if (last !== undefined) {
        removed += yield* removeInBatches(database, async (kysely) => {
          const rows = await endedDeliveries(kysely, id)
            .where("seq", ">", after)
            .where("seq", "<=", last.seq)
            .orderBy("seq")
            .limit(REMOVAL_BATCH)
            .execute();
          after = rows.at(-1)?.seq ?? after;
          return rows;
        });
      }
      webhook = yield* database.read((kysely) => nextWebhook(kysely, id));
    }
    return removed;
  });

const endedDeliveries = (kysely: Kysely<Tables>, webhookId: string) =>
  kysely
    .selectFrom("webhook_deliveries")
    .select("seq")
    .where("webhook_id", "=", webhookId)
    .where("status", "in", ["delivered", "failed"]);

export const removeOrphans = (database: DatabaseService) =>
  removeInBatches(database, async (kysely) => {
    const orphan = await firstOrphan(kysely);
    if (orphan === undefined) return [];
    return kysely
      .selectFrom("webhook_deliveries")
      .select("seq")
      .where("webhook_id", "=", orphan)
      .limit(REMOVAL_BATCH)
      .execute();
  });

const firstOrphan = async (kysely: Kysely<Tables>): Promise<string | undefined> => {
  for (let id = await nextWebhook(kysely, ""); id !== undefined; id = await nextWebhook(kysely, id)) {
    const webhook = await kysely.selectFrom("webhooks").select("id").where("id", "=", id).executeTakeFirst();
    if (webhook === undefined) return id;
  }
  return undefined;
};

/** Returns distinct ids by the index: one seek per webhook, however many deliveries each has. */
const nextWebhook = async (kysely: Kysely<Tables>, after: string): Promise<string | undefined> => {
  const deliveries = kysely.selectFrom("webhook_deliveries").select("webhook_id").where("webhook_id", ">", after);
  return (await deliveries.orderBy("webhook_id").limit(1).executeTakeFirst())?.webhook_id;
};

const removeInBatches = (
  database: DatabaseService,
  find: (kysely: Kysely<Tables>) => Promise<readonly { readonly seq: number }[]>,
): Effect.Effect<number, StoreError> =>
  Effect.gen(function* () {
    let removed = 0;
    for (;;) {
      const count = yield* inTransaction(database, async (kysely) => {
        const seqs = (await find(kysely)).map((row) => row.seq);
        if (seqs.length > 0) await kysely.deleteFrom("webhook_deliveries").where("seq", "in", seqs).execute();
        return seqs.length;
      });
      removed += count;
      if (count === 0) return removed;
      // Lets other work run between batches.
      yield* Effect.sleep(0);
    }
  });

/** Makes deliveries due that wait for a deleted one. */
export const releaseStranded = Effect.fnUntraced(function* (database: DatabaseService) {
  const time = yield* database.currentTimeMillis;
  yield* database.run((kysely) =>
    sql`
      update webhook_deliveries set next_attempt_at = ${time} where seq in (
        select seq from (
          select min(seq) as seq, max(case when next_attempt_at is null then 0 else 1 end) as has_going
          from webhook_deliveries where status = 'pending' and document_id <> ''
          group by webhook_id, document_id
        ) as heads where has_going = 0
      )`.execute(kysely),
  );
});
