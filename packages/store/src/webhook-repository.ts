import { conflict, type DomainError } from "@quarry/plugin/domain";
import { Context, Effect, Layer } from "effect";
import { Database, type DatabaseService } from "./database.ts";
import { takeMutex } from "./mutex.ts";
import { inTransaction } from "./in-transaction.ts";
import { now } from "./now.ts";
import type { Page, PageRequest } from "./page.ts";
import type { StoreError } from "./store-error.ts";
import type { WebhooksTable } from "./tables.ts";
import type { Transaction } from "./transaction.ts";
import {
  type NewWebhook,
  newWebhookRow,
  webhookFromRow,
  type WebhookPatch,
  webhookPatchRow,
  type WebhookRecord,
} from "./webhook.ts";

export interface WebhookRepositoryService {
  /** Fails with `conflict` if there are `maxWebhooks` already, also with concurrent creations. */
  readonly insert: (
    webhook: NewWebhook,
    maxWebhooks: number,
    within?: Transaction,
  ) => Effect.Effect<WebhookRecord, DomainError | StoreError>;
  readonly find: (id: string) => Effect.Effect<WebhookRecord | undefined, StoreError>;
  /** Lists webhooks, oldest first. */
  readonly list: (request: PageRequest) => Effect.Effect<Page<WebhookRecord>, StoreError>;
  /** Returns the active webhooks, as the transaction sees them. */
  readonly active: (within: Transaction) => Effect.Effect<readonly WebhookRecord[], StoreError>;
  /** Returns undefined if it does not exist. */
  readonly update: (id: string, patch: WebhookPatch) => Effect.Effect<WebhookRecord | undefined, StoreError>;
  /**
   * Returns false if it did not exist. From then on none of its deliveries is claimed; `removeOrphans` deletes them.
   */
  readonly remove: (id: string) => Effect.Effect<boolean, StoreError>;
  readonly count: Effect.Effect<number, StoreError>;
}

const makeRepository = (database: DatabaseService): WebhookRepositoryService => {
  const find = database.prepareRead<WebhooksTable>((kysely, placeholder) =>
    kysely.selectFrom("webhooks").selectAll().where("id", "=", placeholder(0)),
  );
  const count = database.prepareRead<{ readonly total: number }>((kysely) =>
    kysely.selectFrom("webhooks").select((select) => select.fn.countAll<number>().as("total")),
  );
  return {
    insert: Effect.fnUntraced(function* (webhook, maxWebhooks, within) {
      const row = newWebhookRow(webhook, yield* now);
      const existing = yield* inTransaction(
        database,
        async (kysely) => {
          // A row count can't be locked against concurrent inserts.
          await takeMutex(kysely, database.dialect, "webhooks");
          const ids = await kysely.selectFrom("webhooks").select("id").execute();
          if (ids.length < maxWebhooks) await kysely.insertInto("webhooks").values(row).execute();
          return ids.length;
        },
        within,
      );
      if (existing < maxWebhooks) return webhookFromRow(row);
      return yield* conflict(
        `there are ${existing} webhooks already and there may be ${maxWebhooks}; delete one first`,
      );
    }),
    find: (id) => Effect.map(find(id), ([row]) => row && webhookFromRow(row)),
    list: ({ limit, offset }) =>
      database.read(async (kysely) => {
        const rows = await kysely.selectFrom("webhooks").selectAll().orderBy("created_at").orderBy("id").execute();
        // There are at most 50 webhooks: one statement serves page and total, so that they are consistent.
        return { items: rows.slice(offset, offset + limit).map(webhookFromRow), total: rows.length };
      }),
    active: (within) =>
      Effect.map(
        database.run((kysely) => kysely.selectFrom("webhooks").selectAll().where("active", "=", 1).execute(), within),
        (rows) => rows.map(webhookFromRow),
      ),
    update: (id, patch) =>
      inTransaction(database, async (kysely, time) => {
        await kysely.updateTable("webhooks").set(webhookPatchRow(patch, time)).where("id", "=", id).execute();
        const row = await kysely.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirst();
        return row && webhookFromRow(row);
      }),
    remove: (id) =>
      Effect.map(
        database.run((kysely) => kysely.deleteFrom("webhooks").where("id", "=", id).executeTakeFirst()),
        (result) => result.numDeletedRows > 0n,
      ),
    count: Effect.map(count(), ([row]) => Number(row!.total)),
  };
};

export class WebhookRepository extends Context.Service<WebhookRepository, WebhookRepositoryService>()(
  "@quarry/store/WebhookRepository",
) {
  static readonly layer = Layer.effect(WebhookRepository, Effect.map(Database, makeRepository));
}
