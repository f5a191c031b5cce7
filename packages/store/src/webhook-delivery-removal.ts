import { Effect } from "effect";
import { type Kysely, sql } from "kysely";
import type { DatabaseService } from "./database.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";

/** Deliveries deleted at a time: a few milliseconds, so that a month of them doesn't hold this thread. */
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

/** Of each webhook's deliveries that came to an end the newest `retained` stay. */
export const removeBeyond = (database: DatabaseService, retained: number) =>
  Effect.gen(function* () {
    let removed = 0;
    let webhook = yield* database.read((kysely) => nextWebhook(kysely, ""));
    while (webhook !== undefined) {
      const id = webhook;
      const last = yield* database.read((kysely) =>
        ended(kysely, id).orderBy("seq", "desc").limit(1).offset(retained).executeTakeFirst(),
      );
      // Ascending, so that what is pending among them is passed over once.
      let after = 0;
      if (last !== undefined) {
        removed += yield* removeInBatches(database, async (kysely) => {
          const rows = await ended(kysely, id)
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

const ended = (kysely: Kysely<Tables>, webhookId: string) =>
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

/** Distinct ids by the index: one seek per webhook, however many deliveries each has. */
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
      const count = yield* database.transaction((transaction) =>
        database.run(async (kysely) => {
          const seqs = (await find(kysely)).map((row) => row.seq);
          if (seqs.length > 0) await kysely.deleteFrom("webhook_deliveries").where("seq", "in", seqs).execute();
          return seqs.length;
        }, transaction),
      );
      removed += count;
      if (count === 0) return removed;
      // Lets everything else have its turn between batches.
      yield* Effect.sleep(0);
    }
  });

/** Deliveries that wait for one that was deleted may be sent. */
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
